"""What the home page shows of a table, as ready values."""

from dataclasses import dataclass

from companion.referee.words import turn_heading, turn_reason
from companion.tables.sitting import Sitting


@dataclass(frozen=True)
class Lane:
    """A side in the race: its score, and how much of the way it has come, from 0 to 1."""

    side: int
    name: str
    score: int
    way: float
    is_next: bool
    has_won: bool


@dataclass(frozen=True)
class TableCard:
    """A table of this device: who is how far, and whose turn it is or who won."""

    id: str
    title: str
    target: int
    lanes: tuple[Lane, ...]
    who: str
    what: str
    is_over: bool
    #: Whose table it is: `Ana, Ben and Cyd`.
    people: str

    @classmethod
    def of(cls, sitting: Sitting) -> "TableCard":
        """The card of a table as it stands."""
        game = sitting.game
        target = game.rules.target
        seat = game.turn if game.turn is not None else game.next_leader
        acting = None if seat is None or sitting.is_pegs_only else game.seating.side_of[seat]
        lanes = tuple(
            Lane(
                side,
                name,
                score,
                min(1.0, max(0.0, score / target)),
                side == acting and not game.is_over,
                side == game.winner,
            )
            for side, (name, score) in enumerate(
                zip(game.seating.side_names, game.scores, strict=True)
            )
        )
        who, what = _told(sitting)
        *others, last = sitting.header.players
        return cls(
            sitting.id,
            sitting.header.preset.title,
            target,
            lanes,
            who,
            what,
            game.is_over,
            people=f"{', '.join(others)} and {last}",
        )


def _told(sitting: Sitting) -> tuple[str, str]:
    """Who acts and what they can do, or who won."""
    if sitting.refused is not None:
        return "To be mended", "an entry no longer holds"
    if sitting.is_pegs_only and not sitting.game.is_over:
        return "Pegs only", "points are pegged by hand"
    return turn_heading(sitting.game), turn_reason(sitting.game)
