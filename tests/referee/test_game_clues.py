"""What people type about a game, and which games they mean."""

import pytest

from companion.i18n import current, message
from companion.referee.compare.game_clues import LONGEST_DESCRIPTION, GameDescription
from companion.rules.games import GAMES
from companion.rules.nicknames import games_called

HORSES = "race-horse race-horse-celko racehorse-1990"
PETES = "seven-toed-pete seven-toed-pete-chips"
DRAWN_AND_PEGGED = "race-horse seven-toed-pete five-up all-fives sniff merry-go-round"
#: What is typed, what is understood of it, and the games that fit, in their order.
DESCRIPTIONS = [
    # Counts.
    ("the one where 15 scores 8", "15 scores 8", "fives-and-threes"),
    ("15 = 8", "15 scores 8", "fives-and-threes"),
    ("you get 8 points for fifteen", "15 scores 8", "fives-and-threes"),
    ("a count of 20 is worth 4, no spinners", "20 scores 4, No spinners", "fives-and-threes"),
    ("12 scores", "12 scores", "fives-and-threes"),
    ("15 scores 15 and no spinners", "15 scores 15, No spinners", "muggins"),
    # Targets.
    ("to 61 exactly", "Exactly 61", "fives-and-threes merry-go-round"),
    ("to 250", "To 250", "racehorse-1990 seven-rocks"),
    ("first to 200", "To 200", "race-horse-celko muggins"),
    ("200 points, all doubles are spinners", "To 200, Every double is a spinner",
     "race-horse-celko"),
    # Spinners.
    ("all doubles are spinners", "Every double is a spinner", f"{HORSES} five-up"),
    ("only the first double is a spinner, to 250", "Only the first double is a spinner, To 250",
     "seven-rocks"),
    ("no spinner", "No spinners", "muggins fives-and-threes"),
    ("the first double keeps counting till all sides are covered",
     "Only the first double is a spinner, A spinner counts until its four sides are covered",
     "sniff"),
    ("all four sides of the spinner first", "The spinner is covered first", "merry-go-round"),
    # Turns and tiles.
    ("you go again when you score and doubles go all four ways",
     "You may play again, Every double is a spinner", HORSES),
    ("every double is a spinner, one tile at a time",
     "Every double is a spinner, One tile a turn", "five-up"),
    ("doubles go again", "A double earns another turn", f"{HORSES} {PETES}"),
    ("four players, seven tiles each", "4 players, 7 tiles each",
     f"{PETES} seven-rocks merry-go-round"),
    ("nine bones each", "9 tiles each", "all-fives"),
    ("double six set, 9 tiles", "A double-six set, 9 tiles each", "all-fives"),
    ("28 dominoes, to 200", "A double-six set, To 200", "race-horse-celko muggins"),
    ("five each for two of us", "5 tiles each, 2 players", "five-up"),
    ("lead a double or a scoring tile", "Lead a double or a score", PETES),
    ("you must start with a double", "Lead a double", "merry-go-round"),
    ("washed up", "Washed up", PETES),
    ("two against two, both partners must be out", "Partners, Both partners must go out",
     "fives-and-threes"),
    # What is scored, and how it is kept.
    ("draw dominoes with a cribbage board", "Drawing from the boneyard, Pegs on a board",
     DRAWN_AND_PEGGED),
    ("nothing left in hand counts", "Tiles left over count nothing",
     "seven-toed-pete-chips fives-and-threes"),
    ("you lose what's left in your hand", "You lose what you still hold",
     "race-horse-celko seven-rocks"),
    ("one point for chipping out", "One point for going out", "fives-and-threes"),
    ("you have to call your points", "You call your points", "racehorse-1990 muggins"),
    ("the one with chips", "Chips", "seven-toed-pete-chips"),
    # Names.
    ("pete", "Pete", f"{PETES} race-horse"),
    ("pete with chips", "Pete, Chips", "seven-toed-pete-chips"),
    ("LBJ dominoes", "LBJ", "seven-rocks"),
    ("sniffs", "Sniff", "sniff"),
    ("5s and 3s", "Fives and Threes", "fives-and-threes"),
    ("fives up", "Five-Up", "five-up all-fives muggins"),
    ("muggins with no spinners", "Muggins, No spinners", "muggins"),
    # Spelt wrong.
    ("crazy 5s", "Fives", "all-fives muggins five-up"),
    ("mugins", "Muggins", "muggins all-fives five-up"),
    ("snif", "Sniff", "sniff"),
    ("sevn toed peet", "Seven-Toed Pete", f"{PETES} race-horse"),
    ("marry-go-round", "Merry-Go-Round", "merry-go-round"),
    ("race hors to 61", "Race Horse, To 61", "race-horse"),
    ("fiften scors eigt", "15 scores 8", "fives-and-threes"),
    ("exacly 61 and a boneyrad", "Exactly 61, Drawing from the boneyard", "merry-go-round"),
    ("evry duoble is a spiner to 250", "Every double is a spinner, To 250", "racehorse-1990"),
    ("you haev to anounce your pionts", "You call your points", "racehorse-1990 muggins"),
    ("waashed up", "Washed up", PETES),
    ("four pleyers, sevn tiles each, 61 exactly", "4 players, 7 tiles each, Exactly 61",
     "merry-go-round"),
    ("texas domnioes", "Texas Dominoes", "seven-rocks"),
    # What fits no game, or says nothing of one.
    ("muggins to 250", "Muggins, To 250", ""),
    ("12 scores and we use chips", "12 scores, Chips", ""),
    ("three to a side, to 99", "To 99", ""),
    ("chess", "", ""),
    ("poker with dice", "", ""),
    ("my grandmother's favourite game", "", ""),
    ("dominoes", "", ""),
    ("", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "understood", "games"), DESCRIPTIONS)
