"""How much of anything there may be in a league, so that nothing grows without end."""

from typing import Annotated

from pydantic import Field

#: Teams, pairs or players in one competition.
MOST_ENTRANTS = 64
#: Players in a team's squad.
MOST_PLAYERS = 40
#: Boards in a match, and games on one board.
MOST_BOARDS = 32
MOST_GAMES = 25
#: How often everyone plays everyone.
MOST_TIMES = 4
#: How far up a ladder a challenge may reach.
FARTHEST_REACH = 20
#: How a walkover is entered, and by how much a narrow loss is lost, at most.
MOST_SCORE = 1_000
#: What one result may be worth, and the largest score that a game may have.
MOST_WORTH = 100
LARGEST_SCORE = 1_000_000_000
#: The largest number that people, entrants, fixtures and rounds may have.
LARGEST_NUMBER = 1_000_000_000
Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
#: Characters of a name, of a place, of other one-line texts, and of a house rule.
LONGEST_NAME = 40
LONGEST_PLACE = 80
LONGEST_ID = 64
LONGEST_SETTING = 24
#: Kinds of game that a season can include, and house rules of a board.
MOST_KINDS = 40
MOST_CHANGES = 30
#: Characters of a value as it is kept.
LONGEST_KEPT = 256 * 1024
