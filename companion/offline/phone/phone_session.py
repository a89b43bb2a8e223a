"""What the phone remembers in its cookie: for good, whatever its clock says."""

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature


class PhoneSession(SecureCookieSessionInterface):
    """A session that does not grow too old, nor comes from the future when a clock is set back.

    Its cookie is the phone's only key to its own tables.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session as it was kept; an empty one where none was."""
        signer = self.get_signing_serializer(app)
        kept = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not kept:
            return self.session_class()
        try:
            return self.session_class(signer.loads(kept))
        except BadSignature:
            return self.session_class()
