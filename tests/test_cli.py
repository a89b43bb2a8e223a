"""The command line: what it prints, how it exits, and that nothing makes it stumble."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from random_play import dishonest_game, honest_game

from companion.cli import entry_point, main
from companion.i18n import Catalogue, in_json, listed, message
from companion.referee.scoring_text import describe_doubles
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from tests.thorough import sampled
from tests.web.words import worded
from tests.words.pseudo import LANGUAGE, write_pseudo

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases" / "games"

RECORD = """\
game: race-horse
players: Ana, Ben
lead: Ana
Ana: 6-4                       # 10
Ana: 6-6
Ana: draws 2
Ana: 6-2
Ben: 4-1
"""
REFUSED = RECORD + "Ana: 5-5\n"


def companion(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell runs it."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "companion.cli", *arguments],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "friday.record"
    path.write_text(RECORD, "utf-8")
    return path


# companion score


def test_wording_people_read_each_line_with_its_count_and_the_result(record: Path) -> None:
    done = companion("score", str(record))
    told = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    lines = told.splitlines()
    assert lines[0] == "Race Horse · Ana, Ben · to 61"
    assert "Hand 1: Ana leads." in lines
    lead = next(line for line in lines if "Ana: 6-4" in line)
    assert lead.split()[0] == "4", "the line of the record"
    assert "6 + 4 = 10" in lead
    assert "2 pegs" in lead
    assert "[Ana 2 · Ben 0]" in lead
    assert lines[-1] == "Still playing: Ana 2 · Ben 0."


def test_programs_read_one_json_object(record: Path) -> None:
    done = companion("score", "--json", str(record))
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads(done.stdout)
    assert list(told) == ["game", "entries", "hands", "findings", "scores", "over", "winner"]
    assert [entry["do"] for entry in told["entries"]] == ["set", "set", "draw", "set", "set"]
    assert told["entries"][0] == {
        "line": 4,
        "player": "Ana",
        "do": "set",
        "tile": "6-4",
        "on": None,
        "ends": [
            {"on": "6-4", "pips": 6, "counts": 6},
            {"on": "6-4", "pips": 4, "counts": 4},
        ],
        "total": 10,
        "points": 2,
        "again": True,
        "turn": "Ana",
        "scores": {"Ana": 2, "Ben": 0},
    }


def test_a_record_can_come_from_standard_input() -> None:
    from_stdin = companion("score", "--json", "-", stdin=RECORD.encode())
    assert from_stdin.returncode == 0
    assert json.loads(from_stdin.stdout)["scores"] == {"Ana": 2, "Ben": 0}


def test_a_refused_record_tells_what_stood_before_and_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "refused.record"
    path.write_text(REFUSED, "utf-8")
    done = companion("score", str(path))
    told = done.stdout.decode()
    assert done.returncode == 1
    assert "6 + 4 = 10" in told
    refused = message("cli.refused-at", line=9, code="no-match")
    *_, why, line = told.splitlines()
    assert why.startswith(f"{refused} ") and line.strip() == "Ana: 5-5"
    as_json = companion("score", "--json", str(path))
    assert as_json.returncode == 1
    verdict = json.loads(as_json.stdout)
    assert len(verdict["entries"]) == 5
    assert verdict["error"]["line"] == 9
    assert verdict["error"]["code"] == "no-match"
    assert verdict["error"]["message"].endswith(".")


def test_an_empty_record_is_refused() -> None:
    done = companion("score", "--json", "-")
    assert done.returncode == 1
    verdict = json.loads(done.stdout)
    assert verdict["error"]["code"] == "syntax"
    assert verdict["entries"] == []


def test_a_renege_is_told_and_refuses_nothing() -> None:
    record = (
        "game: seven-toed-pete\nplayers: Ana, Ben\nrule: tiles-each = 14\nlead: Ana\n"
        "Ana: 6-4\nAna: passes\nBen: 6-2\nAna: 4-3\n"
    )
    done = companion("score", "--json", "-", stdin=record.encode())
    assert done.returncode == 0
    (finding,) = json.loads(done.stdout)["findings"]
    knocked = message("finding.knocked", player="Ana", tile="4-3", pips=listed([6, 4]))
    said = message("finding.on-line", line=6, what=knocked)
    about = {"code": "renege", "line": 8, "player": "Ana", "tile": "4-3", "since": 6}
    assert finding == about | in_json("message", said)
    told = companion("score", "-", stdin=record.encode()).stdout.decode()
    assert f"renege: {said}" in told


@pytest.mark.parametrize("missing", ["nowhere.record", ""])
def test_a_file_that_is_not_there_exits_with_2(missing: str, tmp_path: Path) -> None:
    done = companion("score", str(tmp_path / missing))
    assert (done.returncode, done.stdout) == (2, b"")
    assert worded("cli.cannot-read", file=tmp_path / missing).search(done.stderr.decode())
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("data", [b"\xff\xfe", b"game: race-horse\xe9", RECORD.encode("utf-16")])
def test_a_file_that_is_no_utf_8_exits_with_2(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.record"
    path.write_bytes(data)
    for file, stdin in ((str(path), b""), ("-", data)):
        done = companion("score", file, stdin=stdin)
        assert (done.returncode, done.stdout) == (2, b"")
        assert worded("cli.no-utf8").search(done.stderr.decode())
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [[], ["score"], ["score", "a", "b"], ["score", "--yaml", "a"], ["lose"], ["--what"]],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    done = companion(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"usage: companion" in done.stderr


def test_a_byte_order_mark_and_the_line_ends_of_any_machine_are_read(record: Path) -> None:
    plain = companion("score", "--json", str(record)).stdout
    record.write_bytes(b"\xef\xbb\xbf" + RECORD.replace("\n", "\r\n").encode())
    assert companion("score", "--json", str(record)).stdout == plain


def test_names_of_any_script_are_printed_whatever_the_terminal_speaks() -> None:
    data = RECORD.replace("Ana", "山田").encode()
    done = companion("score", "-", stdin=data, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "山田 2 · Ben 0" in done.stdout.decode()


def test_a_pipe_gets_plain_text(record: Path) -> None:
    assert b"\x1b" not in companion("score", str(record), TERM="xterm-256color").stdout
    assert b"\x1b" not in companion("score", "-", stdin=REFUSED.encode()).stdout


@pytest.mark.skipif(os.name == "nt", reason="a pseudo-terminal is a Unix thing")
def test_a_terminal_gets_colours_unless_it_wants_none(record: Path) -> None:
    assert b"\x1b[" in _in_a_terminal(record)
    assert b"\x1b[" not in _in_a_terminal(record, NO_COLOR="1")


def _in_a_terminal(record: Path, **environment: str) -> bytes:
    import pty

    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            [sys.executable, "-m", "companion.cli", "score", str(record)],
            stdout=theirs,
            cwd=ROOT,
            env={**inherited, **environment},
            check=True,
        )
        return os.read(ours, 65536)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "long.record"
    header = "game: race-horse-celko\nplayers: Ana, Ben\ntarget: 99999"
    path.write_text(honest_game(1, header=header, hands=100).text, "utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "score", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait() == 0


# Nothing makes it stumble


def _scores(data: bytes, path: Path) -> None:
    """Both outputs of a record; a traceback would come through as an exception."""
    path.write_bytes(data)
    status = main(["score", str(path)])
    assert status in (0, 1, 2)
    assert main(["score", "--json", str(path)]) == status


def test_no_record_ends_in_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(5)
    records = [path.read_bytes() for path in sorted(CASES.glob("*.record"))]
    records += [honest_game(seed).text.encode() for seed in range(10)]
    records += [dishonest_game(seed).text.encode() for seed in range(10)]
    for _ in range(sampled(400)):
        _scores(_mutated(random.choice(records), random), tmp_path / "mutated.record")
    assert "Traceback" not in capsys.readouterr().err


def test_no_bytes_end_in_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(7)
    for length in [*range(40), *(random.randrange(2000) for _ in range(sampled(60)))]:
        _scores(random.randbytes(length), tmp_path / "random.record")
        text = "".join(
            chr(random.choice((10, 32, 58, random.randrange(0x3000)))) for _ in range(length)
        )
        _scores(text.encode(), tmp_path / "random.record")
    assert "Traceback" not in capsys.readouterr().err


def test_the_json_of_any_record_is_one_object_that_keeps_its_promises(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(11)
    for seed in range(60):
        path = tmp_path / "some.record"
        path.write_bytes(_mutated(honest_game(seed).text.encode(), random))
        capsys.readouterr()
        status = main(["score", "--json", str(path)])
        if status == 2:
            continue
        verdict = json.loads(capsys.readouterr().out)
        assert (status == 1) == ("error" in verdict)
        assert verdict["over"] == (verdict["winner"] is not None)
        for entry in verdict["entries"]:
            if entry["do"] == "set":
                assert entry["total"] == sum(end["counts"] for end in entry["ends"])


def _mutated(record: bytes, random: Random) -> bytes:
    """A record with a few things wrong that a person or a disk gets wrong."""
    lines = record.split(b"\n")
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(lines))
        match random.randrange(7):
            case 0:
                del lines[at]
                lines = lines or [b""]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
            case 4:
                lines[at] = lines[at].replace(b"6", b"%d" % random.randrange(10**6), 1)
            case 5:
                where = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:where] + random.randbytes(1) + lines[at][where:]
            case 6:
                words = lines[at].split(b" ")
                random.shuffle(words)
                lines[at] = b" ".join(words)
    return b"\n".join(lines)


# companion games


def test_all_games_are_listed_with_their_rules_and_sources() -> None:
    done = companion("games")
    told = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    for preset in GAMES.values():
        doubles = describe_doubles(preset.rules.spinners)
        assert f"{preset.title} ({preset.id})\n  {doubles}\n" in told
        for name in SETTINGS:
            ground = preset.grounds[name]
            assert f"{name} = {preset.rules.written(name)}  ({ground.in_full})" in told


@pytest.mark.parametrize("game", GAMES)
def test_one_game_is_told_with_every_setting_its_reason_and_its_source(game: str) -> None:
    done = companion("games", game)
    told = " ".join(done.stdout.decode().split())
    assert done.returncode == 0
    for name in SETTINGS:
        ground = GAMES[game].grounds[name]
        assert f"{name} = {GAMES[game].rules.written(name)}" in told
        assert f"{ground.explanation} [{ground.in_full}]" in told


def test_a_target_that_has_to_be_hit_is_told_as_such() -> None:
    assert "to exactly 61" in companion("games", "fives-and-threes").stdout.decode()
    assert "exactly" not in companion("games", "all-fives").stdout.decode().splitlines()[2]


def test_an_unknown_game_exits_with_2_and_names_a_few_others() -> None:
    done = companion("games", "whist")
    assert (done.returncode, done.stdout) == (2, b"")
    assert 0 < sum(game in done.stderr.decode() for game in GAMES) <= 5


# The language


def test_a_command_speaks_the_language_of_the_environment_as_the_server_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_pseudo(tmp_path)
    monkeypatch.setattr("companion.i18n.folder", lambda _name: tmp_path)
    monkeypatch.setenv("COMPANION_LANGUAGE", LANGUAGE)
    monkeypatch.setattr(sys, "argv", ["companion", "games"])
    with pytest.raises(SystemExit) as left:
        entry_point()
    assert left.value.code == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == Catalogue.read(LANGUAGE, tmp_path).wording("cli.one-game-tells-more")


def test_a_language_that_nobody_translated_to_exits_with_2_and_is_named() -> None:
    done = companion("games", COMPANION_LANGUAGE="tlh")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"companion: {message('cli.no-language', language='tlh')}\n"


# Starting


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["score", "-"]])
def test_what_needs_no_pages_loads_no_web_and_no_database(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from companion.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'flask', 'sqlmodel', 'sqlalchemy', 'pydantic', 'jinja2', 'werkzeug', 'alembic'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=RECORD.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"], ["games", "--help"]])
def test_help_is_told(arguments: list[str]) -> None:
    done = companion(*arguments)
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: companion")
