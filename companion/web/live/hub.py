"""The hub: who watches what from this process, and the one thread that learns of changes."""

import logging
import math
import time
from collections import Counter
from collections.abc import Collection
from threading import Event as Flag
from threading import Lock, Thread

from sqlalchemy.exc import SQLAlchemyError

from companion.db.errors import DatabaseTrouble
from companion.db.notify import Notice, Revision, listen
from companion.tables.table_service import TableService
from companion.tables.table_state import Members
from companion.web.live.audience import Audiences
from companion.web.live.channel import Channel, Subscription
from companion.web.live.events import AGAIN, AWAY, PING, Event, spread_again
from companion.web.live.fragments import Fragment, Fragments, Topic

#: A database that answers is heard from every second.
_SECONDS_OF_TRUST = 4.0

_log = logging.getLogger(__name__)


class Hub:
    """The channels of this process; its thread starts with the first subscription here."""

    def __init__(
        self, table_service: TableService, fragments: Fragments, audiences: Audiences
    ) -> None:
        self._table_service = table_service
        self._fragments = fragments
        self._audiences = audiences
        #: How many phones can watch at once, and how many of one house: the server decides.
        self.capacity = 0
        self.most_of_one: float = math.inf
        self._watching = 0
        self._watching_of: Counter[str] = Counter()
        self._channels: dict[Topic, Channel] = {}
        self._lock = Lock()
        #: Set once the server is stopping.
        self.closed = Flag()
        self._thread: Thread | None = None
        #: When the database last answered, by this machine's clock.
        self._answered = 0.0

    @property
    def heartbeat(self) -> Event:
        """The event for a phone that has heard nothing for a while."""
        return AWAY if self._is_cut_off else PING

    @property
    def _is_cut_off(self) -> bool:
        # The database doesn't answer, so nobody knows the state of a table.
        return time.monotonic() - self._answered > _SECONDS_OF_TRUST

    # Who watches

    def subscribe(self, subscription: Subscription, members: Members) -> bool:
        """Show a phone its table now, and from now on what follows.

        False if all places are taken, or all of its house. Raises `NoSuchTable` or `DatabaseAway`.
        """
        if not self._add(subscription, members):
            return False
        try:
            self._catch_up(subscription)
        except Exception:
            self.unsubscribe(subscription)
            raise
        return True

    def unsubscribe(self, subscription: Subscription) -> None:
        """Make room for another phone; may be called again."""
        with self._lock:
            channel = self._channels.get(subscription.topic)
            if channel is None or subscription not in channel.subscriptions:
                return
            channel.subscriptions.remove(subscription)
            self._audiences.lose(subscription)
            self._watching -= 1
            self._watching_of[subscription.house] -= 1
            if not self._watching_of[subscription.house]:
                del self._watching_of[subscription.house]
            if not channel.subscriptions:
                del self._channels[subscription.topic]

    def close(self) -> None:
        """Send all phones elsewhere, not all at once."""
        self.closed.set()
        self._send(spread_again(self._watching), self._channels.values())

    def _add(self, subscription: Subscription, members: Members) -> bool:
        topic = subscription.topic
        with self._lock:
            if self._watching >= self.capacity or self.closed.is_set():
                return False
            if self._watching_of[subscription.house] >= self.most_of_one:
                return False
            self._watching += 1
            self._watching_of[subscription.house] += 1
            if topic not in self._channels:
                self._channels[topic] = Channel(topic, members, subscription.seen)
            channel = self._channels[topic]
            channel.subscriptions.add(subscription)
            channel.revision = min(channel.revision, subscription.seen)
            # Before all else, so that a page that comes back never shows another number first.
            self._audiences.gain(subscription)
            # Also in a process that was forked from one where it ran.
            if self._thread is None or not self._thread.is_alive():
                # Anyone who arrives has just been let in by it.
                self._answered = time.monotonic()
                heeds = (self._table_service.database, self.heard, self.lost, self.closed)
                self._thread = Thread(target=listen, args=heeds, name="hub", daemon=True)
                self._thread.start()
        return True

    def _catch_up(self, subscription: Subscription) -> None:
        channel = self._channels[subscription.topic]
        # If others watch it already, this process learns of all that follows.
        revision = channel.stands_at or self._table_service.mark(channel.topic.table_id)
        if revision.access != channel.topic.access:
            subscription.send(AGAIN)
            return
        fragment = self._fragment(channel, revision) if revision > subscription.seen else None
        with self._lock:
            channel.stands_at = max(channel.stands_at or revision, revision)
            if fragment is not None:
                channel.latest = channel.latest or fragment
                subscription.show(fragment, None, fragment.shown)
        if fragment is None:
            subscription.send(self.heartbeat)

    def _fragment(self, channel: Channel, revision: Revision) -> Fragment:
        latest = channel.latest
        if latest is not None and latest.revision >= revision:
            return latest
        return self._fragments.latest(channel.topic, channel.members, revision)

    # What changes

    def heard(self, notice: Notice | None) -> None:
        """Show what changed to those who watch it, and to all if nothing was named."""
        if notice is not None:
            self._show(notice)
        with self._lock:
            self._audiences.tell()
        was_cut_off = self._is_cut_off
        self._answered = time.monotonic()
        if was_cut_off:
            self._send(PING, self._channels.values())

    def lost(self) -> None:
        """Tell all who watch that nobody knows the state of their table."""
        self._answered = -math.inf
        self._send(AWAY, self._channels.values())

    def _show(self, notice: Notice) -> None:
        with self._lock:
            channels = [
                channel
                for topic, channel in self._channels.items()
                if not notice or topic.table_id in notice
            ]
        if not channels:
            return
        revisions = self._table_service.marks({channel.topic.table_id for channel in channels})
        for channel in channels:
            revision = revisions.get(channel.topic.table_id)
            if revision is None or revision.access != channel.topic.access:
                # If someone's rights changed, each phone must pass the guard again.
                self._send(AGAIN, [channel])
                continue
            with self._lock:
                channel.stands_at = revision
            if revision > channel.revision:
                self._update(channel, revision)

    def _update(self, channel: Channel, revision: Revision) -> None:
        try:
            fragment = self._fragment(channel, revision)
        except (DatabaseTrouble, SQLAlchemyError):
            raise
        except Exception:
            # Deleted at this moment, or a mistake of ours: no reason to leave all others alone.
            _log.warning("no fragment for a table that is watched", exc_info=True)
            self._send(AGAIN, [channel])
            return
        with self._lock:
            channel.show(fragment)

    def _send(self, event: Event, channels: Collection[Channel]) -> None:
        with self._lock:
            for channel in channels:
                for subscription in channel.subscriptions:
                    subscription.send(event)
