"""A table handed over: the link that carries it to another phone, or to a club's server."""

import re
from urllib.parse import urlsplit

from flask import Blueprint, render_template, request, url_for

from companion.i18n import message
from companion.rules.errors import Refusal
from companion.web.security import policy
from companion.web.security.table_guard import carrying_service, state
from companion.web.ui.qr_links import qr_of

blueprint = Blueprint("hand_over", __name__)
policy.set_policy(blueprint, policy.scorer, policy.limited(policy.COMPUTING))

#: The longest link that a phone can still read from a screen that is 360 px wide.
_LONGEST_QR = 1500
_LONGEST_ADDRESS = 200
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_PATH = re.compile(r"[\w.~%/-]*", re.ASCII)


class WrongAddress(Refusal, code="address"):
    """No page can be at such an address."""


@blueprint.get("/t/<table_id>/hand-over")
def show(table_id: str) -> tuple[str, int]:
    """The link with everything entered so far; `?to=` is another address for it."""
    letters, own_home = carrying_service().pack(table_id), url_for("home.show", _external=True)
    typed, problem, home = request.args.get("to", "").strip(), None, own_home
    try:
        home = parse_home(typed) if typed else own_home
    except WrongAddress as refusal:
        problem = refusal.message
    link, host = f"{home}#table={letters}", urlsplit(home).netloc
    html = render_template(
        "tables/hand_over.html",
        table_id=table_id,
        state=state(),
        typed=typed,
        problem=problem,
        # The address for the link, if it isn't here.
        elsewhere=home if home != own_home else None,
        link=link,
        qr=qr_of(link, error="l") if len(link) <= _LONGEST_QR else None,
        host=host,
    )
    return html, 422 if problem else 200


def parse_home(typed: str) -> str:
    """The first page of a Companion at the address that was typed; raises `WrongAddress`."""
    address = typed if "://" in typed else f"https://{typed}"
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise _wrong() from None
    host = f"[{host}]" if ":" in host else host
    is_plain = parts.scheme in ("http", "https") and not (parts.query or parts.fragment)
    is_written_well = _HOST.fullmatch(host) and _PATH.fullmatch(parts.path)
    if "@" in parts.netloc or len(typed) > _LONGEST_ADDRESS or not (is_plain and is_written_well):
        raise _wrong()
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}/"


def _wrong() -> WrongAddress:
    example = message("hand-over.example")
    return WrongAddress(message("hand-over.wrong-address", example=example))
