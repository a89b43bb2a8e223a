"""An answer in portions, each of which another thread may make."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from flask import Flask, request, stream_with_context
from werkzeug.test import EnvironBuilder

from companion.web.serving.answer import AppAnswer

PART = b"6-4 " * 50_000


def test_what_the_app_is_in_the_middle_of_goes_from_thread_to_thread() -> None:
    app = Flask(__name__)

    @app.get("/")
    def parts() -> Iterator[bytes]:
        @stream_with_context
        def each() -> Iterator[bytes]:
            for _ in range(3):
                yield PART if request.path == "/" else b""

        return each()

    answer = AppAnswer(app, EnvironBuilder("/").get_environ(), None)  # type: ignore[arg-type]
    made = []
    for _ in range(4):
        with ThreadPoolExecutor(1) as another:
            made.append(another.submit(answer.portion).result())
    assert [portion.is_last for portion in made] == [False, False, False, True]
    assert b"".join(part for portion in made for part in portion.parts) == PART * 3


def test_one_that_nobody_wants_is_closed_by_any_thread() -> None:
    closed = []

    class Body:
        def __iter__(self) -> Iterator[bytes]:
            yield from (PART, PART)

        def close(self) -> None:
            closed.append(True)

    def app(_environ: object, start: object) -> Body:
        start("200 OK", [])  # type: ignore[operator]
        return Body()

    answer = AppAnswer(app, {}, None)  # type: ignore[arg-type]
    assert not answer.portion().is_last
    with ThreadPoolExecutor(1) as another:
        another.submit(answer.close).result()
    assert closed == [True]
