"""Cookies: with https under a name that no other site, and nobody on the way, can set."""

from typing import Any

from flask import Flask, Request, Response, current_app, has_request_context, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

#: A browser accepts such a cookie only by https, only for this host and for all its paths.
_THIS_HOST_ALONE = "__Host-"


class Session(SecureCookieSessionInterface):
    """The signed cookie of a device."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """A kitchen has no https; where there is, the cookie is only sent that way."""
        return request.is_secure

    def get_cookie_name(self, app: Flask) -> str:
        """Its name, by the way that a request takes."""
        return own_name(super().get_cookie_name(app))

    def open_session(self, app: Flask, request: Request) -> Any:
        """The session of a request; one under the plain name is taken over, once."""
        session = super().open_session(app, request)
        plain = super().get_cookie_name(app)
        kept, signer = request.cookies.get(plain), self.get_signing_serializer(app)
        if session or not kept or not signer or self.get_cookie_name(app) in request.cookies:
            return session
        longest = int(app.permanent_session_lifetime.total_seconds())
        try:
            said = signer.loads(kept, max_age=longest)
        except BadSignature:
            return session
        if session is not None:
            session.update(said)
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Store it, and nothing under the plain name once it has its own."""
        super().save_session(app, session, response)
        plain = super().get_cookie_name(app)
        if plain in request.cookies and self.get_cookie_name(app) != plain:
            response.delete_cookie(plain, secure=True, httponly=True, samesite="Lax")


def own_name(plain: str) -> str:
    """The name of a cookie: the plain one without https, and in an app for one phone."""
    if not has_request_context() or current_app.config["IS_ALONE"] or not request.is_secure:
        return plain
    return f"{_THIS_HOST_ALONE}{plain}"


def own_cookie(plain: str) -> str:
    """The value of a cookie in this request, even from before it had its name."""
    return request.cookies.get(own_name(plain)) or request.cookies.get(plain, "")
