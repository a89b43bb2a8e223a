"""A server starts with its pages compiled, by itself or by the start before it."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, render_template_string

from companion.web.serving import warming
from companion.web.serving.warming import warm_up
from tests.thorough import thorough

_PAGE = "page.html"


@pytest.fixture(autouse=True)
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this user's starts keep what they compile. Nobody's garbage is looked for."""
    monkeypatch.setattr(gc, "collect", lambda: 0)
    monkeypatch.setattr(warming, "user_cache_path", lambda name: tmp_path / "cache" / name)
    yield tmp_path / "cache" / "companion"
    gc.unfreeze()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / _PAGE).write_text("{{ 2 + 3 }} pips")
    return folder


def started(pages: Path) -> Flask:
    return warm_up(Flask("companion", template_folder=str(pages)))


def compiled(app: Flask) -> list[str]:
    """The pages that an app has at hand."""
    cache = app.jinja_env.cache
    assert cache is not None
    return [template.name for template in cache.values()]


def shown(app: Flask) -> str:
    with app.app_context():
        return render_template_string("{% include 'page.html' %}")


def test_what_one_start_has_compiled_the_next_one_finds(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(started(pages)) == [_PAGE]
    monkeypatch.setattr(
        "jinja2.Environment.compile", lambda *_: pytest.fail("it was compiled already")
    )
    assert compiled(started(pages)) == [_PAGE]


def test_a_page_that_was_changed_is_compiled_anew(pages: Path) -> None:
    started(pages)
    (pages / _PAGE).write_text("{{ 2 + 4 }} pips")
    assert shown(started(pages)) == "6 pips"


def test_what_a_start_cannot_read_it_compiles_anew(pages: Path, kept_in: Path) -> None:
    started(pages)
    (file,) = kept_in.rglob("*.cache")
    whole = file.read_bytes()
    for left in (b"", whole[: len(whole) // 2], whole[:20] + bytes(len(whole)), b"no page"):
        file.write_bytes(left)
        assert shown(started(pages)) == "5 pips"


def test_a_server_starts_where_it_can_keep_nothing(pages: Path, kept_in: Path) -> None:
    kept_in.parent.mkdir()
    kept_in.write_text("no folder")
    assert compiled(started(pages)) == [_PAGE]


@thorough
def test_a_server_starts_where_the_disk_is_full(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    assert shown(started(pages)) == "5 pips"


def test_what_somebody_else_may_have_put_there_is_not_run(
    pages: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(pages)
    (file,) = kept_in.rglob("*.cache")
    before = file.stat().st_mtime_ns
    monkeypatch.setattr(warming, "_is_own", lambda _folder: False)
    (pages / _PAGE).write_text("{{ 2 + 4 }} pips")
    assert shown(started(pages)) == "6 pips"
    assert file.stat().st_mtime_ns == before
