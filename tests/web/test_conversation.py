"""What is said on one connection, by the rules of HTTP: requests taken, requests refused."""

from http import HTTPStatus

import pytest

from companion.web.serving.conversation import Conversation, Unreadable, refusal
from companion.web.serving.request import Request
from companion.web.serving.worker import LONGEST_BODY
from companion.web.ui import forms

HOST = b"Host: localhost\r\n"
GET = b"GET /rules?x=1 HTTP/1.1\r\n" + HOST + b"\r\n"
POST = b"POST /new HTTP/1.1\r\n" + HOST
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


class Talk:
    """A conversation with a client that says this, and what it was told besides answers."""

    def __init__(self, *said: bytes, longest_body: int = 100) -> None:
        self.told = b""
        self.conversation = Conversation(self._tell, longest_body)
        for part in said:
            self.conversation.hear(part)

    def _tell(self, data: bytes) -> None:
        self.told += data

    def request(self) -> Request:
        request = self.conversation.next_request()
        assert request is not None
        return request

    def answer(self, status: str, *body: bytes, closes: bool = False, **named: str) -> bytes:
        headers = [(name.replace("_", "-"), value) for name, value in named.items()]
        head = self.conversation.head(status, headers, closes=closes)
        return head + self.conversation.body(body) + self.conversation.end()


def test_a_request_is_whole_once_its_header_and_its_body_are_here() -> None:
    talk = Talk(POST + b"Content-Length: 4\r\n")
    assert talk.conversation.next_request() is None
    talk.conversation.hear(b"\r\na=")
    assert talk.conversation.next_request() is None
    assert talk.conversation.is_in_body
    talk.conversation.hear(b"1&")
    request = talk.request()
    assert (request.method, request.target, request.body) == ("POST", "/new", b"a=1&")
    assert request.is_whole


def test_a_body_in_pieces_is_told_with_its_length() -> None:
    request = Talk(CHUNKED + b"2\r\na=\r\n1;x=y\r\n1\r\n0\r\nTrailer: x\r\n\r\n").request()
    assert request.body == b"a=1"
    environ = request.environ(("127.0.0.1", 8000), ("127.0.0.2", 9))
    assert environ["CONTENT_LENGTH"] == "3"
    assert "HTTP_TRANSFER_ENCODING" not in environ


def test_one_request_after_the_other_is_answered_in_order() -> None:
    talk = Talk(GET + GET.replace(b"/rules", b"/away"))
    assert talk.request().target == "/rules?x=1"
    assert talk.conversation.next_request() is None
    told = talk.answer("200 OK", b"yes", Content_Length="3")
    assert told.startswith(b"HTTP/1.1 200 OK\r\n") and told.endswith(b"\r\n\r\nyes")
    assert talk.conversation.goes_on()
    assert talk.conversation.has_begun
    assert talk.request().target == "/away?x=1"


def test_an_answer_of_unknown_length_comes_in_pieces_or_ends_with_the_connection() -> None:
    talk = Talk(GET)
    talk.request()
    told = talk.answer("200 OK", b"yes")
    assert b"transfer-encoding: chunked\r\n" in told.lower()
    assert told.endswith(b"3\r\nyes\r\n0\r\n\r\n")
    assert talk.conversation.goes_on()
    old = Talk(b"GET / HTTP/1.0\r\n\r\n")
    assert old.request().version == "HTTP/1.0"
    told = old.answer("200 OK", b"yes")
    assert b"connection: close\r\n" in told.lower() and told.endswith(b"\r\n\r\nyes")
    assert not old.conversation.goes_on()


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_an_answer_without_a_body_has_none(status: str) -> None:
    talk = Talk(GET)
    talk.request()
    assert talk.answer(status, b"no").endswith(b"\r\n\r\n")
    assert talk.conversation.goes_on()


def test_who_asks_for_the_head_alone_gets_no_body() -> None:
    talk = Talk(GET.replace(b"GET", b"HEAD"))
    talk.request()
    told = talk.answer("200 OK", b"yes", Content_Length="3")
    assert b"content-length: 3\r\n" in told.lower() and told.endswith(b"\r\n\r\n")
    assert talk.conversation.goes_on()


