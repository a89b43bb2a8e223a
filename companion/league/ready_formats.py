"""Ready formats: how two real leagues play, as values to start from.

Both play Fives and Threes as leagues do: nine tiles each for two, six each for four.
"""

from fractions import Fraction

from companion.league.match_format import Counts, LegKind, MatchBoard, MatchFormat
from companion.league.points_table import PointsTable

_SIX_TILES = (("tiles-each", "6"),)
_NINE_TILES = (("tiles-each", "9"),)

#: Two teams of six, each drawn into three pairs; three games a pair, all nine of them played.
THREE_DRAWN_PAIRS = MatchFormat(
    (MatchBoard(2, 3, LegKind.ALL, changes=_SIX_TILES),) * 3, Counts.GAMES, is_drawn=True
)
#: Six singles and three doubles, a game each: nine boards, so a narrow match ends 5–4.
SIX_SINGLES_THREE_DOUBLES = MatchFormat(
    (*(MatchBoard(1, changes=_NINE_TILES),) * 6, *(MatchBoard(2, changes=_SIX_TILES),) * 3),
    Counts.BOARDS,
)

#: 3 for a match won, 1 for one lost 4–5.
THREE_AND_ONE = PointsTable(
    win=Fraction(3), narrow_loss=Fraction(1), narrow_by=1, walkover_won=Fraction(3)
)

#: Each by its name, with what its league gives for a result.
READY = {
    "three-drawn-pairs": (THREE_DRAWN_PAIRS, PointsTable()),
    "six-singles-three-doubles": (SIX_SINGLES_THREE_DOUBLES, THREE_AND_ONE),
}
