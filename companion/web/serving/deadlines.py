"""How long a client may take for what it has to do, so that nobody keeps a place for good."""

from companion.web.serving.service import Patience

#: Seconds for a whole header, and for a body before it has to come at a pace.
_FOR_A_HEADER = 10.0
_FOR_A_BODY = 10.0
#: Bytes a second: slower than any phone, quicker than who only wants to hold a place.
_SLOWEST_BODY = 1000
#: Seconds in which a phone has to read some of what waits for it, and how many bytes.
_FOR_READING = 20.0
_READ_AT_LEAST = 4096
#: Seconds in which somebody who was turned away may still talk, so that the answer is read.
_FOR_LEAVING = 2.0


class Deadlines:
    """Those of one connection, by the loop's clock."""

    def __init__(self, patience: Patience, now: float) -> None:
        self._patience = patience
        self._until = now + patience.first
        #: How much was read when that was looked at last, and until when more has to be.
        self._was_read = 0
        self._reads_until = 0.0

    def for_the_next(self, now: float, *, has_begun: bool) -> None:
        """From now on the next request is waited for, or the rest of its header."""
        self._until = now + (_FOR_A_HEADER if has_begun else self._patience.between)

    def for_a_body(self, now: float) -> None:
        """From now on a body has to come."""
        self._until = now + _FOR_A_BODY

    def for_leaving(self, now: float) -> None:
        """From now on the client has to close."""
        self._until = now + _FOR_LEAVING

    def are_past(self, now: float, received: int = 0) -> bool:
        """Whether it takes too long, even with so many bytes of a body here."""
        return now > self._until + received / _SLOWEST_BODY

    def has_all(self) -> None:
        """Nothing waits to be read."""
        self._reads_until = 0.0

    def reads_too_little(self, now: float, read: int) -> bool:
        """Whether it has read too little of what waits for it, with so many bytes read in all."""
        if read - self._was_read >= _READ_AT_LEAST or not self._reads_until:
            self._was_read, self._reads_until = read, now + _FOR_READING
        return now > self._reads_until
