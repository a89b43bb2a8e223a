"""Records typed by hand: what is read all the same, and what each mistake is answered with."""

import pytest
from play import describe_refusal, refusal, score

from companion.record.record_link import PackedTable, pack, unpack
from companion.record.replay import replay, write_record

GAME = "game: race-horse\n"
HEADER = GAME + "players: Ana, Ben\n"
FOUR = GAME + "players: Ana, Ben, Cyd, Dee\n"
PAIRS = FOUR + "sides: Ana & Cyd, Ben & Dee\nlead: Ana\n"
LED = HEADER + "lead: Ana\n"
ON = LED + "Ana: 4-4\n"
#: Ana is out; Ben holds two tiles.
OUT = HEADER + "rule: tiles-each = 2\nlead: Ana\nAna: 4-4\nAna: 4-3\n"

#: The lines before it, the line with the mistake, its code, what was not understood, what to type.
MISTAKES = [
    # The game
    ("", "game: Race Hrose", "unknown-game", "Race Hrose", "race-horse"),
    ("", "game: racehorse", "unknown-game", "racehorse", "race-horse"),
    ("", "game: horse race", "unknown-game", "horse race", "race-horse"),
    ("", "game: pete", "unknown-game", "pete", "seven-toed-pete"),
    ("", "game: 5s and 3s", "unknown-game", "5s and 3s", "fives-and-threes"),
    ("", "game: whist", "unknown-game", "whist", "race-horse"),
    ("", "games: race-horse", "syntax", "games", "“game: race-horse”"),
    ("", "gmae: race-horse", "syntax", "gmae", "“game: race-horse”"),
    ("", "game race-horse", "syntax", "game race-horse", "“game: race-horse”"),
    # Players and sides
    (GAME, "lead: Ana", "syntax", "players:", "“players: Ana, Ben”"),
    (GAME, "player: Ana, Ben", "syntax", "player", "“players: Ana, Ben”"),
    (GAME, "players = Ana, Ben", "syntax", "=", "“players: Ana, Ben”"),
    (GAME, "players: Ana and Ben", "players", "and", "“players: Ana, Ben”"),
    (GAME, "players: Ana & Ben", "players", "&", "“players: Ana, Ben”"),
    (GAME, "players: Ana; Ben", "players", "players: Ana; Ben", "“players: Ana, Ben”"),
    (GAME, "players: Ana Ben Cyd", "players", "players: Ana Ben Cyd", "“players: Ana, Ben, Cyd”"),
    (GAME, "players: Ana/Ben", "players", "Ana/Ben", "“players: Ana, Ben”"),
    (
        FOUR,
        "sides: Ana & Ben, Cyd & Dee",
        "players",
        "Ana & Ben, Cyd & Dee",
        "“sides: Ana & Cyd, Ben & Dee”",
    ),
    (
        FOUR,
        "sides: Ana and Cyd, Ben and Dee",
        "unknown-player",
        "and",
        "“sides: Ana & Cyd, Ben & Dee”",
    ),
    (FOUR, "sides: Ana & Syd, Ben & Dee", "unknown-player", "Syd", "Cyd"),
    (FOUR, "side: Ana & Cyd, Ben & Dee", "syntax", "side", "“sides: Ana & Cyd, Ben & Dee”"),
    (
        FOUR,
        "sides: Ana Cyd; Ben Dee",
        "unknown-player",
        "sides: Ana Cyd; Ben Dee",
        "“sides: Ana & Cyd, Ben & Dee”",
    ),
    (FOUR, "teams: Ana & Cyd, Ben & Dee", "syntax", "teams", "“sides: Ana & Cyd, Ben & Dee”"),
    # House rules
    (HEADER, "rules: zero-scores = yes", "syntax", "rules", "“rule: zero-scores = yes”"),
    (
        HEADER,
        "rule zero-scores = yes",
        "syntax",
        "rule zero-scores = yes",
        "“rule: zero-scores = yes”",
    ),
    (
        HEADER,
        "rule: zero-scores yes",
        "syntax",
        "rule: zero-scores yes",
        "“rule: zero-scores = yes”",
    ),
    (HEADER, "rule: zero scores: yes", "syntax", "zero scores", "“rule: zero-scores = yes”"),
    (HEADER, "spinners: none", "syntax", "spinners: none", "“rule: spinners = none”"),
    (HEADER, "rule: yes", "syntax", "yes", "“rule: spinners = first”"),
    (HEADER, "rule: zero-scores = maybe", "unknown-rule", "maybe", "no or yes"),
    (HEADER, "rule: settlement = winner", "unknown-rule", "winner", "winner-takes"),
    (HEADER, "rule: spinners = ALL", "unknown-rule", "ALL", "all"),
    (HEADER, "rule: zero score = yes", "unknown-rule", "zero score", "zero-scores"),
    (HEADER, "rule: draw = free", "unknown-rule", "draw", "drawing"),
    (HEADER, "rule: jokers = 2", "unknown-rule", "jokers", "target"),
    (HEADER, "target: sixty", "syntax", "sixty", "“target: 61”"),
    (HEADER, "target: 61 points", "syntax", "61 points", "“target: 61”"),
    (HEADER, "target 61", "syntax", "target 61", "“target: 61”"),
    (HEADER, "targets: 61", "syntax", "targets", "“target: 61”"),
    (LED, "Target: 61", "syntax", "target:", "lead"),
    # Who leads
    (HEADER, "lead Ana", "syntax", "lead Ana", "“lead: Ana”"),
    (HEADER, "leads: Ana", "syntax", "leads", "“lead: Ana”"),
    (HEADER, "Ana: lead", "syntax", "Ana: lead", "“lead: Ana”"),
    (HEADER, "Ana leads", "syntax", "leads", "“lead: Ana”"),
    (HEADER, "lead: Bne", "unknown-player", "Bne", "Ben"),
    (HEADER, "lead:", "syntax", "lead:", "“lead: Ana”"),
    (HEADER, "first lead: Ana", "syntax", "first", "“lead: Ana”"),
    # Who did it
    (LED, "Zoe: 6-4", "unknown-player", "Zoe", "Ana and Ben"),
    (LED, "Anna: 6-4", "unknown-player", "Anna", "Ana"),
    (LED, "Ana 6-4", "syntax", "Ana 6-4", "“Ana: 6-4”"),
    (LED, "Ana; 6-4", "syntax", "Ana; 6-4", "“Ana: 6-4”"),
    (LED, "Ana - 6-4", "syntax", "-", "“Ana: 6-4”"),
    (LED, "6-4", "syntax", "6-4", "“Ana: 6-4”"),
    (LED, "6-4: Ana", "syntax", "6-4: Ana", "“Ana: 6-4”"),
    (LED, "left: 3-2", "unknown-player", "left: 3-2", "“Ana: left 3-2”"),
    # Tiles
    (LED, "Ana: 64", "syntax", "64", "“Ana: 6-4”"),
    (LED, "Ana: 6/4", "syntax", "6/4", "“Ana: 6-4”"),
    (LED, "Ana: 6:4", "syntax", "6:4", "“Ana: 6-4”"),
    (LED, "Ana: [6|4]", "syntax", "[6|4]", "“Ana: 6-4”"),
    (LED, "Ana: 6 - 4", "syntax", "6 - 4", "“Ana: 6-4”"),
    (LED, "Ana: 6 4", "syntax", "6 4", "“Ana: 6-4”"),
    (LED, "Ana: ６－４", "syntax", "６－４", "“Ana: 6-4”"),
    (LED, "Ana: six-four", "syntax", "six-four", "“Ana: 6-4”"),
    (LED, "Ana: double four", "syntax", "double four", "“Ana: 4-4”"),
    (LED, "Ana: 6-7", "syntax", "6-7", "0 to 6"),
    (LED, "Ana: 7-1", "syntax", "7-1", "0 to 6"),
    (LED, "Ana: 6-4 6-5", "syntax", "Ana: 6-4 6-5", "“Ana: 6-4 on 6-5”"),
    (LED, "Ana: plays 6-4", "syntax", "plays", "“Ana: 6-4”"),
    (LED, "Ana plays the 6-4.", "syntax", "plays the 6-4.", "“Ana: 6-4”"),
    (ON, "Ana: 6-4 at 4-4", "syntax", "at", "“Ana: 6-4 on 4-4”"),
    (ON, "Ana: 6-4 on 4", "syntax", "4", "“Ana: 6-4 on 4-4”"),
    (ON, "Ana: 6-4 on 4/4", "syntax", "4/4", "“Ana: 6-4 on 4-4”"),
    (LED, "Ana: 6-4, Ben: 6-1", "syntax", "Ben: 6-1", "line"),
    (ON, "Ana: draws 2, 6-4", "syntax", "6-4", "line"),
    # Calls, draws, passes
    (LED, "Ana: 6-4 claims 10", "syntax", "Ana: 6-4 claims 10", "“Ana: 6-4, claims 10”"),
    (LED, "Ana: 6-4, calls 10", "syntax", "calls", "“Ana: 6-4, claims 10”"),
    (LED, "Ana: 6-4, claims ten", "syntax", "ten", "“Ana: 6-4, claims 10”"),
    (LED, "Ana: 6-4 (10)", "syntax", "(10)", "“Ana: 6-4, claims 10”"),
    (ON, "Ana: draw 2", "syntax", "draw", "“Ana: draws 2”"),
    (ON, "Ana: draws two", "syntax", "two", "“Ana: draws 2”"),
    (ON, "Ana: draws 1 tile", "syntax", "tile", "“Ana: draws 1”"),
    (ON, "Ana drew 2", "syntax", "drew", "“Ana: draws 2”"),
    (ON, "Ana: draws", "syntax", "draws", "“Ana: draws 2”"),
    (ON, "Ana: draws 0", "syntax", "", "“draws 1”"),
    (ON, "Ana: pass", "syntax", "pass", "“Ana: passes”"),
    (ON, "Ana: knock", "syntax", "knock", "“Ana: passes”"),
    (ON, "Ana passes", "syntax", "Ana passes", "“Ana: passes”"),
    (ON, "passes: Ana", "syntax", "passes: Ana", "“Ana: passes”"),
    (ON, "Ana: draws -1", "syntax", "draws -1", "“draws 2”"),
    # What is left
    (OUT, "Ben: left 5", "syntax", "left 5", "“Ben: left 5 pips”"),
    (OUT, "Ben: left 5 points", "syntax", "points", "“Ben: left 5 pips”"),
    (OUT, "Ben: left 3-2, 1-0", "syntax", "Ben: left 3-2, 1-0", "“Ben: left 3-2 1-0”"),
    (OUT, "Ben left 3-2 1-0", "syntax", "Ben left 3-2 1-0", "“Ben: left 3-2 1-0”"),
    (OUT, "Ben: has 3-2 1-0", "syntax", "has", "“Ben: left 3-2 1-0”"),
    # Points by agreement
    (LED, "ruling: Ana 5", "syntax", "5", "“ruling: Ana +5”"),
    (LED, "ruling: Ana gets 5 points", "syntax", "gets 5 points", "“ruling: Ana +5”"),
    (LED, "ruling: +5", "syntax", "+5", "“ruling: Ana +3, the reason”"),
    (LED, "rule: Ana +5", "syntax", "rule", "“ruling: Ana +5”"),
    (LED, "ruling: +5 Ana", "syntax", "ruling: +5 Ana", "“ruling: Ana +5”"),
    (LED, "ruling: Ana + 5", "syntax", "+ 5", "“ruling: Ana +5”"),
    (LED, "ruling: Ana –5", "syntax", "ruling: Ana –5", "“ruling: Ana -5”"),
    (LED, "ruling: Ana +5 a slip", "syntax", "ruling: Ana +5 a slip", "“ruling: Ana +5, a slip”"),
    (LED, "ruling Ana +5", "syntax", "ruling Ana +5", "“ruling: Ana +5”"),
    (LED, "Ana: +5", "syntax", "Ana: +5", "“ruling: Ana +5”"),
    (LED, "ruling: Bne +5", "unknown-player", "Bne", "Ben"),
    (PAIRS, "ruling: Ana +5", "unknown-player", "Ana", "Ana & Cyd"),
    (PAIRS, "ruling: Ana & Ben +5", "unknown-player", "Ana & Ben", "Ana & Cyd"),
    # Read, and not allowed
    (GAME + "players: Tom, Sue\n", "Tom: 6-4", "hand-over", "", "“lead: Tom”"),
    (LED, "Ben: 6-4", "not-your-turn", "", "“Ana: 6-4”"),
    (LED + "Ana: 6-3\n", "Ben: passes", "must-draw", "", "“Ben: draws 1”"),
    (LED + "Ana: 6-3\nBen: 6-1\n", "Ana: 3-1", "which-end", "", "“Ana: 3-1 on 6-3”"),
    # Anything else
    (LED, "hello", "syntax", "hello", "“Ana: 6-4”"),
    (LED, "Ana: wins", "syntax", "wins", "“6-4”"),
]


