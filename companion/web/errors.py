"""What nobody may do, or not so often."""

from companion.rules.errors import Refusal


class QuotaReached(Refusal, code="quota-reached"):
    """The device, or its address, brought as much today as there is room for."""
