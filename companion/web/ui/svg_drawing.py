"""Shapes written as SVG: what is the same on every page is written once."""

from collections.abc import Iterable
from functools import cache, lru_cache, partial
from typing import Final

from markupsafe import Markup, escape

from companion.i18n import Catalogue, current, message
from companion.pictures.board_drawing import BoardDrawing, Mark
from companion.pictures.shapes import PIPS, Box, LaidTile, Point
from companion.rules.tile import ALL_TILES, Tile

#: The place of a level tile's top left corner after a turn about its middle.
_CORNERS = {0: (-1.0, -0.5), 90: (0.5, -1.0), 180: (1.0, 0.5), 270: (-0.5, 1.0)}
_FACE = (
    '<g id="t{tile}"><rect class="face" x=".04" y=".04" width="1.92" height=".92" rx=".14"/>'
    '<path class="rule" d="M1 .16V.84"/>{high}{low}</g>'
)
#: Broader, so that it fills a place under the thumb, and as thick as a tile that lies there.
_BROAD = (
    '<g id="tray-{tile}"><rect class="thick" y=".08" width="2" height="1.52" rx=".17"/>'
    '<rect class="face" x=".02" y=".02" width="1.96" height="1.5" rx=".16"/>'
    '<path class="rule" d="M1 .24V1.3"/>{high}{low}</g>'
)
#: How tall a half of it is; a half is one wide.
_TALL = 1.54
#: Centres digits on their y; WebKit puts `dominant-baseline` too low on fonts below 1 px.
_MIDDLE: Final = ' dy=".35em"'
_WOOD = (
    '<linearGradient id="wood" x1="0" y1="0" x2=".1" y2="1"><stop class="wood-light" offset="0"/>'
    '<stop class="wood-dark" offset="1"/></linearGradient>'
)


@cache
def sprite(faces: str, colours: str) -> Markup:
    """The faces of all tiles as a device shows them, once a page; what shows a tile refers to them.

    What is referred to is drawn apart from the page, where no class above it reaches.
    """
    half, upright = _pips, _upright_pips
    if faces == "digits":
        half, upright = _digit, partial(_digit, middle=_TALL / 2)
    drawn = (
        shape.format(tile=tile, high=of(tile.high, 0, colours), low=of(tile.low, 1, colours))
        for shape, of in ((_FACE, half), (_BROAD, upright))
        for tile in ALL_TILES
    )
    return Markup(
        '<svg class="sprite" aria-hidden="true" focusable="false"><defs>'
        f"{_WOOD}{''.join(drawn)}</defs></svg>"
    )


def _colour(half: int, colours: str) -> str:
    return f"n{half}" if colours == "coloured" else "n6"


def _pips(half: int, left: int, colours: str) -> str:
    return _dots(half, tuple(Point(pip.x + left, pip.y) for pip in PIPS[half]), colours)


def _upright_pips(half: int, left: int, colours: str) -> str:
    # Turned upright, a six has three rows of two.
    return _dots(half, tuple(Point(pip.y + left, pip.x * _TALL) for pip in PIPS[half]), colours)


def _dots(half: int, centres: tuple[Point, ...], colours: str) -> str:
    # One path: several would each be styled again, for every tile, at every tap.
    look = f"half {_colour(half, colours)}"
    return f'<path class="{look}" d="{holes_of(centres)}"/>' if half else ""


def _digit(half: int, left: int, colours: str, middle: float = 0.5) -> str:
    # Around its own middle, so that it can stand upright on a tile that does not.
    text = f'<text class="digit {_colour(half, colours)}"{_MIDDLE}>{half}</text>'
    return f'<g transform="translate({left + 0.5} {number(middle)})">{text}</g>'


@cache
def face(tile: Tile) -> Markup:
    """A tile lying level: the face that the page holds once, by reference."""
    return Markup(f'<use href="#t{tile}"/>')


@cache
def tray_face(tile: Tile) -> Markup:
    """A tile in its place in the tray."""
    use = f'<use href="#tray-{tile}"/>'
    return Markup(f'<svg viewBox="0 0 2 1.6" aria-hidden="true">{use}</svg>')


def placed(laid: LaidTile) -> str:
    """The transform that puts a level face where the tile lies."""
    (x, y), (left, top) = laid.centre, _CORNERS[laid.rotation]
    turned = f"rotate({laid.rotation})" if laid.rotation else ""
    return f"translate({number(x + left)} {number(y + top)}){turned}"


