"""What somebody's games come to, in all or within a period, and the games behind each number."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from werkzeug.exceptions import NotFound

from companion.clubs.club import Club, ClubVisit
from companion.i18n import Text, message
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.rules.games import GAMES, game_named
from companion.stats.counted_number import CountedNumber
from companion.stats.head_to_head import HeadToHead, Partnership, Rivals, rivals_of
from companion.stats.period import Period, months_of, years_of
from companion.stats.person_stats import Person, PlayTotals, WinRecord, person
from companion.stats.played_game import PlayedGame
from companion.stats.recent_form import FormPoint, form_of, skill_of
from companion.stats.stats_text import describe_play, describe_rating, explain_luck_and_skill
from companion.web.clubs.games_list import game_rows
from companion.web.clubs.player_numbers import PlayerNumber, numbers_of
from companion.web.security.club_guard import clubs
from companion.web.ui.date_text import short_month
from companion.web.ui.paging import cut, part_of

_PLOT = Box(40, 10, 340, 110)
_MOST_GAMES = 40


def player_page(visit: ClubVisit, number: int, said: str) -> dict[str, Any]:
    """What the page of a person shows; `said` is a year or a month of the address, or nothing."""
    club = visit.club
    games, period = clubs().games.games(club), _period(said)
    played = period.of(games.played)
    who, names = person(played, number), club.names
    rivals = _rivals(who)
    form, skill = form_of(who.sittings), skill_of(who.sittings)
    return {
        "club": club,
        "keeps": visit.keeps,
        "player": club.player(number),
        "called": names[number],
        "waiting": games.waiting,
        "period": said,
        "periods": _periods(_of_person(games.played, number), said),
        "who": who,
        "numbers": numbers_of(who, rivals, names.__getitem__),
        "share_won": _percent(who.standing.share_won),
        "form": _trend(form),
        "form_now": _percent(form[-1].share) if form else None,
        "skill": _trend(skill),
        "skill_now": _percent(skill[-1].share) if skill else None,
        "ratings": [*_ratings(club, games.played, number)] if club.shows_ratings else [],
        "rivals": _cards(rivals, names),
        "meetings": [_meeting(meeting, names) for meeting in rivals.meetings],
        "play": [_play(names[number], unit, play) for unit, play in who.play.items()],
        "explained": explain_luck_and_skill(),
        "groups": [*_groups(who, rivals, names)],
        "share_said": _percent(who.share_said_rightly),
        "has_leagues": clubs().leagues.has_any(club.id),
    }


def games_page(visit: ClubVisit, number: int, said: str, key: str, part: int | None) -> Any:
    """The games behind one number of that page; raises `NotFound` for a number that it has not."""
    club = visit.club
    played = _period(said).of(clubs().games.games(club).played)
    who, names = person(played, number), club.names
    found: PlayerNumber | None = numbers_of(who, _rivals(who), names.__getitem__).get(key)
    if found is None:
        raise NotFound
    behind = {*found.counted.tables}
    games = [game for game in reversed(played) if game.table_id in behind]
    shown = part_of(cut(len(games), _MOST_GAMES), part or 1)
    return {
        "club": club,
        "number": number,
        "called": names[number],
        "about": found.about,
        "period": said,
        "key": key,
        "part": shown,
        "games": game_rows(club, [games[at] for at in shown.places]),
    }


def _of_person(games: Sequence[PlayedGame], number: int) -> list[PlayedGame]:
    return [game for game in games if number in game.people]


def _rivals(who: Person) -> Rivals:
    """Head to head in the games that somebody won."""
    return rivals_of([each for each in who.sittings if each.game.has_result])


def _period(said: str) -> Period:
    """The year or month that an address tells: `2026`, `2026-11`; raises `NotFound`."""
    if not said:
        return Period()
    try:
        if len(said) == len("2026"):
            return Period.year(date(int(said), 1, 1).year)
        day = date.fromisoformat(f"{said}-01")
    except ValueError:
        raise NotFound from None
    return Period.month(day.year, day.month)


def _periods(games: Sequence[PlayedGame], said: str) -> dict[str, Any]:
    """The years in which somebody played, and the months of the one that is shown."""
    years = [f"{period.first:%Y}" for period in years_of(games)]
    year = said[:4] if said[:4] in years else ""
    months = [each.first for each in months_of(games) if each.first is not None]
    return {
        "years": years,
        "year": year,
        "months": [
            (f"{first:%Y-%m}", short_month(first)) for first in months if f"{first:%Y}" == year
        ],
    }


def _ratings(club: Club, games: Sequence[PlayedGame], number: int) -> Iterator[dict[str, Any]]:
    """How strong somebody plays each game, those that they played most first."""
    ratings = clubs().ratings.ratings(club.id, games)
    own = {kind: ratings.of(kind, number) for kind in ratings.by_kind}
    for kind, rating in sorted(own.items(), key=lambda each: -each[1].games):
        if rating.games:
            yield {
                "kind": kind,
                "title": game_named(kind).title,
                "rating": describe_rating(rating),
                "games": message("club.games-count", count=rating.games),
            }


def _cards(rivals: Rivals, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Rival, nemesis and favourite partner, as far as there are any."""
    found: list[tuple[str, HeadToHead | Partnership | None]] = [
        ("rival", rivals.rival),
        ("nemesis", rivals.nemesis),
        ("partner", rivals.favourite_partner),
    ]
    return [
        {
            "what": what,
            "person": each.person,
            "called": names[each.person],
            "said": _record_of(each),
        }
        for what, each in found
        if each is not None
    ]


