"""What is printed where the server runs: the address, a link, and a QR code for either."""

import socket

from companion.words import message


def greet(host: str, port: int, public_url: str, *, shows_qr: bool) -> None:
    """Print where the pages are, for people and for their phones' cameras."""
    address = address_of(host, port, public_url)
    print(message("serve.address", address=address), flush=True)
    # Nobody else can open an address of this machine alone.
    if shows_qr and (public_url or host != "127.0.0.1"):
        print(message("serve.scan"), end="\n\n")
        print_qr(address)
    print(message("serve.stop"), flush=True)


def address_of(host: str, port: int, public_url: str) -> str:
    """Where the first page is."""
    return public_url or f"http://{_name(host)}:{port}/"


def print_qr(address: str) -> None:
    """Print what a phone's camera reads."""
    import segno

    segno.make(address, error="m").terminal(compact=True)


def _name(host: str) -> str:
    """This machine as a phone on the same network finds it."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses faces the network.
            probe.connect(("192.0.2.1", 9))
            name: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return name
