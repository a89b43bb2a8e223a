"""Ratings: how strong people are at a kind of game, and how sure that is.

A fold over games in order, by the Plackett-Luce model, which takes any number of sides and partners
on them. It can be gone on with, so a game that came last costs one game.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from companion.stats.played_game import PlayedGame

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

#: Where everybody begins, as the model has it: the strength, and how unsure it is.
_MU, _SIGMA = 25.0, 25.0 / 3
#: The scale on which ratings are shown: everybody begins at 1000, and who is 200 points ahead of an
#: opponent wins seven games of ten, once both are known well.
_FIRST, _POINTS = 1000, 40
#: So many deviations to either side hold nineteen times of twenty.
_SURE = 1.96


class Rating(NamedTuple):
    """The strength of one person at one kind of game."""

    mu: float = _MU
    sigma: float = _SIGMA
    #: The games with a result that it comes from.
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown: 1000 for who begins."""
        return round(_FIRST + _POINTS * (self.mu - _MU))

    @property
    def give_or_take(self) -> int:
        """How far off it may be: nineteen times of twenty it is no further."""
        return round(_SURE * _POINTS * self.sigma)

    @property
    def at_least(self) -> int:
        """What it surely is: who is ranked by this does not stand high for one lucky game."""
        return self.points - self.give_or_take


#: The ratings of one kind of game, by person.
_Kind = Mapping[int, Rating]


class Ratings(NamedTuple):
    """The ratings of everybody, by kind of game."""

    by_kind: Mapping[str, _Kind] = MappingProxyType({})

    def of(self, kind: str, person: int) -> Rating:
        """Somebody's rating; that of a beginner for who never played this."""
        return self.by_kind.get(kind, {}).get(person, Rating())

    def table(self, kind: str) -> list[tuple[int, Rating]]:
        """Everybody who is rated at a kind of game, the surest strength first."""
        ratings = self.by_kind.get(kind, {})
        return sorted(ratings.items(), key=lambda each: (-each[1].at_least, each[0]))

    def after(self, game: PlayedGame) -> "Ratings":
        """The ratings after one more game; raises `SeatedTwice`. One without a result is none."""
        return self.after_all((game,))

    def after_all(self, games: Iterable[PlayedGame]) -> "Ratings":
        """The ratings after more games, in order; raises `SeatedTwice`."""
        by_kind = {kind: dict(ratings) for kind, ratings in self.by_kind.items()}
        # As the model has them: what one game gives goes into the next, for to make it takes long.
        known: dict[str, dict[int, PlackettLuceRating]] = {}
        for game in games:
            if game.has_result:
                kind = game.figures.kind
                ratings, rated = by_kind.setdefault(kind, {}), known.setdefault(kind, {})
                for person, new in _rated(ratings, rated, game):
                    rated[person], before = new, ratings.get(person, Rating())
                    ratings[person] = Rating(new.mu, new.sigma, before.games + 1)
        return Ratings(by_kind)


def load_model() -> None:
    """Load what ratings are made with now: it takes longer than a page may."""
    _model()


def _ranks(game: PlayedGame) -> list[float]:
    """The place of each side: the winner's is 0, the others stand by their scores."""
    figures = game.figures
    others = [score for side, score in enumerate(figures.scores) if side != figures.winner]
    return [
        0.0 if side == figures.winner else 1.0 + sum(other > score for other in others)
        for side, score in enumerate(figures.scores)
    ]


def _rated(
    ratings: _Kind, rated: Mapping[int, "PlackettLuceRating"], game: PlayedGame
) -> Iterator[tuple[int, "PlackettLuceRating"]]:
    """All who played as the model has them after a game; `rated` are those that it gave before."""
    sides, model = game.sides, _model()

    def before(person: int) -> "PlackettLuceRating":
        kept = ratings.get(person, Rating())
        return rated.get(person) or model.rating(mu=kept.mu, sigma=kept.sigma)

    teams = [[before(person) for person in side] for side in sides]
    for people, after in zip(sides, model.rate(teams, ranks=_ranks(game)), strict=True):
        yield from zip(people, after, strict=True)


@cache
def _model() -> "PlackettLuce":
    # Only who rates waits for it to be loaded.
    from openskill.models import PlackettLuce

    return PlackettLuce()
