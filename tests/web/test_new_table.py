"""A new table: every game, its players, its house rules, and what is refused."""

import unicodedata
from html import unescape
from itertools import chain

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from companion.i18n import message
from companion.record.statements import PointsRuled
from companion.rules.errors import quoted
from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.rules.settings import SETTINGS
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState
from companion.web.home import new_table_form
from companion.web.ui.house_rule_fields import SUBJECTS
from tests.thorough import some, thorough
from tests.web.serving import Serving
from tests.web.words import shown, shows

CAST = ("Ana", "Ben", "Cyd", "Dee")
SEVEN_ROCKS = message("game.seven-rocks.title")


def sent(client: FlaskClient, *names: str, **said: str) -> TestResponse:
    """The form as a page without a script sends it: all four seats."""
    form = {f"name-{seat}": "" for seat in range(4)}
    form |= {f"name-{seat}": name for seat, name in enumerate(names)}
    form |= {"game": "race-horse", "seats": f"{len(names)}", "lead": "later"}
    return client.post("/new", data=form | said)


def table(app: Flask, answer: TestResponse) -> TableState:
    assert answer.status_code == 303, answer.text
    state: TableState = app.extensions["table_service"].look(answer.location.removeprefix("/t/"))
    return state


def stand_in(number: int) -> str:
    """What somebody is called who typed no name."""
    return str(message("new.stand-in", number=number))


def refused(answer: TestResponse) -> str:
    assert answer.status_code == 422
    return unescape(answer.text)


# Every game, every number of players


@pytest.mark.parametrize(
    ("game", "seats"), [(id, seats) for id, preset in GAMES.items() for seats in preset.seats]
)
def test_every_game_opens_with_every_number_it_is_for(
    app: Flask, client: FlaskClient, game: str, seats: int
) -> None:
    state = table(app, sent(client, *CAST[:seats], game=game))
    assert state.header.game == game
    assert state.header.players == CAST[:seats]
    assert state.header.changes == ()
    assert state.game.rules == GAMES[game].rules
    assert state.game.seating.has_partners is (GAMES[game].partners is Partners.ALWAYS)
    assert client.get(f"/t/{state.id}").status_code == 200


@pytest.mark.parametrize(
    "game", [id for id, preset in GAMES.items() if preset.partners is not Partners.NEVER]
)
def test_four_may_be_partners(app: Flask, client: FlaskClient, game: str) -> None:
    state = table(app, sent(client, *CAST, game=game, partners="yes"))
    assert state.game.seating.side_names == ("Ana & Cyd", "Ben & Dee")


def test_partners_are_refused_where_the_game_has_none(client: FlaskClient) -> None:
    page = refused(sent(client, *CAST, game="racehorse-1990", partners="yes"))
    assert shows(page, "refused.no-partners", game=message("game.racehorse-1990.title"))
    assert 'name="partners" value="yes" checked' in page


def test_three_cannot_be_partners(client: FlaskClient) -> None:
    page = refused(sent(client, *CAST[:3], partners="yes"))
    assert shows(page, "refused.partners-are-four")


def test_seven_rocks_needs_four(client: FlaskClient) -> None:
    page = refused(sent(client, "Ana", "Ben", game="seven-rocks"))
    assert shows(page, "refused.seats-of-game", game=SEVEN_ROCKS, seats=4, players=2)
    assert (
        'value="seven-rocks" data-seats="4" data-partners="always" data-target="250" checked'
        in page
    )


def test_a_game_that_nobody_knows_is_refused(client: FlaskClient) -> None:
    page = refused(sent(client, "Ana", "Ben", game="whist"))
    assert shows(page, "refused.no-such-game", game=quoted("whist"))


# Counting first


def test_everybody_counts_first_where_the_form_says_so(app: Flask, client: FlaskClient) -> None:
    said = {"counts-first": "yes"}
    state = table(app, sent(client, *CAST[:3], **said))
    assert state.table_options.counting == {0, 1, 2}
    again = client.get(f"/new?again={state.id}").text
    assert 'name="counts-first" value="yes" checked' in again
    assert table(app, sent(client, *CAST[:3])).table_options.counting == frozenset()


def test_nobody_counts_first_where_no_tiles_are_tapped(app: Flask, client: FlaskClient) -> None:
    said = {"counts-first": "yes", "pegs-only": "yes"}
    assert table(app, sent(client, *CAST[:3], **said)).table_options.counting == frozenset()


# Names


