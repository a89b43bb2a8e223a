"""The table page: a table now, as one phone sees it."""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import NamedTuple

from flask import render_template, url_for

from companion.i18n import Text, listed, message
from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.referee.explain.why_and_what_if import describe_option, options_for
from companion.referee.proof.tile_locations import TileLocations
from companion.referee.scoring_text import passes_as
from companion.rules.choices import Points, Rounding, ScoresOn, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settings import Rules
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile, possible_pips
from companion.tables.table_state import Members, TableState
from companion.web.security.table_guard import table_service
from companion.web.tables import turn_line
from companion.web.tables.alerts import finding_at
from companion.web.tables.spoken import spoken_of
from companion.web.tables.table_boards import describe_target, felt_of, sides_of
from companion.web.tables.turn_line import NOTHING, Picked
from companion.web.ui import count_first, hand_entries
from companion.web.ui.after_game import after_game
from companion.web.ui.ending import ending_of
from companion.web.ui.tray import TRAY_ORDER, TrayTile, tray_for

_MOST_DRAWN = 9
_MOST_RECENT = 6
#: What came first, as far as it is listed.
_MOST_TOLD = 3
#: Buttons for each side, by how many sides there are; all else is typed.
_MOST_TAPPED, _FEW_TAPPED = {2: 10}, 4


class LeftForm(NamedTuple):
    """The settlement's question: what is left in the hand of this seat?"""

    seat: int
    #: Whether it must be all tiles that nobody has seen.
    is_known: bool
    tray: tuple[TrayTile, ...]
    #: The pips that it must have, because all others are known.
    known_pips: int | None
    #: What it can have, in pips.
    possible_pips: Collection[int]
    told_pips: int
    unseen_pips: int
    #: The tiles that no pass or draw rules out.
    possible: Sequence[Tile]

    def known_before(self, count: int) -> dict[str, object]:
        """What the camera is told: how many tiles there are, and which can be among them."""
        possible = [str(tile) for tile in self.possible]
        gone = [str(each.tile) for each in self.tray if each.is_gone]
        return {"count": count, "possible": possible, "gone": gone}


def render_table(
    template: str, state: TableState, members: Members, picked: Picked = NOTHING, **beside: object
) -> str:
    """A table for one phone, with its picks and refusals; `beside` is added to it."""
    game, counted = state.game, count_first.counted_by(state)
    activity = turn_line.activity_of(state, counted, picked)
    # What the lower half is for.
    phase = activity if members.keeps else "watch"
    ends = _ends_for(state, picked.tile, picked.said) if picked.tile and activity != "claim" else {}
    if not ends:
        picked = picked._replace(tile=None)
    line, finding = turn_line.turn_line(game, activity, counted), finding_at(state)
    is_over = activity == "over"
    # The scores, the turn and the hand's end don't give away a count that can be called.
    told = count_first.as_told(state, counted)
    is_bare = state.is_pegs_only or told.game.is_over or told.game.awaits_lead
    hand, tells = None if is_bare else told.game.hand, not picked.counting and activity != "claim"
    count = turn_line.count_line(state, picked, activity, counted)
    at = counted.line if counted is not None and counted.is_open else game.turn
    return render_template(
        template,
        state=state,
        members=members,
        picked=picked,
        # The ends for the picked tile, and the words on the button of each.
        ends=ends,
        counted=counted,
        address=url_for("play.show", table_id=state.id),
        phase=phase,
        # What someone's choice is for: the hand, what it is at, whose turn or which tile's count
        # can be called; `3.play.1`.
        moment=f"{state.hand_number}.{phase}.{at}",
        # Changes whenever a phone must fetch its own alerts again.
        alerts_id=f"alerts-{state.access}-{finding.line if finding else 0}",
        target=describe_target(game.rules),
        boneyard=None if hand is None else _describe_boneyard(hand),
        sides=sides_of(told, None if game.is_over else line.side),
        turn=line,
        felt=felt_of(state, picked, phase, tells=tells),
        count=count,
        last_count=turn_line.last_count(state, count) if tells else None,
        recent=pegged_last(state),
        ending=ending_of(state, table_service().read(state.id)) if is_over else None,
        settled=() if is_over or phase not in ("lead", "watch") else settled_sides(state),
        tray=tray_for(game, chosen=picked.tile, on=picked.on) if phase == "play" else (),
        # Whether a call is asked beside the tray at this table, and whether it is now.
        calls=count_first.can_play_muggins(game)
        and len(state.table_options.counting) < len(state.header.players),
        announces=count_first.can_play_muggins(game) and not count_first.is_asked(state),
        counts=count_first.counts_that_score(game.rules),
        answers=_answers(game.rules),
        # How many tiles can be drawn at once, from two.
        draw_numbers=range(2, min(game.hand.drawable, _MOST_DRAWN) + 1) if game.hand else (),
        # The word for a pass: a knock if nobody ever draws.
        passes=passes_as(game.hand) if game.hand else "",
        left=_left_form(state, game.hand, picked.seat) if phase == "left" and game.hand else None,
        numbers=points_to_tap(state) if phase == "pegs" else (),
        undo=hand_entries.describe_undo(state),
        redo=hand_entries.describe_redo(state),
        # Entries that are undone only if another phone accepts it.
        bound=hand_entries.describe_bound(state),
        # For people who didn't do it.
        entered=describe_entered(state),
        spoken=spoken_of(state, line, counted),
        heard=turn_line.heard_of(state, picked, activity, counted),
        # Only a page or a part of it is for one phone: fragments are the same for all.
        **({"after": after_game(state) if is_over and "after" not in beside else None} | beside),
    )


