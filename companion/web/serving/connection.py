"""One connection: it is read, answered and given up by the loop, and holds no thread meanwhile."""

import asyncio
import logging
import socket
from contextlib import suppress
from enum import Enum, auto
from http import HTTPStatus

import h11

from companion.web.serving.answer import Portion
from companion.web.serving.conversation import Conversation, Unreadable, refusal
from companion.web.serving.deadlines import Deadlines
from companion.web.serving.reply import PendingReply
from companion.web.serving.request import Request
from companion.web.serving.service import Service
from companion.web.serving.streams import Stream

#: Bytes that wait for a phone before more of its answer is made.
_MOST_UNSENT = 64 * 1024
#: Milliseconds after which a phone that confirms nothing is gone.
_UNCONFIRMED = 20_000

_log = logging.getLogger(__name__)


class _Phase(Enum):
    WAITING = auto()
    ANSWERING = auto()
    LISTENING = auto()
    LEAVING = auto()


class Connection(asyncio.Protocol):
    """The connection of one client, which asks for one thing after the other."""

    _conversation: Conversation

    def __init__(self, service: Service, peer: tuple[str, int], house: str) -> None:
        self.house = house
        self._service = service
        self._peer = peer
        self._phase = _Phase.WAITING
        self._deadlines = Deadlines(service.patience, service.loop.time())
        self._transport: asyncio.Transport | None = None
        self._is_gone = False
        self._reply: PendingReply | None = None
        self._stream: Stream | None = None
        #: Whether so much waits for the phone that no more is made for it now.
        self._is_full = False
        #: Whether nothing more will come.
        self._has_ended = False
        self._written = 0

    # What comes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._conversation = Conversation(self._write, self._service.longest_body)
        transport.set_write_buffer_limits(high=_MOST_UNSENT)
        if self._is_gone:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what came, and read it as soon as the one before it is answered."""
        if self._phase is _Phase.LISTENING:
            # Whoever has more to say is sent away: nobody would answer.
            self.drop()
        elif self._phase is _Phase.ANSWERING:
            self._conversation.hear(data)
            self._line.pause_reading()
        elif self._phase is _Phase.WAITING:
            if not self._conversation.has_begun:
                self._deadlines.for_the_next(self._now(), has_begun=True)
            self._conversation.hear(data)
            self._read()

    def eof_received(self) -> bool:
        """Whether to go on without hearing more: only to answer what was asked."""
        self._has_ended = True
        return self._phase is _Phase.ANSWERING

    def _read(self) -> None:
        if self._is_gone or self._phase is not _Phase.WAITING:
            return
        was_in_body = self._conversation.is_in_body
        try:
            request = self._conversation.next_request()
        except Unreadable as trouble:
            self._turn_away(trouble.status)
            return
        self._service.crowd.weigh(self, self._conversation.received)
        if request is not None:
            self._answer(request)
        elif self._conversation.is_in_body and not was_in_body:
            self._deadlines.for_a_body(self._now())

    # What is answered

    def _answer(self, request: Request) -> None:
        if self._is_gone:
            return
        self._phase = _Phase.ANSWERING
        self._service.crowd.waits_no_more(self)
        reply = PendingReply(self._service, request, self._peer, self._send)
        if reply.has_room:
            self._reply = reply
            reply.ask_for_more()
        else:
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE)

    def _send(self, made: Portion | Exception) -> None:
        assert self._reply is not None
        if self._is_gone:
            self._give_up(made)
        elif isinstance(made, Exception):
            self._fail(made)
        else:
            try:
                said = self._reply.said(self._conversation, made)
            except h11.LocalProtocolError as error:
                self._give_up(made)
                self._fail(error)
            else:
                self._hand_out(made, said)

    def _hand_out(self, portion: Portion, said: bytes) -> None:
        self._service.crowd.weigh(self, len(said) if len(said) > _MOST_UNSENT else 0)
        self._write(said)
        if portion.stream is not None:
            self._listen(portion.stream)
        elif not self._is_full:
            self._go_on()

    def pause_writing(self) -> None:
        """Make no more for a phone for which much waits."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Make more for it."""
        self._is_full = False
        self._go_on()

    def _go_on(self) -> None:
        if self._reply is None or self._reply.is_made or self._is_gone:
            return
        self._service.crowd.weigh(self, 0)
        if not self._reply.is_over:
            self._reply.ask_for_more()
            return
        still_talks, self._reply = self._reply.still_talks, None
        is_done = self._service.is_stopping or not self._conversation.goes_on()
        if is_done or (self._has_ended and not self._conversation.has_begun):
            self._leave(still_talks=still_talks)
        else:
            self._wait_for_the_next()

    def _wait_for_the_next(self) -> None:
        self._phase = _Phase.WAITING
        self._service.crowd.waits(self)
        has_begun = self._conversation.has_begun
        self._deadlines.for_the_next(self._now(), has_begun=has_begun)
        self._line.resume_reading()
        if has_begun:
            # Later, so that one who asks for much at once waits like all others.
            self._service.loop.call_soon(self._read)

    def _listen(self, stream: Stream) -> None:
        self._phase, self._stream, self._reply = _Phase.LISTENING, stream, None
        self._service.crowd.listens(self)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):
                self._line.get_extra_info("socket").setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNCONFIRMED
                )
        self._line.resume_reading()
        stream.begin(self._line)

    # How it ends

    def look(self, now: float) -> None:
        """Give up whoever has kept a place for too long; called every second or so."""
        if self._transport is None:
            return
        if unsent := self._transport.get_write_buffer_size():
            self._see_it_read(now, self._written - unsent)
            return
        self._deadlines.has_all()
        if self._phase is _Phase.WAITING:
            if self._deadlines.are_past(now, self._conversation.received):
                self._be_late()
        elif self._phase is _Phase.LEAVING and self._deadlines.are_past(now):
            self.drop()

    def _see_it_read(self, now: float, read: int) -> None:
        # It has time to leave, or to ask for the next, once it has all of this.
        if self._phase is _Phase.LEAVING:
            self._deadlines.for_leaving(now)
        elif not self._conversation.has_begun:
            self._deadlines.for_the_next(now, has_begun=False)
        if self._deadlines.reads_too_little(now, read):
            self.drop()

    def _be_late(self) -> None:
        if self._conversation.has_begun:
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._line.close()

    def _turn_away(self, status: HTTPStatus) -> None:
        self._write(refusal(status))
        self._leave(still_talks=True)

    def _leave(self, *, still_talks: bool) -> None:
        self._phase = _Phase.LEAVING
        self._service.crowd.weigh(self, 0)
        self._service.crowd.waits_no_more(self)
        self._deadlines.for_leaving(self._now())
        self._line.resume_reading()
        if still_talks and not self._has_ended and not self._line.is_closing():
            # Closed now, the answer would be lost with what is still on its way here.
            self._line.write_eof()
        else:
            self._line.close()

    def stop(self) -> None:
        """Take leave, but for what is asked already."""
        if self._transport is None:
            self.drop()
        elif self._phase is _Phase.WAITING and not self._conversation.has_begun:
            self._transport.close()

    def drop(self) -> None:
        """Close at once, whatever is under way."""
        self._is_gone = True
        self._service.crowd.forget(self)
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget it, and tell the app that nobody reads its answer any longer."""
        self._is_gone = True
        self._service.crowd.forget(self)
        if self._stream is not None:
            self._stream.end()
        elif self._reply is not None:
            self._reply.give_up()

    def _give_up(self, made: Portion | Exception) -> None:
        assert self._reply is not None
        if isinstance(made, Portion) and made.stream is not None:
            made.stream.end()
        self._reply.give_up()

    def _fail(self, error: Exception) -> None:
        assert self._reply is not None
        _log.error("No answer could be made.", exc_info=error)
        if self._reply.has_head:
            self.drop()
        else:
            self._reply = None
            self._turn_away(HTTPStatus.INTERNAL_SERVER_ERROR)

    @property
    def _line(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    def _now(self) -> float:
        return self._service.loop.time()

    def _write(self, data: bytes) -> None:
        self._written += len(data)
        self._line.write(data)
