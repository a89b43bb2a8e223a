"""What a route or its blueprint says of itself: who may ask, who may keep the answer, how often.

Each worker counts for itself, and forgets at a restart; guesses are divided among the workers.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from flask import Flask, Response, current_app, request, session

from companion.db.short_codes import code_as_typed
from companion.learners.learner_service import key_of_name
from companion.web.problems import problem_page
from companion.web.security.proxy import house_of

if TYPE_CHECKING:
    from flask_limiter import Limiter

_Stated = TypeVar("_Stated")
_Statement = Callable[[Any], Any]


class Access(Enum):
    """Who may ask."""

    ANYONE = auto()
    #: Everyone who was let in at the table.
    WATCHER = auto()
    SCORER = auto()
    #: The same, but checked in the transaction that saves the tap.
    TAP = auto()
    CLUB_MEMBER = auto()
    CLUB_SCORER = auto()
    #: The same, or a captain of a team that plays in the match.
    MATCH_SCORER = auto()
    CLUB_MANAGER = auto()


class Secrecy(Enum):
    """What a page or its address gives away to anyone who finds it later."""

    #: Nothing: it has no one's names, tables or progress.
    PUBLIC = auto()
    #: For one device: so is every route that says nothing.
    PRIVATE = auto()
    #: Its address as well; it has no forms, because these would have to say where they are.
    ADDRESS = auto()


@dataclass(eq=False)
class Limit:
    """How often one house may ask for everything that shares this limit."""

    rates: str
    #: The name that routes share the count by; a route without one has its own.
    name: str = ""
    #: Whether only failures to find something count, of all workers together.
    is_of_guesses: bool = False
    #: Whose count it is, if not the house's.
    key: Callable[[], str] | None = None
    #: One device of a house gets one of so many parts, and leaves the others to its neighbours.
    parts: int = 1
    #: Who isn't counted.
    exempt: Callable[[], bool] | None = None


_FREE = Limit("")


class Policy(NamedTuple):
    """The policy of a route; None for what it leaves out."""

    access: Access | None = None
    secrecy: Secrecy | None = None
    #: Besides the one on all requests of an address.
    limits: tuple[Limit, ...] | None = None

    @property
    def is_free(self) -> bool:
        """Whether not even that one counts it."""
        return _FREE in (self.limits or ())


def set_policy(scaffold: object, *statements: _Statement) -> None:
    """Set the defaults for all routes of a blueprint."""
    for statement in statements:
        statement(scaffold)


def _says(**stated: Any) -> Callable[[_Stated], _Stated]:
    def mark(view: _Stated) -> _Stated:
        vars(view)["policy"] = _policy_on(view)._replace(**stated)
        return view

    return mark


def limited(*limits: Limit | str) -> Callable[[_Stated], _Stated]:
    """Limit how often one address may ask; a text is a limit of that route alone."""
    return _says(limits=tuple(Limit(each) if isinstance(each, str) else each for each in limits))


anyone = _says(access=Access.ANYONE)
watcher = _says(access=Access.WATCHER)
scorer = _says(access=Access.SCORER)
scorer_of_tap = _says(access=Access.TAP)
club_member = _says(access=Access.CLUB_MEMBER)
club_scorer = _says(access=Access.CLUB_SCORER)
match_scorer = _says(access=Access.MATCH_SCORER)
club_manager = _says(access=Access.CLUB_MANAGER)
public = _says(secrecy=Secrecy.PUBLIC)
secret_address = _says(secrecy=Secrecy.ADDRESS)
#: Only by the limit on all requests of an address.
ordinary = limited()
#: For what costs next to nothing, and what a phone may want many of at once.
free = limited(_FREE)


def _policy_on(stated: object) -> Policy:
    found: Policy = vars(stated).get("policy", Policy())
    return found


def policy_of(app: Flask, endpoint: str) -> Policy:
    """The policy of a route, its own or its blueprint's."""
    blueprint = app.blueprints.get(endpoint.rpartition(".")[0], app)
    own, shared = _policy_on(app.view_functions[endpoint]), _policy_on(blueprint)
    return Policy(
        own.access or shared.access,
        own.secrecy or shared.secrecy or Secrecy.PRIVATE,
        shared.limits if own.limits is None else own.limits,
    )


