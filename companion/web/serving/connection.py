"""One connection: it is read, answered and given up by the loop, and holds no thread meanwhile."""

import asyncio
import logging
import socket
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from http import HTTPStatus
from typing import NamedTuple
from wsgiref.types import WSGIApplication

import h11

from companion.web.serving.answer import Answer, Portion
from companion.web.serving.conversation import Conversation, Unreadable, refusal
from companion.web.serving.crowd import Crowd
from companion.web.serving.outbox import Outbox
from companion.web.serving.request import Request
from companion.web.serving.streams import Stream, Streams
from companion.web.serving.turns import Turns

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
#: Bytes that wait for a phone before more of its answer is made.
_MOST_UNSENT = 64 * 1024
#: Milliseconds after which a phone that confirms nothing is gone.
_UNCONFIRMED = 20_000

_log = logging.getLogger(__name__)


class Patience(NamedTuple):
    """Seconds: how long a connection may say nothing, at first and between two requests."""

    first: float = 10.0
    between: float = 15.0


@dataclass
class Service:
    """What all connections of a process share."""

    app: WSGIApplication
    loop: asyncio.AbstractEventLoop
    outbox: Outbox
    turns: Turns
    crowd: Crowd
    streams: Streams
    address: tuple[str, int]
    patience: Patience
    #: Bytes: a longer body is not read, the app is told how long it is.
    longest_body: int
    is_behind_proxy: bool
    is_stopping: bool = False


class _Phase(Enum):
    WAITING = auto()
    ANSWERING = auto()
    LISTENING = auto()
    LEAVING = auto()


