"""A record under other rules, as a ruling: where two games differ, why, and both scores.

`called` says whether sentences speak of lines, as for a record, or of entries, as at a table.
"""

from collections.abc import Iterator
from typing import Literal

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.record.replay import LineRefused, laid_by, no_search_for_garbage
from companion.referee.compare.comparison import Comparison, Difference
from companion.referee.rule_book import Reason, describe_value, title_of
from companion.referee.ruling import Position, Row, Ruling, Section, Table
from companion.rules.settings import SETTINGS

EntryNoun = Literal["line", "entry"]
Titles = tuple[Text, Text]


@no_search_for_garbage()
def under(
    found: Comparison, refused: LineRefused | None = None, *, called: EntryNoun = "line"
) -> Ruling:
    """A record under other rules; `refused` is the line that its own game refuses."""
    titles, parted = describe_games(found), found.parting
    if parted is None:
        headline = message(f"under.{called}.same")
    else:
        headline = message(f"under.{called}.parts", line=parted.line, statement=parted.statement)
    notes: tuple[Text, ...] = ()
    if refused is not None:
        why = refused.refusal.message
        notes = (message(f"under.{called}.refused-here", line=refused.line, refusal=why),)
    return Ruling(
        message("under.title"),
        headline,
        notes=notes,
        positions=_positions(found, titles),
        sections=tuple(_sections(found, titles, called)),
    )


def describe_game(header: Header) -> Text:
    """A game with its house rules: `Race Horse (target: 100)`."""
    title = header.preset.title
    if not header.changes:
        return title
    if len(header.changes) > 2:
        return message("under.game-with-many", game=title, count=len(header.changes))
    rules = listed(
        message("setting.is", setting=title_of(name), value=SETTINGS[name].brief(value))
        for name, value in header.changes
    )
    return message("under.game-with-rules", game=title, rules=rules)


def describe_games(found: Comparison) -> Titles:
    """The two games, even if they have the same title."""
    here, there = describe_game(found.here.header), describe_game(found.there.header)
    return here, message("under.as-other-rules-have-it", game=there) if here == there else there


def _sections(found: Comparison, titles: Titles, called: EntryNoun) -> Iterator[Section]:
    parted, refused = found.parting, found.refused
    if parted is not None:
        yield Section(titles[0], notes=(parted.here,))
        yield Section(titles[1], notes=(parted.there,))
        yield from (_cause(cause, titles) for cause in parted.causes)
    if refused is not None:
        if parted is None or parted.line != refused.line:
            question = message(
                f"under.{called}.refused-there", line=refused.line, statement=refused.statement
            )
            yield Section(question, notes=(refused.there,))
            known = parted.causes if parted else ()
            yield from (_cause(cause, titles) for cause in refused.causes if cause not in known)
        yield Section(message("under.ends-there"))
    yield _scores(found, titles)
    if refused is not None:
        yield from _as_played(found, called)
    for number, hand in enumerate(found.hands, 1):
        table = Table((message(f"under.{called}.head"), *titles), tuple(_rows(found, hand)))
        yield Section(message("under.hand", number=number), table=table, is_folded=True)


def _cause(cause: Difference, titles: Titles) -> Section:
    reasons = tuple(
        Reason(rule, message("under.value", game=title, value=describe_value(rule)))
        for title, rule in zip(titles, cause, strict=True)
    )
    return Section(title_of(cause.name), reasons=reasons)


def _scores(found: Comparison, titles: Titles) -> Section:
    games = found.here.game, found.there.game
    sides: dict[str, int] = {}
    for game in games:
        for side, name in enumerate(game.seating.side_names):
            sides.setdefault(name, side)
    rows = [
        Row(name, tuple(game.named_scores.get(name) for game in games), side=side)
        for name, side in sides.items()
    ]
    if any(game.is_over for game in games):
        rows.append(Row(message("under.won"), tuple(game.winning_side for game in games)))
    here, there = titles
    if found.refused:
        there = message("under.so-far", game=there)
    heads = message("under.side"), here, there
    return Section(message("under.scores"), table=Table(heads, tuple(rows)))


def _as_played(found: Comparison, called: EntryNoun) -> Iterator[Section]:
    """The scores under those of the other rules that allow all plays."""
    played = found.as_played
    game = played.there.game
    scores = " · ".join(f"{name} {score}" for name, score in game.named_scores.items())
    if game.winner is None:
        standing = message("under.standing", scores=scores)
    else:
        standing = message("under.standing-won", scores=scores, side=game.winning_side)
    yield Section(message("under.same-plays"), notes=(standing,))
    taken = [Row(title_of(each.name), notes=(each.there.sentence,)) for each in played.taken_over]
    if taken:
        yield Section(table=Table((message("under.taken-over"),), tuple(taken)))
    left = []
    for out, refused in played.left_out:
        notes = [out.there.sentence]
        if refused is not None:
            line, refusal = refused
            notes.append(message(f"under.{called}.left-out", line=line, refusal=refusal.message))
        left.append(Row(title_of(out.name), notes=tuple(notes)))
    if left:
        yield Section(table=Table((message("under.left-out"),), tuple(left)))


def _rows(found: Comparison, hand: range) -> Iterator[Row]:
    for at in hand:
        entry = found.here.entries[at]
        replays = [each for each in (found.here, found.there) if at < len(each.entries)]
        scores = [replayed.entries[at].game.scores for replayed in replays]
        yield Row(
            entry.with_host,
            (scores[0], scores[1] if len(scores) > 1 else None),
            tuple(dict.fromkeys(replayed.says(at) for replayed in replays)),
            entry.line,
            is_marked=found.parting is not None and entry.line == found.parting.line,
        )


def _positions(found: Comparison, titles: Titles) -> tuple[Position, ...]:
    """The layout where they differ; one if both count it the same."""
    if found.parting is None:
        return ()
    line = found.parting.line
    at = next(at for at, entry in enumerate(found.here.entries) if entry.line == line)
    positions = []
    for title, replayed in zip(titles, (found.here, found.there), strict=True):
        hand = replayed.entries[at].game.hand if at < len(replayed.entries) else None
        if hand is not None and hand.layout.tiles:
            laid = laid_by(replayed.entries[: at + 1])
            caption = message("under.counted-by", game=title)
            positions.append(Position(hand.layout, laid, caption=caption))
    if len(positions) == 2 and positions[0].layout.ends == positions[1].layout.ends:
        return (positions[0]._replace(caption=None),)
    return tuple(positions)
