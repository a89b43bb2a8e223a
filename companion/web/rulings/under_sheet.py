"""Two tellings of a record on one sheet: where they part, why, and how both stand at the end.

The hands one by one stay on the page; a picture is for the point that was argued about.
"""

from collections.abc import Iterable

from companion.referee.parting import Difference, Telling
from companion.web.rulings.ruling_sheet import write_rules
from companion.web.rulings.sheet import Dot, Pen, Sheet
from companion.web.rulings.under_page import UnderPage

_SCORE = 90


def under_sheet(page: UnderPage, foot: Iterable[str]) -> Sheet:
    """The sheet of a comparison, with where and when it was read at its foot."""
    assert page.header is not None and page.comparison is not None
    told = page.comparison
    pen = Pen()
    here, there = page.titles
    players = ", ".join(page.header.players)
    pen.head(page.title, subject=players, under=f"{here}, told by the rules of {there}")
    if page.own_refusal:
        pen.write("text", page.own_refusal)
    pen.skip(8)
    pen.write("sum", page.parting_told)
    _scenes(pen, page)
    if told.parting:
        pen.skip(14)
        _both(pen, page.titles, (told.parting.here, told.parting.there))
        _causes(pen, page, told.parting.causes)
    if told.refused and page.is_refused_later:
        pen.heading(page.refusal_told)
        pen.write("text", told.refused.sentence)
        known = told.parting.causes if told.parting else ()
        _causes(pen, page, (cause for cause in page.refusal_causes if cause not in known))
    if told.refused:
        pen.heading(page.ends_there)
    _scores(pen, page)
    return pen.sheet(foot)


def _scenes(pen: Pen, page: UnderPage) -> None:
    pen.skip(10)
    if len(page.scenes) == 1:
        ((_, scene),) = page.scenes
        pen.felt(scene, 230)
    elif page.scenes:
        with pen.columns("", "") as columns:
            for column, (title, scene) in zip(columns, page.scenes, strict=True):
                column.felt(scene, 230)
                column.skip(6)
                column.write("rule", f"as {title} counts it")


def _both(pen: Pen, titles: tuple[str, str], said: tuple[str, str]) -> None:
    with pen.columns("here", "there") as columns:
        for column, title, sentence in zip(columns, titles, said, strict=True):
            column.write("rule", title)
            column.skip(2)
            column.write("strong", sentence)


def _causes(pen: Pen, page: UnderPage, causes: Iterable[Difference]) -> None:
    for cause in causes:
        pen.heading(page.rule_title(cause.name))
        with pen.columns("", "") as columns:
            for column, rule in zip(columns, cause, strict=True):
                write_rules(column, [rule])


def _scores(pen: Pen, page: UnderPage) -> None:
    pen.heading("Both scores")
    pen.skip(6)
    with pen.columns("here", "there") as columns:
        for column, title, telling in zip(columns, page.score_titles, page.tellings, strict=True):
            column.write("rule", title)
            column.skip(4)
            _standing(column, telling)


def _standing(pen: Pen, telling: Telling) -> None:
    names, winner = telling.start.seating.side_names, telling.game.winner
    for side, (name, score) in enumerate(zip(names, telling.game.scores, strict=True)):
        pen.write_right("score", str(score).replace("-", "−"))
        pen.draw(Dot(pen.left + 6, pen.y + 16, side))
        pen.skip(5)
        pen.write("text", f"{name} won" if side == winner else name, 20, pen.right - _SCORE)
        pen.skip(4)
