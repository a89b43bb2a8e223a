"""The numbers of a person's page, each by a key under which a page lists the games behind it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.i18n import Text, message
from companion.rules.games import game_named
from companion.stats.counted_number import CountedNumber
from companion.stats.head_to_head import Rivals
from companion.stats.person_stats import Person, WinRecord


class PlayerNumber(NamedTuple):
    """A number with its games, and what these are, such as `won against Ben`."""

    counted: CountedNumber
    about: Text


def numbers_of(
    person: Person, rivals: Rivals, called: Callable[[int], str]
) -> Mapping[str, PlayerNumber]:
    """Every number of a person's page by its key: `won`, `won.kind.race-horse`, `lost-to.3`."""
    return dict(_numbers(person, rivals, called))


def _numbers(
    person: Person, rivals: Rivals, called: Callable[[int], str]
) -> Iterator[tuple[str, PlayerNumber]]:
    yield from _standing("", person.standing, message("club.about.all"))
    for kind, standing in person.by_kind.items():
        title = game_named(kind).title
        yield from _standing(f".kind.{kind}", standing, message("club.about.kind", game=title))
    for seats, standing in person.by_seats.items():
        yield from _standing(f".seats.{seats}", standing, message("new.seats", count=seats))
    for partnership in rivals.partnerships:
        about = message("club.about.partner", name=called(partnership.person))
        yield from _standing(f".partner.{partnership.person}", partnership.standing, about)
    for meeting in rivals.meetings:
        name = called(meeting.person)
        for key, counted in (
            ("met", meeting.met),
            ("beat", meeting.won),
            ("lost-to", meeting.lost),
        ):
            about = message(f"club.about.{key}", name=name)
            yield f"{key}.{meeting.person}", PlayerNumber(counted, about)
    for unit, play in person.play.items():
        yield f"best-turn.{unit}", PlayerNumber(play.best_turn, message("club.about.best-turn"))
        yield f"points.{unit}", PlayerNumber(play.points, message("club.about.points"))
        # What was on offer comes from the turns of which every tile is known.
        yield f"measured.{unit}", PlayerNumber(play.available, message("club.about.measured"))
    for key, counted in (
        ("surge", person.longest_surge),
        ("dominoes", person.dominoes),
        ("washed-up", person.washed_up),
        ("said", person.said),
        ("said-rightly", person.said_rightly),
    ):
        yield key, PlayerNumber(counted, message(f"club.about.{key}"))


def _standing(group: str, standing: WinRecord, about: Text) -> Iterator[tuple[str, PlayerNumber]]:
    # Beside what was won stands what was decided; what is not over is told in all alone.
    yield f"games{group}", PlayerNumber(standing.decided if group else standing.games, about)
    won = message("club.about.won", about=about) if group else message("club.about.won-all")
    yield f"won{group}", PlayerNumber(standing.won, won)
