"""Who asks, as far as an address tells."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address


def house_of(address: str) -> str:
    """The house that an address is of: of IPv6 the part that one household or club has."""
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address):
            # A socket for both kinds writes 192.0.2.7 as ::ffff:192.0.2.7.
            return str(parsed.ipv4_mapped or f"{int(parsed) >> 64:x}")
    return address
