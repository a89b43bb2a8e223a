"""The audit of a hand: where all 28 tiles and 168 pips are, and what can still come."""

from collections.abc import Iterator

from companion.i18n import Text, listed, message
from companion.referee.proof.tile_locations import TileLocations
from companion.referee.ruling import Row, Ruling, Section, Share, Table, positions_of
from companion.referee.scoring_text import passes_as, the_boneyard
from companion.rules.hand import Hand
from companion.rules.layout import Placement
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile

#: The tiles with one number, and the numbers from 0 to 6.
_OF_A_NUMBER = 7


def audit(
    hand: Hand, laid: tuple[Placement, ...] = (), locations: TileLocations | None = None
) -> Ruling:
    """The places of all tiles and pips of a hand; with locations, who can hold the unseen ones."""
    first, *others = _describe(hand)
    return Ruling(
        message("audit.title"),
        first,
        notes=tuple(others),
        positions=positions_of(hand, laid),
        sections=tuple(_sections(hand, locations)),
    )


def _describe(hand: Hand) -> Iterator[Text]:
    tiles, names = len(hand.layout.tiles), hand.seating.players
    held = ", ".join(f"{name} {number}" for name, number in zip(names, hand.held, strict=True))
    out, rest = not hand.rules.has_drawing, hand.boneyard
    if rest:
        yield message(
            "audit.tiles-out-of-play" if out else "audit.tiles", set=tiles, held=held, boneyard=rest
        )
    else:
        yield message("audit.tiles-all-dealt", set=tiles, held=held)
    yield message("audit.pips", where=listed(_where_pips_are(hand)))
    gone = [number for number, seen in enumerate(_seen(hand)) if seen == _OF_A_NUMBER]
    if gone:
        yield message("audit.exhausted", count=len(gone), numbers=listed(gone, "or"))
    if hand.turn is not None and hand.is_dead:
        yield from _describe_dead(hand, names[hand.turn])


def _describe_dead(hand: Hand, player: str) -> Iterator[Text]:
    """That nobody can play any more, and what is left to do."""
    waiting = hand.layout.playable_ends
    if waiting != hand.layout.ends:
        yield message("audit.dead-spinner", spinner=waiting[0].host)
    else:
        yield message("audit.dead")
    if hand.drawable:
        yield message("audit.dead-but-drawn", count=hand.drawable, player=player)
    else:
        yield message("audit.all-knock" if passes_as(hand) == "knock" else "audit.all-can-pass")


def name_boneyard(hand: Hand) -> Text:
    """The name of the place where the undealt tiles are."""
    return message("audit.boneyard" if hand.rules.has_drawing else "audit.out-of-play")


def _is_hidden(hand: Hand) -> bool:
    """Whether someone holds tiles whose pips nobody knows."""
    hands = zip(hand.held, hand.pips_left, strict=True)
    return any(held and pips is None for held, pips in hands)


def _where_pips_are(hand: Hand) -> Iterator[Text]:
    hidden = _hidden_pips(hand)
    yield message("audit.pips-set", pips=hand.layout.pips)
    if any(pips is not None for pips in hand.pips_left):
        yield message("audit.pips-told", pips=hand.unseen_pips - hidden)
    if hand.boneyard:
        is_hidden = _is_hidden(hand) or not hand.rules.has_drawing
        yield message("audit.pips-hidden" if is_hidden else "audit.pips-in-boneyard", pips=hidden)
    elif hidden:
        yield message("audit.pips-in-hands", pips=hidden)


def _hidden_pips(hand: Hand) -> int:
    """The pips that are neither on the table nor known from a hand."""
    return hand.unseen_pips - sum(pips or 0 for pips in hand.pips_left)


def _seen(hand: Hand) -> list[int]:
    """How many tiles of each number someone has seen."""
    unseen = hand.unseen
    return [_OF_A_NUMBER - sum(number in tile for tile in unseen) for number in range(_OF_A_NUMBER)]


def _sections(hand: Hand, locations: TileLocations | None) -> Iterator[Section]:
    unseen = hand.unseen
    yield Section(message("audit.not-seen", number=len(unseen)), tiles=unseen)
    if locations is not None and unseen:
        yield Section(message("audit.holders"), notes=tuple(_describe_holders(hand, locations)))
    heads = message("audit.place"), message("audit.tiles-head"), message("audit.pips-head")
    yield Section(message("audit.where"), table=Table(heads, tuple(_rows_of_places(hand))))
    rows = tuple(
        Row(number, (Share(seen, _OF_A_NUMBER),)) for number, seen in enumerate(_seen(hand))
    )
    heads_of_numbers = message("audit.number"), message("audit.seen")
    yield Section(message("audit.numbers"), table=Table(heads_of_numbers, rows))
    if hand.layout.ends and not hand.is_over:
        notes = tuple(_describe_prospects(hand))
        yield Section(message("audit.prospects"), notes=notes)


def _describe_holders(hand: Hand, locations: TileLocations) -> Iterator[Text]:
    """The players who can hold each tile, tiles with the same holders together."""
    if locations.is_contradicted:
        yield message("held.contradicted")
        return
    groups: dict[tuple[int, ...], list[Tile]] = {}
    for tile in reversed(hand.unseen):
        groups.setdefault(locations.holders(tile), []).append(tile)
    everybody = tuple(sorted({seat for holders in groups for seat in holders}))
    anywhere = groups.pop(everybody, [])
    places = (*hand.seating.players, the_boneyard(hand))
    for holders, tiles in sorted(groups.items(), key=lambda group: len(group[0])):
        names = listed((places[seat] for seat in holders), "or")
        yield message("audit.only-held-by", holders=names, tiles=listed(tiles))
    names = listed((places[seat] for seat in everybody), "or")
    if anywhere:
        yield message("audit.others-anywhere" if groups else "audit.anywhere", holders=names)


def _rows_of_places(hand: Hand) -> Iterator[Row]:
    hidden = message("audit.hidden")
    yield Row(message("audit.on-the-table"), (len(hand.layout.tiles), hand.layout.pips))
    for seat, (player, held) in enumerate(zip(hand.seating.players, hand.held, strict=True)):
        left = hand.pips_left[seat] if held else 0
        pips = hidden if left is None else left
        yield Row(player, (held, pips), side=hand.seating.side_of[seat])
    pips = 0 if not hand.boneyard else hidden if _is_hidden(hand) else _hidden_pips(hand)
    yield Row(name_boneyard(hand), (hand.boneyard, pips))
    yield Row(message("audit.together"), (len(ALL_TILES), ALL_PIPS), is_marked=True)


def _describe_prospects(hand: Hand) -> Iterator[Text]:
    """What can still come on each playable end, and why the others wait."""
    playable = hand.layout.playable_ends
    for end in playable:
        if tiles := [tile for tile in hand.unseen if end.pips in tile]:
            fitting = listed(tiles, "or")
            yield message("audit.can-come", pips=end.pips, host=end.host, tiles=fitting)
        else:
            yield message("audit.nothing-can-come", pips=end.pips, host=end.host)
    if playable != hand.layout.ends:
        yield message("audit.others-wait", spinner=playable[0].host)
