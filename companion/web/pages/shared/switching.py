"""What holds at a table once its options were switched, in words."""

from collections.abc import Sequence

from companion.tables.options import OptionsChange
from companion.words import Text, listed, message, sentences


def describe_switching(options_change: OptionsChange, players: Sequence[str]) -> Text:
    """What holds from a switching on, in sentences."""
    switches = {
        "consent": options_change.consent,
        "findings": options_change.findings,
        "muggins": options_change.muggins,
    }
    switched: list[Text] = [
        message(f"switched.{name}-{'on' if value else 'off'}")
        for name, value in switches.items()
        if value is not None
    ]
    if options_change.counting is not None:
        switched.append(_who_counts([players[seat] for seat in sorted(options_change.counting)]))
    return sentences(*switched)


def _who_counts(names: list[str]) -> Text:
    if not names:
        return message("switched.nobody-counts")
    return message("switched.counts", names=listed(names), count=len(names))
