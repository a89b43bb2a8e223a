"""A channel: a topic, and the phones that watch it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.db.notify import Revision
from companion.tables.table_state import Members
from companion.web.live.events import Event
from companion.web.live.fragments import Fragment, Topic


@dataclass(eq=False)
class Subscription:
    """One phone that watches a topic; `send` takes its events, and must not wait."""

    topic: Topic
    seen: Revision
    send: Callable[[Event], object]
    #: The phone, if it has a name for itself, and whose it is.
    phone: str
    house: str
    takes_changes: bool
    #: The last thing that it was sent.
    shown: Fragment | None = None

    def show(self, fragment: Fragment, before: Fragment | None, change: Event) -> None:
        """Send what this phone has not seen: only the change if it was sent `before`."""
        if fragment.revision <= self.seen:
            return
        follows = self.takes_changes and before is not None and self.shown is before
        self.seen, self.shown = fragment.revision, fragment
        self.send(change if follows else fragment.shown)


@dataclass(eq=False)
class Channel:
    """A topic that is watched, and its watchers."""

    topic: Topic
    #: Who is at the table, as one of the phones sees it: what is shown is the same for all.
    members: Members
    #: What everyone has seen at least.
    revision: Revision
    subscriptions: set[Subscription] = field(default_factory=set)
    #: The table as far as this process knows; None before it has asked.
    stands_at: Revision | None = None
    #: What was shown last, to one of them at least.
    latest: Fragment | None = None

    def show(self, fragment: Fragment) -> None:
        """Show all of them the table now."""
        before, self.latest = self.latest, fragment
        self.revision = fragment.revision
        is_news = before is not None and before is not fragment
        change = fragment.since(before) if before and is_news else fragment.shown
        for subscription in self.subscriptions:
            subscription.show(fragment, before, change)