def test_nobody_has_to_type_a_name(app: Flask, client: FlaskClient) -> None:
    state = table(app, client.post("/new", data={"game": "race-horse", "seats": "3"}))
    assert state.header.players == (*map(stand_in, (1, 2, 3)),)


def test_without_a_number_as_many_play_as_have_names(app: Flask, client: FlaskClient) -> None:
    assert table(app, sent(client, "Ana", "", "Cyd", "Dee", seats="")).header.players == (
        "Ana",
        "Cyd",
        "Dee",
    )


def test_a_name_beyond_the_number_of_players_is_not_dropped_silently(client: FlaskClient) -> None:
    page = refused(sent(client, "Ana", "Ben", "Cyd", seats="2"))
    assert str(message("new.seat-beyond", count=2, seat=3)) in page
    assert 'value="Cyd"' in page


@pytest.mark.parametrize("name", ["Zoë", "Бен", "美咲", "مریم", "W" * 24, "O'Neill", "👩‍🚀"])
def test_a_name_may_be_of_any_script(app: Flask, client: FlaskClient, name: str) -> None:
    assert table(app, sent(client, name, "Ben")).header.players[0] == name


def test_a_name_is_trimmed_and_composed(app: Flask, client: FlaskClient) -> None:
    apart = unicodedata.normalize("NFD", "Zoë")
    assert table(app, sent(client, f"  {apart}  de  V ", "Ben")).header.players[0] == "Zoë de V"


def test_a_name_that_shows_nothing_is_none(app: Flask, client: FlaskClient) -> None:
    assert table(app, sent(client, "\u200b\u2060", "Ben")).header.players[0] == stand_in(1)


@pytest.mark.parametrize(
    ("name", "refusal", "known"),
    [
        ("Ben", "same-name", {}),
        ("W" * 25, "name-length", {"length": 25}),
        ("Ana, Cyd", "name-character", {"character": quoted(",")}),
        ("Ana & Cyd", "name-character", {"character": quoted("&")}),
        ("#1", "name-character", {"character": quoted("#")}),
        ("bell\x07", "name-character", {}),
        ("lead", "name-reserved", {"name": quoted("lead")}),
    ],
)
def test_a_refused_name_comes_back_as_typed(
    app: Flask, client: FlaskClient, name: str, refusal: str, known: dict[str, object]
) -> None:
    answer = sent(client, name, "Ben", target="99", game="seven-toed-pete", **{"pegs-only": "yes"})
    page = refused(answer)
    assert shows(page, f"refused.{refusal}", **known)
    assert f'value="{name}"' in page and 'value="99"' in page
    if refusal != "same-name":
        assert page.index('id="name-0"') < page.index('id="refused"') < page.index('id="name-1"')
    assert 'name="pegs-only" value="yes" checked' in page
    assert 'value="seven-toed-pete" data-seats="2 3 4" data-partners="optional"' in page
    assert str(message("home.tables")) not in client.get("/").text


def test_people_who_played_here_are_offered(app: Flask, client: FlaskClient) -> None:
    sent(client, "Ana", "Ben")
    sent(client, "Cyd", "", "Ana")
    page = client.get("/new").text
    for name in ("Ana", "Ben", "Cyd"):
        assert f'class="chip" value="{name}"' in page
    assert f'class="chip" value="{stand_in(2)}' not in page
    assert 'class="chip"' not in app.test_client().get("/new").text


def test_the_last_people_and_their_game_are_offered_first(client: FlaskClient) -> None:
    sent(client, "Zoe", "Dee")
    sent(client, *CAST, game="seven-toed-pete", partners="yes")
    page = client.get("/new").text
    games = page.partition('<fieldset class="games">')[2]
    assert 'value="seven-toed-pete"' in games.split(" checked")[0]
    assert all(f'name="name-{seat}" value="{name}"' in page for seat, name in enumerate(CAST))
    assert 'name="partners" value="yes" checked' in page


def test_a_stand_in_is_nothing_to_clear_before_typing(client: FlaskClient) -> None:
    sent(client, "Ana", "", "")
    page = client.get("/new").text
    assert 'name="name-0" value="Ana"' in page
    assert f'name="name-1" value="" placeholder="{stand_in(2)}"' in page


def test_another_game_is_offered_as_it_can_be_played(client: FlaskClient) -> None:
    sent(client, *CAST, partners="yes")
    page = client.get("/new?game=racehorse-1990").text
    assert 'name="partners" value="yes">' in page
    sent(client, "Ana", "Ben")
    page = client.get("/new?game=seven-rocks").text
    assert 'name="seats" value="4" checked' in page
    assert client.get("/new?game=whist").status_code == 200


