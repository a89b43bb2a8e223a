"""A match: its boards with their games, what to do next, and its card as on a sheet of paper."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.clubs.club import Club, ClubVisit
from companion.clubs.club_tables import ClubTable
from companion.clubs.leagues.club_match import CardState, Match
from companion.clubs.leagues.league_loader import digest
from companion.i18n import Text, listed, message
from companion.league.fixture import MatchState
from companion.league.match_card import CardBoard, MatchCard, Name
from companion.league.match_format import Side
from companion.web.clock import now
from companion.web.leagues.form_values import NAMED
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import known_device
from companion.web.ui.club_changes import phone_in
from companion.web.ui.date_text import describe_date
from companion.web.ui.paper_sheet import MARGIN, Sheet

#: How many of the club's last tables may be games of a match.
_LATELY = 40


def may_change(visit: ClubVisit, match: Match) -> bool:
    """Whether the phone can change the result: not once both sides accepted it.

    If a manager opened the card again, managers can.
    """
    if match.acceptance.reopened_by:
        return visit.own.manages
    return not match.acceptance.is_locked and bool(match.speaks_for(visit.own.device))


def lately_played(visit: ClubVisit) -> tuple[ClubTable, ...]:
    """The last tables of the club that a scorer or a captain could count in a match."""
    if not (visit.own.scores or visit.own.teams):
        return ()
    return clubs().match_tables.friendly(visit.club, clubs().tables.latest(visit.club, _LATELY))


def page_mark(mark: str, lately: Iterable[ClubTable]) -> str:
    """A mark that tells whether a match has changed since its page was shown."""
    return digest(mark, [table.id for table in lately])


def shown_boards(
    match: Match, lately: Sequence[ClubTable]
) -> list[tuple[CardBoard, int | None, list[ClubTable]]]:
    """The boards of a match, once it is known who plays there.

    Each with the number of the game that can begin there, if one can, and the club's tables that
    could be it.
    """
    if not match.fixture.lineup:
        return []
    could = () if match.is_decided else clubs().match_tables.could_count(match, lately)
    shown = []
    for board in match.card.boards:
        is_on = any(game.winner is None for game in board.games)
        is_given = board.forfeited_by is not None or match.fixture.walkover is not None
        begins = not (board.score.is_over or is_on or is_given or match.fixture.is_on_hold)
        tables = [table for number, table in could if begins and number == board.number]
        shown.append((board, len(board.games) + 1 if begins else None, tables))
    return shown


def who_is_drawn(match: Match) -> list[tuple[str, Text, tuple[int, ...]]] | None:
    """Who is drawn at one tap: the players of each side, by name and number; None if too few."""
    form = match.league.competition.form
    names, teams = match.league.club.names, match.card.names
    came = [
        tuple(player for player in squad if player in order.players)
        for squad, order in zip(match.league.squads(match.number), match.orders, strict=True)
    ]
    if not form.is_drawn or min(map(len, came)) < form.boards[0].players:
        return None
    return [
        (side, message("league.team-is", team=team, people=listed(map(names.get, six))), six)
        for side, team, six in zip(("home", "away"), teams, came, strict=True)
    ]


def places_to_take(visit: ClubVisit, match: Match) -> list[tuple[str, Name]]:
    """The places that someone else can take, with who has them: at boards that haven't begun.

    Before the line-up it is only their team that counts. A captain has those of their own team, if
    the league allows it.
    """
    league, lineup = match.league, match.fixture.lineup
    own = (side for side in Side if visit.scores_for(league.id, [match.opponents[side]]))
    may = [*own] if visit.own.scores or league.competition.captains_substitute else []
    if not match.can_be_lined_up:
        return []
    if not lineup:
        return [(NAMED[side], match.card.names[side]) for side in may]
    return [
        (f"{NAMED[side]}-{board.number}-{at}", message("league.at-board", name=name, board=number))
        for side in may
        for number, board in enumerate(match.card.boards, 1)
        if not board.games
        for at, name in enumerate((board.home, board.away)[side])
    ]


class CardTalk(NamedTuple):
    """Who confirmed a match card, and what this phone can confirm."""

    signed: Text | None
    #: The sides it can confirm for, and the other one in case it chose the wrong side.
    sides: Sequence[tuple[str, Name]]
    instead: tuple[str, Name] | None
    #: The side for which a phone that only watches can confirm, by a link.
    handed: Name | None
    #: Whether this phone can say that the result is wrong.
    may_dispute: bool


def card_talk(visit: ClubVisit, match: Match, secret: str) -> CardTalk:
    """The state of a card; `secret` was handed to this phone to confirm for a side."""
    names, own, said = match.card.names, known_device(), match.acceptance
    sides = [(NAMED[side], names[side]) for side in match.may_speak(own, secret)]
    instead = handed = None
    if visit.own.scores and match.card_state is CardState.PROPOSED:
        other = said.proposed_for.other
        # A side with a captain's phone needs no other.
        if not visit.club.captains_of(match.league.id, match.opponents[other] or 0):
            handed = names[other]
        if said.proposed_by == own:
            instead = NAMED[other], names[other]
    is_new = match.is_decided and said.disputed_by != own
    may_dispute = is_new and match.may_dispute(own, secret)
    return CardTalk(describe_acceptance(visit, match), sides, instead, handed, may_dispute)


def describe_state(match: Match) -> Text:
    """How far a match has come, and to whom it was given."""
    home, away = match.card.names
    if match.state is MatchState.WALKOVER:
        return message(f"league.given.{match.fixture.walkover}", home=home, away=away)
    return message(f"league.state.{match.state}")


def card_day(card: MatchCard) -> Text | None:
    """The date of a match in full."""
    if card.starts_at is None:
        return None
    day = describe_date(card.starts_at.date())
    return message("league.when", day=day, time=f"{card.starts_at:%H:%M}")


def describe_acceptance(visit: ClubVisit, match: Match) -> Text | None:
    """Who confirms the card, for which side."""
    acceptance = match.acceptance
    if not acceptance.fingerprint:
        return None
    names, side = match.card.names, acceptance.proposed_for
    one = phone_in(visit.club, acceptance.proposed_by)
    if not acceptance.accepted_by:
        return message("league.card.said", side=names[side], one=one, other=names[side.other])
    assert acceptance.accepted_at is not None
    return message(
        "league.card.both-said",
        side=names[side],
        one=one,
        against=names[side.other],
        other=phone_in(visit.club, acceptance.accepted_by),
        day=describe_date(visit.club.day_of(acceptance.accepted_at)),
    )


def card_sheet(club: Club, match: Match) -> Sheet:
    """The card of a match as a picture."""
    card = match.card
    title = message("league.meets", home=card.home, away=card.away)
    sheet = Sheet(str(title))
    sheet.write("title", title)
    rounds = match.league.title_of(match.fixture)
    told = [each for each in (card.competition, rounds, card_day(card), card.place) if each]
    sheet.write("subject", " · ".join(map(str, told)))
    sheet.y += 8
    if card.state in (MatchState.OVER, MatchState.ON):
        for name, won in zip(card.names, card.score.score, strict=True):
            sheet.write_right("sum", won, sheet.right)
            sheet.write("sum", name, 0, sheet.right - 120)
    if card.state is not MatchState.OVER:
        sheet.write("strong", describe_state(match))
    if match.fixture.has_no_boards:
        sheet.write("under", message("league.no-boards"))
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