def tiles_of(
    board: BoardDrawing, newest: str = "newest", links: Iterable[tuple[Tile, str]] = ()
) -> Markup:
    """A board's tiles and lines; `newest` is how the last one looks, `links` where tiles lead."""
    addresses = dict(links)
    looks = dict.fromkeys(board.fresh, "tile fresh")
    if board.last is not None:
        looks[board.last] = f"tile {newest}"
    return Markup(
        "".join(map(_line, board.links))
        + "".join(
            _linked(_tile(laid, looks.get(laid.tile, "tile")), laid.tile, addresses.get(laid.tile))
            for laid in board.tiles
        )
    )


def laid_tile(laid: LaidTile, look: str) -> Markup:
    """A tile by itself where it lies; `look` is its class."""
    return Markup(_tile(laid, look))


def _linked(shown: str, tile: Tile, address: str | None) -> str:
    """A tile that leads somewhere; the tray and the ends come first for who goes by keys."""
    if address is None:
        return shown
    link = escape(address)
    return f'<a class="laid" tabindex="-1" aria-label="{tile}" href="{link}">{shown}</a>'


@lru_cache(maxsize=4096)
def _tile(laid: LaidTile, look: str) -> str:
    return f'<use href="#t{laid.tile}" class="{look}" transform="{placed(laid)}"/>'


def _line(points: tuple[Point, ...]) -> str:
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polyline class="link" points="{corners}"/>'


def mark_of(mark: Mark, address: str = "") -> Markup:
    """A mark of a board, leading to an address where one is given."""
    is_link = bool(address) and mark.end is not None and not mark.is_shut
    begin, end = _mark(mark, is_link, current())
    link = escape(address)
    return Markup(f'{begin} href="{link}" hx-get="{link}"{end}' if is_link else begin + end)


@lru_cache(maxsize=4096)
def _mark(mark: Mark, is_link: bool, _language: Catalogue) -> tuple[str, str]:
    """What comes before a mark's address, and what after it."""
    x, y, radius = map(number, (*mark.centre, mark.radius))
    circle = f'<circle class="mark" cx="{x}" cy="{y}" r="{radius}"/>'
    count = "" if mark.counts is None else f'<text x="{x}" y="{y}"{_MIDDLE}>{mark.counts}</text>'
    looks = {
        "ring": True,
        "covered": mark.is_covered,
        "quiet": mark.counts is None,
        "nought": mark.counts == 0 and not mark.is_covered,
        "lit": mark.is_lit,
        "takes": mark.takes,
        "chosen": mark.is_chosen,
        "shut": mark.is_shut,
    }
    look = " ".join(name for name, is_so in looks.items() if is_so)
    if mark.is_shut and mark.counts is not None:
        return f'<g class="{look}" role="img"{_labelled(mark, "shut")}', f">{circle}{count}</g>"
    if not is_link:
        return f'<g class="{look}"', f">{circle}{count}</g>"
    reach = f'<circle class="reach" cx="{x}" cy="{y}" r="1"/>'
    return f'<a class="{look}"{_named(mark)}', f">{reach}{circle}{count}</a>"


def _named(mark: Mark) -> str:
    """What an end is called, for anyone who taps or hears it; a quiet one is not tabbed to."""
    assert mark.end is not None
    host, pips = mark.end
    if mark.counts is None:
        return f' tabindex="-1" data-on="{host}"{_labelled(mark, "end")}'
    return f' id="end-{host}-{pips}" data-on="{host}"{_labelled(mark, "end-counts")}'


def _labelled(mark: Mark, name: str) -> str:
    assert mark.end is not None
    host, pips = mark.end
    label = message(f"board.{name}", pips=pips, host=host, counts=mark.counts)
    return f' aria-label="{escape(str(label))}"'


def view_box(box: Box) -> str:
    """What an SVG shows of its units."""
    return " ".join(map(number, (box.left, box.top, box.width, box.height)))


@lru_cache(maxsize=256)
def holes_of(centres: tuple[Point, ...]) -> str:
    """Holes as one path of dots."""
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in centres)


def number(value: float) -> str:
    """A length as short as a picture needs it: `3`, `-0.25`, `12.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
