"""`companion clubs`: list clubs, let a phone in, export, bring, and rebuild figures."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from companion.cli.command_database import open_tables
from companion.cli.terminal import Problem, print_link
from companion.clubs.all_services import Clubs
from companion.clubs.club_games import Remade, remake_figures
from companion.clubs.errors import NoSuchClub
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from companion.db.club_models import ClubLink
from companion.db.private_files import create
from companion.i18n import message
from companion.rules.errors import Refusal


def list_clubs(_options: argparse.Namespace) -> None:
    """Print a line for each club."""
    with _clubs() as clubs:
        for title in clubs.service.listing():
            people = len(clubs.service.look(title.id).present)
            print(f"{title.id}  {message('club.listed', count=people, name=title.name)}")


def link(options: argparse.Namespace) -> None:
    """Print the link that makes a phone a manager of a club."""
    with _clubs() as clubs:
        secret = clubs.access.links(options.id)[ClubLink.MANAGER]
    print_link(options, f"/c/{secret}")


def export(options: argparse.Namespace) -> None:
    """Write a whole club into one file."""
    with _clubs() as clubs:
        packed = export_club(clubs.games.database, options.id)
        # It holds people's names.
        descriptor = create(options.file)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(packed)
        except BaseException:
            # Half a club is of no use, and would be in the way next time.
            options.file.unlink()
            raise


def bring(options: argparse.Namespace) -> None:
    """Open a club from an exported file, and print its id."""
    with _clubs() as clubs:
        try:
            brought = read_club_file(options.file.read_bytes(), datetime.now(UTC))
            print(clubs.taking_in.take_in(brought, ""))
        except Refusal as refusal:
            raise Problem(refusal.message) from refusal


def remake(_options: argparse.Namespace) -> int:
    """Rebuild all figures from the records; 1 if any were different."""
    is_sound = True
    with _clubs() as clubs:
        for each in remake_figures(clubs.games):
            print(_told(each))
            is_sound = is_sound and not each.differed
    print(message("club.remade.sound" if is_sound else "club.remade.mended"))
    return 0 if is_sound else 1


def _told(each: Remade) -> str:
    told = str(message("club.remade.games", count=each.games, name=each.name))
    if each.differed:
        told += f" {message('club.remade.differed', tables=', '.join(each.differed))}"
    return told


@contextmanager
def _clubs() -> Iterator[Clubs]:
    with open_tables() as tables:
        try:
            yield Clubs(tables, lambda: datetime.now(UTC))
        except NoSuchClub as error:
            raise Problem(message("club.no-such", id=error)) from error
