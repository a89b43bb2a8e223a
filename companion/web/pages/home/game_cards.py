"""A game as it is offered: its name, what it is, and who plays how far."""

from typing import NamedTuple

from companion.record.header import Header
from companion.referee.words import describe_points
from companion.rules.games import GAMES, Partners, Preset
from companion.words import Text, message


class GameCard(NamedTuple):
    """A game to be chosen or read about, with what the page of a new table has to know of it."""

    id: str
    title: Text | str
    summary: Text | str
    #: Who plays, and to how much.
    facts: tuple[Text, ...]
    seats: tuple[int, ...]
    partners: Partners
    target: int


def game_cards() -> tuple[GameCard, ...]:
    """All games."""
    return tuple(map(game_card, GAMES.values()))


def game_card(preset: Preset, header: Header | None = None) -> GameCard:
    """One game, or that game as a table plays it."""
    rules = header.rules if header else preset.rules
    players = (
        message("rules.players.number", count=len(header.players))
        if header
        else describe_players(preset)
    )
    return GameCard(
        preset.id,
        preset.title,
        preset.summary,
        (players, message("rules.to", target=describe_points(rules, rules.target))),
        preset.seats,
        preset.partners,
        rules.target,
    )


def describe_players(preset: Preset) -> Text:
    """Who can play a game: `2 to 4 players`, `4 players, two against two`."""
    least, most = preset.seats[0], preset.seats[-1]
    if least != most:
        return message("rules.players.range", least=least, most=most)
    if preset.partners is Partners.ALWAYS:
        return message("rules.players.pairs", count=most)
    return message("rules.players.number", count=most)
