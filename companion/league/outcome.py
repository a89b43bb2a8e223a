"""An outcome: the result of a match, or of a friendly game, for the sides that met."""

from typing import NamedTuple, Self


class Outcome(NamedTuple):
    """Who met and how it ended; everything that standings are made of.

    A side is the numbers that stand in the table: one entrant in a fixture, the partners of a
    friendly game. `score` decides it: boards or games of a match, the points of a friendly game.
    `games` are the games that each side won, `points` what it scored in them.
    """

    sides: tuple[tuple[int, ...], ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    points: tuple[int, ...]
    #: The side that won, from 0; None for a draw, or if neither side came.
    winner: int | None
    is_walkover: bool = False
    #: Whether some game of it has no points, as a pub may enter it from paper.
    lacks_points: bool = False

    @classmethod
    def of_game(
        cls, sides: tuple[tuple[int, ...], ...], scores: tuple[int, ...], winner: int
    ) -> Self:
        """The outcome of a friendly game: a match of one game."""
        won = tuple(int(side == winner) for side in range(len(sides)))
        return cls(sides, scores, won, scores, winner)

    @property
    def is_draw(self) -> bool:
        """Whether it was played and nobody won."""
        return self.winner is None and not self.is_walkover

    def margin(self, side: int) -> int:
        """By how much that side lost, in what decides it; negative if it won."""
        best = max(score for other, score in enumerate(self.score) if other != side)
        return best - self.score[side]
