"""The watchers of a table, in whatever view: how many phones only watch, as all of them see."""

import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from companion.db.table_models import Role
from companion.web.live.channel import Subscription
from companion.web.live.events import Event

#: Beyond this no phone gets another number: it shows up to 99 that watch beside it, then "99+".
MOST_TOLD = 101
#: How long others don't hear that a phone is gone: most come back at once.
_SECONDS_TO_COME_BACK = 4.0


@dataclass
class Audience:
    """The streams of one table, the phones that only watch, and the last number they all got."""

    subscriptions: set[Subscription] = field(default_factory=set)
    phones: Counter[Hashable] = field(default_factory=Counter)
    #: A phone that has got no number takes it that nobody watches.
    told: int = 0

    @property
    def size(self) -> int:
        """The number for the phones."""
        return min(len(self.phones), MOST_TOLD)

    def tell(self) -> None:
        """Send all of them the number, if it is news."""
        if self.size != self.told:
            self.told = self.size
            event = _watching(self.told)
            for subscription in self.subscriptions:
                subscription.send(event)


class Audiences:
    """The audiences of all tables, if this process knows all phones. Callers hold a lock."""

    def __init__(self, *, knows_all: bool) -> None:
        self._knows_all = knows_all
        self._audiences: dict[str, Audience] = {}
        #: Tables that phones have left, and when to announce it, in that order.
        self._left: dict[str, float] = {}

    def gain(self, subscription: Subscription) -> None:
        """Count a phone that arrives, unless it keeps score, and send all the number."""
        if not self._knows_all:
            return
        audience = self._audiences.setdefault(subscription.topic.table_id, Audience())
        if _only_watches(subscription):
            audience.phones[_phone_of(subscription)] += 1
        if audience.size >= audience.told:
            # As many as before have come back, or others in their place.
            self._left.pop(subscription.topic.table_id, None)
            audience.tell()
        audience.subscriptions.add(subscription)
        if audience.told:
            subscription.send(_watching(audience.told))

    def lose(self, subscription: Subscription) -> None:
        """Stop counting a phone; the others hear of it if it doesn't come back soon."""
        table_id = subscription.topic.table_id
        audience = self._audiences.get(table_id)
        if audience is None:
            return
        audience.subscriptions.discard(subscription)
        if _only_watches(subscription):
            audience.phones[_phone_of(subscription)] -= 1
            audience.phones = +audience.phones
        if not audience.subscriptions:
            del self._audiences[table_id]
            self._left.pop(table_id, None)
        elif audience.size < audience.told:
            self._left.setdefault(table_id, time.monotonic() + _SECONDS_TO_COME_BACK)

    def tell(self) -> None:
        """Send the number at those tables whose phones have not come back."""
        now = time.monotonic()
        for table_id in list(takewhile(lambda each: self._left[each] <= now, self._left)):
            del self._left[table_id]
            self._audiences[table_id].tell()


def _only_watches(subscription: Subscription) -> bool:
    return subscription.topic.standing is not Role.KEEPER


def _phone_of(subscription: Subscription) -> Hashable:
    # A watcher may have no name: then each of its streams counts.
    return subscription.phone or subscription


@cache
def _watching(phones: int) -> Event:
    return Event("watching", f"{phones}")
