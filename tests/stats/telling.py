"""The figures of records as they are written."""

from collections.abc import Collection

from play import score

from companion.record.replay import Transcript, replay
from companion.stats.game_figures import GameFigures, figures_of


def figures_told(transcript: Transcript, asked: Collection[int] = ()) -> GameFigures:
    """The figures of a record that was replayed, as far as it stands."""
    assert transcript.header is not None and transcript.start is not None
    return figures_of(transcript.header, transcript.start, transcript.entries, asked=asked)


def figures(record: str, asked: Collection[int] = ()) -> GameFigures:
    """The figures of a record that has to be accepted as a whole."""
    return figures_told(score(record).transcript, asked)


def figures_so_far(record: str) -> GameFigures:
    """The figures of a record up to the first line that is refused."""
    return figures_told(replay(record))
