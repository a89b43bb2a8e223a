"""What older versions kept, and would be refused at the door now: it is read without what offends.

A name or a reason that nobody could enter today must not keep anybody from a table of last year.
"""

from functools import lru_cache

from companion.i18n import message
from companion.record.header import Header, read_header
from companion.record.statements import (
    BadSyntax,
    HeaderLine,
    Statement,
    clean_reason,
    read_statement,
)
from companion.rules.errors import WrongPlayers
from companion.rules.player_names import LONGEST_NAME, name_key, without_unseen
from companion.rules.settings import SEATS


@lru_cache(maxsize=1024)
def kept_header(text: str) -> Header:
    """The header that a table's row keeps; raises the `Refusal` of one that never stood."""
    try:
        return _started(text)
    except WrongPlayers:
        return _started(_mended(text))


#: Tables say the same few thousand things again and again.
@lru_cache(maxsize=8192)
def kept_statement(text: str) -> Statement:
    """The statement that a change keeps, its reason as a reason can be."""
    try:
        statement = read_statement(text)
    except BadSyntax:
        points, _, reason = text.partition(",")
        statement = read_statement(f"{points}, {clean_reason(reason)}")
    assert not isinstance(statement, HeaderLine)
    return statement


def _started(text: str) -> Header:
    header = read_header(text)
    # Whether two names are apart is known once all sit.
    header.start()
    return header


def _mended(text: str) -> str:
    """The header with names that can stand; whom they call is told by the seat."""
    told = (line.partition(":") for line in text.splitlines())
    lines = {word.strip(): value.strip() for word, _, value in told}
    names: list[str] = []
    for seat, name in enumerate(lines["players"].split(",", max(SEATS))):
        names.append(_free(without_unseen(name[:LONGEST_NAME]).strip(), names, seat))
    said = [f"game: {lines['game']}", f"players: {', '.join(names)}"]
    if "sides" in lines:
        first, second = (" & ".join(names[seat::2]) for seat in (0, 1))
        said.append(f"sides: {first}, {second}")
    rest = (line for line in text.splitlines() if line.startswith(("target:", "rule:")))
    return "\n".join([*said, *rest])


def _free(name: str, taken: list[str], seat: int) -> str:
    """The name where nobody else has it; else with the number of its seat."""
    if name and name_key(name) not in map(name_key, taken):
        return name
    number = f" {seat + 1}"
    stand_in = name or str(message("new.stand-in", number=seat + 1))
    return f"{stand_in[: LONGEST_NAME - len(number)].rstrip()}{number}" if name else stand_in
