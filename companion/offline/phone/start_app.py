"""The app where there is no server: made, warmed up, and opened on what the phone has kept.

The worker (`companion/offline/worker/engine.js`) calls these by name.
"""

import gc
import json
import linecache
import random
import sys
import zipimport
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

from companion.db.errors import UnknownVersion
from companion.offline.phone.phone_session import PhoneSession
from companion.offline.phone.phone_views import blueprint
from companion.offline.phone.warm_phone import warm_up
from companion.offline.phone.wsgi_bridge import Bridge
from companion.web.app import add_services, create_app

#: In the memory of the phone's Python; the worker keeps its pages.
FILE = Path("/data/tables.db")

app = create_app(
    {
        "DATABASE_URL": f"sqlite:///{FILE}",
        "IS_ALONE": True,
        # The pages of one file are kept, and nothing that lies beside it.
        "JOURNAL": "MEMORY",
        # Until it is opened on what a phone has kept.
        "SECRET_KEY": "nobody's",
    }
)
app.session_interface = PhoneSession()
app.register_blueprint(blueprint)
bridge = Bridge(app)


def prepare(root: str) -> None:
    """Do once what the first taps would wait for, and forget what was done.

    `root` is the path below which the app lies on its host.
    """
    bridge.root = root
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    _migrate()
    warm_up(bridge)
    app.extensions["table_service"].database.close()
    bridge.cookies.clear()
    for file in FILE.parent.iterdir():
        file.unlink()
    # None of them knows a table of the warming-up.
    add_services(app)


def leave(path: str) -> None:
    """Write down the modules that are not loaded yet: all that a copy of the memory needs."""
    loaded = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}
    with ZipFile(path, "w") as rest:
        for library in ("/lib/python{}{}.zip".format(*sys.version_info), "/lib.zip"):
            with ZipFile(library) as whole:
                for each in whole.infolist():
                    if f"{library}/{each.filename}" not in loaded:
                        rest.writestr(each, whole.read(each))


def settle() -> None:
    """Remember nothing that was read from a file: a copy of the memory has no files."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    linecache.clearcache()
    # It holds the zips open in which it looked for packages.
    metadata.FastPath.__new__.cache_clear()  # type: ignore[attr-defined]
    gc.collect()
    gc.freeze()


def open_kept(secret: str, cookies: str) -> bool:
    """Go on with what the phone has kept, whose file lies in its place.

    Returns whether it can be read: a newer version of the app may have written it.
    """
    # The copy of the memory is the same at each start; chance may not be.
    random.seed()
    app.secret_key = secret
    bridge.cookies = json.loads(cookies)
    try:
        _migrate()
    except UnknownVersion:
        return False
    return True


def _migrate() -> None:
    app.extensions["table_service"].database.migrate()