def test_a_description_leaves_the_games_that_it_fits(
    typed: str, understood: str, games: str
) -> None:
    said = GameDescription.read(typed)
    assert ", ".join(str(clue.text) for clue in said.clues) == understood
    assert [*said.fitting] == (games.split() if said.clues else [*GAMES])


def test_what_fits_no_game_says_without_which_clue_one_would() -> None:
    nearly = GameDescription.read("muggins to 250").nearly
    assert [(str(clue.text), str(games)) for clue, games in nearly] == [
        ("Muggins", "RaceHorse (1990) or Seven Rocks"),
        ("To 250", "Muggins, All Fives or Five-Up"),
    ]
    assert not [*GameDescription.read("to 99").nearly]


def test_a_name_that_is_only_like_what_was_typed_goes_first_if_nothing_fits() -> None:
    said = GameDescription.read("doubles, to 250")
    assert [clue.name for clue in said.clues] == ["target"]


def phrases() -> list[tuple[str, str]]:
    """Every clue with each phrase for it, and with its own words."""
    numbers = {"sum": 15, "worth": 3, "players": 2, "tiles": 7, "target": 61}
    found = []
    for name in current().wordings("which.clue."):
        for phrase in str(message(f"which.typed.{name}")).split():
            found.append((name, phrase.replace("_", " ").replace("…", "").format_map(numbers)))
        found.append((name, str(message(f"which.clue.{name}")).format_map(numbers)))
    return found


def test_every_phrase_and_the_words_on_a_chip_are_understood() -> None:
    for name, typed in phrases():
        if games_called(typed) is None:
            assert [clue.name for clue in GameDescription.read(typed).clues] == [name], typed


def test_a_clue_taken_off_leaves_the_other_words() -> None:
    said = GameDescription.read("Café muggins, no spinners, please")
    name, spinners = said.clues
    assert said.without(spinners) == "Café muggins, , please"
    assert said.without(name) == "Café , no spinners, please"
    (left,) = GameDescription.read(said.without(name)).clues
    assert left.name == "spinners.none"


@pytest.mark.parametrize("typed", ["王" * 900, "9" * 900, "no " * 300, "\u0301" * 200, "___{}…·"])
def test_whatever_is_typed_is_read(typed: str) -> None:
    assert len(GameDescription.read(typed).typed) <= LONGEST_DESCRIPTION
