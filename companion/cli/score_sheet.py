"""A record's verdicts for people: each line with its count, at the end the result."""

from collections.abc import Iterator, Sequence

from companion.cli.terminal import Ink
from companion.record.replay import Entry, Transcript
from companion.record.statements import HandLed, PointsRuled
from companion.referee.reneges import Finding
from companion.referee.words import describe_entry
from companion.rules.game import Game
from companion.words import message


def score_sheet(transcript: Transcript, found: Sequence[Finding], ink: Ink) -> Iterator[str]:
    """The lines of the sheet; a refused record goes as far as the refusal."""
    game = transcript.start
    if transcript.header is not None and game is not None:
        title = ink.bold(transcript.header.preset.title)
        sides = ", ".join(game.seating.side_names)
        yield f"{title} · {sides} · {message('cli.target', target=game.rules.target)}"
        yield from _entries(game, transcript.entries, found, ink)
        yield ""
        assert transcript.game is not None
        yield _result(transcript.game, ink)
    if transcript.refused is not None:
        line, refusal = transcript.refused
        refused = message("cli.refused-at", line=line, code=refusal.code)
        yield f"{ink.bad}{refused}{ink.off} {refusal.message}"


def _entries(
    game: Game, entries: Sequence[Entry], found: Sequence[Finding], ink: Ink
) -> Iterator[str]:
    finding_at = {finding.line: finding for finding in found}
    widest = max((len(_written(entry)) for entry in entries), default=0)
    hands = 0
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            hands += 1
            yield ""
            hand = ink.bold(message("cli.hand", number=hands))
            yield f"{hand}: {describe_entry(game, entry)}"
        else:
            scored = entry.game.scores != game.scores
            colour = ink.good if scored else ""
            yield (
                f"{ink.faint}{entry.line:>4}{ink.off}  {_written(entry):<{widest}}  "
                f"{colour}{describe_entry(game, entry)}{ink.off if colour else ''}  "
                f"{ink.faint}[{_scores(entry.game)}]{ink.off}"
            )
        if finding := finding_at.get(entry.line):
            yield f"      {ink.bad}{finding.code}:{ink.off} {finding.message}"
        game = entry.game


def _written(entry: Entry) -> str:
    statement = entry.statement
    # What was agreed on stands beside it.
    return "ruling" if isinstance(statement, PointsRuled) else str(statement)


def _scores(game: Game) -> str:
    return " · ".join(
        f"{name} {score}" for name, score in zip(game.seating.side_names, game.scores, strict=True)
    )


def _result(game: Game, ink: Ink) -> str:
    if game.winner is None:
        how = message("cli.game-is-on")
    else:
        people = len(game.seating.sides[game.winner])
        how = message("cli.won", count=people, side=game.seating.side_names[game.winner])
    return f"{ink.bold(how)} {_scores(game)}."
