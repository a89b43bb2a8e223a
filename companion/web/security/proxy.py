"""Who is believed about the client, the host name and https: the proxy in front, nobody else."""

from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.middleware.proxy_fix import ProxyFix

#: The address of a proxy on this machine.
THIS_MACHINE = ("127.0.0.0/8", "::1")


def house_of(address: str) -> str:
    """The house of an address: for IPv6 the part that one household or club has."""
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address):
            # A socket for both kinds writes 192.0.2.7 as ::ffff:192.0.2.7.
            return str(parsed.ipv4_mapped or f"{int(parsed) >> 64:x}")
    return address


class Proxies:
    """The addresses of the proxies in front."""

    def __init__(self, named: Iterable[str]) -> None:
        """From addresses or networks; raises `ValueError` for anything else."""
        self._networks = [ip_network(proxy) for proxy in named]

    def include(self, address: str) -> bool:
        """Whether that is a proxy's address."""
        with suppress(ValueError):
            asks = ip_address(address)
            if isinstance(asks, IPv6Address) and asks.ipv4_mapped:
                # As a socket for both kinds writes it.
                asks = asks.ipv4_mapped
            return any(asks in network for network in self._networks)
        return False


class BehindProxy:
    """An application that believes the last hop, and that only of connections from a proxy."""

    def __init__(self, application: WSGIApplication, proxies: Iterable[str]) -> None:
        """`proxies` are addresses or networks; raises `ValueError` for anything else."""
        self._proxies = Proxies(proxies)
        self._plain = application
        # Whatever a client claimed comes before what the proxy adds.
        self._told = ProxyFix(application, x_for=1, x_proto=1, x_host=1)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer the client that the proxy names, or the one at the other end of the connection."""
        is_proxy = self._proxies.include(environ.get("REMOTE_ADDR", ""))
        return (self._told if is_proxy else self._plain)(environ, start_response)


def parse_proxies(written: str) -> tuple[str, ...]:
    """Addresses or networks with commas between them; raises `ValueError`."""
    return tuple(str(ip_network(proxy.strip())) for proxy in written.split(","))


def is_this_machine_alone(host: str) -> bool:
    """Whether only this machine can connect to where a server listens."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
