"""A match card on one sheet: the boards, who sat there, the games, the result."""

from companion.clubs.club import Club
from companion.clubs.leagues.club_match import CardState, Match
from companion.i18n import message
from companion.league.fixture import MatchState
from companion.web.clock import now
from companion.web.leagues.league_page import describe_round
from companion.web.leagues.match_card_page import card_day, card_points, card_row
from companion.web.ui.date_text import describe_date
from companion.web.ui.paper_sheet import MARGIN, Sheet


def card_sheet(club: Club, match: Match) -> Sheet:
    """The card of a match as a picture."""
    card = match.card
    title = message("league.meets", home=card.home, away=card.away)
    sheet = Sheet(str(title))
    sheet.write("title", title)
    rounds = describe_round(match.league, card.round)
    told = [each for each in (card.competition, rounds, card_day(card), card.place) if each]
    sheet.write("subject", " · ".join(map(str, told)))
    sheet.y += 8
    if card.state in (MatchState.OVER, MatchState.ON):
        for name, won in ((card.home, card.score.score[0]), (card.away, card.score.score[1])):
            sheet.write_right("sum", won, sheet.right)
            sheet.write("sum", name, 0, sheet.right - 120)
    if card.state is not MatchState.OVER:
        sheet.write("strong", message(f"league.state.{card.state}"))
    points = card_points(card)
    if points is not None:
        told_points = message("league.points-of-match", home=points[0], away=points[1])
        sheet.write("under", told_points)
    sheet.y += 14
    for row in map(card_row, card.boards):
        home, away = row["games"]
        board = message("league.board", number=row["number"])
        sheet.write_right("strong", f"{home}–{away}", sheet.right)
        sheet.write("strong", f"{board}: {row['home']} – {row['away']}", 0, sheet.right - 120)
        scores = ", ".join(f"{mine}–{theirs}" for mine, theirs in row["points"])
        if scores:
            sheet.write("under", scores)
        sheet.y += 4
    sheet.y += 10
    if match.card_state in (CardState.ACCEPTED, CardState.CHANGED):
        sheet.write("strong", message(f"league.card.is-{match.card_state}"))
    date = describe_date(club.day_of(now()))
    sheet.write("foot", message("finish.by-companion", date=date))
    sheet.y += MARGIN
    return sheet
