"""Clubs as files, and what becomes of one that is brought."""

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

from companion.clubs.club import Club
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from tests.clubs.house import House

NOW = datetime(2126, 11, 23, 20, 0, tzinfo=UTC)
RECORD = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\n"
TOLD: dict[str, Any] = {
    "companion_club": 1,
    "name": "Friday",
    "zone": "Europe/Lisbon",
    "players": [{"number": 1, "name": "Ana"}, {"number": 2, "name": "Ben"}],
    "tables": [
        {
            "record": "records/00001.txt",
            "seats": [1, 2],
            "created_at": "2026-11-21T20:00:00Z",
            "changed_at": "2026-11-21T21:00:00Z",
            "origin": "AAAA",
        }
    ],
}


def taken_in(house: House, data: bytes) -> Club:
    club_id = house.clubs.taking_in.take_in(read_club_file(data, NOW), "Dee's phone")
    return house.clubs.service.look(club_id)


def exported(house: House, club_id: str = "") -> bytes:
    return b"".join(export_club(house.tables.database, club_id or house.club_id))


def packed(told: object, records: dict[str, bytes] | None = None) -> bytes:
    files = {"records/00001.txt": RECORD.encode()} if records is None else records
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("club.json", told if isinstance(told, bytes) else json.dumps(told))
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def kept(house: House) -> tuple[object, ...]:
    tables = [state.id for state, _, _ in house.tables.listing()]
    return tables, house.club, house.clubs.service.of_device("Dee's phone")
