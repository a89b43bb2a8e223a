"""Ids for other people's tools: the same for the same thing, and they open nothing here."""

import hmac
from hashlib import sha256

from flask import current_app

_LETTERS = 24


def public_id(*parts: object) -> str:
    """An id for what these name, from which nobody but this server could tell what it is."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, repr(parts).encode(), sha256).hexdigest()[:_LETTERS]