def _record_of(each: HeadToHead | Partnership) -> Text:
    if isinstance(each, Partnership):
        won, count = each.standing.won, each.standing.games
        return message("club.together", count=_whole(count), won=_whole(won))
    return message("club.met", count=_whole(each.met), won=_whole(each.won), lost=_whole(each.lost))


def _meeting(meeting: HeadToHead, names: Mapping[int, str]) -> dict[str, Any]:
    return {"person": meeting.person, "called": names[meeting.person]}


def _play(name: str, unit: str, play: PlayTotals) -> dict[str, Any]:
    """What somebody did in the games that count in one unit."""
    a_hand = play.points_a_hand
    return {
        "unit": unit,
        "heading": message(f"club.in-{unit}"),
        "a_hand": None if a_hand is None else _decimal(a_hand),
        "best": message(f"unit.{unit}", count=int(play.best_turn.number)),
        "has_tiles": bool(play.hands.number),
        "told": [*describe_play(name, unit, play)] if play.hands.number else [],
    }


def _groups(who: Person, rivals: Rivals, names: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """Games won by kind of game, by how many played, by partner."""
    yield {
        "group": "kind",
        "rows": [
            _row(kind, game_named(kind).title, each)
            for kind, each in who.by_kind.items()
            if kind in GAMES
        ],
    }
    yield {
        "group": "seats",
        "rows": [
            _row(f"{seats}", message("new.seats", count=seats), each)
            for seats, each in sorted(who.by_seats.items())
        ],
    }
    yield {
        "group": "partner",
        "rows": [
            _row(f"{each.person}", names[each.person], each.standing)
            for each in rivals.partnerships
        ],
    }


def _row(key: str, title: Text | str, standing: WinRecord) -> dict[str, Any]:
    return {"key": key, "title": title, "share": _percent(standing.share_won)}


def _trend(points: Sequence[FormPoint]) -> Trend | None:
    """How it goes from game to game; none where one game is all there is."""
    if len(points) < 2:
        return None
    values = [(at, 100 * point.share) for at, point in enumerate(points)]
    return draw_trend(values, 100, _PLOT)


def _percent(share: float | None) -> Text | None:
    return None if share is None else message("progress.percent", number=round(100 * share))


def _decimal(number: float) -> str:
    return f"{number:.1f}"


def _whole(counted: CountedNumber) -> int:
    return int(counted.number)
