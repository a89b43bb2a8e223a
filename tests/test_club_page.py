"""docs/club.md: its commands, units and addresses are what this version understands."""

import configparser
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli import parser
from companion.db.database import Database

PAGE = (Path(__file__).parents[1] / "docs" / "club.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def blocks(kind: str) -> list[str]:
    found = [text for name, text in BLOCKS if name == kind]
    assert found, f"there is no block of {kind}"
    return found


def commands() -> list[str]:
    """Every line that runs `companion`, from the command's name on."""
    lines = "\n".join([*blocks("sh"), *blocks("ini")]).replace("%%", "%")
    return re.findall(r"(?:/bin/companion|^companion) ([^'\n]*)", lines, re.M)


@pytest.mark.parametrize("script", blocks("sh"))
def test_a_shell_reads_every_script(script: str) -> None:
    read = subprocess.run(["sh", "-n"], input=script, capture_output=True, check=False, text=True)
    assert (read.returncode, read.stderr) == (0, "")


def test_the_page_runs_every_command_that_a_club_needs() -> None:
    named = {line.split()[0] for line in commands()}
    assert named == {"serve", "backup", "restore", "tables", "clubs", "offline"}


@pytest.mark.parametrize("line", commands())
def test_every_command_is_one_of_ours(line: str) -> None:
    parser().parse_args(shlex.split(line))


@pytest.mark.parametrize("unit", blocks("ini"))
def test_every_unit_says_what_to_start_and_when(unit: str) -> None:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit)
    assert "Description" in read["Unit"]
    assert ("Service" in read and "ExecStart" in read["Service"]) or "Timer" in read


def test_units_take_their_surroundings_from_the_file_that_the_page_writes() -> None:
    (settings,) = blocks("env")
    said = dict(line.split("=", 1) for line in settings.splitlines())
    assert set(said) == {"DATABASE_URL", "COMPANION_DATA"}
    engine = Database(said["DATABASE_URL"]).engine
    assert (engine.driver, engine.url.database) == ("psycopg", "companion")
    assert engine.url.query["host"] == "/run/postgresql"
    for unit in blocks("ini"):
        assert "[Timer]" in unit or "EnvironmentFile=/etc/companion.env" in unit


def test_the_proxies_ask_where_the_server_listens() -> None:
    (serve,) = (line for line in commands() if line.startswith("serve"))
    options = parser().parse_args(shlex.split(serve))
    assert options.local and options.behind_proxy == ()
    for proxy in (*blocks("caddy"), *blocks("nginx")):
        assert f"127.0.0.1:{options.port}" in proxy
        assert "dominoes.example.org" in proxy
        assert proxy.count("{") == proxy.count("}")
