"""What all connections of a process share."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple
from wsgiref.types import WSGIApplication

from companion.web.security.proxy import Proxies
from companion.web.serving.crowd import Crowd
from companion.web.serving.outbox import Outbox
from companion.web.serving.streams import Streams
from companion.web.serving.turns import Turns


class Patience(NamedTuple):
    """Seconds: how long a connection may say nothing, at first and between two requests."""

    first: float = 10.0
    between: float = 15.0


@dataclass
class Service:
    """The app, its threads and its streams, and who is connected."""

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
    #: Those in front of this server, if any are.
    proxies: Proxies
    is_stopping: bool = False