def test_all_of_the_last_table_is_offered_next_time(client: FlaskClient) -> None:
    rules = {"rule-spinners": "none", "target": "99", "counts-first": "yes"}
    sent(client, "Ana", "Ben", **rules)
    page = client.get("/new").text
    assert '<option value="none" selected>' in page and 'name="target" value="99"' in page
    assert 'name="counts-first" value="yes" checked' in page
    parts = (GAMES["race-horse"].title, "Ana and Ben", message("rules.to", target=99))
    rest = (message("new.as-before.counts-first"), message("new.as-before.house-rules", count=1))
    assert shows(page, "new.as-before", what=", ".join(map(str, (*parts, *rest))))
    # Another game takes over the people and nothing else.
    other = client.get("/new?game=seven-toed-pete").text
    assert '<option value="none" selected>' not in other and 'name="target" value=""' in other
    assert 'name="counts-first" value="yes">' in other
    assert shows(other, "new.as-before", what="Ana and Ben")
    sent(client, "Ana", "Ben", **{"pegs-only": "yes"})
    pegs = f"{parts[0]}, Ana and Ben, {message('new.as-before.pegs-only')}"
    assert shows(client.get("/new").text, "new.as-before", what=pegs)
    other = client.get("/new?by=seven-toed-pete&spinners=none").text
    assert 'name="pegs-only" value="yes">' in other
    assert shows(other, "new.as-before", what="Ana and Ben")


def test_the_game_played_last_stands_first_and_the_others_unfold(client: FlaskClient) -> None:
    sent(client, *CAST, game="seven-rocks")
    chosen, _, others = client.get("/new").text.partition('<details class="other-games">')
    assert 'value="seven-rocks"' in chosen and 'value="seven-rocks"' not in others
    assert all(f'name="game" value="{game}"' in others for game in {*GAMES} - {"seven-rocks"})


# The same people again


def test_the_same_people_play_again_by_the_same_rules_with_one_tap(
    app: Flask, client: FlaskClient
) -> None:
    rules = {"target": "99", "rule-spinners": "none", "partners": "yes", "counts-first": "yes"}
    first = table(app, sent(client, *CAST, game="seven-toed-pete", lead="0", **rules))
    again = f"/t/{first.id}/again"
    # While it is on, the same people go on: not even an old page opens another table beside it.
    home = unescape(client.get("/").text)
    assert shows(home, "home.standing", scores="Ana & Cyd 0, Ben & Dee 0", number=1)
    assert f'href="/t/{first.id}"><b>{message("home.go-on")}' in home
    assert not shows(home, "over.again")
    assert client.post(again).location == f"/t/{first.id}"
    client.post(f"/t/{first.id}/ruling", data={"side": "1", "points": "99", "seen": "1"})
    home = unescape(client.get("/").text)
    assert shows(home, "new.against", one="Ana & Cyd", other="Ben & Dee")
    assert f'action="{again}"' in home and not shows(home, "home.go-on")
    second = table(app, client.post(again))
    assert second.id != first.id
    assert second.header == first.header
    assert second.table_options.counting == first.table_options.counting
    assert second.game.turn is not None