def demand_policies(app: Flask) -> None:
    """Raise `ValueError` for a route that says too little."""
    for endpoint in app.view_functions:
        if None in policy_of(app, endpoint):
            raise ValueError(f"{endpoint} does not say who may ask, or how often")


def asked_policy() -> Policy:
    """The policy of the route in this request."""
    return policy_of(current_app, request.endpoint) if request.endpoint else Policy()


def keep_secrets(response: Response) -> Response:
    """Let no browser, proxy or log keep a private page, or an address that gives access."""
    secrecy = asked_policy().secrecy
    if secrecy is not Secrecy.PUBLIC:
        response.headers["Cache-Control"] = "no-store"
    if secrecy is Secrecy.ADDRESS:
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


_TOO_MUCH = 429
#: The answers to a guess that counts.
_WRONG = (404, _TOO_MUCH)


def _typed_code() -> str:
    return f"code {code_as_typed(request.form.get('code', ''))}"


def _typed_name() -> str:
    return f"name {key_of_name(request.form.get('name', ''))}"


def has_joined() -> bool:
    """Whether this device was in the class whose link is asked for."""
    code = code_as_typed((request.view_args or {}).get("code", ""))
    return bool(code) and session.get("joined") == code


#: Thirty phones that poll and tap all evening ask some thirty times a second.
REQUESTS = Limit("200 per second; 6000 per minute", parts=3)
#: A whole class that practises at once, as quick as thumbs are.
ANSWERS = Limit("30 per second; 900 per minute", "answers", parts=3)
#: Sixty phones that join or answer at the same moment.
ANSWERS_OF_CLASS = Limit("90 per second; 1800 per minute", "class-answers")
#: Thirty phones that each open a replayed record twenty times a minute.
COMPUTING = Limit("240 per 10 seconds; 600 per minute", "computing", parts=3)
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
#: A class that types its link by hand: there are as many codes, and few classes. Whoever is in the
#: class goes on, whatever the others type.
GUESSES_OF_CLASS = Limit(
    "300 per minute; 3000 per hour", "class", is_of_guesses=True, exempt=has_joined
)
GUESSES_OF_CODE = Limit(_WRONG_GUESSES, "guessed", is_of_guesses=True, key=_typed_code)
GUESSES_OF_NAME = Limit(_WRONG_GUESSES, "guessed", is_of_guesses=True, key=_typed_name)


def set_limits(app: Flask) -> None:
    """Refuse with 429 and a sentence whatever goes beyond; only if the app is set to count."""
    if not app.config["RATELIMIT_ENABLED"]:
        return
    # Imported here: counting starts a thread, and not every platform has threads.
    from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
    from limits.storage import MemoryStorage

    # A device's part comes first, so that what is refused to it takes nothing from its house.
    part = ApplicationLimit(_divided(REQUESTS.rates, REQUESTS.parts), _device, scope="device")
    limiter = Limiter(
        who, app=app, application_limits=[part, REQUESTS.rates], storage_uri="memory://"
    )
    limiter.request_filter(
        lambda: request.endpoint is not None and policy_of(app, request.endpoint).is_free
    )
    guesses = Limiter(who, app=app, storage_uri="memory://")
    for endpoint in app.view_functions:
        stated = policy_of(app, endpoint)
        for limit in () if stated.is_free else stated.limits or ():
            counts, scope = guesses if limit.is_of_guesses else limiter, limit.name or endpoint
            counted = [(limit.key or who, app.config["WORKERS"] if limit.is_of_guesses else 1)]
            if limit.parts > 1:
                # First, as above.
                counted.insert(0, (_device, limit.parts))
            for key, parts in counted:
                shared = counts.shared_limit(
                    _divided(limit.rates, parts), scope, key_func=key, exempt_when=limit.exempt
                )
                app.view_functions[endpoint] = shared(app.view_functions[endpoint])  # type: ignore[assignment]

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


def _divided(rates: str, parts: int) -> str:
    """The rates of one part, so that all parts together allow no more."""
    from limits import parse_many

    return "; ".join(
        f"{math.ceil(each.amount / max(1, parts))} per {each.multiples} {each.GRANULARITY.name}"
        for each in parse_many(rates)
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


def _device() -> str:
    """The device in that house, or the learner on it; all that bring no id count as one."""
    return f"{who()} {session.get('device') or session.get('learner', '')}"
