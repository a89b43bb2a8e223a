"""How often one may ask: enough for a club's phones, and no flood; and how often one may guess.

Each worker counts for itself, and forgets at a restart. The guesses are divided among the workers.
"""

import math
import time
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from companion.db.short_codes import code_as_typed
from companion.learners.learner_service import key_of_name
from companion.web.problems import problem_page
from companion.web.security.policy import Limit, policy_of
from companion.web.security.proxy import house_of

if TYPE_CHECKING:
    from flask_limiter import Limiter

_TOO_MUCH = 429
#: The answers to a guess that counts.
_WRONG = (404, _TOO_MUCH)


def _typed_code() -> str:
    return f"code {code_as_typed(request.form.get('code', ''))}"


def _typed_name() -> str:
    return f"name {key_of_name(request.form.get('name', ''))}"


#: Thirty phones that poll and tap all evening ask some thirty times a second.
REQUESTS = Limit("200 per second; 6000 per minute")
#: A whole class that practises at once, as quick as thumbs are.
ANSWERS = Limit("30 per second; 900 per minute", "answers")
#: Thirty phones that each open a replayed record twenty times a minute.
COMPUTING = Limit("240 per 10 seconds; 600 per minute", "computing")
_NEW = "30 per minute; 300 per hour; 1000 per day"
NEW_TABLES = Limit(_NEW, "tables")
NEW_NAMES = Limit(_NEW, "names")
#: Each may be as long as a record can be.
BROUGHT_RECORDS = Limit("300 per day", "brought")
#: Reading a whole record that someone sends takes time.
RECORDS = Limit("60 per minute; 600 per hour", "records")
#: There are 31^6 codes, and secrets of 128 bits. At this pace no address can guess one, and not
#: even all of them together can guess the code of one name.
_WRONG_GUESSES = "20 per minute; 200 per hour"
GUESSES = Limit(_WRONG_GUESSES, "guesses", is_of_guesses=True)
GUESSES_OF_CODE = Limit(_WRONG_GUESSES, "guessed", is_of_guesses=True, key=_typed_code)
GUESSES_OF_NAME = Limit(_WRONG_GUESSES, "guessed", is_of_guesses=True, key=_typed_name)


def set_limits(app: Flask) -> None:
    """Refuse with 429 and a sentence whatever goes beyond; only if the app is set to count."""
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here: counting starts a thread, and not every platform has threads.
    from flask_limiter import Limiter, RateLimitExceeded
    from limits.storage import MemoryStorage

    limiter = Limiter(who, app=app, application_limits=[REQUESTS.rates], storage_uri="memory://")
    limiter.request_filter(
        lambda: request.endpoint is not None and policy_of(app, request.endpoint).is_free
    )
    guesses = Limiter(who, app=app, storage_uri="memory://")
    for endpoint in app.view_functions:
        stated = policy_of(app, endpoint)
        for limit in () if stated.is_free else stated.limits or ():
            rates = _divided(limit, app.config["WORKERS"]) if limit.is_of_guesses else limit.rates
            counts = guesses if limit.is_of_guesses else limiter
            scope, view = limit.name or endpoint, app.view_functions[endpoint]
            shared = counts.shared_limit(rates, scope=scope, key_func=limit.key or who)
            app.view_functions[endpoint] = shared(view)  # type: ignore[assignment]

    # A request is counted before its answer is found, so that none of many at once goes uncounted;
    # a right guess is taken off again.
    @app.after_request
    def forgive(response: Response) -> Response:
        storage = guesses.storage
        if isinstance(storage, MemoryStorage) and response.status_code not in _WRONG:
            for counted in guesses.current_limits:
                storage.decr(counted.key)
        return response

    def too_much(error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
        wait = max(map(_seconds_to_wait, (limiter, guesses)))
        is_of_a_day = error.limit is not None and error.limit.limit.GRANULARITY.name == "day"
        problem = "enough-today" if is_of_a_day else "too-much"
        return problem_page(problem), _TOO_MUCH, {"Retry-After": f"{wait}"}

    app.register_error_handler(RateLimitExceeded, too_much)


def _divided(limit: Limit, workers: int) -> str:
    """The part of one worker, so that all of them together allow no more."""
    from limits import parse_many

    return "; ".join(
        f"{math.ceil(each.amount / max(1, workers))} per {each.multiples} {each.GRANULARITY.name}"
        for each in parse_many(limit.rates)
    )


def _seconds_to_wait(limiter: "Limiter") -> int:
    """Seconds until there is room again; 1 if there is."""
    reached = limiter.current_limit
    if reached is None or not reached.breached:
        return 1
    return max(1, math.ceil(reached.reset_at - time.time()))


def who() -> str:
    """The house that asks."""
    return house_of(request.remote_addr or "")
