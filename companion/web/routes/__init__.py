"""All routes: each module here that has a `blueprint` is a subject with its addresses."""

from importlib import import_module
from pkgutil import iter_modules

_MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
BLUEPRINTS = [module.blueprint for module in _MODULES if hasattr(module, "blueprint")]
