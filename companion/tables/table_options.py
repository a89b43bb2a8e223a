"""How a table uses the app, beside the rules that it plays by."""

import json
from datetime import datetime
from typing import Any, NamedTuple, TypedDict, cast

from companion.record.header import Header
from companion.rules.choices import Announce


class OptionsChange(TypedDict, total=False):
    """What is switched of a table's options."""

    counting: frozenset[int]
    muggins: bool
    penalty: bool
    findings: bool
    consent: bool


class TableOptions(NamedTuple):
    """How a table uses the app, beside the rules that it plays by."""

    #: The seats whose players count before they are told the count.
    counting: frozenset[int] = frozenset()
    #: Whether points that were missed go to who claims them first.
    muggins: bool = False
    #: Whether a wrong claim costs the points that it asked for.
    penalty: bool = False
    #: Whether the referee says at the table what passes and draws prove.
    findings: bool = True
    #: Whether another phone has to accept a change further back.
    consent: bool = False

    @classmethod
    def at_first(cls, header: Header, counting: frozenset[int] = frozenset()) -> "TableOptions":
        """How a new table uses it; raises the `Refusal` that its header earns."""
        is_announced = header.rules.announce is Announce.REQUIRED
        return cls(counting, muggins=is_announced and header.preset.says_muggins)

    @classmethod
    def read(cls, kept: str, consent_since: datetime | None) -> "TableOptions":
        """The options as a table's row keeps them."""
        return cls(**read_options(kept))._replace(consent=consent_since is not None)

    @property
    def kept(self) -> str:
        """All of them but consent, as a table's row keeps them."""
        options = self._asdict()
        del options["consent"]
        return written_options(options)

    def change_to(self, wanted: "TableOptions") -> OptionsChange:
        """What makes those options of these."""
        then, now = self._asdict(), wanted._asdict()
        return cast(OptionsChange, {name: now[name] for name in now if now[name] != then[name]})


def read_options(kept: str) -> OptionsChange:
    """Some of a table's options, as a change, a proposal or a table's row keeps them."""
    options: OptionsChange = json.loads(kept)
    if "counting" in options:
        options["counting"] = frozenset(options["counting"])
    return options


def written_options(options: OptionsChange | dict[str, Any]) -> str:
    """Some of a table's options, as they are kept: `{"consent": false}`."""
    return json.dumps(options, default=sorted)
