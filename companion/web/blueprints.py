"""All addresses: each `views` or `…_views` module of a subject has a `blueprint`."""

from importlib import import_module
from pkgutil import walk_packages

import companion.web

_VIEWS = [
    import_module(found.name)
    for found in walk_packages(companion.web.__path__, "companion.web.")
    if found.name.endswith(("views", "_views"))
]
BLUEPRINTS = [module.blueprint for module in _VIEWS]
