"""Under other rules: where two games part over a record, why, and how the scores run on."""

import json
import textwrap
from itertools import combinations

import pytest
from hypothesis import given
from play import CAST
from random_play import honest_game, seeds

from companion.i18n import message
from companion.record.replay import replay
from companion.referee.compare.comparison import Comparison, compare, fewest
from companion.referee.compare.rules_comparison import describe_game
from companion.referee.verdict_json import comparison_verdict
from companion.rules.errors import Refusal, UnknownGame, UnknownRule, WrongPlayers
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.rules.sources import Basis
from tests.referee.explaining import named
from tests.thorough import examples

SCORED = """
    game: race-horse
    players: Ana, Ben
    rule: tiles-each = 2
    lead: Ana
    Ana: 6-4
    Ana: 4-4 on 6-4
    Ben: left 3-1 5-0
"""
#: The 6-6 is covered on both sides, and then an end of it is played on.
SPUN = """
    game: race-horse
    players: Ana, Ben
    lead: Ana
    Ana: 6-6
    Ana: 6-1
    Ben: 6-2
    Ana: 6-3
    Ben: 3-2 on 6-3
"""


def compared(record: str, game: str | None, *changes: str) -> Comparison:
    transcript = replay(textwrap.dedent(record).lstrip("\n"))
    assert transcript.header is not None and transcript.refused is None
    rules = [(name, value) for name, _, value in (change.partition("=") for change in changes)]
    return compare(transcript.header, transcript.entries, transcript.header.under(game, rules))


def refused_at(comparison: Comparison) -> tuple[int, str]:
    assert comparison.there.refused is not None
    line, refusal = comparison.there.refused
    return line, refusal.code


def causes(comparison: Comparison) -> list[str]:
    assert comparison.parting is not None
    return [cause.name for cause in comparison.parting.causes]


def test_two_games_part_at_the_first_line_of_which_they_say_different_things() -> None:
    comparison = compared(SCORED, "race-horse-celko", "tiles-each=2")
    assert comparison.parting is not None
    assert comparison.parting.line == 5
    assert named(comparison.parting.here) == (
        "entry.counts-and-earns total=6 + 4 = 10 earned=(unit.pegs count=2) / "
        "next.goes-on player=Ana"
    )
    assert named(comparison.parting.there) == (
        "entry.counts-and-earns total=6 + 4 = 10 earned=(unit.points count=10) "
        "/ next.goes-on player=Ana"
    )


def test_the_rule_that_makes_them_part_is_named_with_its_sentence_and_source() -> None:
    comparison = compared(SCORED, "race-horse-celko", "tiles-each=2")
    assert comparison.parting is not None
    (cause,) = comparison.parting.causes
    assert (cause.here.name, cause.here.value, cause.there.value) == ("points", "fifths", "pips")
    assert cause.there.sentence == SETTINGS["points"].values["pips"]
    assert (cause.there.ground.leg, str(cause.there.ground.place)) == (Basis.SAYS, "Variations")
    # Four other settings differ as well; none of them has anything to do with this line.
    assert len(comparison.differences) > 1


def test_two_rules_that_change_one_line_are_both_named() -> None:
    comparison = compared(SCORED, None, "points=pips", "another-turn=none")
    assert causes(comparison) == ["points", "another-turn"]


def test_a_play_that_other_rules_would_have_refused_ends_their_telling() -> None:
    comparison = compared(SPUN, None, "spinners=none")
    assert comparison.refused is not None
    assert refused_at(comparison) == (7, "no-match")
    assert named(comparison.refused.there).startswith("refused.no-match-there tile=6-3 host=6-6")
    assert [cause.name for cause in comparison.refused.causes] == ["spinners"]
    assert causes(comparison) == ["spinners"]
    (hand,) = comparison.hands
    assert [at < len(comparison.there.entries) for at in hand] == [
        *(True, True, True, True, False, False),
    ]


def test_a_turn_that_does_not_go_on_refuses_the_next_tile_of_the_same_player() -> None:
    comparison = compared(SCORED, None, "another-turn=none")
    assert comparison.parting is not None and comparison.parting.line == 5
    assert comparison.refused is not None
    assert refused_at(comparison) == (6, "not-your-turn")
    assert [cause.name for cause in comparison.refused.causes] == ["another-turn"]


