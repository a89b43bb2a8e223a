"""Links as pages show them for other phones: as a QR code, and whether these get there at all."""

import segno
from markupsafe import Markup

from companion.web.security.proxy import is_this_machine_alone


def qr_of(address: str, *, error: str = "m") -> Markup:
    """The QR code of an address, as a picture that scales; `error` is how much may be spoilt."""
    code = segno.make(address, error=error, micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-dots"))


def names_this_machine(host: str) -> bool:
    """Whether an address names this machine alone, so that no other phone gets there."""
    return is_this_machine_alone(host.rsplit(":", 1)[0].strip("[]"))
