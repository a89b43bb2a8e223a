"""Pages that hold a secret: no browser, proxy or log keeps them or their addresses."""

from flask import Flask, Response, request

#: The links and the code of a table, the link that carries one, and what lets a device be a
#: learner's own.
_HOLD_SECRETS = frozenset(
    {"join.enter", "join.invited", "join.keep", "join.by_code", "join.show", "join.change"}
    | {"hand_over.show", "take.bring", "take.go_on"}
    | {"practise.progress", "practise.pick_name", "practise.enter", "practise.change_learner"}
)
#: Whose address is the secret; forms there are none, which would have to tell where they are.
_ADDRESS_IS_SECRET = frozenset({"join.enter"})


def keep_secrets(app: Flask) -> None:
    """Say so with every answer that holds one."""
    app.after_request(_mark)


def _mark(response: Response) -> Response:
    if request.endpoint in _HOLD_SECRETS:
        response.headers["Cache-Control"] = "no-store"
    if request.endpoint in _ADDRESS_IS_SECRET:
        response.headers["Referrer-Policy"] = "no-referrer"
    return response
