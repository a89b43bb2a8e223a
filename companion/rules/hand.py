"""One deal, from the lead to the last tile shown: turns, draws, passes, endings.

Each action returns the next `Hand` or raises the first `Refusal` that applies, in the order of the
record format. Points are in pegs; `game` adds them up.
"""

from enum import StrEnum
from typing import NamedTuple, Self

from companion.i18n import Text, message
from companion.rules.choices import DrawnTile, LastTile, LeadTile, PartnersOut
from companion.rules.errors import BadLead, BoneyardEmpty, HandOver, MustDraw, MustLead, NotYourTurn
from companion.rules.layout import End, Layout
from companion.rules.seating import Seating
from companion.rules.settings import Rules
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile


class Ending(StrEnum):
    """Why a hand is over."""

    DOMINO = "domino"
    BLOCKED = "blocked"
    #: Everyone ran out of tiles on one that earned another turn.
    WASHED_UP = "washed-up"
    #: A side reached the target and the game ended at once.
    TARGET = "target"


class Play(NamedTuple):
    """A tile as played: the count in pips, the points it scored, whether it earned another turn."""

    seat: int
    tile: Tile
    host: Tile | None
    total: int
    points: int
    again: bool
    #: The points that do not count because they would pass an exact target.
    disregarded: int = 0


