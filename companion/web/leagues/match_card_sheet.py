"""A match card on one sheet: the boards, who sat there, the games, the result."""

from companion.clubs.club import Club
from companion.clubs.leagues.club_match import CardState, Match
from companion.i18n import message
from companion.league.fixture import MatchState
from companion.web.clock import now
from companion.web.leagues.match_card_page import card_day
from companion.web.ui.date_text import describe_date
from companion.web.ui.paper_sheet import MARGIN, Sheet


def card_sheet(club: Club, match: Match) -> Sheet:
    """The card of a match as a picture."""
    card = match.card
    title = message("league.meets", home=card.home, away=card.away)
    sheet = Sheet(str(title))
    sheet.write("title", title)
    rounds = match.league.round_title(card.round)
    told = [each for each in (card.competition, rounds, card_day(card), card.place) if each]
    sheet.write("subject", " · ".join(map(str, told)))
    sheet.y += 8
    if card.state in (MatchState.OVER, MatchState.ON):
        for name, won in zip(card.names, card.score.score, strict=True):
            sheet.write_right("sum", won, sheet.right)
            sheet.write("sum", name, 0, sheet.right - 120)
    if card.state is not MatchState.OVER:
        sheet.write("strong", message(f"league.state.{card.state}"))
    if card.points is not None:
        home, away = card.points
        sheet.write("under", message("league.points-of-match", home=home, away=away))
    sheet.y += 14
    for board in card.boards:
        title = message("league.board", number=board.number)
        sheet.write_right("strong", "–".join(map(str, board.score.games)), sheet.right)
        sheet.write("strong", f"{title}: {' – '.join(board.names)}", 0, sheet.right - 120)
        played = (game.points for game in board.games if any(game.points))
        scores = ", ".join(f"{mine}–{theirs}" for mine, theirs in played)
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
