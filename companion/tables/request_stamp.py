"""What is sent with every change, and whether it comes too late."""

from typing import NamedTuple

from companion.i18n import message
from companion.rules.errors import Refusal
from companion.tables.errors import OnlyKeepers
from companion.tables.table_state import TableState


class StaleTap(Refusal):
    """The table has changed since the phone last looked; `state` is what it is now."""

    state: TableState | None = None

    @classmethod
    def at(cls, state: TableState) -> "StaleTap":
        """This error for a tap that came late, at a table in this state."""
        stale = cls(message("refused.stale"))
        stale.state = state
        return stale


class RequestStamp(NamedTuple):
    """What is sent with every change: the version seen, the tap's own key, the device."""

    seen: int
    key: str
    device: str = ""
    #: Whether the device must keep score at the table; the person who runs the server need not.
    is_keepers: bool = False

    def is_counted(self, state: TableState, *, has_key: bool) -> bool:
        """Whether this very tap was counted already; raises `OnlyKeepers` and `StaleTap`."""
        if self.is_keepers and not state.seen_by(self.device).keeps:
            raise OnlyKeepers(state.id)
        # The key comes first: a tap whose answer was lost may have seen the table again since.
        if has_key or self.seen == state.version:
            return has_key
        raise StaleTap.at(state)
