"""The same in Firefox: another engine, another store, another way of killing a worker."""

from pathlib import Path

from tests.offline.firefox import Firefox, firefox
from tests.offline.static_host import hosting

_PATIENCE = 120


def test_a_hand_played_without_network_is_there_when_firefox_was_killed(
    folder: Path, tmp_path: Path
) -> None:
    with hosting(folder) as host:
        with firefox(tmp_path) as phone:
            phone.go(host.address)
            phone.wait_for("!document.querySelector('#ready').hidden", _PATIENCE)
            host.stop()
            phone.click("#open")
            phone.wait_for("Boolean(document.querySelector('.hero'))", _PATIENCE)
            phone.click("a.button.big")
            phone.wait_for("Boolean(document.querySelector('form.setup'))")
            phone.evaluate("document.querySelector('form.setup').requestSubmit()")
            phone.wait_for("Boolean(document.querySelector('#table'))")
            table = phone.evaluate("location.href")
            if phone.evaluate("Boolean(document.querySelector('button[name=who]'))"):
                phone.click("button[name=who]")
            for tile in ("6-4", "4-4"):
                tap(phone, f"#tile-{tile}")
            version = last_seen(phone)
            phone.kill()
        with firefox(tmp_path) as phone:
            phone.go(table)
            assert last_seen(phone) == version
            tap(phone, ".undo")


def tap(phone: Firefox, selector: str) -> None:
    before = last_seen(phone)
    phone.click(selector)
    phone.wait_for(f"Number(document.querySelector('#table').dataset.version) === {before + 1}")


def last_seen(phone: Firefox) -> int:
    version: int = phone.evaluate("Number(document.querySelector('#table').dataset.version)")
    return version
