"""The phones of the cast, told apart by what their signed cookie says."""

from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient

#: Ana's phone, which keeps score wherever a test does not say who else does.
ANAS_PHONE = "anas-phone"
#: How large the smallest phone is, in pixels.
PHONE = {"width": 360, "height": 640}


def phone(app: Flask, device: str = ANAS_PHONE) -> FlaskClient:
    """A device that visits an app; an empty one is a stranger's."""
    client = app.test_client()
    if device:
        with client.session_transaction() as session:
            session["device"] = device
    return client


def as_phone(secret: str, device: str = ANAS_PHONE) -> dict[str, Any]:
    """The storage state that makes a browser on this machine such a device."""
    value = cookie_of(secret, {"device": device, "_permanent": True})
    cookie = {"name": "session", "value": value, "domain": "127.0.0.1", "path": "/"}
    flags = {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {"cookies": [cookie | flags], "origins": []}


def cookie_of(secret: str, says: dict[str, Any]) -> str:
    """The signed cookie that says this."""
    app = Flask(__name__)
    app.secret_key = secret
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    return str(signer.dumps(says))