def describe_entered(state: TableState) -> Text | None:
    """What was entered last, or undone: `Ana's 6-3`; None if a hand was only led."""
    redo, last = state.redo, turn_line.last_entry(state)
    if redo is not None and redo.statement is not None and not redo.is_bound:
        undone = hand_entries.describe_statement(redo.statement, state.header)
        return message("change.taken-back", change=undone)
    return hand_entries.describe_statement(last.statement, state.header) if last else None


def describe_entered_since(state: TableState, version: int) -> Text | None:
    """What was entered after a version, of this hand: `Ben’s 5-2`; None if nothing was."""
    since = [entry.statement for entry in state.entries if entry.line > version]
    told = [hand_entries.describe_statement(each, state.header) for each in since]
    if len(told) > _MOST_TOLD:
        return message("change.several", count=len(told), last=told[-1])
    return listed(told) if told else None


def _ends_for(state: TableState, tile: Tile, said: str) -> dict[Tile | None, Text]:
    """Where a tile could go: without its count, if someone is to call it."""
    asks, rules = count_first.hides_counts(state, said), state.game.rules
    return {
        option.host: message("play.on", host=option.host)
        if asks
        else describe_option(rules, option)
        for option in options_for(state.game, tile)
    }


def _describe_boneyard(hand: Hand) -> Text:
    """The boneyard, and how much of it may be drawn if that is not all."""
    boneyard, drawable = hand.boneyard, hand.drawable
    if boneyard and passes_as(hand) == "knock":
        return message("table.boneyard-idle", count=boneyard)
    if boneyard != drawable:
        return message("table.boneyard-drawable", count=drawable, all=boneyard)
    return message("table.boneyard", count=boneyard)


def _answers(rules: Rules) -> tuple[int, ...]:
    """The counts for one tap: with `no score` they fill two rows, and others are typed."""
    most = 12 if rules.pays_threes else 10
    zero = (0,) if rules.scores(0) else ()
    return (*zero, *count_first.counts_that_score(rules))[: most - 1]


