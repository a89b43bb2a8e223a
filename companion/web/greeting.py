"""What `companion serve` says when it starts: the address, and a QR code for it."""

import socket


def greet(host: str, port: int, public_url: str, *, shows_qr: bool) -> None:
    """Tell where the pages are, for people and for their phones' cameras."""
    address = public_url or f"http://{_name(host)}:{port}/"
    print(f"Companion is at {address}", flush=True)
    # Nobody else can open an address of this machine alone.
    if shows_qr and (public_url or host != "127.0.0.1"):
        import segno

        print("Scan this with a phone on the same network:\n")
        segno.make(address, error="m").terminal(compact=True)
    print("Stop it with Ctrl-C. Every tile that was entered is saved.", flush=True)


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
