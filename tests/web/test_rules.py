"""The rules to read: every setting with its source, and a table's own."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from playwright.sync_api import Page, expect

from companion.i18n import Message, listed, message
from companion.record.header import Header
from companion.referee.rule_book import describe_setting
from companion.referee.scoring_text import describe_doubles, describe_points
from companion.rules.choices import Spinners
from companion.rules.games import GAMES, game_named
from companion.rules.laws import LAWS
from companion.rules.settings import SETTINGS
from companion.rules.sources import Basis
from companion.tables.table_service import TableService
from companion.web.home.rules_page import BASE, MOST_ARGUED, RuleEntry, RulesPage, facts_of
from companion.web.ui.house_rule_fields import READ_HERE, SECTIONS
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.words import shows

ONE_END = "rules.remark.one-end"
FOLDED = """named => {
  document.querySelectorAll("details").forEach((each) => { each.open = false; });
  scrollTo(0, 0);
  dispatchEvent(new Event("hashchange"));
}"""
CAST = ("Ana", "Ben", "Cyd", "Dee")


def rules_of(page: RulesPage) -> dict[str, RuleEntry]:
    read = [rule for chapter in page.chapters for rule in chapter.rules]
    return {rule.name: rule for rule in (*read, *page.waiting)}


def of_table(game: str, seats: int, *changes: tuple[str, str]) -> RulesPage:
    header = Header(game, CAST[:seats], changes=changes)
    return RulesPage(header.preset, header)


def test_every_rule_has_its_section() -> None:
    named = [name for rules in SECTIONS.values() for name in rules]
    assert sorted(named) == sorted([*SETTINGS, *LAWS])


def test_the_index_leads_to_every_game(client: FlaskClient) -> None:
    page = unescape(client.get("/rules").text)
    for id, preset in GAMES.items():
        assert f'href="/rules/{id}"' in page
        assert f"{preset.title}" in page and f"{preset.summary}" in page


@pytest.mark.parametrize("id", GAMES)
def test_a_page_names_every_setting_with_its_reason_and_source(
    client: FlaskClient, id: str
) -> None:
    page = client.get(f"/rules/{id}").text
    for name, setting in SETTINGS.items():
        ground = GAMES[id].grounds[name]
        assert f'<dt id="{name}">{escape(setting.title)}' in page
        assert f"{escape(ground.label)}</b> {escape(ground.explanation)} <cite>" in page
        assert (
            f'<a href="/sources#{ground.work.id}" hx-boost="false">{escape(ground.cited)}' in page
        )
        if setting.values:
            assert str(escape(describe_setting(GAMES[id].rules, name))) in page


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_says_where_it_stands(id: str) -> None:
    assert all(rule.ground for rule in rules_of(RulesPage(GAMES[id])).values())


@pytest.mark.parametrize("id", GAMES)
def test_the_deal_is_told_for_every_number_of_players(id: str) -> None:
    preset = GAMES[id]
    deals = [deal for chapter in RulesPage(preset).chapters for deal in chapter.deals]
    assert [seats for seats, *_ in deals] == list(preset.seats)
    assert all(seats * tiles_each + boneyard == 28 for seats, tiles_each, boneyard in deals)


def test_race_horse_differs_from_nothing() -> None:
    rules = rules_of(RulesPage(game_named("race-horse")))
    assert not any(rule.base_has for rule in rules.values())


def test_a_variant_tells_what_differs_from_race_horse(client: FlaskClient) -> None:
    rules = rules_of(RulesPage(game_named("race-horse-celko")))
    differing = {name for name, rule in rules.items() if rule.base_has}
    assert differing == {"points", "settlement", "target", "game-ends"}
    assert rules["target"].base_has == describe_setting(BASE.rules, "target")
    page = client.get("/rules/race-horse-celko").text
    assert page.count(str(message("rules.differs", game=BASE.title))) == 4
    assert str(message("rules.differences", game=BASE.title)) in page


def test_what_cannot_matter_waits_at_the_end() -> None:
    waiting = {rule.name for rule in RulesPage(game_named("seven-rocks")).waiting}
    assert waiting == {
        "drawing",
        "boneyard-kept",
        "drawn-tile",
        "last-tile",
        "tied-block",
        "partners-block",
        "washed-up-in-block",
        "rounding",
    }


def test_where_nothing_is_drawn_no_rule_in_force_speaks_of_drawing(client: FlaskClient) -> None:
    page = RulesPage(game_named("fives-and-threes"))
    waiting = {rule.name for rule in page.waiting}
    told = rules_of(page).keys() - waiting
    assert {"boneyard-kept", "drawn-tile"} <= waiting and "draw" not in told
    assert {"drawing", "must-play", "pass"} <= told
    html = client.get("/rules/fives-and-threes").text
    assert shows(html, "rules.deal.out-of-play") and not shows(html, "rules.deal.boneyard")


def test_where_a_point_is_all_nothing_is_said_of_the_pips_left() -> None:
    page = RulesPage(game_named("fives-and-threes"))
    waiting = {rule.name for rule in page.waiting}
    assert {"rounding", "tied-block", "partners-block", "washed-up-in-block"} <= waiting
    told = rules_of(page).keys()
    assert not {"nearest-five", "all-told", "all-pips", "lowest-wins", "partner-spared"} & told


@pytest.mark.parametrize("id", GAMES)
def test_the_head_of_the_rules_says_which_doubles_branch(client: FlaskClient, id: str) -> None:
    _, _, head = client.get(f"/rules/{id}").text.partition('<header class="leaflet-head">')
    head, _, _ = head.partition("</header>")
    assert str(describe_doubles(GAMES[id].rules.spinners)) in head


def test_the_head_of_a_tables_rules_says_which_doubles_branch_there(client: FlaskClient) -> None:
    form = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "rule-spinners": "none"}
    page = client.get(f"{client.post('/new', data=form).location}/rules").text
    assert f'<p class="doubles">{describe_doubles(Spinners.NONE)}</p>' in page


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("five-up", "to 61 pegs"),
        ("muggins", "to 200 points"),
        ("fives-and-threes", "to exactly 61 pegs"),
        ("merry-go-round", "to exactly 61 pegs"),
    ],
)
def test_a_target_that_has_to_be_hit_is_told_as_such(game: str, told: str) -> None:
    assert str(facts_of(game_named(game))[1]) == told


def test_a_game_may_be_told_by_several_works(client: FlaskClient) -> None:
    page = client.get("/rules/fives-and-threes").text
    assert {*re.findall(r'href="/sources#([a-z-]+)"', page)} == {"fives-and-threes", "barnard"}


def test_who_draws_and_who_passes_follows_from_the_deal() -> None:
    pete = rules_of(RulesPage(game_named("seven-toed-pete")))
    assert "draw" in pete and "pass" in pete
    four = rules_of(of_table("seven-toed-pete", 4))
    assert "draw" not in four and "pass" in four


def test_rounding_is_shown_by_example() -> None:
    horse = rules_of(RulesPage(game_named("race-horse")))["nearest-five"].sentence
    assert isinstance(horse, Message)
    assert horse.id == "rules.rounded-and-pegged"
    assert (horse["examples"], horse["rounded"]) == ("33 → 35, 13 → 15, 3 → 5, 2 → 0", 35)
    assert horse["pegged"] == describe_points(BASE.rules, 7)
    assert "nearest-five" not in rules_of(RulesPage(game_named("seven-toed-pete-chips")))


def test_the_worked_count_is_the_referees_own() -> None:
    free, covered = RulesPage(game_named("race-horse")).chapters[4].examples
    assert (free.written_out, free.pegged) == ("10 + 0 = 10", describe_points(BASE.rules, 2))
    assert (covered.written_out, covered.pegged) == (
        "0 + 2 + 3 = 5",
        describe_points(BASE.rules, 1),
    )


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("sniff", [("10 + 0 = 10", "rules.remark.free-side"), ("5 + 0 + 2 + 3 = 10", ONE_END)]),
        (
            "merry-go-round",
            [("10 + 0 = 10", "rules.remark.free-side"), ("0 + 2 + 3 = 5", "rules.remark.covered")],
        ),
        (
            "fives-and-threes",
            [
                ("10 + 0 = 10 = 2 × 5", "rules.remark.free-side"),
                ("12 + 3 = 15 = 3 × 5 = 5 × 3", "rules.remark.both"),
            ],
        ),
    ],
)
def test_the_worked_count_is_one_that_the_game_can_have(
    game: str, counts: list[tuple[str, str]]
) -> None:
    examples = RulesPage(game_named(game)).chapters[4].examples
    assert [(each.written_out, each.remark.id) for each in examples] == counts


def test_a_double_that_is_no_spinner_has_no_end_to_show() -> None:
    page = of_table("race-horse", 2, ("spinners", "none"))
    assert len(page.chapters[4].examples) == 1


def test_there_are_no_rules_of_a_game_that_nobody_knows(client: FlaskClient) -> None:
    assert client.get("/rules/whist").status_code == 404


# A table's own


def test_a_table_without_house_rules_plays_as_the_game_does() -> None:
    page = of_table("seven-rocks", 4)
    assert rules_of(page)["at-this-table"].sentence == message(
        "rules.at-this-table.pairs", one="Ana & Cyd", other="Ben & Dee"
    )
    assert not any(rule.base_has or rule.is_of_house for rule in rules_of(page).values())


def test_a_house_rule_is_marked_beside_what_the_game_has(client: FlaskClient) -> None:
    form = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "seats": "2"}
    form |= {"rule-spinners": "first", "rule-tiles-each": "9", "target": "121"}
    address = client.post("/new", data=form).location
    page = client.get(f"{address}/rules").text
    assert page.count(f">{message('rules.house-rule')}</mark>") == 3
    assert str(message("rules.house-rules", count=3)) in page
    for name in ("spinners", "tiles-each"):
        own = describe_setting(BASE.rules, name, (2,))
        assert str(escape(message("leg.instead.says", game=BASE.title, sentence=own))) in page
    assert shows(page, "setting.tiles-each.is", each=listed((9,), "or"))
    assert shows(page, "unit.pegs", count=121)
    assert f'href="{address}/customs#names"' in page


def test_only_the_deal_of_the_table_is_told() -> None:
    deals = [deal for chapter in of_table("race-horse", 3).chapters for deal in chapter.deals]
    assert deals == [(3, 6, 10)]


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, setting in SETTINGS.items() for value in setting.values],
)
def test_every_house_rule_can_be_read_at_its_table(name: str, value: str) -> None:
    rule = rules_of(of_table("race-horse", 4, (name, value)))[name]
    assert rule.sentence == SETTINGS[name].values[value]
    is_changed = GAMES["race-horse"].rules.written(name) != value
    assert rule.is_of_house is is_changed


def test_the_rules_of_a_table_lead_back_as_its_other_pages_do(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table_service.open(Header("race-horse", CAST[:2]), keeper=ANAS_PHONE)
    bar = client.get(f"/t/{table_id}/rules").text.partition("<main>")[0]
    assert f'href="/t/{table_id}"' in bar and shows(bar, "page.to-table")


def test_there_are_no_rules_of_no_table(client: FlaskClient) -> None:
    assert client.get("/t/nowhere/rules").status_code == 404


# What people argue about


@pytest.mark.parametrize("id", GAMES)
def test_a_page_begins_with_what_people_argue_about_each_with_its_answer(
    client: FlaskClient, id: str
) -> None:
    page, rules = unescape(client.get(f"/rules/{id}").text), RulesPage(GAMES[id])
    assert 16 <= len(rules.argued) <= MOST_ARGUED
    first, _, rest = page.partition('<div class="chapters folds">')
    for rule in rules.argued:
        line = f"<span>{message(f'argued.{rule.name}')}</span> <b"
        assert line in first and f">{rules.answer(rule.name)}</b>" in first
        # A tap opens the sentence with its reason; its chapter leads there.
        assert f'<dt id="{rule.name}">' in first and f'<a href="#{rule.name}">' in rest
    assert page.count("<details open") == 0


@pytest.mark.parametrize("id", GAMES)
def test_what_no_source_mentions_stands_apart(client: FlaskClient, id: str) -> None:
    page = RulesPage(GAMES[id])
    told = [rule for chapter in page.chapters for rule in chapter.rules if rule not in page.argued]
    before, _, apart = client.get(f"/rules/{id}").text.partition('<h2 id="silent">')
    for rule in told:
        is_silent = rule.ground is not None and rule.ground.leg is Basis.SILENT
        assert f'<dt id="{rule.name}">' in (apart if is_silent else before)


def test_what_a_table_has_changed_is_among_what_people_argue_about() -> None:
    changes = (("boneyard-kept", "2"), ("rounding", "each-hand"), ("spinner-first", "yes"))
    argued = [rule.name for rule in of_table("race-horse", 4, *changes).argued]
    assert len(argued) == MOST_ARGUED and {name for name, _ in changes} <= {*argued}
    assert argued == sorted(argued, key=READ_HERE.index)


@pytest.mark.parametrize(
    ("game", "rule", "answer"),
    [
        ("race-horse", "points", describe_points(BASE.rules, 3)),
        ("muggins", "points", describe_points(GAMES["muggins"].rules, 15)),
        ("fives-and-threes", "points", describe_points(BASE.rules, 8)),
        ("seven-toed-pete-chips", "points", message("setting.points.brief.none")),
        ("fives-and-threes", "must-play", message("argued.must-play.knock")),
        ("all-fives", "tiles-each", "9 for 2, 7 for 3 and 5 for 4"),
        ("fives-and-threes", "tiles-each", "7 for 2 and 5 for 3 or 4"),
        ("five-up", "tiles-each", "5"),
        ("fives-and-threes", "partners-out", "yes, both"),
        ("race-horse", "drawn-tile", "no, it ends the turn"),
    ],
)
def test_an_answer_says_what_the_rules_make_of_it(game: str, rule: str, answer: object) -> None:
    page = RulesPage(game_named(game))
    assert rule in {each.name for each in page.argued}
    assert str(page.answer(rule)) == str(answer)


def test_what_an_address_names_is_unfolded_and_nothing_is_too_wide(
    page: Page, server: Serving
) -> None:
    for address, named in (("rules/race-horse", "partners"), ("sources", "barnard")):
        page.goto(f"{server.address}/{address}#{named}")
        # As browsers do that leave it to the script.
        page.evaluate(FOLDED, named)
        expect(page.locator(f"details[open] #{named}")).to_be_in_viewport()
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") == width
