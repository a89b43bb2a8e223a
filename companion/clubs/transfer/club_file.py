"""A club as one file: a zip with what it is, each table's record, and tables for a spreadsheet.

Any program can read it. Only the club and its records are read back. The file may come from anyone,
so nothing is unpacked before its size is known, and nothing to the disk.
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

#: The largest file, in bytes: some thousand tables. The server takes no longer request, and the
#: examples for proxies in docs/club.md say the same.
LARGEST_FILE = 8 * 1024 * 1024
#: The file that lists the tables and their people.
CLUB = "club.json"
_LARGEST_CLUB = 4 * 1024 * 1024
#: The most that a file may hold when it is unpacked, in bytes.
_MOST_BYTES = 64 * 1024 * 1024
#: How many times its packed size, once that is more than a few records.
_MOST_TIMES, _LEAST_ROOM = 200, 1024 * 1024
#: Each table's record, the club, and some files for people.
_MOST_FILES = MOST_TABLES + 100
#: The mark of each file in a zip; a file with too many of them is refused.
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
    """These files as a zip, each passed on once it is packed."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w") as archive:
        for name, data in files:
            _put(archive, name, data)
            yield outlet.take()
    yield outlet.take()


def read_club_file(data: bytes, now: datetime) -> ClubFile:
    """The club in an imported file; raises `BadClubFile` or `ClubFileTooLarge`."""
    if data.count(_ANNOUNCED) > _MOST_FILES:
        raise _too_large()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _read(archive, len(data), now)
    except (BadClubFile, ClubFileTooLarge):
        raise
    except Exception as error:
        # The file may have been made to do harm.
        raise BadClubFile(message("club-file.refused.no-club")) from error


class _Outlet(BytesIO):
    """What a zip is written to and passed on from: nothing goes back in it."""

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
    # Anyone who unpacks it may read it.
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
    """The contents of a file in the zip, up to so many bytes, whatever size it claims."""
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
