"""A proof on one sheet: its steps with the layouts by then, and what they come to."""

from collections.abc import Iterable

from companion.web.rulings.proof_page import ProofPage, ToldStep
from companion.web.rulings.sheet import Dot, Face, Pen, Sheet

_INDENT = 56
_TILE, _APART = 52, 60
_FELT_HEIGHT = 190.0


def proof_sheet(page: ProofPage, foot: Iterable[str]) -> Sheet:
    """The sheet of a proof, with where and when it was read at its foot."""
    pen = Pen()
    players = ", ".join(page.written.header.players)
    pen.head(page.title, subject=f"{page.subject} {players}", under=page.under)
    pen.skip(6)
    pen.write("text", page.method)
    for told in page.steps:
        pen.skip(16)
        _step(pen, told)
    pen.skip(22)
    with pen.columns("proved") as (inner,):
        inner.write("strong", page.proof.conclusion)
    return pen.sheet(foot)


def _step(pen: Pen, told: ToldStep) -> None:
    pen.write_right("text", str(told.number), until=pen.left + 28)
    pen.draw(Dot(pen.left + 42, pen.y + 12, told.side))
    pen.write("strong", told.step.sentence, _INDENT)
    if told.shown:
        pen.skip(6)
        for place, tile in enumerate(told.shown):
            pen.draw(Face(pen.left + _INDENT + place * _APART, pen.y, _TILE, tile))
        pen.skip(_TILE / 2)
    if told.scene is not None:
        pen.skip(12)
        pen.felt(told.scene, _FELT_HEIGHT, _INDENT, is_about_ends=True)
