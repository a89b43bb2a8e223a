"""Statistics in words: ratings, luck and skill, and what they mean."""

from collections.abc import Iterator

from companion.i18n import Text, message
from companion.stats.person_stats import PlayTotals
from companion.stats.ratings import Rating


def describe_rating(rating: Rating) -> Text:
    """A rating with its uncertainty: `1153 ± 121`."""
    return message("people.rating", points=rating.points, give_or_take=rating.give_or_take)


def explain_ratings() -> tuple[Text, ...]:
    """What a rating means, and how people are ranked."""
    return (
        message("people.rating-scale"),
        message("people.rating-order"),
        message("people.rating-away"),
    )


def describe_play(name: str, unit: str, play: PlayTotals) -> Iterator[Text]:
    """The luck and skill of a person in games of one unit."""
    if play.share_taken is not None:
        yield message(
            "people.taken",
            name=name,
            taken=int(play.taken.number),
            available=_describe_amount(unit, play.available.number),
            percent=_percent(play.share_taken),
        )
    if play.sparable.number or play.spared.number:
        yield message("people.taken-and-kept", name=name, percent=_percent(play.skill or 0))
    yield _describe_owed(name, unit, play)


def explain_luck_and_skill() -> tuple[Text, ...]:
    """How luck and skill are measured."""
    return (
        message("people.how-taken"),
        message("people.how-kept"),
        message("people.how-owed"),
        message("people.how-known"),
        message("people.how-far"),
    )


def _describe_owed(name: str, unit: str, play: PlayTotals) -> Text:
    if not play.known.number:
        return message("people.owed-unknown", name=name)
    owed, hands = round(play.owed.number), message("unit.hands", count=int(play.known.number))
    if not owed:
        return message("people.owed-nothing", name=name, hands=hands)
    if owed > 0:
        return message("people.owed", name=name, points=_describe_amount(unit, owed), hands=hands)
    return message("people.gave", name=name, points=_describe_amount(unit, -owed), hands=hands)


def _describe_amount(unit: str, points: float) -> Text:
    return message(f"unit.{unit}", count=int(points))


def _percent(share: float) -> int:
    """A share in percent: 100 only for all of it, and 0 only for none."""
    percent = round(100 * share)
    return min(99, max(1, percent)) if 0 < share < 1 else percent
