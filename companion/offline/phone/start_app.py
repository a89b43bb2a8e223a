"""The app without a server: made, warmed up, and opened on what the phone has kept.

The worker (`companion/offline/worker/engine.js`) calls these by name.
"""

import gc
import json
import linecache
import random
import re
import sys
import zipimport
from importlib import import_module, metadata
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from companion.db.errors import DatabaseTrouble, UnknownVersion
from companion.offline.phone.phone_views import blueprint
from companion.offline.phone.rescue import open_whole
from companion.offline.phone.wsgi_bridge import Bridge
from companion.web.app import add_services, create_app

#: In the memory of the phone's Python; the worker keeps its pages.
FILE = Path("/data/tables.db")
app = create_app(
    {
        "DATABASE_URL": f"sqlite:///{FILE}",
        "IS_ALONE": True,
        # The pages of one file are kept, and nothing beside it.
        "JOURNAL": "MEMORY",
        # A phone does one thing at a time: a tap waits no longer than this for figures.
        "PATIENCE": 0.4,
        # Until it is opened on what a phone has kept.
        "SECRET_KEY": "nobody's",
    }
)
bridge = Bridge(app)

#: A few pages and taps before anyone asks: what they compile, the first real ones need not.
_PAGES = ("/", "/rules", "/rules/race-horse", "/import", "/practise", "/phone")
_TILES = ("6-4", "5-5", "6-6", "4-0", "6-5", "5-0", "0-0")
_OF_TABLE = ("", "/record", "/board", "/record.txt", "/end")
_FORM = ("Content-Type", "application/x-www-form-urlencoded")
_HOST = "http://localhost"


class PhoneSession(SecureCookieSessionInterface):
    """A session that never expires, and survives a clock that is set back.

    Its cookie is the phone's only key to its own tables.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session as it was kept; empty if there was none."""
        signer = self.get_signing_serializer(app)
        kept = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not kept:
            return self.session_class()
        try:
            return self.session_class(signer.loads(kept))
        except BadSignature:
            return self.session_class()


app.session_interface = PhoneSession()
app.register_blueprint(blueprint)


def prepare(root: str) -> None:
    """Do once what the first taps would wait for, and delete the result.

    `root` is the path of the app on its host.
    """
    bridge.root = root
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    database = app.extensions["table_service"].database
    database.migrate()
    _warm_up(bridge)
    database.close()
    bridge.cookies.clear()
    for file in FILE.parent.iterdir():
        file.unlink()
    # None of them knows a table from the warm-up.
    add_services(app)


def leave(path: str) -> None:
    """List the modules that are not loaded yet: all that a copy of the memory needs."""
    loaded = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}
    with ZipFile(path, "w", ZIP_DEFLATED) as rest:
        for library in ("/lib/python{}{}.zip".format(*sys.version_info), "/lib.zip"):
            with ZipFile(library) as whole:
                for each in whole.infolist():
                    if f"{library}/{each.filename}" not in loaded:
                        rest.writestr(each.filename, whole.read(each))


def settle() -> None:
    """Remember nothing that was read from a file: a copy of the memory has no files."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    linecache.clearcache()
    # It holds open the zips in which it looked for packages.
    metadata.FastPath.__new__.cache_clear()  # type: ignore[attr-defined]
    gc.collect()
    gc.freeze()


def open_kept(secret: str, cookies: str) -> str:
    """Continue with what the phone has kept, whose file is in its place.

    Returns what is wrong with it, empty if nothing is: `newer-tables`, or `damaged`, for which the
    file is put aside.
    """
    # The copy of the memory is the same at each start; chance must not be.
    random.seed()
    app.config["ZONE"] = _zone
    app.secret_key = secret
    bridge.cookies = json.loads(cookies)
    database = app.extensions["table_service"].database
    try:
        open_whole(database)
    except UnknownVersion:
        return "newer-tables"
    except DatabaseTrouble as trouble:
        app.logger.warning("Damaged: %s", trouble.message)
        database.close()
        FILE.rename(app.config["DAMAGED"])
        add_services(app)
        return "damaged"
    return ""


def _zone() -> str:
    """The time zone where the phone is, by its IANA name."""
    # Not before the memory was copied: no copy can hold anything of the browser's.
    told = import_module("js").Intl.DateTimeFormat().resolvedOptions().timeZone
    return str(told or "UTC")


def _warm_up(bridge: Bridge) -> None:
    """Open pages, play the beginning of a hand, and undo something."""
    home = f"{_HOST}{bridge.root}"
    for path in _PAGES:
        _get(bridge, f"{home}{path}")
    table = _open_table(bridge, home)
    for number, tile in enumerate(_TILES):
        _tap(bridge, table, "set", number, tile=tile)
    _tap(bridge, table, "draw", 98, tiles="1")
    _tap(bridge, table, "undo", 99)
    for path in _OF_TABLE:
        _get(bridge, f"{table}{path}")
    _get(bridge, f"{table}/live?seen=0.0")
    _get(bridge, f"{home}/")


def _open_table(bridge: Bridge, home: str) -> str:
    """The address of a new table."""
    token = re.findall(r'name="csrf_token" value="([^"]+)"', _get(bridge, f"{home}/new"))[0]
    form = {"game": "race-horse", "lead": "0", "name-0": "Ana", "name-1": "Ben"}
    asked = json.dumps(["POST", f"{home}/new", [_FORM]])
    answer, _ = bridge.answer(asked, urlencode({"csrf_token": token, **form}).encode())
    headers = dict(json.loads(answer)[1])
    return f"{_HOST}{headers['Location'].removeprefix(_HOST)}"


def _tap(bridge: Bridge, table: str, deed: str, number: int, **form: str) -> None:
    page = _get(bridge, table)
    version = re.findall(r'data-version="(\d+)"', page)[0]
    token = ("X-CSRFToken", re.findall(r'"X-CSRFToken": "([^"]+)"', page)[0])
    asked = json.dumps(["POST", f"{table}/{deed}", [_FORM, token, ("HX-Request", "true")]])
    stamp = {"seen": version, "key": f"{number:032x}"}
    bridge.answer(asked, urlencode({**stamp, **form}).encode())


def _get(bridge: Bridge, address: str) -> str:
    _, body = bridge.answer(json.dumps(["GET", address, []]), b"")
    return body.decode()
