"""Options: how a table uses the app, beside the rules that it plays by."""

import json
from datetime import datetime
from typing import Any, NamedTuple


class TableOptions(NamedTuple):
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
    def of(cls, kept: str, consent_since: datetime | None) -> "TableOptions":
        """The options as a table's row keeps them."""
        values = json.loads(kept)
        return cls(
            frozenset(values.get("counting", ())),
            bool(values.get("muggins")),
            bool(values.get("findings", True)),
            consent_since is not None,
        )

    @property
    def kept(self) -> str:
        """All of them but consent, as a table's row keeps them."""
        return _written(counting=self.counting, muggins=self.muggins, findings=self.findings)


class OptionsChange(NamedTuple):
    """What is switched of a table's options; None for what stays as it is."""

    counting: frozenset[int] | None = None
    muggins: bool | None = None
    findings: bool | None = None
    consent: bool | None = None

    @classmethod
    def between(cls, before: TableOptions, after: TableOptions) -> "OptionsChange":
        """What makes these options of those."""
        then, now = before._asdict(), after._asdict()
        return cls(**{name: now[name] for name in now if now[name] != then[name]})

    @classmethod
    def read(cls, kept: str) -> "OptionsChange":
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

    def of(self, table_options: TableOptions) -> TableOptions:
        """The options after it."""
        return table_options._replace(**self._switched)

    @property
    def _switched(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value is not None}


def _written(**values: Any) -> str:
    return json.dumps(values, default=sorted)
