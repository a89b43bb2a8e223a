"""How tiles look on this device: pips or digits, coloured or plain, light or dark."""

from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

blueprint = Blueprint("preferences", __name__)

_COOKIE = "look"
_YEAR = 365 * 24 * 3600
CHOICES = {
    "faces": ("pips", "digits"),
    "colours": ("coloured", "plain"),
    "theme": ("auto", "light", "dark"),
}


class Look(NamedTuple):
    """The choices of this device."""

    faces: str = "pips"
    colours: str = "coloured"
    theme: str = "auto"

    @property
    def classes(self) -> str:
        """The classes that the page's root carries for them."""
        return " ".join(self)


def look() -> Look:
    """The choices that came with this request; anything unknown is the default."""
    wanted = request.cookies.get(_COOKIE, "").split(".")
    return Look(
        *(
            value if value in values else values[0]
            for value, values in zip([*wanted, "", "", ""], CHOICES.values(), strict=False)
        )
    )


@blueprint.app_context_processor
def _give_look() -> dict[str, object]:
    return {"look": look(), "look_choices": CHOICES}


@blueprint.post("/look")
def choose() -> Response:
    """Change one choice and go back to where it was made."""
    now = look()._asdict()
    for name, values in CHOICES.items():
        if (wanted := request.form.get(name)) in values:
            now[name] = wanted
    back = request.form.get("back", "")
    is_local = back.isprintable() and back.startswith("/") and back[1:2] not in ("/", "\\")
    response = redirect(back if is_local else url_for("home.show"), 303)
    response.set_cookie(
        _COOKIE, ".".join(now.values()), max_age=_YEAR, samesite="Lax", secure=request.is_secure
    )
    return response
