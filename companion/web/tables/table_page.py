"""The table page: a table as it stands, seen by one phone, as ready values."""

from typing import Any

from flask import url_for

from companion.i18n import Text, message
from companion.referee.explain.why_and_what_if import describe_option, options_for
from companion.referee.scoring_text import passes_as
from companion.rules.choices import Announce
from companion.rules.hand import Hand
from companion.rules.settings import Rules
from companion.rules.tile import Tile, possible_pips
from companion.tables.play_again import next_after
from companion.tables.table_state import Members, TableState
from companion.web.security.device_session import table_service
from companion.web.tables import turn_line
from companion.web.tables.alerts import finding_at
from companion.web.tables.pegs_only import pegged_last, pegs_form
from companion.web.tables.settled_hand import settled_sides
from companion.web.tables.table_boards import describe_target, felt_of, sides_of
from companion.web.tables.turn_line import NOTHING, Picked
from companion.web.ui.count_claims import counts_that_score
from companion.web.ui.count_first import CountCheck, as_told, counted_by, is_asked, missed_by
from companion.web.ui.evening_text import describe_evening
from companion.web.ui.hand_entries import (
    describe_bound,
    describe_redo,
    describe_statement,
    describe_undo,
)
from companion.web.ui.tray import TRAY_ORDER, TrayTile, tray_for

_MOST_DRAWN = 9


def table_page(state: TableState, members: Members, picked: Picked = NOTHING) -> dict[str, Any]:
    """The page of a table for one phone, with what that phone picked up or was refused."""
    game, counted, missed = state.game, counted_by(state), missed_by(state)
    activity = turn_line.activity_of(state, counted, picked, missed)
    phase = activity if members.keeps else "watch"
    ends = _ends_for(state, picked.tile) if picked.tile and activity != "claim" else {}
    if not ends:
        picked = picked._replace(tile=None)
    line, finding = turn_line.turn_line(game, activity, counted), finding_at(state)
    # What a claim is open for is not told by the scores, the turn or the hand's end.
    told = as_told(state, counted)
    is_bare = state.is_pegs_only or told.game.is_over or told.game.awaits_lead
    hand = None if is_bare else told.game.hand
    tells = picked.counting is None and activity != "claim"
    return {
        "state": state,
        "members": members,
        "picked": picked,
        # The ends that the picked tile could go on, and what the button of each says.
        "ends": ends,
        "counted": counted,
        "address": url_for("play.show", table_id=state.id),
        # What the lower half is for: an activity, or `watch`.
        "phase": phase,
        # What somebody's choice is for: the hand, what it is at, whose turn; `3.play.1`.
        "moment": f"{state.hand_number}.{phase}.{_at_turn(state, counted)}",
        # Changes whenever a phone has to look again at what it alone is told.
        "alerts_id": f"alerts-{state.access}-{finding.line if finding else 0}",
        # What a glance finds: which hand it is, and what lies in the boneyard.
        "target": describe_target(game.rules),
        "hand_number": None if hand is None else state.hand_number,
        "boneyard": None if hand is None else _describe_boneyard(hand),
        "sides": sides_of(told, None if game.is_over else line.side),
        "turn": line,
        "felt": felt_of(state, picked, phase, tells=tells),
        "count": turn_line.count_line(state, picked, activity, counted),
        "recent": pegged_last(state),
        # The games won today, and the game after this one.
        "evening": describe_evening(state) if phase == "over" else None,
        "next_game": next_after(table_service(), state.id) if phase == "over" else None,
        # What each side had before the settlement, and has now.
        "settled": settled_sides(state) if phase in ("lead", "over", "watch") else (),
        "form": _form_for(state, picked, phase, counted or missed),
        "undo": describe_undo(state),
        "redo": describe_redo(state),
        # What is taken back only if another phone accepts it.
        "bound": describe_bound(state),
        # For whoever did not do it.
        "entered": describe_entered(state),
        "heard": turn_line.heard_of(state, picked, activity, counted),
    }


def describe_entered(state: TableState) -> Text | None:
    """What was entered last, or taken back: `Ana's 6-3`; None where a hand was only led."""
    redo, last = state.redo, turn_line.last_entry(state)
    if redo is not None and redo.statement is not None and not redo.is_bound:
        return message("change.taken-back", change=describe_statement(redo.statement, state.header))
    return describe_statement(last.statement, state.header) if last else None