def test_who_waits_to_be_asked_for_a_body_is_asked() -> None:
    talk = Talk(POST + b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    assert talk.conversation.next_request() is None
    assert talk.told == b"HTTP/1.1 100 \r\n\r\n"
    talk.conversation.hear(b"a=1")
    assert talk.request().body == b"a=1"


def test_a_body_that_is_too_long_is_not_waited_for() -> None:
    for said in (
        POST + b"Content-Length: 101\r\n\r\n",
        POST + b"Expect: 100-continue\r\nContent-Length: 99999999999\r\n\r\n",
        CHUNKED + b"65\r\n" + b"a" * 101,
    ):
        talk = Talk(said)
        request = talk.request()
        # The app is told how long, and has a page that says so.
        assert request.length > 100 and request.body == b"" and not request.is_whole
        assert talk.told == b""
        assert b"connection: close\r\n" in talk.answer("413 X", closes=True).lower()
        assert not talk.conversation.goes_on()


def test_no_form_is_too_long_for_the_server_that_the_app_would_take() -> None:
    assert LONGEST_BODY >= forms.LARGEST_RECORD


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        (POST + b"Transfer-Encoding: xchunked\r\n\r\n", 501),
        (POST + b"Transfer-Encoding : chunked\r\n\r\n", 400),
        (POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n", 400),
        (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (POST + b"Content-Length: +5\r\n\r\n", 400),
        (POST + b"Content-Length: 5_0\r\n\r\n", 400),
        (CHUNKED + b"5\r\nabcdefgh\r\n0\r\n\r\n", 400),
        (CHUNKED + b"zz\r\n", 400),
        (CHUNKED + b"1\r\na\r\n" * 1001, 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X\x00: a\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", 400),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
        (GET[:-2] + b"X: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (GET[:-2] + b"X: a\r\n" * 101 + b"\r\n", 431),
        (GET[:-2] + b"X: " + b"a" * 40_000, 431),
    ],
)
def test_what_is_no_request_is_refused_with_few_bytes(said: bytes, status: int) -> None:
    with pytest.raises(Unreadable) as refused:
        Talk(said, longest_body=5000).conversation.next_request()
    assert refused.value.status == status
    told = refusal(refused.value.status)
    assert told.startswith(f"HTTP/1.1 {status} ".encode()) and len(told) < 200


def test_who_is_turned_away_for_now_is_told_when_to_come_back() -> None:
    assert b"Retry-After: 1\r\n" in refusal(HTTPStatus.SERVICE_UNAVAILABLE)


# What the app is told


def told_of(*lines: bytes) -> dict[str, object]:
    said = b"\r\n".join([b"GET /t/%41?b=%42 HTTP/1.1", b"Host: localhost", *lines, b"", b""])
    return Talk(said).request().environ(("127.0.0.1", 8000), ("127.0.0.2", 9))


def test_an_app_is_told_what_was_asked_and_by_whom() -> None:
    environ = told_of(b"Content-Type: text/plain", b"X-A: 1", b"X-A: 2")
    asked = {name: environ[name] for name in ("PATH_INFO", "QUERY_STRING", "CONTENT_TYPE")}
    assert asked == {"PATH_INFO": "/t/A", "QUERY_STRING": "b=%42", "CONTENT_TYPE": "text/plain"}
    assert (environ["REMOTE_ADDR"], environ["SERVER_PORT"]) == ("127.0.0.2", "8000")
    assert environ["HTTP_X_A"] == "1,2"
    assert "CONTENT_LENGTH" not in environ


def test_a_header_by_nearly_the_same_name_is_not_told() -> None:
    environ = told_of(b"X_Forwarded_For: 192.0.2.7", b"SCRIPT_NAME: /evil")
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["SCRIPT_NAME"] == ""


def test_an_address_as_a_proxy_is_asked_for_it_is_the_same_address() -> None:
    said = b"GET http://evil.example/rules?a=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    environ = Talk(said).request().environ(("127.0.0.1", 8000), ("127.0.0.2", 9))
    assert (environ["PATH_INFO"], environ["QUERY_STRING"]) == ("/rules", "a=1")
    assert environ["HTTP_HOST"] == "localhost"


@pytest.mark.parametrize(("is_proxy", "house"), [(False, "192.0.2.1"), (True, "192.0.2.9")])
def test_only_a_proxy_is_believed_who_asks(is_proxy: bool, house: str) -> None:
    said = GET[:-2] + b"X-Forwarded-For: 192.0.2.7, 192.0.2.9\r\n\r\n"
    request = Talk(said).request()
    assert request.house("192.0.2.1", is_proxy=is_proxy) == house
