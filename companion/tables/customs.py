"""Customs: how a table uses the app, beside the rules that it plays by."""

import json
from typing import NamedTuple


class Customs(NamedTuple):
    """Who counts first, and what becomes of a count that was missed."""

    #: The seats whose players count before they are told the count.
    counting: frozenset[int] = frozenset()
    #: Whether points that were missed go to who claims them first.
    muggins: bool = False
    #: Whether the referee says at the table what passes and draws prove.
    findings: bool = True

    @classmethod
    def read(cls, written: str) -> "Customs":
        """The customs as a table's row keeps them; none where nothing was agreed."""
        kept = json.loads(written)
        return cls(
            frozenset(kept.get("counting", ())),
            bool(kept.get("muggins")),
            bool(kept.get("findings", True)),
        )

    def __str__(self) -> str:
        return json.dumps(self._asdict() | {"counting": sorted(self.counting)})