def _ends_for(state: TableState, tile: Tile) -> dict[Tile | None, Text]:
    """Where a tile could go: without what it would count, for somebody who counts first."""
    asks, rules = is_asked(state), state.game.rules
    return {
        option.host: message("play.on", host=option.host)
        if asks
        else describe_option(rules, option)
        for option in options_for(state.game, tile)
    }


def _answers(rules: Rules) -> tuple[int, ...]:
    """The counts that one tap says: with `no score` they fill two rows, and others are typed."""
    most = 12 if rules.pays_threes else 10
    return (0, *counts_that_score(rules))[: most - 1]


def _describe_boneyard(hand: Hand) -> Text:
    """What lies face down, and how much of it may be drawn where that is not all."""
    boneyard, drawable = hand.boneyard, hand.drawable
    if boneyard and passes_as(hand) == "knock":
        return message("table.boneyard-idle", count=boneyard)
    if boneyard != drawable:
        return message("table.boneyard-drawable", count=drawable, all=boneyard)
    return message("table.boneyard", count=boneyard)


def _at_turn(state: TableState, counted: CountCheck | None) -> int | None:
    """Whose turn it is, or the tile whose count can be claimed."""
    return counted.line if counted is not None and counted.is_open else state.game.turn


def _form_for(
    state: TableState, picked: Picked, phase: str, counted: CountCheck | None
) -> dict[str, Any]:
    """What the form in the lower half offers."""
    game = state.game
    if phase == "play" and game.hand:
        return {
            "hand": game.hand,
            "tray": tray_for(game, chosen=picked.tile, on=picked.on),
            "announces": game.rules.announce is Announce.REQUIRED and not is_asked(state),
            # What somebody can announce, and answer who counts first.
            "counts": counts_that_score(game.rules),
            "answers": _answers(game.rules),
            # How many tiles can be drawn at once, from two.
            "draw_numbers": range(2, min(game.hand.drawable, _MOST_DRAWN) + 1),
            # What a pass is called: a knock where nobody ever draws.
            "pass": passes_as(game.hand),
        }
    if phase == "claim" and counted is not None:
        # What was said already claims nothing.
        counts = counts_that_score(game.rules)
        return {"counts": [count for count in counts if count != counted.claim]}
    if phase == "muggins" and counted is not None:
        return {"takers": _takers(state, counted)}
    if phase == "left" and game.hand:
        return _left_form(game.hand, picked.seat)
    return pegs_form(state) if phase == "pegs" else {}


def _takers(state: TableState, missed: CountCheck) -> list[tuple[int, Text]]:
    """Who can say muggins: a seat of each side, and what its button says."""
    seating, points = state.game.seating, missed.at_stake
    takers: list[tuple[int, Text]] = []
    for seat in missed.claimants:
        side = seating.side_of[seat]
        name, several = seating.side_names[side], len(seating.sides[side])
        words = message("muggins.takes", side=name, points=points, count=several)
        takers.append((seat, words))
    return takers


def _left_form(hand: Hand, wanted: int | None) -> dict[str, Any]:
    """The settlement's question: what is left in this hand?"""
    seat = wanted if wanted is not None and wanted in hand.must_show else hand.must_show[0]
    gone = {*hand.layout.tiles, *hand.shown}
    told = sum(pips or 0 for pips in hand.pips_left)
    unseen = hand.unseen_pips - told
    # It must be all tiles that nobody has seen.
    is_known = hand.boneyard == 0 and len(hand.unseen) == hand.held[seat]
    is_last = hand.boneyard == 0 and len(hand.must_show) == 1
    sums = possible_pips(hand.unseen, hand.held[seat])
    return {
        "hand": hand,
        "seat": seat,
        "is_known": is_known,
        "tray": [
            TrayTile(tile, tile in gone, fits=True, is_chosen=is_known) for tile in TRAY_ORDER
        ],
        # The pips that it must have, because all others are told.
        "known_pips": unseen if is_last and not is_known else None,
        "least_pips": min(sums, default=0),
        "most_pips": max(sums, default=0),
        "told_pips": told,
        "unseen_pips": unseen,
    }
