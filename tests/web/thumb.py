"""Somebody's thumb: enters a record's statements on the table page by tapping."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Page

from companion.assets import folder
from companion.record.header import Header, read_header
from companion.record.replay import Entry, Transcript, replay
from companion.record.statements import (
    HandLed,
    HeaderLine,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
    read_statement,
)
from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.web.phones import ANAS_PHONE

CASES = Path(__file__).parents[1] / "cases" / "games"
FAMILY = CASES.parent / "family"
#: What a table's own requests carry, also where no form is on the page any more.
_TOKEN = "JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken']"


def transcript_of(name: str) -> Transcript:
    """A case, replayed."""
    folder = CASES if (CASES / f"{name}.record").exists() else FAMILY
    return replay((folder / f"{name}.record").read_text(encoding="utf-8"))


class Thumb(NamedTuple):
    """A page at an address, and the taps that play on it."""

    page: Page
    address: str

    def open_table(self, header: Header) -> None:
        """A table with this header, opened with the page's own form; nobody leads yet."""
        page = self.page
        page.goto(f"{self.address}/new")
        fields = {
            "csrf_token": page.locator("input[name=csrf_token]").first.input_value(),
            "game": header.game,
            "lead": "later",
            **{f"name-{seat}": name for seat, name in enumerate(header.players)},
            **{f"rule-{name}": value for name, value in header.changes if name != "target"},
            **{name: value for name, value in header.changes if name == "target"},
        }
        if header.partners and GAMES[header.game].partners is Partners.OPTIONAL:
            fields["partners"] = "yes"
        page.goto(self._posted(f"{self.address}/new", fields))

    def _posted(self, address: str, fields: dict[str, str]) -> str:
        """Where the answer to a form is, that the page itself sends: a worker may answer it."""
        status, where, text = self.page.evaluate(
            """async ([address, fields]) => {
              const body = new URLSearchParams(fields);
              const answer = await fetch(address, { method: "POST", body });
              return [answer.status, answer.url, await answer.text()];
            }""",
            [address, fields],
        )
        assert status == 200, text
        return str(where)

    def play(self, entry: Entry) -> None:
        """Tap what an entry says; what was called correctly takes no tap of its own."""
        said, is_right = entry.statement, False
        if isinstance(said, TileSet):
            total = entry.play.total
            right = total if entry.game.rules.scores(total) else None
            is_right = said.claim == right
        self.enter(said, is_right=is_right)

    def enter(self, statement: Statement, *, is_right: bool = False) -> None:
        """Tap what a statement says, and wait for the answer."""
        # One question where mostly nothing else is to be done: each takes half as long as a tap.
        asks_more = self._shows(".phase-claim, input[name=said]")
        # Nobody claims what was overlooked.
        if asks_more and self._shows(".phase-claim"):
            self.claim(None)
        match statement:
            case HandLed(player):
                self._stamp(f"button[name=who]:has-text('{player}')")
            case TileSet(_, tile, host, claim):
                if asks_more and not is_right:
                    self._announce(claim)
                before = self.version()
                self._tap(f"#tile-{tile}", f"#table:not([data-version='{before}']), .chooser")
                if not self._shows(".phase-play .chooser"):
                    return
                if self._shows(".phase-play .chooser:not(.asks)"):
                    end = f".chooser button[value='{host}']"
                    self._tap(end, f"#table:not([data-version='{before}']), .asks")
                # Who counts first says the count before the tile is entered.
                if self._shows(".phase-play .asks"):
                    said = "silent" if claim is None else claim
                    self._stamp(f".asks button[value='{said}']")
            case TilesDrawn(_, tiles):
                self._draw(tiles)
            case TurnPassed():
                # Where no tile fits, one tap passes for everybody.
                if self._shows("#table.phase-play"):
                    self._stamp(".actions button[formaction*='/pass']")
            case TilesLeft(player, tiles):
                self._ask_about(player)
                for tile in tiles:
                    self.page.locator(f"input[name=left][value='{tile}']").set_checked(
                        True, force=True
                    )
                self._stamp("[data-tell]")
            case PipsLeft(player, pips):
                self._ask_about(player)
                marked = self.page.locator("input[name=left]:checked")
                marked.evaluate_all("all => all.forEach((box) => box.click())")
                self.page.locator("input[name=pips]").fill(str(pips))
                self._stamp("[data-tell]")
            case PointsRuled():
                self._rule(statement)

    def version(self) -> int:
        """The number of the latest change that the page shows."""
        return int(self.page.locator("#table").get_attribute("data-version") or "")

    def scores(self) -> list[int]:
        """The scores as they stand on the page."""
        told = self.page.locator(".score b").all_inner_texts()
        return [int(re.sub("−", "-", text)) for text in told]

    def claim(self, count: int | None) -> None:
        """Claim a count that was said, for the one opponent there is, or go on."""
        said = f".claim button[value='{count}']" if count else ".claim .go-on"
        # Going on enters nothing.
        self._tap(said, "#table:not(.phase-claim)")

    def _tap(self, selector: str, answered: str) -> None:
        self.page.locator(selector).click()
        self._settled(f":is({answered})")

    def _stamp(self, selector: str) -> None:
        before = self.version()
        self.page.locator(selector).first.click()
        self._settled(f"#table:not([data-version='{before}'])")

    def _shows(self, selector: str) -> bool:
        """Whether there is such a thing on the page; asked of the page itself, which is quick."""
        is_there: bool = self.page.evaluate(
            "selector => document.querySelector(selector) !== null", selector
        )
        return is_there

    def _settled(self, page: str = "#table") -> None:
        """Wait until the answer to a tap is on the page, looking at each frame."""
        self.page.wait_for_function(
            "page => document.querySelector(page) && !document.querySelector('.is-sending')",
            arg=page,
        )

    def _announce(self, claim: int | None) -> None:
        if not self._shows("input[name=said]"):
            return
        known = self.page.locator(f"input[name=said][value='{claim}']")
        said = known if claim is not None and known.count() else self._said("silent")
        if claim is not None and not known.count():
            said = self._said("right")
        said.set_checked(True, force=True)

    def _said(self, value: str):  # type: ignore[no-untyped-def]
        return self.page.locator(f"input[name=said][value='{value}']")

    def _rule(self, ruling: PointsRuled) -> None:
        """Post a ruling as the record page does, and come back."""
        page = self.page
        side = page.locator(".side-name").all_text_contents().index(f" {ruling.side}")
        fields = {
            "csrf_token": page.evaluate(_TOKEN),
            "seen": f"{self.version()}",
            "side": f"{side}",
            "points": f"{ruling.points}",
            "reason": ruling.reason,
        }
        self._posted(f"{page.url.split('?')[0]}/ruling", fields)
        page.reload()

    def _ask_about(self, player: str) -> None:
        other = self.page.locator(f".others a:has-text('{player}')")
        if self._shows(".others a") and other.count():
            other.click()
            self.page.locator(f".ask b:has-text('{player}')").wait_for()

    def _draw(self, tiles: int) -> None:
        while tiles:
            several = self.page.locator(".numbers button").evaluate_all(
                "all => all.map((each) => Number(each.value))"
            )
            now = max((number for number in several if number <= tiles), default=1)
            if now == 1:
                self._stamp(".draw > button")
            else:
                self.page.locator(".draw summary").click()
                self._stamp(f".numbers button[value='{now}']")
            tiles -= now


