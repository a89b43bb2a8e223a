"""What every rule stands on: the source says it, we read it so, or the source is silent."""

import pytest

from companion.i18n import Message
from companion.rules.games import GAMES
from companion.rules.laws import LAWS, SWITCHES
from companion.rules.settings import SETTINGS
from companion.rules.sources import FOSTER, HORSE_RACE, WORKS, Basis

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
    seven-toed-pete        drawn-tile          read    The Play, paragraph 5
    seven-toed-pete        last-tile           says    The Play, paragraph 5, and on fewer players
    seven-toed-pete        lead-tile           says    The Play, paragraph 1, and on fewer players
    seven-toed-pete        domino              says    The Play, paragraph 6
    seven-toed-pete        target              silent
    seven-toed-pete        game-ends           silent
    seven-toed-pete        washed-up-in-block  read    after The Play, on scores
    seven-toed-pete        all-washed-up       silent
    seven-toed-pete        opposite            silent
    seven-toed-pete-chips  settlement          read    after The Play, on Celko’s chips
    seven-toed-pete-chips  game-ends           read    after The Play, on Celko’s chips
    seven-toed-pete-chips  tied-block          says    after The Play, on Celko’s chips
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
    race-horse             partners-out        says    The Play, paragraph 5
    race-horse             drawing             says    The Play, paragraph 4
    race-horse             boneyard-kept       says    The Play, paragraph 4
    race-horse             target-reached      silent
    racehorse-1990         spinner-count       read    on daily doubles
    seven-toed-pete        spinner-count       says    The Play, paragraph 3
    seven-rocks            drawing             silent
    five-up                drawing             says    The Play, on drawing
    five-up                spinner-count       says    The Play, on spinners
    five-up                rounding            read    Scoring
    five-up                tied-block          silent
    all-fives              must-play           says    The Play, on who can play
    all-fives              spinners            says    The Play, on the first double
    all-fives              partners-out        says    The Play, on the end of a hand
    all-fives              rounding            says    Scoring
    all-fives              partners-block      says    Scoring
    all-fives              tied-block          read    Scoring
    all-fives              own-hands           read    Variations
    sniff                  exposed-double      says    on how doubles count
    muggins                covered-double      read    Muggins, or All Fives, on the two ends
    muggins                boneyard-kept       read    Muggins, or All Fives, on drawing
    muggins                announce            read    on calling “muggins”
    muggins                spinners            says    on the number of spinners
    muggins                next-lead           silent
    sniff                  spinner-count       read    The Play, on the American way
    sniff                  scores-on           says    on what scores
    sniff                  target              read    before Equipment
    fives-and-threes       scores-on           says    on scores
    fives-and-threes       target-reached      says    on the end of the game
    fives-and-threes       drawing             says    on the boneyard
    fives-and-threes       partners-out        says    on chipping out
    fives-and-threes       passed-over         read    on chipping out
    fives-and-threes       disregarded         says    on reaching 61
    fives-and-threes       tiles-each          says    on the size of the hand
    fives-and-threes       draw                says    on the boneyard
    fives-and-threes       partners            says    on reaching 61
    fives-and-threes       sides-first         says    on the ends of the layout
    fives-and-threes       all-told            silent
    merry-go-round         spinner-first       says    What’s unique
    merry-go-round         spinners            read    What’s unique
    merry-go-round         disregarded         read    Scoring, on reaching 61
    merry-go-round         next-lead           silent
    merry-go-round         blocked             silent
"""
EVERYTHING = [(game, name) for game, preset in GAMES.items() for name in preset.grounds]


def test_what_is_argued_about_stands_where_the_source_has_it() -> None:
    for line in DISPUTED.strip().splitlines():
        game, name, leg, *place = line.split(maxsplit=3)
        ground = GAMES[game].grounds[name]
        told = [ground.leg, *([str(ground.place)] if ground.place else [])]
        assert told == [leg, *place], line


def test_what_a_source_says_stands_somewhere_in_it() -> None:
    for game, name in EVERYTHING:
        ground = GAMES[game].grounds[name]
        assert ground.work in WORKS
        assert (ground.place is None) is (ground.leg is Basis.SILENT)
        assert str(ground.work.title) in str(ground.cited)
        assert ground.explanation is None or str(ground.explanation)


def test_what_is_read_or_decided_says_why_and_which_house_rule_has_other_ways() -> None:
    for game, name in EVERYTHING:
        ground = GAMES[game].grounds[name]
        if ground.leg is Basis.SAYS:
            assert ground.switch is None
            continue
        assert ground.reason is not None
        assert ground.switch == (name if name in SETTINGS else SWITCHES.get(name))


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_of_the_game_that_chose_the_value(game: str) -> None:
    for name in SETTINGS:
        rules, ground = GAMES[game].rules, GAMES[game].grounds[name]
        assert isinstance(ground.reason, Message)
        _, of, about = ground.reason.id.split(".")
        if of == "silent":
            assert ground.leg is Basis.SILENT and about == name
        else:
            # Its own, or that of a game which has the same for the same reason.
            assert about == name
            assert GAMES[of].rules.written(name) == rules.written(name)


def test_every_game_has_its_laws() -> None:
    assert all({*LAWS} < {*preset.grounds} for preset in GAMES.values())


def test_a_source_is_cited_by_title_author_and_year_where_they_are_known() -> None:
    cited = {game: str(preset.work.cited) for game, preset in GAMES.items()}
    assert cited["race-horse"] == "Horse Race, Joe Celko and John McLeod, 2001–2011"
    assert cited["racehorse-1990"] == "RaceHorse, Ferman C. Rice, 1990"
    assert cited["seven-toed-pete"] == "Seven-Toed Pete"
    assert cited["five-up"] == "Five Up, pagat.com"
    assert cited["muggins"] == "Muggins, Encyclopaedia Britannica"
    assert str(FOSTER.cited) == "Complete Hoyle, R. F. Foster"


def test_a_game_can_stand_on_several_works_its_own_first() -> None:
    works = {game: [work.id for work in preset.works] for game, preset in GAMES.items()}
    assert works["muggins"] == ["muggins", "foster", "family"]
    assert works["sniff"] == ["sniff", "family"]
    assert works["fives-and-threes"] == ["fives-and-threes", "barnard"]
    assert works["five-up"] == ["five-up"]


def test_a_setting_that_decides_needs_no_law_beside_it() -> None:
    assert not {*LAWS} & {*SETTINGS, "fives"}


def test_every_passage_is_cited_for_something() -> None:
    grounds = [ground for preset in GAMES.values() for ground in preset.grounds.values()]
    for work in WORKS:
        cited = {ground.place for ground in grounds if ground.work == work}
        assert [name for name in work.places if work.place(name) not in cited] == []


def test_a_passage_that_a_work_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no passage"):
        HORSE_RACE.place("chapter-nine")


def test_the_first_to_reach_a_target_is_cited_where_a_source_says_so() -> None:
    legs = {game: preset.grounds["game-ends"].leg for game, preset in GAMES.items()}
    assert legs["racehorse-1990"] is Basis.SAYS
    assert legs["seven-rocks"] is legs["seven-toed-pete-chips"] is Basis.READ
    assert legs["race-horse"] is legs["race-horse-celko"] is legs["seven-toed-pete"] is Basis.SILENT
