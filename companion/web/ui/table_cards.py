"""A table in short, as every list of tables shows it."""

from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.scoring_text import describe_turn
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.tables.table_state import TableState


class TableCard(NamedTuple):
    """A table in short: who is how far, and whose turn it is or who won."""

    header: Header
    game: Game
    #: The side that acts next.
    acts: int | None
    who: Text | str
    what: Text | str
    #: The table; None for a record that is none yet.
    state: TableState | None = None

    @property
    def people(self) -> Text:
        """Whose table it is: `Ana, Ben and Cyd`."""
        return listed(self.header.players)

    @property
    def sides(self) -> Text:
        """The same, two against two where they are partners."""
        return describe_people(self.game.seating)

    @property
    def standing(self) -> Text | str:
        """How far the table is: `Ana 12, Ben 40, hand 3`; points pegged by hand have no hands."""
        sides = zip(self.game.seating.side_names, self.game.scores, strict=True)
        told = [str(message("race.score", name=name, score=score)) for name, score in sides]
        scores = ", ".join(told)
        if self.state is None or self.state.is_pegs_only:
            return scores
        return message("home.standing", scores=scores, number=max(1, self.state.hand_number))


def card_of(
    header: Header, game: Game, *, is_pegs_only: bool = False, is_broken: bool = False
) -> TableCard:
    """A table in short by its record."""
    seat = game.turn if game.turn is not None else game.next_leader
    is_idle = seat is None or game.is_over or is_pegs_only
    acts = None if is_idle else game.seating.side_of[seat or 0]
    turn: tuple[Text | str, Text | str]
    if is_broken:
        turn = message("home.to-be-mended"), message("home.entry-no-longer-holds")
    elif is_pegs_only and not game.is_over:
        turn = message("home.pegs-only"), message("home.pegged-by-hand")
    else:
        turn = describe_turn(game)
    return TableCard(header, game, acts, *turn)


def table_card(state: TableState) -> TableCard:
    """A table as it stands in short."""
    is_broken = state.refused is not None
    card = card_of(state.header, state.game, is_pegs_only=state.is_pegs_only, is_broken=is_broken)
    return card._replace(state=state)


def describe_people(seating: Seating) -> Text:
    """The players: `Ana, Ben and Cyd`, `Ana & Cyd against Ben & Dee`."""
    if not seating.has_partners:
        return listed(seating.players)
    one, other = seating.side_names
    return message("new.against", one=one, other=other)
