"""How templates are written, once for the same values, and the small words that they ask for."""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from flask import Flask, Response, get_template_attribute, make_response, render_template, request
from htmx_flask import request as htmx_request
from jinja2.ext import Extension
from markupsafe import Markup, escape

from companion.i18n import Catalogue, Signed, current, isolated, listed, message
from companion.pictures.shapes import PIPS
from companion.rules.games import game_named
from companion.web.ui import svg_drawing
from companion.web.ui.club_changes import card_alerts, card_trouble, card_waits
from companion.web.ui.date_text import describe_date, describe_day
from companion.web.ui.game_picker import grouped_by_use
from companion.web.ui.qr_links import names_this_machine, qr_of


def part_or_page(part: str, whole: str, /, **values: object) -> Response:
    """The part of a page that a tap changes for htmx, the whole for a browser."""
    response = make_response(render_template(part if _wants_part() else whole, **values))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response


def shown(whole: str, mark: Callable[[], str], render: Callable[[str], str]) -> Response:
    """A page, or its part for a phone that asks again; nothing where it has seen it so.

    The phone says in `seen` by which mark it has. The part of `clubs/tonight.html` stands in
    `clubs/_tonight.html`; `render` gives either template its values.
    """
    if is_seen(mark):
        response = Response(status=204)
    else:
        response = make_response(render(whole.replace("/", "/_") if _wants_part() else whole))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response


def is_seen(mark: Callable[[], str]) -> bool:
    """Whether a phone that asks again has seen it so."""
    return _wants_part() and request.args.get("seen") == mark()


def _wants_part() -> bool:
    return bool(htmx_request.htmx and not htmx_request.htmx.history_restore_request)


def kept(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro of a template writes of values, in the reader's language."""
    return _written(current(), template, macro, *values)


def kept_each(template: str, macro: str, values: Iterable[Hashable]) -> Markup:
    """What the macro writes of each of these values, one after another."""
    return Markup("".join(kept(template, macro, value) for value in values))


@lru_cache(maxsize=4096)
def _written(_language: Catalogue, template: str, macro: str, *values: Hashable) -> Markup:
    return Markup(get_template_attribute(template, macro)(*values))


#: A tile's name in a sentence, and a step of a sum: a line must not break within either.
_TILE = re.compile("([0-6])-([0-6])")
_STEP = re.compile(r"(?<=\d) ([+−×÷=]) (?=\d)")
_TAG = re.compile("(<[^>]*>)")
#: What a form sends back, what scripts read, and what an element isolates as a whole.
_AS_IT_IS = re.compile(
    r'((?:\bvalue|\bdata-[\w-]+)="|<textarea[^>]*>\n?|<bdi[^>]*>)'
    r'\{\{((?:(?!\}\}).)+)\}\}(?="|</textarea>|</bdi>)'
)


_NAME = re.compile(r"<bdi((?: class=\"[\w-]+\")?)>\{\{((?:(?!\}\}).)+)\}\}</bdi>")
#: A word so long is a little smaller where a phone has no room for it, or much smaller.
_LONG, _LONGEST = 12, 17


class _AsItIs(Extension):
    """Leaves what stands there as it is; everything else that is written is isolated."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _AS_IT_IS.sub(
            r"\1{{ (\2) | as_it_is }}", _NAME.sub(r"{{ (\2) | as_name('\1') }}", source)
        )


def _as_name(name: object, look: str = "") -> Markup:
    """A name, isolated as a whole, that says if it has a long word."""
    longest = max(map(len, str(name).split()), default=0)
    if longest >= _LONG:
        look += f' data-word="{"longest" if longest >= _LONGEST else "long"}"'
    return Markup(f"<bdi{look}>{escape(name)}</bdi>")


def _finalized(value: object) -> object:
    """A text as it is written: no name that runs leftward turns round the numbers beside it."""
    return isolated(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _as_it_is(value: object) -> object:
    return escape(value) if isinstance(value, str) else value


def register_filters(app: Flask) -> None:
    """Give the templates their filters and constants, and let them isolate what they write."""
    app.jinja_env.add_extension(_AsItIs)
    app.jinja_env.finalize = _finalized
    app.jinja_env.filters.update(
        alerts=card_alerts,
        as_it_is=_as_it_is,
        as_name=_as_name,
        full_date=describe_date,
        game_title=lambda kind: game_named(kind).title,
        listed=listed,
        named=lambda numbers, names: [names[each] for each in numbers],
        percent=lambda share: message("progress.percent", number=round(100 * share)),
        short_date=describe_day,
        side_colour=lambda side: f"side-{side + 1}",
        signed=lambda score: str(score).replace("-", "−"),
        trouble=card_trouble,
        waits=card_waits,
        unbroken=unbroken,
    )
    app.jinja_env.globals.update(
        # gettext's own name for it.
        _=message,
        face=svg_drawing.face,
        games_by_use=grouped_by_use,
        halves=[*enumerate(PIPS)],
        holes_of=svg_drawing.holes_of,
        kept=kept,
        kept_each=kept_each,
        laid_tile=svg_drawing.laid_tile,
        mark_of=svg_drawing.mark_of,
        names_this_machine=names_this_machine,
        number=svg_drawing.number,
        placed=svg_drawing.placed,
        qr=qr_of,
        signed=Signed,
        tile_faces=svg_drawing.sprite,
        tiles_of=svg_drawing.tiles_of,
        tray_face=svg_drawing.tray_face,
        view_box=svg_drawing.view_box,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def unbroken(text: object) -> str:
    """A sentence in which no line breaks within a tile's name or a step of a sum."""
    if hasattr(text, "__html__"):
        parts = _TAG.split(text.__html__())
        parts[::2] = map(_joined, parts[::2])
        return Markup("".join(parts))
    return _joined(str(text))


def _joined(text: str) -> str:
    return _STEP.sub("\u00a0\\1\u00a0", _TILE.sub("\\1\u2060-\u2060\\2", text))
