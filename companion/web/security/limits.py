"""How often one may ask: enough for a club's phones, and no flood; and how often one may guess."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

from companion.db.errors import DatabaseTrouble
from companion.db.short_codes import code_as_typed
from companion.learners.learner_service import key_of_name
from companion.web.problems import problem_page
from companion.web.security.client_network import house_of
from companion.web.security.policy import Limit, policy_of

if TYPE_CHECKING:
    from flask_limiter import Limiter

_NOT_FOUND, _TOO_MUCH = 404, 429
#: Entries that are replayed in the time of one request.
_ENTRIES_AT_ONCE = 100


def _by_length() -> int:
    """The longer the record of a table, the longer it takes to replay."""
    return 1 + (g.members.state.version // _ENTRIES_AT_ONCE if "members" in g else 1)


def _typed_code() -> str:
    return f"code {code_as_typed(request.form.get('code', ''))}"


def _typed_name() -> str:
    return f"name {key_of_name(request.form.get('name', ''))}"


# Each worker counts these for itself, since they keep it from being overrun:

#: Thirty phones that poll and tap all evening ask some thirty times a second.
REQUESTS = Limit("200 per second; 6000 per minute")
#: A whole class that practises at once, as quick as thumbs are.
ANSWERS = Limit("30 per second; 900 per minute", "answers")
#: Some seconds of one processor. Thirty phones that look at a season of two thousand entries twice
#: a minute take less than half of it, at an evening's record next to nothing.
COMPUTING = Limit("800 per 10 seconds; 3000 per minute", "computing", cost=_by_length)

# And these are counted once for all workers:

_NEW = "30 per minute; 300 per hour"
NEW_TABLES = Limit(_NEW, "tables", is_for_all_workers=True)
NEW_NAMES = Limit(_NEW, "names", is_for_all_workers=True)
#: What reads a whole record that somebody sends takes its time.
RECORDS = Limit("60 per minute; 600 per hour", "records", is_for_all_workers=True)
#: Of 31^6 codes and of secrets of 128 bits, nobody guesses one at this pace: no address, nor all
#: of them together where they guess the code of one name.
_WRONG_GUESSES = "20 per minute; 200 per hour"
GUESSES = Limit(_WRONG_GUESSES, "guesses", is_for_all_workers=True)
GUESSES_OF_CODE = Limit(_WRONG_GUESSES, "guessed", is_for_all_workers=True, key=_typed_code)
GUESSES_OF_NAME = Limit(_WRONG_GUESSES, "guessed", is_for_all_workers=True, key=_typed_name)


def set_limits(app: Flask) -> None:
    """Refuse with 429 and a sentence what goes beyond; only where the app is told to count."""
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here: counting starts a thread, and not everywhere are there threads.
    from flask_limiter import RateLimitExceeded

    here, everywhere = _count_in_this_process(app), _count_in_the_database(app)
    for endpoint in app.view_functions:
        stated = policy_of(app, endpoint)
        for limit in () if stated.is_free else stated.limits or ():
            limiter = everywhere if limit.is_for_all_workers else here
            _limit(app, limiter, endpoint, limit)

    def too_much(_error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
        wait = max(map(_seconds_to_wait, (here, everywhere)))
        return problem_page("too-much"), _TOO_MUCH, {"Retry-After": f"{wait}"}

    app.register_error_handler(RateLimitExceeded, too_much)


def _count_in_this_process(app: Flask) -> "Limiter":
    from flask_limiter import Limiter

    limiter = Limiter(
        who,
        app=app,
        application_limits=[REQUESTS.rates],
        storage_uri="memory://",
        strategy="sliding-window-counter",
    )
    limiter.request_filter(
        lambda: request.endpoint is not None and policy_of(app, request.endpoint).is_free
    )
    return limiter


def _count_in_the_database(app: Flask) -> "Limiter":
    from flask_limiter import Limiter

    from companion.web.security.limit_storage import SCHEME, TallyStorage

    limiter = Limiter(
        who,
        app=app,
        storage_uri=f"{SCHEME}://",
        storage_options={"tally": app.extensions["tally"]},
        strategy="sliding-window-counter",
        # While the database is away each worker counts for itself.
        in_memory_fallback_enabled=True,
    )

    # Whoever asks is counted before the answer is looked for, so that none of many who ask at
    # once goes uncounted; who was right is not to blame.
    @app.after_request
    def forgive(response: Response) -> Response:
        storage = limiter.limiter.storage
        was_wrong = response.status_code in (_NOT_FOUND, _TOO_MUCH)
        stated = policy_of(app, request.endpoint).limits if request.endpoint else ()
        if GUESSES in (stated or ()) and not was_wrong:
            with suppress(DatabaseTrouble):
                for counted in limiter.current_limits:
                    if isinstance(storage, TallyStorage):
                        storage.give_back(counted.key, counted.limit.get_expiry())
        return response

    return limiter


def _limit(app: Flask, limiter: "Limiter", endpoint: str, limit: Limit) -> None:
    shared = limiter.shared_limit(
        limit.rates, scope=limit.name or endpoint, key_func=limit.key or who, cost=limit.cost
    )
    view: Callable[..., object] = app.view_functions[endpoint]
    app.view_functions[endpoint] = shared(view)  # type: ignore[assignment]


def _seconds_to_wait(limiter: "Limiter") -> int:
    """Until there is room again; 1 where nobody knows, or there is."""
    reached = limiter.current_limit
    if reached is None or not reached.breached:
        return 1
    try:
        return max(1, math.ceil(reached.reset_at - time.time()))
    except DatabaseTrouble:
        return 1


def who() -> str:
    """The house that asks."""
    return house_of(request.remote_addr or "")