def test_a_stranger_cannot_play_again_with_them(
    app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    first = table(app, sent(client, "Ana", "Ben"))
    assert stranger.post(f"/t/{first.id}/again").status_code == 404
    assert stranger.post("/new", data={"again": first.id}).status_code == 404
    assert not shows(stranger.get("/").text, "over.again")


# Who leads


def test_lots_are_drawn_in_one_place(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_table_form, "draw_lots", lambda players: players - 1)
    assert table(app, sent(client, *CAST[:3], lead="lot")).game.turn == 2


def test_every_seat_can_draw_the_lot() -> None:
    assert {new_table_form.draw_lots(3) for _ in range(200)} == {0, 1, 2}


def test_a_lot_is_shown_once_and_ends_with_who_leads(app: Flask, client: FlaskClient) -> None:
    state = table(app, sent(client, *CAST[:3], lead="lot"))
    page = client.get(f"/t/{state.id}").text
    leader = CAST[state.game.turn or 0]
    names = page.partition('<ul class="lot-names">')[2].partition("</ul>")[0]
    assert names.endswith(f"<bdi>{leader}</bdi></li>")
    assert all(f"<bdi>{name}</bdi>" in names for name in CAST[:3])
    assert "lot-names" not in client.get(f"/t/{state.id}").text


@pytest.mark.parametrize("said", [{"lead": "1"}, {"lead": "later"}, {"pegs-only": "yes"}])
def test_no_lot_is_shown_where_none_decides(
    app: Flask, client: FlaskClient, said: dict[str, str]
) -> None:
    state = table(app, sent(client, "Ana", "Ben", **{"lead": "lot", **said}))
    assert "lot-names" not in client.get(f"/t/{state.id}").text


def test_lots_drawn_at_the_table_are_shown_too(app: Flask, client: FlaskClient) -> None:
    state = table(app, sent(client, "Ana", "Ben", lead="later"))
    client.post(f"/t/{state.id}/lead", data={"who": "lot", "seen": "0"})
    assert "lot-names" in client.get(f"/t/{state.id}").text


def test_lots_that_a_page_with_scripts_draws_come_beside_the_table(
    app: Flask, client: FlaskClient
) -> None:
    state = table(app, sent(client, "Ana", "Ben", lead="later"))
    said = {"who": "lot", "seen": "0"}
    told = client.post(f"/t/{state.id}/lead", data=said, headers={"HX-Request": "true"}).text
    assert '<div class="lots" hx-swap-oob="beforeend:body">' in told.partition("</main>")[2]
    assert "lot-names" not in client.get(f"/t/{state.id}").text


def test_a_chosen_player_leads(app: Flask, client: FlaskClient) -> None:
    assert table(app, sent(client, *CAST[:3], lead="1")).game.turn == 1


def test_the_highest_tile_is_seen_at_the_table(app: Flask, client: FlaskClient) -> None:
    state = table(app, sent(client, "Ana", "Ben", game="racehorse-1990", lead="later"))
    assert state.game.awaits_lead
    assert 'name="who" value="1"' in client.get(f"/t/{state.id}").text


@pytest.mark.parametrize("lead", ["2", "-1", "Ana"])
def test_nobody_leads_from_an_empty_seat(client: FlaskClient, lead: str) -> None:
    assert str(message("new.nobody-there")) in refused(sent(client, "Ana", "Ben", lead=lead))


# Target, pegs, house rules


def test_the_target_can_be_changed(app: Flask, client: FlaskClient) -> None:
    assert table(app, sent(client, "Ana", "Ben", target="121")).game.rules.target == 121
    assert table(app, sent(client, "Ana", "Ben", target=" 061 ")).header.changes == ()


@pytest.mark.parametrize("target", ["0", "-5", "many", "1e3"])
def test_a_target_is_a_number(client: FlaskClient, target: str) -> None:
    page = refused(sent(client, "Ana", "Ben", target=target))
    allowed = message("setting.target.allowed")
    assert shows(page, "refused.rule-is-a-number", allowed=allowed, value=quoted(target))
    assert f'name="target" value="{target}"' in page


@pytest.mark.parametrize("game", GAMES)
def test_pegs_only_ends_at_the_target(app: Flask, client: FlaskClient, game: str) -> None:
    seats = GAMES[game].seats[0]
    state = table(app, sent(client, *CAST[:seats], game=game, **{"pegs-only": "yes"}))
    assert state.is_pegs_only
    assert state.game.rules.game_ends == "at-once"
    assert not state.game.awaits_lead


def test_every_house_rule_is_offered_with_what_it_means(client: FlaskClient) -> None:
    page = unescape(client.get("/new").text)
    for setting in (setting for setting in SETTINGS.values() if setting.values):
        assert f"{setting.meaning}" in page
        for value, sentence in setting.values.items():
            assert f'<option value="{value}">{sentence}</option>' in page


@pytest.mark.parametrize("name", [name for name, setting in SETTINGS.items() if setting.values])
def test_every_value_of_a_house_rule_can_be_chosen(
    app: Flask, client: FlaskClient, name: str
) -> None:
    for value in SETTINGS[name].values:
        state = table(app, sent(client, "Ana", "Ben", **{f"rule-{name}": value}))
        assert state.game.rules.written(name) == value
        is_changed = GAMES["race-horse"].rules.written(name) != value
        assert state.header.changes == (((name, value),) if is_changed else ())


def test_the_deal_can_be_changed(app: Flask, client: FlaskClient) -> None:
    state = table(app, sent(client, "Ana", "Ben", **{"rule-tiles-each": "9"}))
    assert state.game.rules.tiles_for(2) == 9


@pytest.mark.parametrize(
    ("name", "value", "refusal", "known"),
    [
        ("spinners", "some", "no-such-value", {"value": quoted("some")}),
        ("tiles-each", "15", "deal", {"players": 2, "each": 15}),
        ("tiles-each", "seven", "rule-is-a-number", {"value": quoted("seven")}),
    ],
)
def test_a_refused_house_rule_says_why(
    client: FlaskClient, name: str, value: str, refusal: str, known: dict[str, object]
) -> None:
    page = refused(sent(client, "Ana", "Ben", **{f"rule-{name}": value}))
    assert shows(page, f"refused.{refusal}", **known)
    assert '<details class="house" open' in page


def test_house_rules_stand_by_subject_and_only_the_changed_are_open(client: FlaskClient) -> None:
    assert sorted(chain.from_iterable(SUBJECTS.values())) == sorted(SETTINGS)
    page = client.get("/new").text
    assert page.count('<details class="house-subject">') == len(SUBJECTS)
    page = refused(sent(client, "Ana", "Ben", target="0", **{"rule-announce": "required"}))
    assert page.count('<details class="house-subject" open>') == 1
    changed = page.partition('<details class="house-subject" open>')[2].partition("</details>")[0]
    assert f">{SETTINGS['announce'].title}</mark>" in changed


# Again


def test_another_game_is_offered_with_all_that_the_table_had(
    app: Flask, client: FlaskClient
) -> None:
    rules = {"target": "99", "rule-spinners": "none", "pegs-only": "yes", "partners": "yes"}
    first = table(app, sent(client, *CAST, game="seven-toed-pete", **rules))
    page = client.get(f"/new?again={first.id}").text
    assert f"<h1>{message('new.again')}</h1>" in page
    assert f'name="again" value="{first.id}"' in page
    assert 'name="target" value="99"' in page
    assert '<option value="none" selected>' in page
    assert 'name="partners" value="yes" checked' in page
    assert 'name="pegs-only" value="yes" checked' in page
    assert all(f'name="name-{seat}" value="{name}"' in page for seat, name in enumerate(CAST))


def test_the_next_table_remembers_which_it_goes_on_from(app: Flask, client: FlaskClient) -> None:
    first = table(app, sent(client, "Ana", "Ben"))
    second = table(app, sent(client, "Ana", "Ben", again=first.id))
    with app.extensions["table_service"].database.reading() as session:
        from companion.db.table_models import TableRow

        assert session.get_one(TableRow, second.id).again_from == first.id


def test_nothing_goes_on_from_no_table(client: FlaskClient) -> None:
    assert client.get("/new?again=nowhere").status_code == 404
    assert sent(client, "Ana", "Ben", again="nowhere").status_code == 404


# In a browser


def test_from_home_to_the_first_tile_set_it_is_three_taps_and_two_for_the_same_people(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/")
    page.get_by_role("link", name=shown("page.start-table")).first.click()
    page.get_by_role("button", name=shown("new.open")).click()
    page.locator("#tile-6-4").click()
    expect(page.get_by_text("6 + 4 = 10").first).to_be_visible()
    on = page.url
    page.goto(f"{server.address}/")
    page.get_by_role("link", name=shown("home.go-on")).click()
    expect(page).to_have_url(on)
    assert behind.mark(on.rpartition("/")[2]).version == 2
    behind.enter(on.rpartition("/")[2], PointsRuled(stand_in(1), 61), RequestStamp(2, "won"))
    page.goto(f"{server.address}/")
    page.get_by_role("button", name=shown("over.again")).click()
    # Nothing is tapped before the leader is known.
    expect(page.locator(".lot")).to_be_attached()
    page.locator("#tile-6-4").click()
    expect(page.get_by_text("6 + 4 = 10").first).to_be_visible()


@thorough
def test_the_lot_turns_until_the_leader_stands_and_goes(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    page.locator("#name-0").fill("Ana")
    page.locator("#name-1").fill("Ben")
    page.get_by_role("button", name=shown("new.open")).click()
    leader = page.locator(".turn b").inner_text()
    last = page.locator(".lot-names li").last
    expect(last).to_have_text(leader)
    expect(page.locator(".lot")).to_be_hidden()
    page.reload()
    expect(page.locator(".lot")).to_have_count(0)


@thorough
@pytest.mark.parametrize("motion", some(["reduce", "no-preference"], 1))
def test_the_lot_does_not_move_where_no_motion_is_wanted(
    page: Page, server: Serving, motion: str
) -> None:
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.goto(f"{server.address}/new")
    page.get_by_role("button", name=shown("new.open")).click()
    moves = "(names) => getComputedStyle(names).animationName !== 'none'"
    assert page.locator(".lot-names").evaluate(moves) is (motion == "no-preference")


@thorough
def test_partners_see_who_sits_with_whom(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    page.get_by_role("radio", name=shown("new.seats", count=4), exact=True).check()
    for seat, name in enumerate(CAST):
        page.locator(f"#name-{seat}").fill(name)
    pairs = page.locator("[data-pairs] p")
    expect(pairs).to_be_hidden()
    page.locator("[name=partners]").check()
    expect(pairs).to_have_text(shown("new.against", one="Ana & Cyd", other="Ben & Dee"))


def test_another_game_drops_the_options_of_the_last_one_where_everyone_sees_it(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/new")
    page.locator("[name=counts-first]").check()
    page.locator("#target").fill("99")
    page.get_by_role("button", name=shown("new.open")).click()
    page.wait_for_url("**/t/*")
    # The evening of this table ends by the clock of this phone.
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert behind.look(page.url.rpartition("/")[2]).table_options.zone == zone != ""
    page.goto(f"{server.address}/new")
    title = GAMES["race-horse"].title
    counting = shown("new.as-before.counts-first")
    what = f"{title}, {shown('new.seats', count=2)}, {shown('rules.to', target=99)}, {counting}"
    told = page.get_by_text(shown("new.as-before", what=what))
    expect(told).to_be_visible()
    page.locator(".other-games > summary").click()
    page.get_by_role("radio", name=f"{GAMES['five-up'].title}").check()
    expect(told).to_be_hidden()
    expect(page.get_by_text(shown("new.other-game"))).to_be_visible()
    expect(page.locator("[name=counts-first]")).not_to_be_checked()
    expect(page.locator("#target")).to_have_value("")
    # With the same game they are there again.
    page.get_by_role("radio", name=f"{title}", exact=False).first.check()
    expect(told).to_be_visible()
    expect(page.locator("[name=counts-first]")).to_be_checked()
    expect(page.locator("#target")).to_have_value("99")


def test_only_what_the_game_allows_is_shown(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    partners = page.locator("[name=partners]")
    expect(partners).to_be_hidden()
    expect(page.locator("#name-2")).to_be_hidden()
    page.get_by_role("radio", name=shown("new.seats", count=4), exact=True).check()
    expect(partners).to_be_visible()
    page.locator(".other-games > summary").click()
    page.get_by_role("radio", name=f"{SEVEN_ROCKS}").check()
    expect(partners).to_be_hidden()
    expect(page.get_by_role("radio", name=shown("new.seats", count=2), exact=True)).to_be_hidden()
    expect(page.locator("#target")).to_have_attribute("placeholder", "250")
    page.get_by_role("button", name=shown("new.open")).click()
    expect(page.get_by_role("heading", name=f"{SEVEN_ROCKS}")).to_be_visible()


def test_a_known_name_takes_a_seat_with_one_tap(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    page.get_by_role("radio", name=shown("new.seats", count=3), exact=True).check()
    for seat, name in enumerate(CAST[:3]):
        page.locator(f"#name-{seat}").fill(name)
    page.get_by_role("button", name=shown("new.open")).click()
    page.wait_for_url("**/t/*")
    page.goto(f"{server.address}/new")
    page.get_by_role("radio", name=shown("new.seats", count=2), exact=True).check()
    cyd = page.get_by_role("button", name="Cyd")
    expect(cyd).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Ana").click()
    cyd.click()
    expect(cyd).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#name-0")).to_have_value("Cyd")
    expect(page.locator("#name-1")).to_have_value("Ben")
    # A tap on a name that is there selects it, so typing replaces it.
    page.locator("#name-1").click()
    page.keyboard.type("Zoe")
    expect(page.locator("#name-1")).to_have_value("Zoe")
    # A look at which game this is, and the game chosen there, keep what was typed.
    page.get_by_role("link", name=shown("which.title")).click()
    page.goto(f"{server.address}/which?doubles=none")
    page.get_by_role("link", name=shown("page.start-table")).first.click()
    expect(page.locator("[name=game]:checked")).not_to_have_value("race-horse")
    expect(page.locator("#name-0")).to_have_value("Cyd")
    expect(page.locator("#name-1")).to_have_value("Zoe")
    for _ in range(3):
        page.go_back()
    expect(page.get_by_role("heading", name=shown("new.title"))).to_be_visible()
    expect(page.locator("#name-1")).to_have_value("Zoe")
