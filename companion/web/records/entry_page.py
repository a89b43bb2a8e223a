"""What the page of one entry shows, as ready values."""

from dataclasses import dataclass, replace

from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.desk import Written
from companion.tables.sitting import Sitting
from companion.web.records.hand_story import Line, line_of
from companion.web.records.record_form import KINDS, Said
from companion.web.table.tray import TRAY_ORDER, TrayTile


@dataclass(frozen=True)
class EntryPage:
    """One entry to be corrected, or one to be put in before it."""

    sitting: Sitting
    line: Line
    #: The game before that entry.
    before: Game
    said: Said
    is_insertion: bool = False
    #: The entry to come back to when this one is deleted.
    near: int | None = None
    #: Whether nothing stands behind it.
    is_last: bool = False

    def told_as(self, kind: str) -> "EntryPage":
        """The same page for something else that happened there."""
        if kind not in KINDS:
            return self
        who = self.said.who or _whose_turn(self.before)
        return replace(self, said=replace(self.said, what=kind, who=who))

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """What can have happened there, with the words for it."""
        possible = possible_kinds(self.before, is_pegs_only=self.sitting.is_pegs_only)
        shown = {*possible, self.said.what}
        return [(kind, title) for kind, title in KINDS.items() if kind in shown]

    @property
    def players(self) -> list[tuple[int, str, int]]:
        """The players with their sides."""
        seating = self.before.seating
        return [(seat, name, seating.side_of[seat]) for seat, name in enumerate(seating.players)]

    @property
    def sides(self) -> list[tuple[int, str]]:
        """The sides by name."""
        return list(enumerate(self.before.seating.side_names))

    @property
    def tray(self) -> list[TrayTile]:
        """The tiles not on the table by then, in their places."""
        hand = self.before.hand
        gone = {*hand.layout.tiles, *hand.shown} if hand is not None else set()
        chosen = {self.said.tile} if self.said.what == "tile" else {*self.said.left}
        return [
            TrayTile(tile, tile in gone, True, is_chosen=str(tile) in chosen) for tile in TRAY_ORDER
        ]

    @property
    def hosts(self) -> list[tuple[str, str]]:
        """The tiles that had an open end then, and what each showed."""
        hand = self.before.hand
        open_on: dict[str, list[str]] = {}
        for end in hand.layout.ends if hand is not None else ():
            open_on.setdefault(str(end.host), []).append(str(end.pips))
        return [(host, f"on {host}, open {' and '.join(pips)}") for host, pips in open_on.items()]

    @property
    def announces(self) -> bool:
        """Whether a count had to be announced."""
        return self.before.rules.announce is Announce.REQUIRED


def entry_page(
    sitting: Sitting, written: Written, seq: int, said: Said | None = None, *, insert: bool = False
) -> EntryPage | None:
    """The page of entry `seq`, filled with what was said or as it stands; None if it is gone."""
    statements = [(entry.line, entry.with_host) for entry in written.entries]
    statements.extend(written.unheard)
    seating = written.start.seating
    for at, (line, statement) in enumerate(statements):
        if line == seq:
            reached = min(at, len(written.entries))
            before = written.entries[reached - 1].game if reached else written.start
            if said is None:
                said = _fresh(sitting, before) if insert else Said.of(statement, seating)
            shown = line_of(at + 1, seq, statement, seating)
            near = statements[at - 1 if at else at + 1 : at + 2][:1]
            near_seq = near[0][0] if near else None
            is_last = at == len(statements) - 1
            return EntryPage(sitting, shown, before, said, insert, near_seq, is_last)
    return None


def possible_kinds(game: Game, *, is_pegs_only: bool = False) -> list[str]:
    """What can happen next in a game that stands so, the likeliest first."""
    hand = game.hand
    if game.is_over:
        return []
    if hand is None:
        return ["lead"]
    if is_pegs_only:
        return ["ruling"]
    if game.awaits_left:
        return ["left", "ruling"]
    if game.awaits_lead:
        return ["lead", "ruling"]
    draws = ["draw"] if hand.may_draw else []
    passes = ["pass"] if hand.may_pass else []
    return ["tile", *draws, *passes, "ruling"]


def _fresh(sitting: Sitting, game: Game) -> Said:
    """An empty form for what is missing, by whoever had to act."""
    kinds = possible_kinds(game, is_pegs_only=sitting.is_pegs_only)
    return Said(kinds[0] if kinds else "ruling", who=_whose_turn(game))


def _whose_turn(game: Game) -> str:
    seat = game.turn if game.turn is not None else game.next_leader
    return "" if seat is None else str(seat)
