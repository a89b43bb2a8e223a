"""BG Stats: a link that opens that app on a phone and offers to log a game there.

The game is JSON in the address, in the fields that other public programs send. Its makers' page,
<https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/>, was out of
reach when this was written. `sourceName`, `sourcePlayId` and `playDate` (the end, in UTC) are
required; on Android also `winner`, `startPlayer`, `highestWins` and `noPoints`.
"""

import json
from typing import Any
from urllib.parse import quote

from companion.exports.game_export import ExportedGame

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Companion"
#: Addresses must not be too long.
_LONGEST_NOTE = 400


def bg_stats_link(play: ExportedGame) -> str:
    """The link that sends a game to BG Stats; nothing is sent until someone opens it."""
    data = json.dumps(_fields(play), ensure_ascii=False, separators=(",", ":"))
    return _ADDRESS + quote(data, safe="", errors="replace")


def _fields(play: ExportedGame) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "sourceName": _SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended_utc,
        "game": {
            "name": str(play.game),
            "sourceGameId": play.game_id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            _person(play, side, at)
            for side, people in enumerate(play.sides)
            for at in range(len(people))
        ],
    }
    optional = {
        "location": play.place,
        "comments": str(play.note)[:_LONGEST_NOTE],
        "durationMin": play.minutes,
    }
    return fields | {name: value for name, value in optional.items() if value}


def _person(play: ExportedGame, side: int, at: int) -> dict[str, Any]:
    people = play.sides[side]
    fields: dict[str, Any] = {
        "name": people[at].name,
        "sourcePlayerId": people[at].id,
        "startPlayer": people[at].id == play.first,
        "score": play.scores[side],
        "rank": play.rank(side),
        "winner": side == play.winner,
    }
    if len(people) > 1:
        fields["team"] = " & ".join(person.name for person in people)
    return fields