def test_scores_run_side_by_side_to_the_end() -> None:
    comparison = compared(SCORED, "race-horse-celko", "tiles-each=2")
    (hand,) = comparison.hands
    here, there = comparison.here.entries, comparison.there.entries
    assert [here[at].game.scores for at in hand] == [(0, 0), (2, 0), (2, 0), (4, 0)]
    assert [there[at].game.scores for at in hand] == [(0, 0), (10, 0), (10, 0), (10, -10)]
    told = comparison_verdict(comparison)["hands"][0]
    assert told["here"]["points"] == {"Ana": 2, "Ben": 0}
    assert told["there"]["points"] == {"Ana": 0, "Ben": -10}


def test_a_game_that_would_have_been_over_refuses_what_follows() -> None:
    comparison = compared(SCORED, None, "target=2")
    assert causes(comparison) == ["target"]
    assert comparison.refused is not None
    assert refused_at(comparison) == (comparison.refused.line, "game-over")
    assert [cause.name for cause in comparison.refused.causes] == ["target"]
    assert comparison.there.game.winner == 0


def test_another_leader_is_a_parting_when_the_hand_before_is_settled() -> None:
    record = SCORED + "    lead: Ana\n"
    comparison = compared(record, None, "next-lead=rotates")
    assert causes(comparison) == ["next-lead"]
    assert comparison.parting is not None and comparison.parting.line == 7
    assert named(comparison.parting.here).endswith("next.leads player=Ana")
    assert named(comparison.parting.there).endswith("next.leads player=Ben")
    assert comparison.refused is not None
    assert refused_at(comparison) == (8, "wrong-leader")
    assert [cause.name for cause in comparison.refused.causes] == ["next-lead"]


def test_games_that_agree_on_every_line_do_not_part() -> None:
    comparison = compared(SCORED, None, "tied-block=nobody", "announce=no")
    assert comparison.parting is None and comparison.refused is None
    assert [found.name for found in comparison.differences] == ["tied-block"]


def test_who_did_not_announce_would_have_earned_nothing_where_it_is_asked_for() -> None:
    comparison = compared(SCORED, None, "announce=required")
    assert comparison.parting is not None
    assert (
        named(comparison.parting.there)
        == "entry.counts-but total=6 + 4 = 10 but=(earned.not-announced) / next.turn player=Ben"
    )


def test_partners_would_have_shared_what_players_scored_alone() -> None:
    record = """
        game: race-horse
        players: Ana, Ben, Cyd, Dee
        rule: tiles-each = 2
        rule: another-turn = none
        rule: settlement = own-hand
        lead: Ana
        Ana: 6-4
        Ben: 6-5
        Cyd: 4-4
        Dee: 5-1
        Ana: 1-0
        Ben: left 3-3
        Cyd: left 2-2
        Dee: left 3-2
    """
    other = ("tiles-each=2", "points=fifths", "spinners=all", "target=61")
    comparison = compared(record, "seven-rocks", *other, "game-ends=at-once")
    assert comparison.there.start.seating.side_names == ("Ana & Cyd", "Ben & Dee")
    assert comparison.parting is None
    assert comparison.here.game.scores == (2, -1, -1, -1)
    assert comparison.there.game.scores == (1, -2)


@pytest.mark.parametrize(
    ("players", "game"), [("Ana, Ben", "seven-rocks"), ("Ana, Ben, Cyd", "seven-rocks")]
)
def test_a_game_for_other_numbers_of_players_cannot_tell_the_record(
    players: str, game: str
) -> None:
    with pytest.raises(WrongPlayers) as refused:
        compared(f"game: race-horse\nplayers: {players}\nlead: Ana", game)
    assert refused.value.message.id == "refused.seats-of-game"


def test_partners_cannot_be_told_by_a_game_that_has_none() -> None:
    record = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana"
    with pytest.raises(WrongPlayers) as refused:
        compared(record, "racehorse-1990")
    assert refused.value.message.id == "refused.no-partners"
    assert compared(record, "race-horse").there.start.seating.has_partners


def test_a_deal_that_does_not_go_round_cannot_tell_the_record() -> None:
    with pytest.raises(WrongPlayers) as refused:
        compared(SCORED, None, "tiles-each=15")
    assert refused.value.message == message("refused.deal", players=2, each=15, most=14)


