"""Who watches: a phone's subscription, and the channel of all phones that see the same."""

from collections.abc import Callable

from companion.tables.members import Members
from companion.tables.notices import Revision
from companion.web.live.events import Event, Fragment
from companion.web.live.fragments import Topic


class Subscription:
    """One phone that watches a topic; `send` takes its events, and must not wait."""

    def __init__(
        self, topic: Topic, seen: Revision, send: Callable[[Event], None], *, takes_changes: bool
    ) -> None:
        self.topic = topic
        self.seen = seen
        self.send = send
        self._takes_changes = takes_changes
        #: What it was sent last.
        self._shown: Fragment | None = None

    def show(self, fragment: Fragment, before: Fragment | None, change: Event) -> None:
        """Send what this phone has not seen: the change where it was sent what was `before`."""
        if fragment.revision <= self.seen:
            return
        follows = self._takes_changes and before is not None and self._shown is before
        self.seen, self._shown = fragment.revision, fragment
        self.send(change if follows else fragment.shown)


class Channel:
    """A topic that is watched, and by whom."""

    def __init__(self, topic: Topic, members: Members, revision: Revision) -> None:
        self.topic = topic
        #: Who is at the table, as one of the phones sees it: what is shown is the same for all.
        self.members = members
        #: What everybody has seen at least.
        self.revision = revision
        self.subscriptions: set[Subscription] = set()
        #: How the table stands as far as this process has heard; None before it has asked.
        self.stands_at: Revision | None = None
        #: What was shown last, to one of them at least.
        self.latest: Fragment | None = None

    def add(self, subscription: Subscription) -> None:
        """Let one more phone watch."""
        self.subscriptions.add(subscription)
        self.revision = min(self.revision, subscription.seen)

    def catch_up(self, subscription: Subscription, fragment: Fragment) -> None:
        """Show one phone the whole."""
        self.latest = self.latest or fragment
        subscription.show(fragment, None, fragment.shown)

    def show(self, fragment: Fragment) -> None:
        """Show all of them how the table stands now."""
        before, self.latest = self.latest, fragment
        self.revision = fragment.revision
        is_news = before is not None and before is not fragment
        change = fragment.since(before) if is_news and before else fragment.shown
        for subscription in self.subscriptions:
            subscription.show(fragment, before, change)

    def send(self, event: Event) -> None:
        """Send all of them the same."""
        for subscription in self.subscriptions:
            subscription.send(event)
