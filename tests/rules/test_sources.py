"""What every rule stands on: the source says it, we read it so, or the source is silent."""

import pytest

from companion.rules.games import GAMES
from companion.rules.laws import LAWS, LAWS_OF, SWITCHES
from companion.rules.rules import SETTINGS
from companion.rules.sources import HORSE_RACE, WORKS, Leg
from companion.words import Message

#: Points that tables argue about, with the leg and the place in the source.
DISPUTED = """
    race-horse             rounding            says    Scoring, paragraph 2
    race-horse             points              says    Scoring, paragraphs 1 and 2
    race-horse             tied-block          read    Scoring, paragraph 2
    race-horse             partners-block      read    Scoring, paragraph 2
    race-horse             last-tile           silent
    race-horse             game-ends           silent
    race-horse             all-told            says    Scoring, paragraph 2
    race-horse             opposite            silent
    race-horse             must-play           read    The Play, paragraph 4
    race-horse             own-hands           says    Variations
    race-horse             zero-scores         read    Scoring, paragraph 1
    race-horse-celko       rounding            says    Variations
    race-horse-celko       own-hands           says    Variations
    race-horse-celko       all-told            says    Variations
    race-horse-celko       target              read    Variations
    race-horse-celko       game-ends           silent
    racehorse-1990         rounding            says    on the end of a hand
    racehorse-1990         exposed-double      read    on daily doubles
    racehorse-1990         covered-double      read    on daily doubles
    racehorse-1990         sides-first         read    on daily doubles
    racehorse-1990         next-lead           silent
    racehorse-1990         announce            says    after Set, on announcing
    racehorse-1990         wrong-claim         read    after Set, on announcing
    racehorse-1990         last-tile           read    on drawing again and on the last horse
    racehorse-1990         game-ends           says    Object of the game
    racehorse-1990         blocked             silent
    racehorse-1990         lowest-wins         silent
    racehorse-1990         tied-block          silent
    racehorse-1990         first-lead          says    after the object, on who plays first
    seven-toed-pete        drawn-tile          says    The Play, paragraph 5
    seven-toed-pete        last-tile           says    The Play, paragraph 5, and on fewer players
    seven-toed-pete        lead-tile           says    The Play, paragraph 1, and on fewer players
    seven-toed-pete        domino              says    The Play, paragraph 6
    seven-toed-pete        target              silent
    seven-toed-pete        game-ends           silent
    seven-toed-pete        washed-up-in-block  read    after The Play, on scores
    seven-toed-pete        all-washed-up       silent
    seven-toed-pete        opposite            silent
    seven-toed-pete-chips  settlement          read    after The Play, on Celko's chips
    seven-toed-pete-chips  game-ends           read    after The Play, on Celko's chips
    seven-toed-pete-chips  tied-block          says    after The Play, on Celko's chips
    seven-toed-pete-chips  rounding            silent
    seven-toed-pete-chips  target              silent
    seven-rocks            rounding            says    on the pips left
    seven-rocks            own-hands           says    on the pips left
    seven-rocks            partners-block      says    on the end of a round
    seven-rocks            exposed-double      read    on the first double
    seven-rocks            spinners            read    on the first double
    seven-rocks            covered-double      silent
    seven-rocks            game-ends           read    on the target
    seven-rocks            partners            says    on partnerships
    seven-rocks            opposite            silent
    seven-rocks            must-play           silent
"""
EVERYTHING = [(game, name) for game, preset in GAMES.items() for name in preset.grounds]


@pytest.mark.parametrize("line", DISPUTED.strip().splitlines())
def test_what_is_argued_about_stands_where_the_source_has_it(line: str) -> None:
    game, name, leg, *place = line.split(maxsplit=3)
    ground = GAMES[game].grounds[name]
    assert [ground.leg, *([str(ground.place)] if ground.place else [])] == [leg, *place]


@pytest.mark.parametrize(("game", "name"), EVERYTHING)
def test_what_a_source_says_stands_somewhere_in_it(game: str, name: str) -> None:
    ground = GAMES[game].grounds[name]
    assert ground.work in WORKS
    assert (ground.place is None) is (ground.leg is Leg.SILENT)
    assert str(ground.work.title) in str(ground.cited)


@pytest.mark.parametrize(("game", "name"), EVERYTHING)
def test_what_is_read_or_decided_says_why_and_which_house_rule_has_other_ways(
    game: str, name: str
) -> None:
    ground = GAMES[game].grounds[name]
    if ground.leg is Leg.SAYS:
        assert ground.switch is None
        return
    assert ground.reason is not None
    assert ground.switch == (name if name in SETTINGS else SWITCHES.get(name))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SETTINGS)
def test_a_reason_is_of_the_game_that_chose_the_value(game: str, name: str) -> None:
    rules, ground = GAMES[game].rules, GAMES[game].grounds[name]
    assert isinstance(ground.reason, Message)
    _, of, about = ground.reason.id.split(".")
    assert about == name
    if of == "silent":
        assert ground.leg is Leg.SILENT
    else:
        assert GAMES[of].work == GAMES[game].work
        assert GAMES[of].rules.written(name) == rules.written(name)


def test_every_game_has_its_laws() -> None:
    assert {*LAWS_OF} == {*GAMES}
    assert all({*LAWS} < {*preset.grounds} for preset in GAMES.values())


def test_a_source_is_cited_by_title_author_and_year_where_they_are_known() -> None:
    cited = {game: str(preset.work.cited) for game, preset in GAMES.items()}
    assert cited["race-horse"] == "Horse Race, Joe Celko and John McLeod, 2001–2011"
    assert cited["racehorse-1990"] == "RaceHorse, Ferman C. Rice, 1990"
    assert cited["seven-toed-pete"] == "Seven-Toed Pete"


def test_every_passage_is_cited_for_something() -> None:
    cited = {str(ground.place) for preset in GAMES.values() for ground in preset.grounds.values()}
    for work in WORKS:
        assert [name for name in work.places if str(work.place(name)) not in cited] == []


def test_a_passage_that_a_work_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no passage"):
        HORSE_RACE.place("chapter-nine")


def test_the_first_to_reach_a_target_is_cited_where_a_source_says_so() -> None:
    legs = {game: preset.grounds["game-ends"].leg for game, preset in GAMES.items()}
    assert legs["racehorse-1990"] is Leg.SAYS
    assert legs["seven-rocks"] is legs["seven-toed-pete-chips"] is Leg.READ
    assert legs["race-horse"] is legs["race-horse-celko"] is legs["seven-toed-pete"] is Leg.SILENT
