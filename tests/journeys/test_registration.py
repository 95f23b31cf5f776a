"""An organizer opens registration, players register on their phones, one cancels and the next moves up."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tests.journeys.test_every_page import TOO_SMALL, complaints
from tests.thorough import in_turn
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.slow]
SLUG = "club-cup"
EVENT = f"/t/{SLUG}/"
DESK = f"{EVENT}desk/registrations/"
LOOKS = tuple(product((320, 390, 1280), ("light", "dark")))


def look(page: Page, where: str, turn: int) -> list[str]:
    """What is wrong with a page as it stands: by axe, too wide, too small to touch.

    The `turn`-th page is looked at in one of the looks, thoroughly in all: each is that of a page or two.
    """
    size, wrong = page.viewport_size, []
    for width, colours in in_turn(LOOKS, turn, of=len(LOOKS)):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
        found = complaints(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{wide} px too wide"] if wide > 0 else []
        found += [f"too small to touch: {html} ({height})" for html, height in page.evaluate(TOO_SMALL)]
        wrong += [f"{where} at {width} px, {colours}: {one}" for one in found]
    if size is not None:
        page.set_viewport_size(size)
    return wrong


def new_tournament(desk: Page) -> None:
    desk.goto("/new/mleague/")
    desk.get_by_label("Name", exact=True).fill("Club Cup")
    desk.get_by_text("More settings").click()
    desk.get_by_label("Address").fill(SLUG)
    press(desk, "Set up")
    desk.wait_for_url("**/desk/**")


def register(page: Page, name: str, *, button: str = "Register") -> None:
    page.goto(f"{EVENT}register/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Club (optional)").fill("Bears")
    press(page, button)
    page.wait_for_url("**/registration/")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_from_opening_to_the_next_in_line(
    visitor: Callable[..., Page], own_house: House, scripts: bool
) -> None:
    desk = visitor(width=1280, base_url=own_house.url)
    sign_in(desk)
    new_tournament(desk)
    ken, lars, mia = (visitor(base_url=own_house.url, java_script_enabled=scripts) for _ in range(3))
    wrong: list[str] = []

    # The organizer opens it: two places, each registration approved.
    desk.goto(f"{EVENT}desk/entries/")
    follow(desk, "Players register themselves")
    desk.get_by_label("Players can register themselves").check()
    desk.get_by_label("Places", exact=True).fill("2")
    desk.get_by_label("I approve each registration").check()
    press(desk, "Save")
    expect(desk.get_by_text("The terms of registration were saved.")).to_be_visible()
    address = desk.locator("code.secret").inner_text()
    assert address.endswith(f"{EVENT}register/")

    # Two register, the third waits; the link to the form is on the tournament's own page.
    ken.goto(EVENT)
    follow(ken, "Register", exact=True)
    expect(ken.get_by_text("Until then your place is reserved.")).to_be_visible()
    register(ken, "Ken Ito")
    expect(ken.get_by_text("Awaiting the organizer’s approval")).to_be_visible()
    link = ken.locator("code.secret").inner_text()
    register(lars, "Lars Berg")
    register(mia, "Mia Rossi", button="Join the waiting list")
    expect(mia.get_by_text("You are number 1 on the waiting list")).to_be_visible()

    # The organizer accepts both with one tap.
    desk.goto(DESK)
    if scripts:
        wrong += look(desk, "the desk", turn=0)
        wrong += look(mia, "one's own page", turn=1)
    press(desk, "Accept all")
    expect(desk.get_by_text("2 registrations accepted.")).to_be_visible()

    # Ken follows the private link on another phone and cancels.
    other = visitor(base_url=own_house.url, java_script_enabled=scripts)
    other.goto(link)
    if not scripts:
        other.get_by_label("Code").fill(link.partition("#")[2].lower())
        press(other, "Show my registration")
    expect(other.get_by_text("Your place is confirmed. Your number is 1.")).to_be_visible()
    other.get_by_text("Cancel my registration").click()
    press(other, "Yes, cancel it")
    expect(other.get_by_text("Your registration was cancelled.")).to_be_visible()

    # Mia has moved up to the organizer, who says yes.
    mia.goto("/registration/")
    expect(mia.get_by_text("Awaiting the organizer’s approval")).to_be_visible()
    desk.goto(DESK)
    desk.get_by_role("button", name="Accept : Mia Rossi").click()
    expect(desk.get_by_text("Mia Rossi was registered.")).to_be_visible()
    mia.reload()
    expect(mia.get_by_text("Your place is confirmed. Your number is 3.")).to_be_visible()

    if scripts:
        pages = [(mia, EVENT), (other, f"{EVENT}register/"), (visitor(), "/registration/")]
        pages += [(desk, path) for path in (f"/ja{EVENT}register/", "/ja/registration/", f"/ja{DESK}")]
        for turn, (page, path) in enumerate(pages, start=2):
            page.goto(path)
            wrong += look(page, path, turn)
    assert wrong == []
