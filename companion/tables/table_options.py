"""How a table uses the app, besides the rules that it plays by."""

from datetime import datetime
from typing import Self

from pydantic import BaseModel

from companion.record.header import Header
from companion.rules.choices import Announce


class OptionsChange(BaseModel, frozen=True, strict=True, extra="forbid"):
    """The options of a table that are switched; None for those that stay."""

    counting: frozenset[int] | None = None
    muggins: bool | None = None
    penalty: bool | None = None
    findings: bool | None = None
    consent: bool | None = None

    @classmethod
    def read(cls, kept: str | None) -> Self:
        """The switches that a change or a proposal keeps; raises `ValueError`."""
        return cls.model_validate_json(kept or "")

    @property
    def kept(self) -> str:
        """The switches as they are kept: `{"consent":false}`."""
        return self.model_dump_json(exclude_none=True)


class TableOptions(BaseModel, frozen=True, strict=True, extra="forbid"):
    """How a table uses the app, besides the rules that it plays by."""

    #: The seats whose players call the count before they see it.
    counting: frozenset[int] = frozenset()
    #: Whether missed points go to the first player who calls them.
    muggins: bool = False
    #: Whether a wrong call costs the points that it asked for.
    penalty: bool = False
    #: Whether the referee shows at the table what passes and draws prove.
    findings: bool = True
    #: Whether another phone must accept a change further back.
    consent: bool = False
    #: The time zone of the phone that opened it, by its IANA name; empty if it told none.
    zone: str = ""

    @classmethod
    def at_first(cls, header: Header, counting: frozenset[int] = frozenset()) -> Self:
        """The options of a new table; raises the `Refusal` that its header earns."""
        is_announced = header.rules.announce is Announce.REQUIRED
        muggins = is_announced and header.preset.says_muggins
        return cls(counting=counting, muggins=muggins)

    @classmethod
    def read(cls, kept: str, consent_since: datetime | None) -> Self:
        """The options as a table's row keeps them; raises `ValueError`."""
        options = cls.model_validate_json(kept)
        return options.model_copy(update={"consent": consent_since is not None})

    @property
    def kept(self) -> str:
        """All of them except consent, as a table's row keeps them."""
        return self.model_dump_json(exclude={"consent"})

    def change_to(self, wanted: Self) -> OptionsChange:
        """The switches that turn these options into those."""
        before = dict(self)
        return OptionsChange(**{name: now for name, now in wanted if now != before[name]})

    def switched(self, change: OptionsChange) -> Self:
        """The options after a change."""
        return self.model_copy(update={name: now for name, now in change if now is not None})
