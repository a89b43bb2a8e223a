"""What a phone never needs of Python's library, of packages and of the app: it is left out."""

from collections.abc import Iterable
from fnmatch import fnmatchcase


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Python's library, by module: what is for terminals, the system, other processes or the network.
_STANDARD = _words(
    """
_aix_support _android_support _apple_support _ios_support _osx_support _pydatetime _pydecimal
_pyio _pyrepl antigravity bdb cProfile cmd colorsys compileall ctypes curses dbm doctest
ensurepip filecmp fileinput ftplib getopt idlelib imaplib lib2to3 mailbox modulefinder
multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile profiling
pstats pty py_compile pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib symtable tabnanny
test this tkinter trace tracemalloc tty turtle turtledemo unittest venv wave webbrowser xmlrpc
zipapp
"""
)
_STANDARD_FILES = (
    "asyncio/windows*",
    "asyncio/proactor*",
    "concurrent/futures/interpreter*",
    "concurrent/futures/process*",
    "concurrent/interpreters*",
    "logging/handlers*",
    "pyodide/console*",
    "urllib/robotparser*",
    "wsgiref/simple*",
    "wsgiref/validate*",
    "xml/dom/*",
    "xml/etree/*",
)
_ENCODINGS = _words(
    """
__init__ aliases ascii charmap cp1252 cp437 idna iso8859_1 latin_1 punycode raw_unicode_escape
undefined unicode_escape utf_16 utf_16_be utf_16_le utf_8 utf_8_sig
"""
)
#: Packages, by file: their tests and tools, other databases, other languages.
_PACKAGES = _words(
    "*.c *.dist-info/* *.h *.map *.md *.mo *.pxd *.pyi *.pyx *.rst *.so *.txt *.typed */tests/*"
    " alembic/templates/* alembic/testing/* annotated_types/test_cases* click/_winconsole*"
    " click/shell_completion* click/testing* fsrs/optimizer*"
    " js_lib_htmx/static/htmx/ext/* js_lib_htmx/static/htmx/htmx.js"
    " js_lib_htmx/static/htmx/htmx.*.js pydantic/mypy* pydantic/v1/* pydantic/color*"
    " pydantic/experimental/* segno/cli* segno/helpers*"
    " sqlalchemy/dialects/mssql/* sqlalchemy/dialects/mysql/* sqlalchemy/dialects/oracle/*"
    " sqlalchemy/connectors/*odbc* sqlalchemy/ext/associationproxy* sqlalchemy/ext/automap*"
    " sqlalchemy/ext/baked* sqlalchemy/ext/declarative/* sqlalchemy/ext/horizontal_shard*"
    " sqlalchemy/ext/hybrid* sqlalchemy/ext/indexable* sqlalchemy/ext/instrumentation*"
    " sqlalchemy/ext/mutable* sqlalchemy/ext/mypy/* sqlalchemy/ext/orderinglist*"
    " sqlalchemy/ext/serializer* sqlalchemy/testing/* sqlmodel/ext/* werkzeug/_reloader*"
    " werkzeug/debug/* werkzeug/middleware/lint* werkzeug/middleware/profiler* wtforms/locale/*"
)
#: Files that these would leave out, but that are needed.
_NEEDED = (
    "js_lib_htmx/static/htmx/htmx.min.js",
    "django_js_lib_htmx-*.dist-info/METADATA",
    "pydantic_core/*.so",
)
#: The app: what serves others, what makes this folder, and what only people read.
_APP = _words(
    "companion/cli/* companion/offline/build/* companion/offline/worker/* companion/web/serving/*"
    " *.md *.mjs *.po *.toml *.pyc */__pycache__/*"
)


def needs_standard(name: str) -> bool:
    """Whether the app needs this file of Python's library."""
    top, _, rest = name.partition("/")
    if top == "encodings":
        return rest.removesuffix(".py") in _ENCODINGS
    return top.removesuffix(".py") not in _STANDARD and not _fits(name, _STANDARD_FILES)


def needs_package(name: str) -> bool:
    """Whether the app needs this file of a package."""
    return _fits(name, _NEEDED) or not _fits(name, _PACKAGES)


def needs_app(name: str) -> bool:
    """Whether the app needs this file of its own if there is no server."""
    return not _fits(name, _APP)


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
