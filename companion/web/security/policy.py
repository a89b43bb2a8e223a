"""What a route or its blueprint says of itself: who may ask, for a secret or not, how often."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple, TypeVar

from flask import Flask, Response, current_app, request

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
    CLUB_MANAGER = auto()


class Secrecy(Enum):
    """What a page or its address gives away to anyone who finds it later."""

    NONE = auto()
    PAGE = auto()
    #: Its address as well; it has no forms, because these would have to say where they are.
    ADDRESS = auto()


@dataclass(eq=False)
class Limit:
    """How often one address may ask for everything that shares this limit."""

    rates: str
    #: The name that routes share the count by; a route without one has its own.
    name: str = ""
    #: Whether only failures to find something count, of all workers together.
    is_of_guesses: bool = False
    #: Whose count it is, if not the address's.
    key: Callable[[], str] | None = None


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
club_manager = _says(access=Access.CLUB_MANAGER)
no_secret = _says(secrecy=Secrecy.NONE)
holds_secret = _says(secrecy=Secrecy.PAGE)
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
        own.secrecy or shared.secrecy,
        shared.limits if own.limits is None else own.limits,
    )


def demand_policies(app: Flask) -> None:
    """Raise `ValueError` for a route that says too little."""
    for endpoint in app.view_functions:
        if None in policy_of(app, endpoint):
            raise ValueError(f"{endpoint} does not say who may ask, for a secret or not, how often")


def asked_policy() -> Policy:
    """The policy of the route in this request."""
    return policy_of(current_app, request.endpoint) if request.endpoint else Policy()


def keep_secrets(app: Flask) -> None:
    """Let no browser, proxy or log keep a page that holds a secret, or such an address."""
    app.after_request(_mark)


def _mark(response: Response) -> Response:
    secrecy = asked_policy().secrecy
    if secrecy in (Secrecy.PAGE, Secrecy.ADDRESS):
        response.headers["Cache-Control"] = "no-store"
    if secrecy is Secrecy.ADDRESS:
        response.headers["Referrer-Policy"] = "no-referrer"
    return response
