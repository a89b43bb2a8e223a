"""What the page of a table's customs shows, as ready values, and what its form says."""

from collections.abc import Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.referee.words import listed
from companion.tables.company import Company
from companion.tables.consent import Proposal
from companion.tables.customs import Customs, Switching
from companion.tables.sitting import Sitting
from companion.web.table.count_first import can_play_muggins

_HOLDS = {
    ("consent", True): "A change further back waits for another phone.",
    ("consent", False): "A change further back no longer waits for another phone.",
    ("findings", True): "What passes and draws prove is said at the table.",
    ("findings", False): "What passes and draws prove is no longer said at the table.",
    ("muggins", True): "Muggins: a missed count goes to the first opponent who says it.",
    ("muggins", False): "No muggins any more.",
}


@dataclass(frozen=True)
class CustomsPage:
    """The switches of a table, as they stand or as they were just said."""

    sitting: Sitting
    company: Company
    customs: Customs
    #: What waits for another phone.
    pending: Sequence[Proposal] = ()
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
        return self.sitting.customs.consent or bool(self.company.other_keepers)

    @property
    def switching_waits(self) -> bool:
        """Whether somebody proposed to do without it."""
        return any(isinstance(each.amendment.statement, Switching) for each in self.pending)


def customs_said(form: MultiDict[str, str], sitting: Sitting) -> Customs:
    """The customs that a form agrees on; where no tiles are entered, those that stand."""
    consent = "consent" in form
    if sitting.is_pegs_only:
        return sitting.customs._replace(consent=consent)
    said = form.getlist("counts", type=int)
    counting = frozenset(seat for seat in range(len(sitting.header.players)) if seat in said)
    return Customs(counting, "muggins" in form, "findings" in form, consent)


def switching_told(switching: Switching, players: Sequence[str]) -> str:
    """What holds from a switching on, in sentences."""
    switched = switching._asdict().items()
    told = [_HOLDS[name, value] for name, value in switched if (name, value) in _HOLDS]
    if switching.counting is not None:
        names = [players[seat] for seat in sorted(switching.counting)]
        verb = "count" if len(names) > 1 else "counts"
        told.append(f"{listed(names or ['Nobody'])} {verb} first.")
    return " ".join(told)
