"""Pages that tests leave to those after them: a new one takes longer than most pages to load."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Page

#: What a page or its browser keeps for good once it was told so.
STAYS = (
    *("add_init_script", "add_locator_handler", "expose_binding", "expose_function"),
    *("new_cdp_session", "on", "once", "route_from_har", "route_web_socket"),
    *("set_extra_http_headers", "set_geolocation", "set_storage_state"),
)
#: What a browser shows where a test does not say how large its phone is.
DESK = {"width": 1280, "height": 720}


class KeptPages:
    """A page for each kind of phone, which shows nothing and remembers nothing.

    Which a test has changed for good is closed, and so is one with a second page beside it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: dict[str, Page] = {}

    def page(self, args: dict[str, Any]) -> Page:
        """That of such a phone."""
        kind = _kind(args)
        if kind not in self._pages:
            self._pages[kind] = self._browser.new_context(**args).new_page()
        return self._pages[kind]

    def take_back(self, args: dict[str, Any]) -> None:
        """Make it forget the test that it was in, or close it."""
        page = self._pages[_kind(args)]
        if not _forgets(page, args):
            page.context.close()
            del self._pages[_kind(args)]

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()


def _kind(args: dict[str, Any]) -> str:
    return repr(sorted(args.items()))


_changed: WeakSet[BrowserContext] = WeakSet()


def watch() -> None:
    """From now on, note who is told something that stays."""
    for each in (Page, BrowserContext):
        for name in STAYS:
            if hasattr(each, name):
                setattr(each, name, _noting(getattr(each, name)))
        clock = each.clock.fget
        each.clock = property(_noting(clock))  # type: ignore[assignment, method-assign]


def _noting(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def noted(told: Page | BrowserContext, *args: Any, **options: Any) -> Any:
        _changed.add(told if isinstance(told, BrowserContext) else told.context)
        return original(told, *args, **options)

    return noted


def _forgets(page: Page, args: dict[str, Any]) -> bool:
    context = page.context
    is_as_before = context not in _changed and args.get("service_workers") == "block"
    if not is_as_before or page.is_closed() or context.pages != [page]:
        return False
    try:
        page.unroute_all(behavior="ignoreErrors")
        context.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        page.goto("about:blank")
        page.emulate_media(
            media="null",
            color_scheme=args.get("color_scheme", "null"),
            reduced_motion=args.get("reduced_motion", "null"),
        )
        page.set_viewport_size(args.get("viewport", DESK))
        # Nothing lies under the pointer when the next page comes.
        page.mouse.move(0, 0)
    except Error:
        # It shows nothing that a script may ask, or it hangs.
        return False
    context.clear_permissions()
    context.clear_cookies()
    context.add_cookies(args["storage_state"]["cookies"])
    return True
