"""Every page, on a phone and a laptop, light and dark, English and Japanese: accessible, and never too wide."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.journeys.all_pages import EVENT, LAST_HAND, MORE_PUBLIC, ORGANIZERS, PUBLIC
from tests.journeys.conftest import Witness, press, sign_in
from tests.thorough import THOROUGH, in_turn
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # What is right need not be described, nor where in the page a fault stands: its HTML is enough.
    "resultTypes": ["violations"],
    "selectors": False,
    # An imported style sheet would be written into the page, which its policy forbids; no rule here reads one.
    "preload": {"assets": ["media"]},
}
# Each language, colour scheme and width occurs; in a thorough run any two of them do together. Every day each second
# page is looked at, in one of the two in turn; the others are opened by test_nothing_overflows.py.
LOOKS = [("en", "light", 390), ("ja", "dark", 1280)]
if THOROUGH:
    LOOKS = [("en", "light", 390), ("en", "dark", 1280), ("ja", "light", 1280), ("ja", "dark", 390)]
# Every public page in these, from one visit: its structure on a phone and a laptop, its colours in each look.
STRUCTURE = {**RULES, "rules": {"color-contrast": {"enabled": False}}}
CONTRAST = {**RULES, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
WIDTHS, COLOURS = (390, 1280), ("light", "dark")
TOO_SMALL = """
() => [...document.querySelectorAll('button, a.button, input:not([type=hidden]), select, .top a, .tabs a')]
  .filter((it) => it.checkVisibility() && !(it.type === 'radio' && !it.closest('label')))
  .map((it) => [it.outerHTML.slice(0, 80), (it.closest('label') ?? it).getBoundingClientRect().height])
  .filter(([, height]) => height < 43.5)
"""


@pytest.fixture(scope="module")
def context(browser: Browser, house: House) -> Any:
    """One browser for everything: signed in as the organizer, and holding a seat."""
    context = browser.new_context(base_url=house.url, viewport={"width": 390, "height": 844})
    yield context
    context.close()


def look_at(page: Page, path: str, look: tuple[str, str, int], *, contrast: bool = True) -> list[str]:
    """Return everything wrong with one page in one look."""
    language, colours, width = look
    page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 844})
    answer = page.goto(("/ja" if language == "ja" else "") + path)
    wrong = complaints(page, contrast=contrast)
    if (answer is None or answer.status != 200) and path != "/nowhere/":
        wrong.append("no such page")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    wrong += [f"{wide} px too wide"] if wide > 0 else []
    wrong += [f"too small to touch: {html} ({height})" for html, height in page.evaluate(TOO_SMALL)]
    if page.evaluate("document.documentElement.lang") != language:
        wrong.append("the wrong language")
    return wrong


def complaints(page: Page, *, contrast: bool = True) -> list[str]:
    """What axe says of a page as it stands. Whether text can be told from its ground takes as long as all else."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE)
    return axe(page, RULES if contrast else STRUCTURE)


def axe(page: Page, rules: dict[str, Any]) -> list[str]:
    found = page.evaluate("(rules) => axe.run(document, rules)", rules)["violations"]
    return [f"{one['id']}: {node['html'][:150]}" for one in found for node in one["nodes"][:3]]


def all_wrong(page: Page, paths: list[str]) -> list[str]:
    """Return a line for each thing that is wrong, with the page and the look it was seen in."""
    return [
        f"{path} {look}: {what}"
        for number in in_turn(range(len(paths)), turn=0, of=2)
        for path in [paths[number]]
        for look in in_turn(LOOKS, turn=number // 2, of=2)
        # Colours are the house's, few, and the same in both languages: usually the contrasts of each fourth page.
        for what in look_at(page, path, look, contrast=look[0] == "en" if THOROUGH else number // 2 % 4 < 1)
    ]


def test_public_pages(context: BrowserContext, witness: Witness):
    page = witness.watch(context).new_page()

    wrong = all_wrong(page, [*PUBLIC, f"{conditions_of_a_table(page)}?{LAST_HAND}"])

    assert wrong == []


@pytest.mark.slow
def test_axe_finds_nothing_on_any_public_page_on_phone_and_laptop_in_light_and_dark(
    context: BrowserContext, witness: Witness
):
    page = witness.watch(context).new_page()
    page.emulate_media(reduced_motion="reduce")
    paths = [*PUBLIC, *MORE_PUBLIC, f"{conditions_of_a_table(page)}?{LAST_HAND}"]

    wrong = [
        f"{path}: {what}"
        for number, path in enumerate(paths)
        for what in in_every_look(page, f"{'/ja' if number % 2 else ''}{path}")
    ]

    assert wrong == []


def in_every_look(page: Page, path: str) -> list[str]:
    """Return what axe says of a page in each width, and of its colours in light and dark."""
    page.goto(path)
    page.evaluate(AXE)
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        wrong += [f"{width}: {one}" for one in axe(page, STRUCTURE)]
        for colours in COLOURS:
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            wrong += [f"{width}, {colours}: {one}" for one in axe(page, CONTRAST)]
    return wrong


def conditions_of_a_table(page: Page) -> str:
    """Where a table that still plays shows what it needs."""
    page.goto(EVENT + "rounds/4/")
    # The first tables have ended.
    for table in [link.get_attribute("href") for link in page.locator("main a[href*='/tables/']").all()][
        ::-1
    ]:
        page.goto(table or "")
        links = page.locator("a[href$='/conditions/']")
        if links.count():
            return links.first.get_attribute("href") or ""
    raise AssertionError("In the fourth round of the demo some tables are still playing.")


@pytest.mark.slow
def test_the_organizers_pages(context: BrowserContext, witness: Witness):
    page = witness.watch(context).new_page()
    sign_in(page)
    page.goto(EVENT + "desk/")
    tables = [found.get_attribute("href") for found in page.locator(".tiles a").all()]
    confirmed, playing = tables[0], tables[7]
    assert confirmed is not None
    assert playing is not None

    wrong = all_wrong(page, [*ORGANIZERS, confirmed, playing])

    assert wrong == []


def test_the_phones_pages(visitor: Callable[..., Page], house: House):
    page = visitor()
    page.goto(f"/seat/#{house.codes[3]}")
    page.wait_for_url("**/seat/table/")

    wrong = all_wrong(page, ["/seat/table/", "/seat/table/?again=1", "/seat/hands/"])

    assert wrong == []


@pytest.mark.slow
def test_the_tablets_pages(visitor: Callable[..., Page], own_house: House):
    tablet = tablet_in_play(visitor, own_house)

    wrong = all_wrong(tablet, ["/kiosk/", "/kiosk/?points=0"])

    assert wrong == []


def tablet_in_play(visitor: Callable[..., Page], house: House) -> Page:
    """The tablet of a table in play, whose players have cards."""
    desk, tablet = visitor(width=1280, base_url=house.url), visitor(width=768, base_url=house.url)
    sign_in(desk)
    desk.goto(EVENT + "desk/cards/")
    with desk.expect_navigation():
        desk.get_by_role("button", name=re.compile("Make .* missing card")).click()
    desk.goto(EVENT + "desk/tablets/?table=5")
    press(desk, "Hand out a tablet : 5")
    code = desk.locator(".player-card .code").inner_text().replace(" ", "")
    tablet.goto(f"/kiosk/#{code}")
    tablet.get_by_role("heading", name="Table 5").wait_for()
    return tablet