@pytest.mark.parametrize(("before", "typed", "code", "word", "meant"), MISTAKES)
def test_a_mistake_is_quoted_with_what_to_type_instead(
    before: str, typed: str, code: str, word: str, meant: str
) -> None:
    record = before + typed
    refused = replay(record).refused
    assert refused is not None
    told = f"{refused.refusal.message} {refused.refusal.instead}"
    assert refusal(record) == (record.count("\n") + 1, code)
    assert not word or f"“{word}”" in told or f"`{word}`" in told, told
    assert meant in told.replace(f"“{word}”", "", 1), told


#: As typed, and as it is written back, after the lines before it.
READ = [
    ("", "Game: Race Horse", "game: race-horse"),
    ("", "game: race  horse", "game: race-horse"),
    ("", "GAME: RaceHorse (1990)", "game: racehorse-1990"),
    ("", "game: five–up", "game: five-up"),
    ("", "game: race horse, celko’s way", "game: race-horse-celko"),
    ("", "\ufeffgame: Fives and Threes", "game: fives-and-threes"),
    (GAME, "Players: Ana, Ben", "players: Ana, Ben"),
    (FOUR, "SIDES: dee & ben, ANA & cyd", "sides: Ana & Cyd, Ben & Dee"),
    (HEADER, "Target: 100", "target: 100"),
    (HEADER, "Rule: spinners = none", "rule: spinners = none"),
    (HEADER, "LEAD: ana", "lead: Ana"),
    (LED, "ana: 6-4", "Ana: 6-4"),
    *((LED, f"Ana: 6{dash}4", "Ana: 6-4") for dash in "-‐‑‒–—―−－"),
    (ON, "ANA: 4–6 ON 4−4", "Ana: 6-4 on 4-4"),
    (LED, "ana: 6-4, Claims 10", "Ana: 6-4, claims 10"),
    (ON, "Ana: Draws\t2", "Ana: draws 2"),
    (OUT, "ben: LEFT 3–2 1‑0", "Ben: left 3-2 1-0"),
    (OUT, "ben: Left 6 Pips\r", "Ben: left 6 pips"),
    (LED, "Ruling: ana +5, A Slip", "ruling: Ana +5, A Slip"),
    (PAIRS, "ruling: CYD & ana -5", "ruling: Ana & Cyd -5"),
]