def shows(page: Page, version: int) -> None:
    """Wait until a page shows this version of its table, and takes taps."""
    # It looks more often than `expect` does.
    shown = f"[data-live][data-version='{version}']:not(.is-sending)"
    page.locator(shown).wait_for(state="attached")


def unhurried(phone: Page | BrowserContext) -> None:
    """Let the pages opened from now on take no tap for late, however slow the machine is."""
    (late,) = re.findall(r"const QUICK = (\d+);", (folder("static") / "queue.js").read_text())
    phone.add_init_script(
        "const soon = setTimeout;"
        "window.setTimeout = (what, wait, ...more) =>"
        f" soon(what, wait === {late} ? 600_000 : wait, ...more);"
    )


def laid(table_service: TableService, header: str, *tiles: str, **options: Any) -> str:
    """The id of a table at which these tiles were set, each by whoever's turn it was.

    The first seat leads. What is no tile is entered as the record says it.
    """
    said = header if "players:" in header else f"{header}\nplayers: Ana, Ben"
    table_id = table_service.open(read_header(said), keeper=ANAS_PHONE, **options)
    names = table_service.look(table_id).game.seating.players
    for number, line in enumerate((f"lead: {names[0]}", *tiles)):
        state = table_service.look(table_id)
        acts = state.game.turn is not None and ":" not in line
        statement = read_statement(f"{names[state.game.turn or 0]}: {line}" if acts else line)
        assert not isinstance(statement, HeaderLine)
        table_service.enter(table_id, statement, RequestStamp(state.version, f"laid {number}"))
    return table_id
