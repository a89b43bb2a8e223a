"""Competitions that tests are done with: a league of four teams, a cup, a ladder."""

from companion.league.competition import Competition, Entrant, EntrantKind, Shape
from companion.league.match_format import READY, THREE_AND_ONE, MatchBoard, MatchFormat

PAIRS_FORM, _ = READY["three-drawn-pairs"]
NINES_FORM, _ = READY["six-singles-three-doubles"]
SINGLE = MatchFormat((MatchBoard(1, 3),))

LEAGUE = Competition(
    "Tuesday League", Shape.ROUND_ROBIN, EntrantKind.TEAM, NINES_FORM, THREE_AND_ONE, seed="2026"
)
CUP = Competition("Cup", Shape.KNOCK_OUT, EntrantKind.PLAYER, SINGLE, third_place=True, seed="cup")
LADDER = Competition("Ladder", Shape.LADDER, EntrantKind.PLAYER, SINGLE, reach=2)

ANA, BEN, CYD, DEE = 1, 2, 3, 4
TEAMS = [Entrant(number, EntrantKind.TEAM, f"Team {number}") for number in (1, 2, 3, 4)]
PLAYERS = [
    Entrant(number, EntrantKind.PLAYER, name, (number,))
    for number, name in enumerate(("Ana", "Ben", "Cyd", "Dee"), 1)
]
