"""Every address of the app, asked on a phone without a server."""

from playwright.sync_api import Page
from werkzeug.routing import IntegerConverter, Rule

from companion.web.app import create_app
from tests.offline.phone import OPEN_HAND, bring_in


def every_address_answers(page: Page, home: str) -> None:
    """No page and no form of the app fails, whatever it says; `home` is where the app is."""
    table = bring_in(page, OPEN_HAND).rsplit("/", 1)[1]
    app = create_app({"DATABASE_URL": "sqlite://", "SECRET_KEY": "x", "IS_ALONE": True})
    values = {
        "answer": "decline", "club_id": "people", "code": "mixed.race-horse.1.8.7", "day": "1",
        "deed": "name", "drill": "mixed", "filename": "app.js", "game_id": "race-horse", "hand": 1,
        "kind": "complement", "line": 1, "mistake": f"{table}.1.1", "name": "undo", "number": 1,
        "race_id": "none", "screen": 1, "secret": "none", "seq": 2, "side": 0, "table_id": table,
    }  # fmt: skip
    address = app.url_map.bind("localhost", "/")
    asked = [
        (method, address.build(rule.endpoint, named(rule, values), method=method)[1:])
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) & {"GET", "POST"})
        # It deletes the table of all others.
        if rule.endpoint != "home.remove"
    ]
    for method, path in asked:
        assert answered(page, method, f"{home}{path}") < 500, (method, path)


def named(rule: Rule, values: dict[str, object]) -> dict[str, object]:
    """A value for each part of an address; of what there is only on a server, any."""
    anything = {
        name: 1 if isinstance(converter, IntegerConverter) else "none"
        for name, converter in rule._converters.items()
    }
    asked = rule.arguments - {*(rule.defaults or ())}
    return {name: values.get(name, anything.get(name)) for name in asked}


def answered(page: Page, method: str, url: str) -> int:
    """The status of an answer that the app gives, also to a form of nothing."""
    status: int = page.evaluate(
        """async ([method, url]) => {
          const token = document.querySelector("[name=csrf_token]")?.value ?? "";
          const body = method === "POST" ? new URLSearchParams({ csrf_token: token }) : undefined;
          const answer = await fetch(url, { method, body, redirect: "manual" });
          return answer.status;
        }""",
        [method, url],
    )
    return status
