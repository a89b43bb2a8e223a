"""An own turn as a puzzle: it is asked for as it was better, and shown as it was played."""

from companion.coach.analysis.own_mistakes import OwnTurn
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.i18n import listed, message
from companion.web.coach.own_mistake_search import OwnMistake
from companion.web.coach.puzzle_page import PuzzlePage, PuzzlePlace, Trying
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.surge_page import describe_turn


def own_page(own: OwnMistake, turn: OwnTurn, trying: Trying) -> PuzzlePage:
    """An own turn to be found anew, as far as it was tried."""

    def say(puzzle: Puzzle, tried: Surge) -> PuzzleWords:
        rules, played = puzzle.position.rules, turn.played
        tiles = listed(step.tile for step in played.steps)
        as_played = message("own.as-played", tiles=tiles, turn=describe_turn(rules, played))
        return words_of(puzzle, tried)._replace(
            question=turn.prompt,
            looks_best=as_played,
            first=message("own.played", turn=describe_turn(rules, played)),
            about_first=turn.missed,
        )

    place = PuzzlePlace("own.solve", own.key._asdict(), keeps_tries=True)
    return PuzzlePage.of(turn.puzzle, place, trying, say)
