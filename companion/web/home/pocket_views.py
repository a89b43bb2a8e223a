"""The app to take along: the folder that `companion offline` made, where this server has one."""

from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, send_from_directory

from companion.web.security import policy

blueprint = Blueprint("pocket", __name__, url_prefix="/pocket")
policy.set_policy(blueprint, policy.anyone, policy.public, policy.free)

#: Compiling WebAssembly is all that its worker may do beyond what a page may.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
#: Files compressed beforehand, harder than there is time for at a request.
_COMPRESSED = {"br": ".br", "gzip": ".gz"}
_YEAR = 365 * 24 * 3600


@blueprint.get("/", defaults={"name": "index.html"})
@blueprint.get("/<path:name>")
def show(name: str) -> Response:
    """A file of that folder."""
    folder = current_app.config["POCKET"]
    if not folder:
        abort(404)
    encoding = _encoding_of(Path(folder), name)
    response = send_from_directory(
        folder,
        name + _COMPRESSED.get(encoding, ""),
        # Its parts tell by their address what is in them; all else is looked at again.
        max_age=_YEAR if name.startswith("engine/") else 0,
        mimetype="application/wasm" if name.endswith(".wasm") else None,
    )
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    if name == "worker.js":
        response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


def _encoding_of(folder: Path, name: str) -> str:
    """How to send a file that lies there compressed too; empty for as it is."""
    if not name.startswith("engine/") or ".." in name:
        return ""
    found = (
        encoding
        for encoding, ending in _COMPRESSED.items()
        if request.accept_encodings.quality(encoding) and (folder / f"{name}{ending}").is_file()
    )
    return next(found, "")
