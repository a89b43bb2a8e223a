"""All routes, a module and a blueprint for each subject: what an address leads to is found here."""

from companion.web.routes import (
    alerts,
    board,
    health,
    home,
    home_screen,
    import_record,
    join,
    lessons,
    library,
    live,
    options,
    play,
    practise,
    preferences,
    progress,
    puzzle,
    record,
    referee,
    removal,
    review,
    rules,
    surge,
)

# fmt: off
_SUBJECTS = (
    home, rules, preferences, home_screen, library, health,  # What belongs to no table.
    join, play, live, alerts, board, options,  # A table.
    record, import_record, removal,  # Its record.
    referee, practise, lessons, progress, puzzle, review, surge,  # The referee, the coach.
)
# fmt: on
BLUEPRINTS = tuple(subject.blueprint for subject in _SUBJECTS)
