"""What the pages of a race show, and what its phones are told."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import get_template_attribute, request, url_for

from companion.coach.challenges.race import HOLES, LONGEST_HEAD_START, MISS_COSTS, MOST_RACERS, Lane
from companion.coach.challenges.race_questions import AT_ONCE, judge, offers
from companion.coach.challenges.sprint_questions import DEAL
from companion.coach.drills.drill_questions import question
from companion.coach.drills.game_families import by_family
from companion.i18n import Text, message
from companion.learners.errors import NoSuchRace
from companion.learners.race_state import RaceState
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach.deal_questions import Card, deal
from companion.web.coach.missed_question import Missed
from companion.web.security.device_session import known_race, known_racer, race_service
from companion.web.ui.practice_session import FIRST_GROUND, OWN, chosen_ground, learner
from companion.web.ui.qr_links import names_this_machine, qr_of

#: The width of a lane's board in px.
_LANE_WIDTH = 240.0
HEAD_STARTS = (0, 5, 10, 15, 20, 30, 45, 60, 90, LONGEST_HEAD_START)


class LaneView(NamedTuple):
    """A lane as a page shows it."""

    number: int
    name: str
    head_start: int
    #: Whether this phone runs in it.
    is_own: bool
    pegs: int
    board: Pegboard


class Finish(NamedTuple):
    """How a racer did: the place from 1, the time in seconds if home, and what was missed."""

    place: int
    lane: LaneView
    seconds: Text | None
    misses: tuple[Missed, ...]


def opening_page(form: Mapping[str, str]) -> dict[str, Any]:
    """The form that opens a race, as it was filled in last."""
    known, ground = learner(), chosen_ground()
    return {
        "families": by_family(GAMES.values()),
        "game": form.get("game") or (FIRST_GROUND if ground == OWN else ground),
        "way": form.get("way", "phones"),
        "back_to": _race_left(),
        "names": (form.get("name-0") or (known.name if known else ""), form.get("name-1", "")),
    }


def start_page(state: RaceState) -> dict[str, Any]:
    """Who is in a race that nobody has started, and how others get there."""
    page, own = _page(state), state.lanes_of(known_racer())
    address = url_for("race.show", race_id=state.id, _external=True)
    is_full = len(state.race.lanes) == MOST_RACERS
    return page | {
        "address": address,
        "qr": qr_of,
        "unreachable": request.host if names_this_machine(request.host) else "",
        "head_starts": HEAD_STARTS,
        "may_join": not (own or is_full or state.is_shared),
        "is_full": is_full,
        "typed": request.form.get("name", "") or _own_name(),
        "may_start": bool(own) and len(state.race.lanes) > 1,
        # What head starts there are, in words.
        "ahead": [_describe_head_start(lane) for lane in state.race.lanes if lane.head_start],
    }


def race_page(state: RaceState) -> dict[str, Any]:
    """The race while it runs: its lanes, and a question for each racer of this phone."""
    return _page(state) | {"miss_costs": MISS_COSTS, "holes": HOLES, "questions": DEAL}


def result_page(state: RaceState) -> dict[str, Any]:
    """Who was home first, and what each one missed."""
    page, race = _page(state), state.race
    finishes = [
        Finish(
            place,
            page["lanes"][lane],
            _describe_time(race.lanes[lane].home_at),
            tuple(_misses(state, race.lanes[lane])),
        )
        for place, lane in enumerate(race.standing, 1)
    ]
    winner = None if race.winner is None else race.lanes[race.winner].name
    return page | {
        "winner": winner,
        "finishes": finishes,
        "is_over": is_over(state),
        "is_shared": state.is_shared,
    }


def is_over(state: RaceState) -> bool:
    """Whether nobody answers any more."""
    return state.is_over(now())


def describe_state(state: RaceState) -> dict[str, Any]:
    """A race as its phones are told it; all times are milliseconds since it began."""
    return {
        "version": state.version_at(now()),
        "now": state.milliseconds(now()) if state.started_at else None,
        "isOver": is_over(state),
        "endsAt": state.race.ends_at,
        "lanes": [
            {
                "answers": len(lane.given),
                "pegs": lane.pegs,
                "readyAt": lane.ready_at,
                "homeAt": lane.home_at,
                "isDone": lane.is_done,
                "place": state.race.standing.index(number) + 1,
            }
            for number, lane in enumerate(state.race.lanes)
        ],
        "again": _again(state),
    }


def cards_of(state: RaceState, first: int = 0) -> list[Card]:
    """The next questions of a race from the `first` on, each with a few answers to tap."""
    keys = state.keys(first + AT_ONCE)[first:]
    options = get_template_attribute("coach/_sprint_card.html", "options")
    return [
        card._replace(numbers="", options=str(options(offers(key))).strip())
        for key, card in zip(keys, deal(keys), strict=True)
    ]


def _page(state: RaceState) -> dict[str, Any]:
    return {
        "id": state.id,
        "version": state.version_at(now()),
        "title": GAMES[state.game].title,
        "is_shared": state.is_shared,
        "lanes": [*_lanes(state)],
        "is_racer": bool(state.lanes_of(known_racer())),
        # Who watches goes along if they like: nobody calls them there.
        "again": state.again and url_for("race.show", race_id=state.again),
    }


def _race_left() -> str | None:
    """Where the race is that this device is in; None where it is in none, or that is over."""
    try:
        state = race_service().look(known_race())
    except NoSuchRace:
        return None
    if is_over(state) or not state.lanes_of(known_racer()):
        return None
    return url_for("race.show", race_id=state.id)


def _lanes(state: RaceState) -> Iterator[LaneView]:
    own, board = state.lanes_of(known_racer()), lay_pegboard(HOLES, _LANE_WIDTH)
    for number, lane in enumerate(state.race.lanes):
        before = max(0, lane.pegs - 1)
        yield LaneView(
            number,
            lane.name,
            lane.head_start,
            number in own,
            lane.pegs,
            board.with_pegs(lane.pegs, before),
        )


def _again(state: RaceState) -> str | None:
    """Where the same people race next, for one of them."""
    if state.again is None or not state.lanes_of(known_racer()):
        return None
    return url_for("race.show", race_id=state.again)


def _own_name() -> str:
    known = learner()
    return known.name if known else ""


def _describe_head_start(lane: Lane) -> Text:
    return message("holes.ahead", name=lane.name, count=lane.head_start)


def _describe_time(milliseconds: int | None) -> Text | None:
    if milliseconds is None:
        return None
    return message("holes.seconds", number=f"{milliseconds / 1000:.1f}")


def _misses(state: RaceState, lane: Lane) -> Iterator[Missed]:
    for number, given in lane.misses:
        key = state.key(number)
        yield Missed.of(key, question(key), judge(key, given.said))
