"""What a screen reader needs is missed where it is not there."""

import pytest

from tests.words.markup import unclear
from tests.words.pages import Page


def page_with(part: str) -> Page:
    text = f"<html lang=en><title>Dominoes</title><main><h1>Ana</h1>{part}</main></html>"
    return Page("/", "home.show", 200, text)


@pytest.mark.parametrize(
    "part",
    [
        "<input name=who>",
        "<label>Who</label><select id=who></select>",
        "<button></button>",
        "<a href=/><img src=/a.png alt=''></a>",
        "<img src=/a.png>",
        "<h1>Ben</h1>",
        "<h3>Ben</h3>",
        "<h2></h2>",
        "<i id=a></i><i id=a></i>",
        "<label for=who>Who</label>",
        "<p aria-describedby=who>Ana</p>",
        "<a href=/>Ana <button>Ben</button></a>",
        "<li>Ana</li>",
        "<main>Ana</main>",
    ],
)
def test_what_is_missing_is_told(part: str) -> None:
    assert unclear(page_with(part))


def test_a_page_that_is_clear_has_nothing_to_tell() -> None:
    clear = (
        "<h2>Ben</h2><h3>Cyd</h3><label>Who <input></label><label for=who>Who</label>"
        "<select id=who></select><button aria-label=Close>×</button><h1 hidden></h1>"
        "<ul><li><a href=/><svg role=img aria-label='A tile'></svg></a></ul>"
        "<template><input><h1></h1></template><h2 data-part=prompt></h2>"
    )
    assert unclear(page_with(clear)) == []
