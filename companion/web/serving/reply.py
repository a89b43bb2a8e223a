"""An answer on its way from the app's threads to one connection."""

from collections.abc import Callable
from contextlib import suppress

from companion.web.serving.answer import AppAnswer, Portion
from companion.web.serving.conversation import Conversation
from companion.web.serving.request import Request
from companion.web.serving.service import Service


class PendingReply:
    """The answer to one request, asked for portion by portion; `send` gets each in the loop."""

    def __init__(
        self,
        service: Service,
        request: Request,
        peer: tuple[str, int],
        send: Callable[[Portion | Exception], object],
    ) -> None:
        self._service = service
        self._request = request
        self._send = send
        self._answer = AppAnswer(
            service.app, request.environ(service.address, peer), service.streams
        )
        self._house = request.house(peer[0], is_proxy=service.proxies.include(peer[0]))
        #: Whether a thread makes more of it, or will when it is its turn.
        self.is_made = False
        self.has_head = False
        self.is_over = False

    @property
    def has_room(self) -> bool:
        """Whether its house has not too many requests already."""
        return self._service.turns.has_room(self._house)

    @property
    def still_talks(self) -> bool:
        """Whether the client has more to send that nobody will read."""
        return not self._request.is_whole

    def ask_for_more(self) -> None:
        """Let the next portion be made."""
        self.is_made = True
        self._service.turns.take(self._house, self._make)

    def _make(self) -> None:
        # In a thread.
        made: Portion | Exception
        try:
            made = self._answer.portion()
        except Exception as error:
            made = error
            with suppress(Exception):
                self._answer.close()
        self._service.outbox.put(self._hand_over, made)

    def _hand_over(self, made: Portion | Exception) -> None:
        self.is_made = False
        if isinstance(made, Exception):
            self.is_over = True
        else:
            self.is_over = made.is_last
        self._send(made)

    def said(self, conversation: Conversation, portion: Portion) -> bytes:
        """The bytes of a portion; raises `h11.LocalProtocolError` where it fits no answer."""
        said = b""
        if not self.has_head:
            closes = self.still_talks or self._service.is_stopping
            said = conversation.head(portion.status, portion.headers, closes=closes)
            self.has_head = True
        if portion.stream is None:
            said += conversation.body(portion.parts)
            if portion.is_last:
                said += conversation.end()
        return said

    def give_up(self) -> None:
        """Tell the app that nobody reads the rest; may be called again."""
        if not self.is_over and not self.is_made:
            self.is_over = True
            self._service.turns.take(self._house, self._answer.close)
