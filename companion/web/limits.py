"""How often one address may ask of each worker: enough for a club's phones, and no flood."""

import math
import time
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from flask import Flask, request

from companion.web.computing import budget
from companion.web.problems import problem_page

#: Thirty phones that poll and tap all evening ask some thirty times a second.
_REQUESTS = "200 per second; 6000 per minute"
#: A whole class that practises at once, as quick as thumbs are.
_ANSWERS = "30 per second; 900 per minute"
_NEW = "30 per minute; 300 per hour"
#: What reads a whole record that somebody sends takes its time.
_RECORDS = "60 per minute; 600 per hour"
#: Of 31^6 codes and of secrets of 128 bits, nobody guesses one at this pace.
_WRONG_GUESSES = "20 per minute; 200 per hour"
_TAKES_GUESSES = frozenset(
    {"join.enter", "join.invited", "join.keep", "join.by_code", "practise.enter"}
)
_READS_RECORDS = frozenset(
    {"referee.ask_of_record", "referee.under_of_record", "referee.under_of_record_picture"}
)
_OPENS_TABLES = frozenset({"home.open_table", "bring_in.bring", "take.bring", "take.go_on"})
#: What costs next to nothing, and what a phone may want many of at once.
_FREE = frozenset({"static", "library.htmx", "health.show", "pocket.show"})


def set_limits(app: Flask) -> None:
    """Refuse with 429 and a sentence what goes beyond; only where the app is told to count."""
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here: counting starts a thread, and not everywhere are there threads.
    from flask_limiter import Limiter, RateLimitExceeded

    limiter = Limiter(
        _who,
        app=app,
        application_limits=[_REQUESTS],
        storage_uri="memory://",
        strategy="sliding-window-counter",
    )
    limiter.request_filter(lambda: request.endpoint in _FREE)
    guesses = limiter.shared_limit(
        _WRONG_GUESSES, scope="guesses", deduct_when=lambda response: response.status_code == 404
    )
    limits = {
        limiter.shared_limit(_NEW, scope="tables"): _OPENS_TABLES,
        limiter.shared_limit(_NEW, scope="names"): {"practise.pick_name"},
        limiter.shared_limit(_RECORDS, scope="records"): _READS_RECORDS,
        limiter.shared_limit(_ANSWERS, scope="answers"): {"practise.answer"},
        guesses: _TAKES_GUESSES,
    }
    for limit, endpoints in limits.items():
        for endpoint in endpoints:
            app.view_functions[endpoint] = limit(app.view_functions[endpoint])  # type: ignore[assignment]

    budget(app, limiter)

    def too_much(_error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
        reached = limiter.current_limit
        wait = math.ceil(reached.reset_at - time.time()) if reached else 1
        return problem_page("too-much"), 429, {"Retry-After": f"{max(1, wait)}"}

    app.register_error_handler(RateLimitExceeded, too_much)


def _who() -> str:
    """The address that asks; of IPv6 the part that one household or club has for itself."""
    address = request.remote_addr or ""
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
            return f"{int(parsed) >> 64:x}"
    return address
