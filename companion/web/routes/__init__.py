"""All routes, a module and a blueprint for each subject: what an address leads to is found here."""

from companion.web.routes import (
    alerts,
    ask,
    audit,
    board,
    finish,
    health,
    home,
    import_record,
    join,
    library,
    live,
    options,
    play,
    practise,
    preferences,
    progress,
    proof,
    puzzle,
    record,
    review,
    rules,
    story,
    surge,
    under,
    what_if,
    why,
)

# fmt: off
_SUBJECTS = (
    home, rules, preferences, library, health,  # What belongs to no table.
    join, play, live, alerts, board, options,  # A table.
    record, story, finish, import_record,  # Its record.
    why, what_if, ask, audit, under, proof,  # The referee.
    practise, progress, puzzle, review, surge,  # The coach.
)
# fmt: on
BLUEPRINTS = tuple(subject.blueprint for subject in _SUBJECTS)