class Hand(NamedTuple):
    """A hand as the table sees it: the layout, and how many tiles each player holds."""

    rules: Rules
    seating: Seating
    leader: int
    #: The seat that acts next; None once the hand is over.
    turn: int | None
    layout: Layout
    held: tuple[int, ...]
    boneyard: int
    #: Whether the player whose turn it is has drawn since playing a tile.
    has_drawn: bool = False
    #: How many players passed one after another.
    passes: int = 0
    washed_up: frozenset[int] = frozenset()
    ending: Ending | None = None
    dominoer: int | None = None
    #: The pips left in each hand after the end; None until they are entered.
    pips_left: tuple[int | None, ...] = ()
    shown: tuple[Tile, ...] = ()
    #: The tile just played; None after a draw or a pass.
    play: Play | None = None

    @classmethod
    def led_by(cls, seat: int, rules: Rules, seating: Seating) -> Self:
        """A fresh deal with `seat` to lead."""
        seats = len(seating.players)
        held = (rules.tiles_for(seats),) * seats
        boneyard = rules.boneyard_for(seats)
        return cls(
            rules, seating, seat, seat, Layout(rules), held, boneyard, pips_left=(None,) * seats
        )

    @property
    def is_over(self) -> bool:
        """True if the hand has ended."""
        return self.ending is not None

    @property
    def must_show(self) -> tuple[int, ...]:
        """The seats whose remaining tiles must still be entered."""
        if not self.rules.shows_hands:
            return ()
        seats = enumerate(zip(self.held, self.pips_left, strict=True))
        return tuple(seat for seat, (held, pips) in seats if held and pips is None)

    @property
    def pays_for_going_out(self) -> bool:
        """Whether someone went out for a point, which is one score with the last tile's."""
        return self.ending is Ending.DOMINO and not self.rules.shows_hands

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that nobody has seen: neither played nor shown."""
        seen = {*self.layout.tiles, *self.shown}
        return tuple(tile for tile in ALL_TILES if tile not in seen)

    @property
    def unseen_pips(self) -> int:
        """The pips in the hands and the boneyard together, shown tiles included."""
        return ALL_PIPS - self.layout.pips

    @property
    def is_dead(self) -> bool:
        """True if no unseen tile fits any open end, so everyone can only pass."""
        return bool(self.layout.tiles) and not any(map(self.layout.fits, self.unseen))

    @property
    def must_draw(self) -> bool:
        """True if the player to move has no tiles and must draw."""
        return self.turn is not None and self.held[self.turn] == 0

    @property
    def drawable(self) -> int:
        """The tiles of the boneyard that may still be drawn."""
        return self.rules.drawable_of(self.boneyard) if self.boneyard else 0

    @property
    def may_pass(self) -> bool:
        """True if a player with no tile that fits may pass."""
        return self.turn is not None and not self.drawable and not self.must_lead

    @property
    def may_draw(self) -> bool:
        """True if a player with no tile that fits may draw."""
        return self.turn is not None and self.drawable > 0 and not self.must_lead

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the hand: with tiles, or about to draw to finish their turn."""
        seats = enumerate(self.held)
        return tuple(seat for seat, held in seats if held or seat == self.turn)

    @property
    def must_lead(self) -> bool:
        """True if the next tile is a lead and any tile may lead."""
        return not self.layout.tiles and self.rules.lead_tile is LeadTile.ANY

    def can_lead(self, tile: Tile) -> bool:
        """Whether the game allows this tile as a lead.

        Source: Seven-Toed Pete asks for a double, a five or a ten, Merry-Go-Round for a double.
        """
        lead_tile = self.rules.lead_tile
        return (
            lead_tile is LeadTile.ANY
            or tile.is_double
            or (lead_tile is LeadTile.DOUBLE_OR_SCORE and tile.pips in (5, 10))
        )

    def fits(self, tile: Tile, host: Tile | None = None) -> bool:
        """Whether the player to move could play this tile, on that host if one is named."""
        return self.layout.fits(tile, host) if self.layout.tiles else self.can_lead(tile)

    def set_tile(
        self, seat: int, tile: Tile, host: Tile | None = None, *, claim: int | None = None
    ) -> "Hand":
        """The hand after `seat` plays a tile and calls a count of `claim` pips.

        Raises `HandOver`, `NotYourTurn`, `BadLead`, `MustDraw`, or what `Layout.set_tile` does.
        """
        self._check_turn(seat)
        layout, on = self._lay(seat, tile, host)
        play = self._play(seat, tile, on, layout.total, claim)
        held = (*self.held[:seat], self.held[seat] - 1, *self.held[seat + 1 :])
        # Made from scratch: `_replace` is slower, and long records spend their time here.
        turn = seat if play.again else self._next_in(seat)
        after = Hand(
            *(self.rules, self.seating, self.leader, turn, layout, held, self.boneyard),
            washed_up=self.washed_up,
            pips_left=self.pips_left,
            play=play,
        )
        return after if held[seat] else after._with_nothing_left(seat, earned=play.again)

    @property
    def last_play(self) -> Play:
        """The tile played last; only if nothing else was done since."""
        assert self.play is not None
        return self.play

    def play_on(self, tile: Tile, end: End) -> Play:
        """What a tile scores on an open end, called rightly, for a player who holds others too."""
        assert self.turn is not None
        total = self.layout.total_with(tile, end)
        return self._play(self.turn, tile, end.host, total, total)

    def _play(
        self, seat: int, tile: Tile, host: Tile | None, total: int, claim: int | None
    ) -> Play:
        rules = self.rules
        is_score = rules.credits(total, claim)
        earned = (is_score and rules.pays_scores) or (tile.high == tile.low and rules.pays_doubles)
        if self.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN:
            earned = False
        return Play(seat, tile, host, total, rules.worth(total) if is_score else 0, earned)

    def draw(self, seat: int, tiles: int) -> "Hand":
        """The hand after a draw; raises `HandOver`, `NotYourTurn`, `MustLead`, `BoneyardEmpty`."""
        self._check_turn(seat)
        if self.must_lead:
            raise MustLead(message("refused.lead-drawn-for"))
        if tiles > self.drawable:
            raise BoneyardEmpty(self._too_many(tiles))
        held = (*self.held[:seat], self.held[seat] + tiles, *self.held[seat + 1 :])
        return self._replace(
            held=held, boneyard=self.boneyard - tiles, has_drawn=True, passes=0, play=None
        )

    def pass_turn(self, seat: int) -> "Hand":
        """The hand after a pass; raises `HandOver`, `NotYourTurn`, `MustLead` or `MustDraw`."""
        self._check_turn(seat)
        if self.must_lead:
            raise MustLead(message("refused.lead-passed"))
        if self.drawable:
            player = self.seating.players[seat]
            raise MustDraw(message("refused.must-draw", player=player, count=self.drawable))
        passes = self.passes + 1
        after = self._replace(turn=self._next_in(seat), has_drawn=False, passes=passes, play=None)
        is_blocked = passes >= len(self.playing)
        return after.ended(Ending.BLOCKED) if is_blocked else after

    def ended(self, ending: Ending, dominoer: int | None = None) -> "Hand":
        """The hand as it stands, over for this reason."""
        play = self.play._replace(again=False) if self.play else None
        return self._replace(turn=None, ending=ending, dominoer=dominoer, play=play)

    def _check_turn(self, seat: int) -> None:
        if self.ending is not None:
            raise HandOver(message("refused.hand-over"))
        if seat != self.turn:
            assert self.turn is not None
            players = self.seating.players
            raise NotYourTurn(
                message("refused.not-your-turn", turn=players[self.turn], player=players[seat])
            )

    def _lay(self, seat: int, tile: Tile, host: Tile | None) -> tuple[Layout, Tile | None]:
        layout = self.layout
        layout.check_not_set(tile)
        if not layout.tiles:
            if not self.can_lead(tile):
                if self.rules.lead_tile is LeadTile.DOUBLE:
                    raise BadLead(message("refused.lead-no-double", tile=tile))
                raise BadLead(message("refused.bad-lead", tile=tile))
            return layout.set_tile(tile, host), None
        if self.held[seat] == 0:
            raise MustDraw(message("refused.draw-first", player=self.seating.players[seat]))
        end = layout.end_for(tile, host)
        return layout.join(tile, end), end.host

    def _with_nothing_left(self, seat: int, *, earned: bool) -> "Hand":
        """The hand after a player's last tile: going out, drawing on, or washed up."""
        last_tile = self.rules.last_tile
        if earned and self.drawable and last_tile is not LastTile.GOES_OUT:
            return self
        play = self.play._replace(again=False) if self.play else None
        after = self._replace(turn=None, play=play)
        if earned and last_tile is LastTile.WASHES_UP:
            after = after._replace(washed_up=self.washed_up | {seat})
        elif after._is_last_of_side(seat):
            return after.ended(Ending.DOMINO, seat)
        if not after.playing:
            return after.ended(Ending.WASHED_UP)
        return after._replace(turn=after._next_in(seat))

    def _is_last_of_side(self, seat: int) -> bool:
        """Whether the side is out with this player: no partner has to play on."""
        if self.rules.partners_out is PartnersOut.ONE:
            return True
        side = self.seating.sides[self.seating.side_of[seat]]
        return not any(self.held[partner] for partner in side)

    def _next_in(self, seat: int) -> int:
        """The next seat that holds tiles; players who are out or washed up are skipped."""
        following = (seat + 1) % len(self.held)
        return following if self.held[following] else self._next_in(following)

    def _too_many(self, tiles: int) -> Text:
        if self.rules.boneyard_for(len(self.held)) <= 0:
            return message("refused.no-boneyard")
        if not self.rules.has_drawing:
            return message("refused.nothing-is-drawn")
        if not self.drawable and self.boneyard:
            return message("refused.never-drawn", count=self.boneyard)
        if not self.drawable:
            return message("refused.boneyard-empty")
        if self.drawable < self.boneyard:
            return message("refused.fewer-may-be-drawn", count=self.drawable, wanted=tiles)
        return message("refused.boneyard-has-fewer", count=self.drawable, wanted=tiles)


def describe_tiles(number: int) -> Text:
    """A number of tiles in words: `1 tile`, `3 tiles`."""
    return message("unit.tiles", count=number)