def test_a_game_or_rule_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownGame):
        compared(SCORED, "whist")
    with pytest.raises(UnknownRule):
        compared(SCORED, None, "jokers=wild")


def test_the_same_plays_are_scored_by_those_rules_that_refuse_none_of_them() -> None:
    played = compared(SCORED, None, "another-turn=none", "points=pips").as_played
    assert [taken.name for taken in played.taken_over] == ["points"]
    ((left_out, refused),) = played.left_out
    assert refused is not None and (left_out.name, refused.line) == ("another-turn", 6)
    assert named(refused.refusal.message) == "refused.not-your-turn turn=Ben player=Ana"
    assert played.there.refused is None
    assert played.there.game.scores == (20, 0)


@pytest.mark.parametrize("name", [name for name in SETTINGS if SETTINGS[name].values])
def test_a_single_rule_changed_is_the_only_cause_wherever_it_makes_games_part(name: str) -> None:
    for seed in range(3):
        header = f"game: race-horse\nplayers: {', '.join(CAST[: 2 + seed % 3])}"
        transcript = replay(honest_game(seed, header=header).text)
        assert transcript.header is not None
        for value in SETTINGS[name].values:
            other = transcript.header.under(None, [(name, value)])
            comparison = compare(transcript.header, transcript.entries, other)
            if comparison.parting is not None:
                assert causes(comparison) == [name]


@given(seeds)
@examples(15)
def test_the_causes_alone_make_the_first_game_say_what_the_other_says(seed: int) -> None:
    transcript = replay(honest_game(seed).text)
    assert transcript.header is not None
    for game in GAMES:
        try:
            other = transcript.header.under(game)
        except Refusal:
            continue
        comparison = compare(transcript.header, transcript.entries, other)
        json.dumps(comparison_verdict(comparison))
        parted = comparison.parting
        if parted is None or "sides" in causes(comparison):
            continue
        changes = [(cause.name, cause.there.value) for cause in parted.causes]
        mixed = transcript.header.under(None, changes)
        again = compare(transcript.header, transcript.entries, mixed).parting
        assert again is not None
        assert (again.line, {cause.name for cause in again.causes}) == (
            parted.line,
            {cause.name for cause in parted.causes},
        )


@given(seeds)
@examples(15)
def test_no_fewer_rules_would_make_the_first_game_say_what_the_other_says(seed: int) -> None:
    transcript = replay(honest_game(seed).text)
    assert transcript.header is not None
    for game in GAMES:
        try:
            other = transcript.header.under(game)
        except Refusal:
            continue
        comparison = compare(transcript.header, transcript.entries, other)
        parted = comparison.parting
        if parted is None or "sides" in (each.name for each in comparison.differences):
            continue
        at = [entry.line for entry in transcript.entries].index(parted.line)
        there, seating = comparison.there, comparison.there.start.seating
        told = [there.noticed(each, seating) for each in range(at + 1)]
        for size in range(len(parted.causes)):
            for fewer in combinations(comparison.differences, size):
                changes = [(each.name, each.there.value) for each in fewer]
                try:
                    mixed = comparison.here.replayed_from(
                        transcript.header.under(None, changes).start()
                    )
                except Refusal:
                    continue
                lines = range(min(at + 1, len(mixed.entries) + 1))
                assert [mixed.noticed(each, seating) for each in lines] != told


def test_what_is_needless_once_another_is_gone_is_no_cause() -> None:
    # One alone is left out only when two others are: `c` explains it without `a` and `b`.
    explaining = ({"a", "b", "c"}, {"b", "c"}, {"a", "c"}, {"c"})
    assert fewest("abc", lambda causes: {*causes} in explaining) == ("c",)
    # Nor does it help to leave them out one by one: `a` needs `b`, and `b` needs `a`.
    assert fewest("abc", lambda causes: {*causes} in ({"a", "b", "c"}, {"c"})) == ("c",)
    assert fewest("abc", lambda causes: True) == ()


def test_a_game_with_many_house_rules_is_told_by_their_number() -> None:
    found = compared(SCORED, None, "spinners=none", "target=30", "another-turn=none")
    other = message("under.game-with-many", game=GAMES["race-horse"].title, count=4)
    assert describe_game(found.there.header) == other
