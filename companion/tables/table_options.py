"""How a table uses the app, beside the rules that it plays by."""

from datetime import datetime
from typing import Self

from pydantic import BaseModel

from companion.record.header import Header
from companion.rules.choices import Announce


class OptionsChange(BaseModel, frozen=True, strict=True, extra="forbid"):
    """What is switched of a table's options; None for what stays."""

    counting: frozenset[int] | None = None
    muggins: bool | None = None
    penalty: bool | None = None
    findings: bool | None = None
    consent: bool | None = None

    @classmethod
    def read(cls, kept: str | None) -> Self:
        """What a change or a proposal keeps; raises `ValueError`."""
        return cls.model_validate_json(kept or "")

    @property
    def kept(self) -> str:
        """What is switched, as it is kept: `{"consent":false}`."""
        return self.model_dump_json(exclude_none=True)


class TableOptions(BaseModel, frozen=True, strict=True, extra="forbid"):
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
    def at_first(cls, header: Header, counting: frozenset[int] = frozenset()) -> Self:
        """How a new table uses it; raises the `Refusal` that its header earns."""
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
        """All of them but consent, as a table's row keeps them."""
        return self.model_dump_json(exclude={"consent"})

    def change_to(self, wanted: Self) -> OptionsChange:
        """What makes those options of these."""
        before = dict(self)
        return OptionsChange(**{name: now for name, now in wanted if now != before[name]})

    def switched(self, change: OptionsChange) -> Self:
        """The options after a change."""
        return self.model_copy(update={name: now for name, now in change if now is not None})
