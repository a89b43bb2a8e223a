"""The misses of a drill in a row, which send a learner to the lesson that teaches it."""

from flask import session

from companion.coach.drills.question_key import QuestionKey

#: So many, and each time so many more.
_TO_LOOK_AGAIN = 2


def count_miss(key: QuestionKey, *, is_right: bool) -> None:
    """Keep how many answers in a row were wrong in this drill; a question counts once."""
    misses, last = _misses(key)
    if last == str(key):
        return
    # Answers to other drills come between without a word.
    kept = {**session.get("misses", {}), key.kind.value: [misses + 1, str(key)]}
    if is_right:
        del kept[key.kind.value]
    session["misses"] = kept


def should_look_again(key: QuestionKey) -> bool:
    """Whether this question was the second miss in a row, or the fourth."""
    misses, last = _misses(key)
    return last == str(key) and misses % _TO_LOOK_AGAIN == 0


def _misses(key: QuestionKey) -> tuple[int, str]:
    misses, last = session.get("misses", {}).get(key.kind.value, (0, ""))
    return misses, last
