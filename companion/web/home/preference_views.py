"""How this device looks and feels: pips or digits, light or dark, heard or silent, awake or not."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from companion.web.security import policy
from companion.web.security.cookies import own_cookie, own_name

blueprint = Blueprint("preferences", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

_COOKIE = "look"
_YEAR = 365 * 24 * 3600
#: In the order in which the cookie tells them, so a new one is the last. The first of each is the
#: default.
LOOKS: dict[str, tuple[str, ...]] = {
    "faces": ("pips", "digits"),
    "colours": ("coloured", "plain"),
    "theme": ("auto", "light", "dark"),
    "sounds": ("off", "on"),
    "buzz": ("on", "off"),
    "awake": ("on", "off"),
    "voice": ("off", "score", "turn", "all"),
    "watch": ("off", "on"),
}


def look() -> dict[str, str]:
    """The choices that came with this request; anything unknown is the default."""
    said = dict(zip(LOOKS, own_cookie(_COOKIE).split("."), strict=False))
    return {
        name: said[name] if said.get(name) in values else values[0]
        for name, values in LOOKS.items()
    }


@blueprint.app_context_processor
def _give_look() -> dict[str, object]:
    return {"look": look(), "look_choices": LOOKS}


@blueprint.post("/look")
def choose() -> Response:
    """Change one choice and go back to where it was made."""
    now = look()
    now |= {name: said for name in LOOKS if (said := request.form.get(name)) in LOOKS[name]}
    back = request.form.get("back", "")
    is_local = back.isprintable() and back.startswith("/") and back[1:2] not in ("/", "\\")
    response = redirect(back if is_local else url_for("home.show"), 303)
    response.set_cookie(
        own_name(_COOKIE),
        ".".join(now.values()),
        max_age=_YEAR,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response
