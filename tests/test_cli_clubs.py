"""`companion clubs`: what whoever looks after a server types."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from companion.cli import main
from companion.clubs.all_services import Clubs
from companion.db.club_models import ClubLink, KeptFiguresRow
from companion.db.database import Database
from companion.tables.table_service import TableService
from tests.tables.scribe import opened


@pytest.fixture
def clubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clubs]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    database = Database(f"sqlite:///{tmp_path}/tables.db")
    database.migrate()
    yield Clubs(TableService(database), lambda: datetime.now(UTC))
    database.close()


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    said = capsys.readouterr()
    return said.out + said.err


def test_clubs_are_listed_and_a_phone_is_let_in(
    clubs: Clubs, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, "clubs") == ""
    club_id = clubs.service.open("Friday dominoes", "Ana's phone")
    clubs.players.add(club_id, ["Ana", "Ben"])
    assert told(capsys, "clubs", "list") == f"{club_id}  Friday dominoes, 2 players\n"
    link = told(capsys, "clubs", "link", club_id, "--public-url", "https://dominoes.example.org/")
    secret = clubs.access.links(club_id)[ClubLink.MANAGER]
    assert link == f"https://dominoes.example.org/c/{secret}\n"
    assert "no club nobody" in told(capsys, "clubs", "link", "nobody", status=2)


def test_a_club_is_written_to_a_file_and_brought_in_from_it(
    clubs: Clubs, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    club_id = clubs.service.open("Friday dominoes", "Ana's phone")
    table_id = opened(clubs.games.table_service, "lead: Ana", "Ana: 6-4")
    clubs.tables.take_in(club_id, table_id, [None, None])
    file = tmp_path / "friday.zip"
    assert told(capsys, "clubs", "export", club_id, f"{file}") == ""
    assert file.stat().st_mode & 0o077 == 0
    new_id = told(capsys, "clubs", "bring", f"{file}").strip()
    club = clubs.service.look(new_id)
    assert club.names == {1: "Ana", 2: "Ben"} and club.members == ()
    (game,) = clubs.games.games(club).played
    assert (game.people, game.figures.scores) == ((1, 2), (2, 0))
    file.write_bytes(b"no club")
    assert "Traceback" not in told(capsys, "clubs", "bring", f"{file}", status=2)
    assert "no club nobody" in told(capsys, "clubs", "export", "nobody", f"{file}.2", status=2)
    assert not Path(f"{file}.2").exists()


def test_half_a_club_is_left_nowhere(
    clubs: Clubs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_: object) -> Iterator[bytes]:
        yield b"PK half of it"
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.club_commands.export_club", broken_off)
    club_id, file = clubs.service.open("Friday dominoes", "Ana's phone"), tmp_path / "friday.zip"
    with suppress(KeyboardInterrupt):
        main(("clubs", "export", club_id, f"{file}"))
    assert not file.exists()
    # What lies there already is nobody's half.
    file.write_bytes(b"Saturday's")
    with suppress(FileExistsError):
        main(("clubs", "export", club_id, f"{file}"))
    assert file.read_bytes() == b"Saturday's"


def test_making_all_anew_says_what_differed_and_puts_it_right(
    clubs: Clubs, capsys: pytest.CaptureFixture[str]
) -> None:
    club_id = clubs.service.open("Friday dominoes", "Ana's phone")
    table_id = opened(clubs.games.table_service, "lead: Ana", "Ana: 6-4")
    clubs.tables.take_in(club_id, table_id, [None, None])
    assert told(capsys, "clubs", "remake") == (
        "Friday dominoes: 1 game.\nAll figures match the records.\n"
    )
    (game,) = clubs.games.games(clubs.service.look(club_id)).played
    wrong = game.figures._replace(winner=1).kept
    with clubs.service.database.transaction() as connection:
        connection.execute(update(KeptFiguresRow).values(figures=wrong))
    assert told(capsys, "clubs", "remake", status=1) == (
        f"Friday dominoes: 1 game. The figures for {table_id} were different.\n"
        "All figures match the records now.\n"
    )
    assert "match the records.\n" in told(capsys, "clubs", "remake")
