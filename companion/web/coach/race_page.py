"""What the pages of a race show, and what its phones receive."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import get_template_attribute

from companion.coach.challenges.race import (
    AT_ONCE,
    HOLES,
    LONGEST_HEAD_START,
    MOST_RACERS,
    Lane,
    judge,
    offers,
)
from companion.i18n import Text, message
from companion.learners.errors import NoSuchRace
from companion.learners.race_state import RaceState
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach.framed_question import Card, Missed, deal
from companion.web.security.table_guard import known_race, known_racer, race_service

#: The width of a lane's board in px.
_LANE_WIDTH = 240.0
HEAD_STARTS = (0, 5, 10, 15, 20, 30, 45, 60, 90, LONGEST_HEAD_START)


class LaneView(NamedTuple):
    """A lane as a page shows it; `is_own` says whether this phone runs in it."""

    number: int
    lane: Lane
    is_own: bool

    @property
    def board(self) -> Pegboard:
        """Its holes with both pegs."""
        pegs = self.lane.pegs
        return lay_pegboard(HOLES, _LANE_WIDTH).with_pegs(pegs, max(0, pegs - 1))


class Finish(NamedTuple):
    """How a racer did: the place from 1, the time if home, and what was missed."""

    place: int
    view: LaneView
    seconds: Text | None
    misses: tuple[Missed, ...]


@dataclass(frozen=True)
class RaceView:
    """A race as this phone sees it now."""

    state: RaceState

    @property
    def title(self) -> Text:
        """The title of the game that it is asked in."""
        return GAMES[self.state.game].title

    @property
    def version(self) -> int:
        """The mark of what a phone has seen."""
        return self.state.version_at(now())

    @property
    def is_over(self) -> bool:
        """Whether nobody can answer any more."""
        return self.state.is_over(now())

    @property
    def is_racer(self) -> bool:
        """Whether this phone runs in it."""
        return bool(self.state.lanes_of(known_racer()))

    @property
    def lanes(self) -> list[LaneView]:
        """All lanes."""
        own = self.state.lanes_of(known_racer())
        return [LaneView(at, lane, at in own) for at, lane in enumerate(self.state.race.lanes)]

    @property
    def is_full(self) -> bool:
        """Whether it has room for one more."""
        return len(self.state.race.lanes) == MOST_RACERS

    @property
    def may_join(self) -> bool:
        """Whether this phone may race too."""
        return not (self.is_racer or self.is_full or self.state.is_shared)

    @property
    def may_start(self) -> bool:
        """Whether this phone may start it."""
        return self.is_racer and len(self.state.race.lanes) > 1

    @property
    def winner(self) -> str | None:
        """Who finished first; None if nobody has."""
        race = self.state.race
        return None if race.winner is None else race.lanes[race.winner].name

    @property
    def finishes(self) -> list[Finish]:
        """How each one did, the first one first."""
        views = self.lanes
        standing = enumerate(self.state.race.standing, 1)
        return [self._finish(place, views[number]) for place, number in standing]

    def _finish(self, place: int, view: LaneView) -> Finish:
        home_at = view.lane.home_at
        seconds = None
        if home_at is not None:
            seconds = message("holes.seconds", number=f"{home_at / 1000:.1f}")
        keys = ((self.state.key(number), given.said) for number, given in view.lane.misses)
        misses = (Missed(key, judge(key, said)) for key, said in keys)
        return Finish(place, view, seconds, tuple(misses))


def race_left() -> str | None:
    """The race that this device is in; None if there is none, or it is over."""
    try:
        view = RaceView(race_service().look(known_race()))
    except NoSuchRace:
        return None
    return view.state.id if view.is_racer and not view.is_over else None


def describe_state(state: RaceState) -> dict[str, object]:
    """A race as its phones receive it; all times are milliseconds since it began."""
    return {
        "version": state.version_at(now()),
        "now": state.milliseconds(now()) if state.started_at else None,
        "isOver": state.is_over(now()),
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
    }


def cards_of(state: RaceState, first: int = 0) -> list[Card]:
    """The next questions of a race from the `first` on, each with a few answers to tap."""
    keys = state.keys(first + AT_ONCE)[first:]
    options = get_template_attribute("coach/_sprint_card.html", "options")
    return [
        card._replace(numbers="", options=str(options(offers(key))).strip())
        for key, card in zip(keys, deal(keys), strict=True)
    ]