def _left_form(state: TableState, hand: Hand, wanted: int | None) -> LeftForm:
    seat = wanted if wanted is not None and wanted in hand.must_show else hand.must_show[0]
    gone, told = {*hand.layout.tiles, *hand.shown}, sum(pips or 0 for pips in hand.pips_left)
    unseen, held = hand.unseen_pips - told, hand.held[seat]
    is_known = hand.boneyard == 0 and len(hand.unseen) == held
    is_last = hand.boneyard == 0 and len(hand.must_show) == 1
    tray = tuple(TrayTile(tile, tile in gone, True, is_chosen=is_known) for tile in TRAY_ORDER)
    known = unseen if is_last and not is_known else None
    pips = possible_pips(hand.unseen, held)
    possible = _possible_tiles(state, hand, seat)
    return LeftForm(seat, is_known, tray, known, pips, told, unseen, possible)


def _possible_tiles(state: TableState, hand: Hand, seat: int) -> Sequence[Tile]:
    """The unseen tiles that this seat can hold: all of them if passes contradict each other."""
    locations = TileLocations(state.entries)
    if locations.is_contradicted:
        return tuple(hand.unseen)
    return [tile for tile in hand.unseen if seat in locations.holders(tile)]


def points_to_tap(state: TableState) -> Sequence[int]:
    """The numbers that one tap pegs."""
    rules, are_pips = state.game.rules, state.game.rules.points is Points.PIPS
    most = _MOST_TAPPED.get(len(state.game.scores), _FEW_TAPPED)
    if are_pips and rules.scores_on is not ScoresOn.FIVES:
        return sorted(set(map(rules.worth, count_first.counts_that_score(rules))))[:most]
    step = 5 if are_pips else 1
    return range(step, (most + 1) * step, step)


def pegged_last(state: TableState) -> list[tuple[Entry, PointsRuled, int]]:
    """What was pegged last without tiles and by which side, the latest first."""
    ruled = (
        (entry, entry.statement, state.game.seating.side(entry.statement.side))
        for entry in reversed(state.entries if state.is_pegs_only else ())
        if isinstance(entry.statement, PointsRuled)
    )
    return list(islice(ruled, _MOST_RECENT))


class SettledSide(NamedTuple):
    """A side, its score before the settlement and after it, and what was left in its hands."""

    side: int
    name: str
    before: int
    after: int
    left: Text


def settled_sides(state: TableState) -> tuple[SettledSide, ...]:
    """The sides of a hand that the last entry settled; empty if it didn't."""
    game, hand = state.game, state.game.hand
    if hand is None or game.result is None or state.before_last.result is not None:
        return ()
    if game.result.ending is Ending.TARGET:
        return ()
    return tuple(
        SettledSide(side, name, after - points, after, _describe_left(game, hand, side))
        for side, (name, after, points) in enumerate(
            zip(game.seating.side_names, game.scores, game.result.points, strict=True)
        )
    )


def _describe_left(game: Game, hand: Hand, side: int) -> Text:
    """The pips in a side's hands, rounded if the side loses them."""
    seats = game.seating.sides[side]
    tiles = sum(hand.held[seat] for seat in seats)
    if not game.rules.shows_hands:
        # One point for going out, whatever the others hold.
        return message("settled.tiles-left", count=tiles) if tiles else message("settled.out")
    # The double blank is a tile left, of no pips.
    if not tiles:
        return message("settled.none-left")
    left = [hand.pips_left[seat] or 0 for seat in seats]
    pips, rounded = sum(left), sum(map(round_to_five, left))
    rules = game.rules
    is_lost = rules.settlement is Settlement.OWN_HAND
    is_taken = (
        rules.settlement in (Settlement.WINNER_TAKES, Settlement.DIFFERENCE)
        and rules.rounding is Rounding.EACH_HAND
    )
    if (is_lost or is_taken) and rounded != pips:
        return message("settled.left-rounded", count=pips, rounded=rounded)
    return message("settled.left", count=pips)
