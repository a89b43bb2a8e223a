"""Companion as a library: what its page shows is what it does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion import Record, Refusal
from companion.i18n import message
from companion.rules.tile import Tile

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_example_prints_what_stands_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(example, {})
    printed = capsys.readouterr().out
    wanted = re.findall(r"\)\s+# ([^,…\n]+)", example)
    assert len(wanted) == 4
    for told in wanted:
        assert told in printed


def test_a_record_that_stops_says_why() -> None:
    record = Record("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4\nBen: 6-6\n")
    assert isinstance(record.refusal, Refusal)
    assert record.refusal.message == message("refused.not-your-turn", turn="Ana", player="Ben")
    assert record.why(5).code == "not-your-turn"
    assert record.game is not None and record.game.scores == (2, 0)
    after = record.game.set_tile(0, Tile(6, 6), Tile(6, 4))
    assert after.hand is not None and after.hand.layout.total == 16


def test_a_record_without_a_header_has_no_game() -> None:
    record = Record("lead: Ana\n")
    assert record.game is None and record.audit() is None and record.proofs() == []
    with pytest.raises(Refusal):
        record.under("race-horse")


def test_the_library_loads_nothing_until_it_is_asked() -> None:
    code = "import sys, companion; sys.exit('companion.rules' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    with pytest.raises(AttributeError):
        _ = companion.nothing  # type: ignore[attr-defined]


def test_every_public_name_is_there() -> None:
    assert all(getattr(companion, name).__doc__ for name in companion.__all__ if name != "GAMES")
