"""What the page of a table's customs shows, as ready values, and what its form says."""

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.tables.company import Company
from companion.tables.customs import Customs
from companion.tables.sitting import Sitting
from companion.web.table.count_first import can_play_muggins


@dataclass(frozen=True)
class CustomsPage:
    """The switches of a table, as they stand or as they were just said."""

    sitting: Sitting
    company: Company
    customs: Customs
    #: Whether another phone has to accept a change further back.
    is_consent_asked_for: bool
    problem: str = ""

    @property
    def can_play_muggins(self) -> bool:
        """Whether a count can be missed here."""
        return can_play_muggins(self.sitting.game)

    @property
    def has_tiles(self) -> bool:
        """Whether tiles are entered here, so that there is something to count and to prove."""
        return not self.sitting.is_pegs_only

    @property
    def can_ask_for_consent(self) -> bool:
        """Whether there is another phone that could accept."""
        return self.is_consent_asked_for or bool(self.company.other_keepers)


def customs_said(form: MultiDict[str, str], sitting: Sitting) -> Customs:
    """The customs that a form agrees on; where no tiles are entered, those that stand."""
    if sitting.is_pegs_only:
        return sitting.customs
    said = form.getlist("counts", type=int)
    counting = frozenset(seat for seat in range(len(sitting.header.players)) if seat in said)
    return Customs(counting, muggins="muggins" in form, findings="findings" in form)
