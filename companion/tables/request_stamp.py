"""What comes with every change, and whether it comes too late."""

from typing import NamedTuple

from companion.i18n import message
from companion.rules.errors import Refusal
from companion.tables.errors import OnlyKeepers
from companion.tables.table_state import TableState


class StaleTap(Refusal):
    """The table moved on after the phone last looked; `state` is how it stands now."""

    state: TableState | None = None

    @classmethod
    def at(cls, state: TableState) -> "StaleTap":
        """One that came late, at a table that now stands so."""
        stale = cls(message("refused.stale"))
        stale.state = state
        return stale


class RequestStamp(NamedTuple):
    """What comes with every change: the version seen, the tap's own key, the device."""

    seen: int
    key: str
    device: str = ""
    #: Whether the device has to keep score at the table; who runs the server need not.
    is_keepers: bool = False

    def is_counted(self, state: TableState, *, has_key: bool) -> bool:
        """Whether this very tap was counted already; raises `OnlyKeepers` and `StaleTap`."""
        if self.is_keepers and not state.seen_by(self.device).keeps:
            raise OnlyKeepers(state.id)
        # First the key: a tap whose answer was lost may have looked at the table again since.
        if has_key or self.seen == state.version:
            return has_key
        raise StaleTap.at(state)
