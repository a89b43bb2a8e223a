"""Who asks, as far as an address tells."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address


def house_of(address: str) -> str:
    """The house that an address is of: of IPv6 the part that one household or club has."""
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
            return f"{int(parsed) >> 64:x}"
    return address
