"""Everything that a phone keeps in one file: its tables and learners, and what it remembers."""

import json
import zlib
from collections.abc import Mapping, MutableMapping
from contextlib import closing
from datetime import date
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from pydantic import BaseModel, Field, field_validator
from werkzeug import Response

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble, UnknownVersion
from companion.i18n import message
from companion.rules.errors import Refusal
from companion.upkeep.backup import back_up, restore
from companion.upkeep.merge_databases import Merged, merge
from companion.web.clock import now

_TABLES, _PHONE = "tables.backup", "phone.json"
#: The file that couldn't be read, beside what was saved of it.
_DAMAGED = "damaged.db"
#: Unpacked, in bytes: some thousand evenings, and many times what fits into a cookie.
_LARGEST = {_TABLES: 64 * 1024 * 1024, _PHONE: 1024 * 1024}
#: What a phone remembers for itself, and another doesn't take over.
_OWN = frozenset({"saved", "csrf_token", "_flashes", "invited"})
_Text = Annotated[str, Field(max_length=400)]
_Cookie = Annotated[str, Field(pattern=r"^[\w.-]{0,200}$")]


class NotSaved(Refusal, code="not-saved"):
    """A file that no phone saved, or that was damaged since."""


class RestoredFile(NamedTuple):
    """The contents of a file."""

    merged: Merged
    #: What the other phone remembered, in its session and in its plain cookies.
    session: Mapping[str, Any]
    cookies: Mapping[str, str]

    def remember(
        self, session: MutableMapping[str, Any], own: Mapping[str, str], response: Response
    ) -> None:
        """Remember on this phone what the other one did, where this one has nothing of its own.

        `own` are the cookies that it has. The learner of the two with more practice stays.
        """
        if self.session.get("learner") in self.merged.learners:
            session["learner"] = self.session["learner"]
        for name, value in self.session.items():
            if isinstance(value, list):
                session[name] = [*dict.fromkeys([*session.get(name, []), *value])]
            else:
                session.setdefault(name, value)
        session["tables"] = [*self.merged.beside, *session.get("tables", [])]
        for name, value in self.cookies.items():
            if name not in own:
                response.set_cookie(name, value)


#: As a session keeps days: the last one, and a bit for each day back from there.
_Days = tuple[Annotated[int, Field(gt=0, le=date.max.toordinal())], _Text]


class _PhoneSession(
    BaseModel,
    frozen=True,
    strict=True,
    alias_generator=lambda name: name.rstrip("_").replace("_", "-"),
):
    """What a phone remembered in its session, as pages rely on it; the rest is dropped."""

    device: _Text = ""
    learner: _Text = ""
    tables: list[_Text] = []
    held: dict[_Text, _Text] = {}
    dismissed: list[_Text] = []
    racer: _Text = ""
    race: _Text = ""
    ground: _Text = ""
    lessons: list[_Text] = []
    misses: dict[_Text, tuple[int, _Text]] = {}
    pegged: tuple[_Text, int, int] = ("", 0, 0)
    pegged_by: _Text = ""
    solved: _Days = (1, "0")
    in_time: _Days = (1, "0")
    told: int = 0
    class_: _Text = ""

    @field_validator("solved", "in_time")
    @classmethod
    def _are_days(cls, days: _Days) -> _Days:
        last, kept = days
        if int(kept, 16).bit_length() >= last:
            raise ValueError("before all days")
        return days


class _PhoneMemory(BaseModel, frozen=True, strict=True):
    """What a phone remembered."""

    session: _PhoneSession
    cookies: dict[Annotated[str, Field(pattern=r"^[a-z]{1,20}$")], _Cookie]


def save_phone(
    database: Database,
    session: Mapping[str, Any],
    cookies: Mapping[str, str],
    damaged: Path | None = None,
) -> bytes:
    """Everything that is kept here now, with the file from which it was rescued if it was."""
    kept = {name: value for name, value in session.items() if name not in _OWN}
    plain = {name: value for name, value in cookies.items() if name != "session"}
    whole = BytesIO()
    with TemporaryDirectory() as folder, ZipFile(whole, "w") as file:
        tables = Path(folder) / _TABLES
        back_up(database, tables, now())
        file.write(tables, _TABLES)
        file.writestr(_PHONE, json.dumps({"session": kept, "cookies": plain}))
        if damaged:
            file.write(damaged, _DAMAGED, ZIP_DEFLATED)
    return whole.getvalue()


def restore_phone(saved: bytes, database: Database, device: str) -> RestoredFile:
    """Add such a file to what is here, for a device, or for the one that saved it.

    Raises `NotSaved`; then nothing is changed.
    """
    try:
        with ZipFile(BytesIO(saved)) as file, TemporaryDirectory() as folder:
            if any(file.getinfo(name).file_size > most for name, most in _LARGEST.items()):
                raise ValueError("nobody has so much")
            tables = Path(file.extract(_TABLES, folder))
            phone = _PhoneMemory.model_validate_json(file.read(_PHONE))
            with closing(Database(f"sqlite:///{folder}/brought.db", "MEMORY")) as brought:
                restore(brought, tables)
                before = phone.session.device
                merged = merge(database, brought, keeper=device or before, before=before)
        session = phone.session.model_dump(by_alias=True, exclude_unset=True)
        return RestoredFile(merged, session, phone.cookies)
    except UnknownVersion as error:
        raise NotSaved(message("pocket.newer-saved")) from error
    except (BadZipFile, KeyError, ValueError, TypeError, AttributeError) as error:
        raise NotSaved(message("pocket.not-saved")) from error
    except (DatabaseTrouble, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        # A zip may be of a kind that we don't read, or encrypted.
        raise NotSaved(message("pocket.not-saved")) from error
