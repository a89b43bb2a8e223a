"""The page that invites, as plain values: links to a table, and who keeps score at it."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple

import segno
from flask import url_for
from markupsafe import Markup

from companion.tables.members import Member, Members
from companion.tables.rows import LeadsTo
from companion.tables.state import TableState
from companion.words import Text, message

#: The links that are shown with a QR code; the code of six characters is read aloud.
_LINKS = (LeadsTo.WATCH, LeadsTo.KEEP, LeadsTo.BOARD)


class Invite(NamedTuple):
    """One of a table's links: what it is for, and where it leads."""

    kind: str
    address: str

    @property
    def qr(self) -> Markup:
        """The QR code of the address, as a picture that scales."""
        code = segno.make(self.address, error="m", micro=False)
        return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-dots"))


class Phone(NamedTuple):
    """Another phone at the table, as it is called there."""

    device: str
    called: Text


class JoinPage(NamedTuple):
    """Everything that the page shows."""

    table_id: str
    players: tuple[str, ...]
    links: tuple[Invite, ...]
    #: The code as it is typed, and in two groups, as it is read aloud.
    code: str
    code_groups: str
    #: The address that no other phone can reach; empty where they can.
    unreachable: str
    #: Whose phone this one is; empty where nobody said so.
    own_name: str
    asking: tuple[Phone, ...]
    other_keepers: tuple[Phone, ...]
    problem: Text | None


def join_page(
    state: TableState,
    members: Members,
    secrets: Mapping[LeadsTo, str],
    host: str,
    problem: Text | None = None,
) -> JoinPage:
    """The page of a table, opened under an address of this host."""
    code = secrets[LeadsTo.CODE]
    return JoinPage(
        table_id=state.id,
        players=state.header.players,
        links=tuple(Invite(str(kind), _address_of(secrets[kind])) for kind in _LINKS),
        code=code,
        code_groups=f"{code[:3]} {code[3:]}",
        unreachable=host if _is_this_machine(host) else "",
        own_name=members.own.name if members.own else "",
        asking=tuple(map(_phone, members.asking)),
        other_keepers=tuple(map(_phone, members.other_keepers)),
        problem=problem,
    )


def parse_code(text: str) -> str:
    """A code as it was typed, in capitals and without what people put between its letters."""
    return "".join(character for character in text.upper() if character.isalnum())[:12]


def _phone(member: Member) -> Phone:
    if member.name:
        return Phone(member.device, message("join.phone", name=member.name))
    return Phone(member.device, message("join.phone-unnamed"))


def _address_of(secret: str) -> str:
    return url_for("join.enter", secret=secret, _external=True)


def _is_this_machine(host: str) -> bool:
    """Whether an address names this machine alone, so that no other phone gets there."""
    name = host.rsplit(":", 1)[0].strip("[]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
