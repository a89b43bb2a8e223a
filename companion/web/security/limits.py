"""How often one may ask: enough for a club's phones, and no flood; and how often one may guess."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from companion.db.errors import DatabaseTrouble
from companion.db.short_codes import code_as_typed
from companion.learners.learner_service import key_of_name
from companion.web.problems import problem_page
from companion.web.security import request_costs
from companion.web.security.client_network import house_of

if TYPE_CHECKING:
    from flask_limiter import Limiter

# Each worker counts these for itself, since they keep it from being overrun:

#: Thirty phones that poll and tap all evening ask some thirty times a second.
_REQUESTS = "200 per second; 6000 per minute"
#: A whole class that practises at once, as quick as thumbs are.
_ANSWERS = "30 per second; 900 per minute"

# And these are counted once for all workers:

_NEW = "30 per minute; 300 per hour"
#: What reads a whole record that somebody sends takes its time.
_RECORDS = "60 per minute; 600 per hour"
#: Of 31^6 codes and of secrets of 128 bits, nobody guesses one at this pace: no address, nor all
#: of them together where they guess the code of one name.
_WRONG_GUESSES = "20 per minute; 200 per hour"

_TAKES_GUESSES = frozenset(
    {"join.enter", "join.invited", "join.keep", "join.by_code", "progress.enter"}
    | {"classes.enter", "club_access.enter", "club_access.invited", "club_access.join"}
)
_TAKES_CODES = frozenset({"join.by_code", "progress.enter", "classes.enter"})
#: A code that belongs to a name.
_TAKES_NAMES = frozenset({"progress.enter", "classes.enter"})
_READS_RECORDS = frozenset(
    {"referee.ask_of_record", "referee.under_of_record", "referee.under_of_record_picture"}
)
_OPENS_TABLES = frozenset(
    {"home.open_table", "bring_in.bring", "take.bring", "take.go_on"}
    | {"race.open_race", "race.again", "club.open_club", "club_tables.again", "club_carry.bring"}
    | {"match.open_table"}
)
#: What costs next to nothing, and what a phone may want many of at once.
_FREE = frozenset({"static", "library.htmx", "health.show", "pocket.show"})
_NOT_FOUND, _TOO_MUCH = 404, 429


def set_limits(app: Flask) -> None:
    """Refuse with 429 and a sentence what goes beyond; only where the app is told to count."""
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here: counting starts a thread, and not everywhere are there threads.
    from flask_limiter import RateLimitExceeded

    limiters = (_count_in_this_process(app), _count_in_the_database(app))

    def too_much(_error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
        wait = max(map(_seconds_to_wait, limiters))
        return problem_page("too-much"), _TOO_MUCH, {"Retry-After": f"{wait}"}

    app.register_error_handler(RateLimitExceeded, too_much)


def _count_in_this_process(app: Flask) -> "Limiter":
    from flask_limiter import Limiter

    limiter = Limiter(
        who,
        app=app,
        application_limits=[_REQUESTS],
        storage_uri="memory://",
        strategy="sliding-window-counter",
    )
    limiter.request_filter(lambda: request.endpoint in _FREE)
    answers = limiter.shared_limit(_ANSWERS, scope="answers")
    _limit(app, answers, {"practise.answer", "race.answer", "sprint.result"})
    within_budget = limiter.shared_limit(
        request_costs.BUDGET, scope="computing", cost=request_costs.cost
    )
    _limit(app, within_budget, request_costs.COMPUTES)
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
    _limit(app, limiter.shared_limit(_NEW, scope="tables"), _OPENS_TABLES)
    _limit(app, limiter.shared_limit(_NEW, scope="names"), {"progress.pick_name"})
    _limit(app, limiter.shared_limit(_RECORDS, scope="records"), _READS_RECORDS)
    _limit(app, limiter.shared_limit(_WRONG_GUESSES, scope="guesses"), _TAKES_GUESSES)
    guessed = limiter.shared_limit(_WRONG_GUESSES, scope="guessed", key_func=_what)
    _limit(app, guessed, _TAKES_CODES)

    # Whoever asks is counted before the answer is looked for, so that none of many who ask at
    # once goes uncounted; who was right is not to blame.
    @app.after_request
    def forgive(response: Response) -> Response:
        storage = limiter.limiter.storage
        was_wrong = response.status_code in (_NOT_FOUND, _TOO_MUCH)
        if request.endpoint in _TAKES_GUESSES and not was_wrong:
            with suppress(DatabaseTrouble):
                for counted in limiter.current_limits:
                    if isinstance(storage, TallyStorage):
                        storage.give_back(counted.key, counted.limit.get_expiry())
        return response

    return limiter


def _limit(app: Flask, limit: Callable[..., object], endpoints: frozenset[str] | set[str]) -> None:
    for endpoint in endpoints:
        app.view_functions[endpoint] = limit(app.view_functions[endpoint])  # type: ignore[assignment]


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


def _what() -> str:
    """The name whose code is guessed; without a name, the code itself."""
    if request.endpoint in _TAKES_NAMES:
        return f"name {key_of_name(request.form.get('name', ''))}"
    return f"code {code_as_typed(request.form.get('code', ''))}"
