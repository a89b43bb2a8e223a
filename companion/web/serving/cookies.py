"""The signed cookie: sent by https alone where it was set by https."""

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface


class SecureWhereSecure(SecureCookieSessionInterface):
    """A kitchen has no https; behind a club's proxy the cookie never goes without."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether this request came by https."""
        return request.is_secure
