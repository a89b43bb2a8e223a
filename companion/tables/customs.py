"""Customs: how a table uses the app, beside the rules that it plays by."""

import json
from datetime import datetime
from typing import Any, NamedTuple

from companion.tables.rows import TableRow


class Customs(NamedTuple):
    """Who counts first, what is said at the table, and who may change its record alone."""

    #: The seats whose players count before they are told the count.
    counting: frozenset[int] = frozenset()
    #: Whether points that were missed go to who claims them first.
    muggins: bool = False
    #: Whether the referee says at the table what passes and draws prove.
    findings: bool = True
    #: Whether another phone has to accept a change further back.
    consent: bool = False

    @classmethod
    def of(cls, row: TableRow) -> "Customs":
        """The customs as a table's row keeps them."""
        kept = json.loads(row.customs)
        return cls(
            frozenset(kept.get("counting", ())),
            bool(kept.get("muggins")),
            bool(kept.get("findings", True)),
            row.consent_since is not None,
        )

    def keep(self, row: TableRow, now: datetime) -> None:
        """Write them into a table's row."""
        row.customs = _written(counting=self.counting, muggins=self.muggins, findings=self.findings)
        row.consent_since = (row.consent_since or now) if self.consent else None


class Switching(NamedTuple):
    """What is switched of a table's customs; None for what stays as it is."""

    counting: frozenset[int] | None = None
    muggins: bool | None = None
    findings: bool | None = None
    consent: bool | None = None

    @classmethod
    def between(cls, before: Customs, after: Customs) -> "Switching":
        """What makes these customs of those."""
        then = before._asdict()
        said = after._asdict().items()
        return cls(**{name: now for name, now in said if now != then[name]})

    @classmethod
    def read(cls, kept: str) -> "Switching":
        """The switching that a change or a proposal keeps."""
        said = json.loads(kept)
        if "counting" in said:
            said["counting"] = frozenset(said["counting"])
        return cls(**said)

    def __str__(self) -> str:
        """The switching as a change keeps it: `{"consent": false}`."""
        return _written(**self._switched)

    @property
    def is_nothing(self) -> bool:
        """Whether all stays as it is."""
        return not self._switched

    def of(self, customs: Customs) -> Customs:
        """The customs after it."""
        return customs._replace(**self._switched)

    @property
    def _switched(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value is not None}


def _written(**values: Any) -> str:
    return json.dumps(values, default=sorted)