@pytest.mark.parametrize(("before", "typed", "written"), READ)
def test_what_can_only_mean_one_thing_is_read_and_written_back_as_a_record_has_it(
    before: str, typed: str, written: str
) -> None:
    record = f"{before}{typed}\n" + ("" if before else "players: Ana, Ben\n")
    read = replay(record)
    assert read.refused is None and read.header is not None
    text = write_record(read.header, (entry.statement for entry in read.entries))
    assert written in text.split("\n")
    assert unpack(pack(PackedTable(record))).record == text


@pytest.mark.parametrize("verb", ["knocks", "Knocks", "PASSES"])
def test_to_knock_is_to_pass(verb: str) -> None:
    blocked = HEADER + "rule: tiles-each = 14\nlead: Ana\nAna: 6-4\n"
    assert score(f"{blocked}ana: {verb}\n").verdict == score(f"{blocked}Ana: passes\n").verdict


def test_a_name_goes_before_a_word_of_the_record() -> None:
    called = "game: race-horse\nplayers: Lead, Knocks, Left, ANA\nlead: Knocks\n"
    told = score(f"{called}knocks: 6-4\nKnocks: 6-2\nleft: 4-1\nana: 3–2\n").verdict
    assert [entry["player"] for entry in told["entries"]] == ["Knocks", "Knocks", "Left", "ANA"]
    assert (
        score("game: race-horse\nplayers: Lead, Ben\nLead: Lead\nLead: 6-4\n").scores["Lead"] == 2
    )


def test_two_names_that_differ_in_capitals_are_told_apart_or_asked_for() -> None:
    two = "game: race-horse\nplayers: Ana, ANA\nlead: ANA\n"
    assert score(f"{two}ANA: 6-4\n").scores == {"Ana": 0, "ANA": 2}
    assert "Did you mean Ana or ANA?" in str(describe_refusal(f"{two}ana: 6-4\n"))


def test_no_more_than_five_choices_are_listed() -> None:
    for record in (f"{HEADER}rule: s = 1", f"{HEADER}rule: in = 1", "game: e", "game: horse"):
        assert str(describe_refusal(record)).count(",") <= 3
