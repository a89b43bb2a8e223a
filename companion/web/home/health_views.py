"""Whether this server can be used: for who watches over it, and for its proxy."""

from concurrent.futures import ThreadPoolExecutor

from flask import Blueprint, Response, current_app

from companion.i18n import Text, message
from companion.web.security import policy
from companion.web.security.table_guard import table_service

blueprint = Blueprint("health", __name__)
policy.set_policy(blueprint, policy.anyone, policy.free)

#: Seconds: a database that takes longer to say one row is of no use to a tap.
_PATIENCE = 1.0
#: The one thread that asks, so that a database that hangs doesn't hold all of them.
_asker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")


@blueprint.get("/healthz")
def show() -> Response:
    """200 if the database answers within a second, else 503; it says nothing more."""
    if current_app.config["IS_ALONE"]:
        # The database is in the same memory, and no thread could wait for it.
        return _told(message("health.well"))
    asked = _asker.submit(table_service().database.answer)
    try:
        asked.result(timeout=_PATIENCE)
        return _told(message("health.well"))
    except Exception:
        # Whatever it was, it is no news for a stranger; a question still in the queue is dropped.
        asked.cancel()
        return _told(message("health.away"), 503)


def _told(health: Text, status: int = 200) -> Response:
    return Response(f"{health}\n", status, mimetype="text/plain")
