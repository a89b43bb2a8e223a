"""A record's verdicts for people: each line with its count, at the end the result."""

from collections.abc import Iterator, Sequence

from companion.record.replay import Entry, Transcript
from companion.record.statements import HandLed, PointsRuled
from companion.referee.ink import COLOUR, PLAIN, Ink
from companion.referee.reneges import Finding
from companion.referee.words import entry_told
from companion.rules.game import Game


def score_sheet(
    transcript: Transcript, found: Sequence[Finding], *, in_colour: bool = False
) -> Iterator[str]:
    """The lines of the sheet; a refused record is told up to the refusal."""
    ink = COLOUR if in_colour else PLAIN
    game = transcript.start
    if transcript.header is not None and game is not None:
        title = transcript.header.preset.title
        sides = ", ".join(game.seating.side_names)
        yield f"{ink.strong}{title}{ink.off} · {sides} · to {game.rules.target}"
        yield from _entries(game, transcript.entries, found, ink)
        yield ""
        assert transcript.game is not None
        yield _result(transcript.game, ink)
    if transcript.refused is not None:
        line, refusal = transcript.refused
        yield f"{ink.bad}Line {line} is refused ({refusal.code}):{ink.off} {refusal.sentence}"


def _entries(
    game: Game, entries: Sequence[Entry], found: Sequence[Finding], ink: Ink
) -> Iterator[str]:
    finding_at = {finding.line: finding for finding in found}
    widest = max((len(_said(entry)) for entry in entries), default=0)
    hands = 0
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            hands += 1
            yield ""
            yield f"{ink.strong}Hand {hands}{ink.off}: {entry.statement.player} leads."
        else:
            scored = entry.game.scores != game.scores
            told = entry_told(game, entry)
            colour = ink.good if scored else ""
            yield (
                f"{ink.faint}{entry.line:>4}{ink.off}  {_said(entry):<{widest}}  "
                f"{colour}{told}{ink.off if colour else ''}  {ink.faint}[{_scores(entry.game)}]"
                f"{ink.off}"
            )
        if finding := finding_at.get(entry.line):
            yield f"      {ink.bad}{finding.code}:{ink.off} {finding.message}"
        game = entry.game


def _said(entry: Entry) -> str:
    statement = entry.statement
    return str(statement) if not isinstance(statement, PointsRuled) else "ruling"


def _scores(game: Game) -> str:
    return " · ".join(
        f"{name} {score}" for name, score in zip(game.seating.side_names, game.scores, strict=True)
    )


def _result(game: Game, ink: Ink) -> str:
    if game.winner is None:
        return f"{ink.strong}The game is on:{ink.off} {_scores(game)}."
    name = game.seating.side_names[game.winner]
    verb = "win" if game.seating.has_partners else "wins"
    return f"{ink.strong}{name} {verb}:{ink.off} {_scores(game)}."
