"""A club as one file: a zip with what it is, each table's record, and tables for a spreadsheet.

Any program can read it. Read back are only the club and its records: whoever gives one may have
written anything, so nothing is unpacked before it is known how much it will be, and nothing is
unpacked to the disk.
"""

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from io import BytesIO, UnsupportedOperation
from typing import NamedTuple

from companion.clubs.errors import BadClubFile, ClubFileTooLarge
from companion.clubs.transfer.club_schema import MOST_TABLES, CarriedClub
from companion.i18n import message
from companion.record.replay import LARGEST_RECORD

#: In bytes, as it is brought: some thousand tables.
LARGEST_FILE = 8 * 1024 * 1024
#: What says which tables there are, and whose they are.
CLUB = "club.json"
_LARGEST_CLUB = 4 * 1024 * 1024
#: Of all that a file holds when it is unpacked, in bytes.
_MOST_BYTES = 64 * 1024 * 1024
#: The same, in times of what it is packed, once that is more than a few records.
_MOST_TIMES, _LEAST_ROOM = 200, 1024 * 1024
#: Each table's record, the club, and some files for people.
_MOST_FILES = MOST_TABLES + 100
#: How each file in a zip is announced, twice for one is too often.
_ANNOUNCED = b"PK\x01\x02"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_IS_ENCRYPTED = 1
#: The earliest day that a zip knows: the same club makes the same file.
_NO_DAY = (1980, 1, 1, 0, 0, 0)


class ClubFile(NamedTuple):
    """A club with the records of its tables, by the names that its tables have for them."""

    club: CarriedClub
    records: Mapping[str, str]


def pack(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """These files as a zip, each handed on when it is packed."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w") as archive:
        for name, data in files:
            _put(archive, name, data)
            yield outlet.take()
    yield outlet.take()


def read_club_file(data: bytes, now: datetime) -> ClubFile:
    """The club in a file that is brought now; raises `BadClubFile` or `ClubFileTooLarge`."""
    if data.count(_ANNOUNCED) > _MOST_FILES:
        raise _too_large()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _read(archive, len(data), now)
    except (BadClubFile, ClubFileTooLarge):
        raise
    except Exception as error:
        # Whoever wrote it may have thought of anything.
        raise BadClubFile(message("club-file.refused.no-club")) from error


class _Outlet(BytesIO):
    """What a zip is written to that is handed on: nobody goes back in it."""

    def tell(self) -> int:
        raise UnsupportedOperation

    def take(self) -> bytes:
        """What was written since the last time."""
        taken = self.getvalue()
        self.seek(0)
        self.truncate()
        return taken


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _NO_DAY)
    info.compress_type = zipfile.ZIP_DEFLATED
    # Whoever unpacks it may read it.
    info.external_attr = 0o644 << 16
    archive.writestr(info, data)


def _read(archive: zipfile.ZipFile, packed: int, now: datetime) -> ClubFile:
    infos = archive.infolist()
    found = {info.filename: info for info in infos}
    if len(found) < len(infos):
        raise BadClubFile(message("club-file.refused.file-twice"))
    size = sum(info.file_size for info in infos)
    if size > min(_MOST_BYTES, _LEAST_ROOM + _MOST_TIMES * packed):
        raise _too_large()
    if CLUB not in found:
        raise BadClubFile(message("club-file.refused.no-club"))
    club = CarriedClub.read(_unpacked(archive, found[CLUB], _LARGEST_CLUB), now)
    records = {}
    for number, table in enumerate(club.tables, 1):
        if table.record not in found:
            raise BadClubFile(message("club-file.refused.no-record", number=number))
        data = _unpacked(archive, found[table.record], LARGEST_RECORD)
        try:
            records[table.record] = data.decode()
        except UnicodeDecodeError:
            raise BadClubFile(message("club-file.refused.no-text", number=number)) from None
    return ClubFile(club, records)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """What a file in the zip holds, and no more than that much of it, whatever it announces."""
    if info.compress_type not in _PACKED or info.flag_bits & _IS_ENCRYPTED:
        raise BadClubFile(message("club-file.refused.no-club"))
    if info.file_size > most:
        raise _too_large()
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large()
    return data


def _too_large() -> ClubFileTooLarge:
    return ClubFileTooLarge(message("club-file.refused.too-large"))