class Connection(asyncio.Protocol):
    """The connection of one client, which asks for one thing after the other."""

    def __init__(self, service: Service, peer: tuple[str, int], house: str) -> None:
        self.house = house
        self._service = service
        self._peer = peer
        self._phase = _Phase.WAITING
        self._transport: asyncio.Transport | None = None
        self._is_gone = False
        self._until = service.loop.time() + service.patience.first
        self._replying: _Reply | None = None
        self._stream: Stream | None = None
        #: Whether more waits for the phone than it has to be made for now.
        self._is_full = False
        #: Whether nothing more will come.
        self._has_ended = False
        #: How much was written, how much of it was read when that was looked at last, and
        #: until when more has to be.
        self._written = 0
        self._was_read = 0
        self._reads_until = 0.0

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
                self._until = self._now() + _FOR_A_HEADER
            self._conversation.hear(data)
            self._read()

    def eof_received(self) -> bool:
        """Whether to go on without hearing more: only to answer what was asked."""
        self._has_ended = True
        return self._phase is _Phase.ANSWERING

    def _read(self) -> None:
        was_in_body = self._conversation.is_in_body
        try:
            request = self._conversation.next_request()
        except Unreadable as trouble:
            self._turn_away(trouble.status)
            return
        self._service.crowd.weigh(self, self._conversation.received)
        if self._is_gone:
            return
        if request is not None:
            self._begin(request)
        elif self._conversation.is_in_body and not was_in_body:
            self._until = self._now() + _FOR_A_BODY

    # What is answered

    def _begin(self, request: Request) -> None:
        service = self._service
        self._phase = _Phase.ANSWERING
        service.crowd.waits_no_more(self)
        house = request.house(self._peer[0], is_behind_proxy=service.is_behind_proxy)
        if not service.turns.has_room(house):
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        environ = request.environ(service.address, self._peer)
        answer = Answer(service.app, environ, service.streams)
        self._replying = _Reply(answer, house, closes=not request.is_whole)
        self._ask_for_more(self._replying)

    def _ask_for_more(self, reply: "_Reply") -> None:
        reply.is_made = True
        self._service.turns.take(reply.house, partial(self._make, reply.answer))

    def _make(self, answer: Answer) -> None:
        # In a thread.
        made: Portion | Exception
        try:
            made = answer.portion()
        except Exception as error:
            made = error
            with suppress(Exception):
                answer.close()
        self._service.outbox.put(self._send, made)

    def _send(self, made: Portion | Exception) -> None:
        reply = self._replying
        assert reply is not None
        reply.is_made = False
        if self._is_gone:
            self._give_up(reply, made)
        elif isinstance(made, Exception):
            self._fail(reply, made)
        else:
            try:
                said = self._said(reply, made)
            except h11.LocalProtocolError as error:
                self._give_up(reply, made)
                self._fail(reply, error)
            else:
                self._hand_out(reply, made, said)

    def _said(self, reply: "_Reply", portion: Portion) -> bytes:
        said = b""
        if not reply.has_head:
            closes = reply.closes or self._service.is_stopping
            said = self._conversation.head(portion.status, portion.headers, closes=closes)
            reply.has_head = True
        if portion.stream is None:
            said += self._conversation.body(portion.parts)
            if portion.is_last:
                said += self._conversation.end()
        return said

    def _hand_out(self, reply: "_Reply", portion: Portion, said: bytes) -> None:
        reply.is_over = portion.is_last
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
        if self._replying is not None and not self._replying.is_made:
            self._go_on()

    def _go_on(self) -> None:
        reply = self._replying
        if reply is None or self._is_gone:
            return
        self._service.crowd.weigh(self, 0)
        if not reply.is_over:
            self._ask_for_more(reply)
            return
        self._replying = None
        is_done = self._service.is_stopping or not self._conversation.goes_on()
        if is_done or (self._has_ended and not self._conversation.has_begun):
            self._leave(still_talks=reply.closes)
        else:
            self._wait_for_the_next()

    def _wait_for_the_next(self) -> None:
        self._phase = _Phase.WAITING
        self._service.crowd.waits(self)
        has_begun = self._conversation.has_begun
        patience = self._service.patience.between
        self._until = self._now() + (_FOR_A_HEADER if has_begun else patience)
        self._line.resume_reading()
        if has_begun:
            # Later, so that one who asks for much at once waits like all others.
            self._service.loop.call_soon(self._read_if_waiting)

    def _read_if_waiting(self) -> None:
        if self._phase is _Phase.WAITING and not self._is_gone:
            self._read()

    def _listen(self, stream: Stream) -> None:
        self._phase, self._stream, self._replying = _Phase.LISTENING, stream, None
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
        self._reads_until = 0.0
        if self._phase is _Phase.WAITING:
            pace = self._conversation.received / _SLOWEST_BODY
            if now > self._until + pace:
                self._be_late()
        elif self._phase is _Phase.LEAVING and now > self._until:
            self.drop()

    def _see_it_read(self, now: float, read: int) -> None:
        # It has time to leave, or to ask for the next, once it has all of this.
        if self._phase is _Phase.LEAVING:
            self._until = now + _FOR_LEAVING
        elif not self._conversation.has_begun:
            self._until = now + self._service.patience.between
        if read - self._was_read >= _READ_AT_LEAST or not self._reads_until:
            self._was_read, self._reads_until = read, now + _FOR_READING
        elif now > self._reads_until:
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
        self._until = self._now() + _FOR_LEAVING
        self._line.resume_reading()
        if still_talks and not self._line.is_closing():
            # Closed now, the answer would be lost with what is still on its way here.
            self._line.write_eof()
        else:
            self._line.close()

    def stop(self) -> None:
        """Take leave, but for what is asked already."""
        if self._transport is None:
            self.drop()
        elif self._phase is _Phase.WAITING and not self._conversation.has_begun:
            self._line.close()

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
        elif self._replying is not None and not self._replying.is_made:
            self._give_up(self._replying)

    def _give_up(self, reply: "_Reply", made: Portion | Exception | None = None) -> None:
        if isinstance(made, Portion) and made.stream is not None:
            made.stream.end()
        if not reply.is_over:
            reply.is_over = True
            self._service.turns.take(reply.house, reply.answer.close)

    def _fail(self, reply: "_Reply", error: Exception) -> None:
        _log.error("No answer could be made.", exc_info=error)
        if reply.has_head:
            self.drop()
        else:
            self._replying = None
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


@dataclass
class _Reply:
    """An answer on its way: to which house, and how far it has come."""

    answer: Answer
    house: str
    #: Whether the connection is closed after it.
    closes: bool
    #: Whether a thread makes more of it.
    is_made: bool = False
    has_head: bool = False
    is_over: bool = False
