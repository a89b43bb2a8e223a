"""The camera on a page of its own: it reads the tiles in a photo, on the phone alone."""

from flask import Blueprint, render_template

from companion.web.security import policy

blueprint = Blueprint("camera", __name__)
policy.set_policy(blueprint, policy.anyone, policy.public, policy.ordinary)


@blueprint.get("/camera")
def show() -> str:
    """A live view or a photo, and what was read in it. Nothing of it comes here."""
    return render_template("rulings/camera.html")
