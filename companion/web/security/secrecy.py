"""Pages that hold a secret: no browser, proxy or log keeps them or their addresses."""

from flask import Flask, Response, request

#: The links and the code of a table, the link that carries one, what lets a device be a learner's
#: own, and what learners show to one device alone.
_HOLD_SECRETS = frozenset(
    {"join.enter", "join.invited", "join.keep", "join.by_code", "join.show", "join.change"}
    | {"hand_over.show", "take.bring", "take.go_on"}
    | {"club_access.enter", "club_access.invited", "club_access.join", "club_access.show"}
    | {"club_access.change", "club_access.leave", "league.all_of_club"}
    | {"league.subscribed", "league.calendar_link"}
    | {"match.card", "match.asked_to_speak", "match.speak"}
    | {"progress.show", "progress.pick_name", "progress.enter", "progress.change"}
    | {"classes.show", "classes.enter", "classes.see"}
    | {"race.show", "race.result", "race.state", "race.questions", "race.answer"}
    # What is refused there comes with the page, and its code.
    | {"race.join", "race.leave", "race.head_start", "race.start"}
)
#: Whose address is the secret; forms there are none, which would have to tell where they are.
_ADDRESS_IS_SECRET = frozenset(
    {"join.enter", "club_access.enter", "league.subscribed", "match.asked_to_speak"}
)


def keep_secrets(app: Flask) -> None:
    """Say so with every answer that holds one."""
    app.after_request(_mark)


def _mark(response: Response) -> Response:
    if request.endpoint in _HOLD_SECRETS:
        response.headers["Cache-Control"] = "no-store"
    if request.endpoint in _ADDRESS_IS_SECRET:
        response.headers["Referrer-Policy"] = "no-referrer"
    return response
