"""A class of four phones and a projector."""

from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.rules.errors import quoted
from tests.web.conftest import OPENS
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.words import shown, worded

#: Nothing scrolls sideways, and a thumb hits whatever is pressed.
FITS = """() => {
    const pressed = document.querySelectorAll("main :is(button, a, input:not([type=hidden]))");
    const boxes = [...pressed].map((each) => each.getBoundingClientRect());
    const small = boxes.filter(({ width, height }) => width < 43.9 || height < 43.9);
    return !small.length && document.documentElement.scrollWidth <= innerWidth;
}"""


def on(phone: Page, phase: str) -> None:
    """Wait until a page shows that nothing is asked yet, something is, or it is over."""
    expect(phone.locator(f"#whole-class.is-{phase}")).to_be_visible()


def test_a_class_joins_is_asked_and_is_told(opens: OPENS, server: Serving) -> None:
    teacher = opens("dees-phone", 1280, 720)
    teacher.goto(f"{server.address}/class")
    teacher.locator("#names").fill("Ana\nBen")
    teacher.get_by_role("button", name=shown("class.open")).click()
    link = teacher.locator(".let-in .address input").input_value()
    phones = [opens(f"phone-{number}") for number in range(4)]
    for phone in phones:
        phone.goto(link)
    ana, ben, cyd, dee = phones
    assert ana.evaluate(FITS)
    for phone, name in ((ana, "Ana"), (ben, "Ben")):
        phone.get_by_role("button", name=name, exact=True).click()
    # Somebody has that name.
    for phone, names in ((cyd, ("ana", "Cyd")), (dee, ("Dee",))):
        for name in names:
            phone.locator("#name").fill(name)
            phone.get_by_role("button", name=shown("join-class.join"), exact=True).click()
            if name == "ana":
                refusal = str(message("class.refused.name-taken", name=quoted(name)))
                expect(phone.get_by_role("alert")).to_have_text(refusal)
    for phone in phones:
        on(phone, "waiting")
    # The list filled by itself.
    expect(teacher.locator(".of-class .who a")).to_have_text(["Ana", "Ben", "Cyd", "Dee"])

    teacher.get_by_role("link", name=shown("whole-class.title")).click()
    expect(teacher.locator(".answered")).to_have_text(shown("whole-class.joined", count=4))
    teacher.locator("[name=practice]").select_option("complement.mod-five-changes")
    teacher.get_by_role("button", name=shown("whole-class.ask"), exact=True).click()
    on(teacher, "asked")
    # Two are right, if only the server knows it, one is not, and one is late.
    for phone in phones:
        on(phone, "asked")
    assert ana.evaluate(FITS)
    values = ana.locator("[name=said]").evaluate_all("all => all.map(each => each.value)")
    for phone, value in ((ana, values[0]), (ben, values[0]), (cyd, values[1])):
        phone.locator(f"[name=said][value='{value}']").click()
        expect(phone.get_by_text(shown("whole-class.wait"))).to_be_visible()
    expect(teacher.locator(".answered")).to_have_text(shown("whole-class.answered", count=3, all=4))
    teacher.locator("#end").click()
    on(teacher, "over")
    for phone in phones:
        on(phone, "over")
    expect(ben.get_by_role("heading")).to_have_text(ana.get_by_role("heading").inner_text())
    expect(dee.get_by_text(worded("whole-class.answer-is"))).to_be_visible()
    for value, chosen in zip(values, (2, 1), strict=False):
        bar = teacher.locator(f".bars li:has(b:text-is('{value}')) span").first
        expect(bar).to_contain_text(f"{chosen}")
    expect(teacher.locator(".bars .right")).to_have_count(1)
    is_clean(teacher)
    teacher.locator("#why").click()
    expect(teacher.locator(".sums")).to_be_visible()

    # Whoever leaves is asked nothing any more.
    ben.get_by_text(shown("whole-class.leave"), exact=True).click()
    assert ben.evaluate(FITS)
    ben.get_by_role("button", name=shown("whole-class.leave-sure"), exact=True).click()
    expect(ben.get_by_text(shown("class.said.left"))).to_be_visible()
    expect(teacher.locator(".answered")).to_have_text(shown("whole-class.answered", count=2, all=3))
    teacher.get_by_role("button", name=shown("whole-class.next")).click()
    on(teacher, "asked")
    on(ana, "asked")
    assert "<bdi>Ben" not in teacher.content()
