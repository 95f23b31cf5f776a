"""A table photographs its paper sheet on a phone, with scripts and without, with a network and without."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Witness, press, sign_in
from tests.journeys.test_phones_at_a_table import learn, take_seats
from tests.pictures import as_file, drawn, photo
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]
DESK = "/t/demo-spring-open/desk/"
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def desk(visitor: Callable[..., Page], own_house: House) -> Page:
    """The organizer's, who has said that tables take photos."""
    desk = visitor(base_url=own_house.url)
    sign_in(desk)
    desk.goto(f"{DESK}edit/")
    desk.get_by_label("Photos of the paper sheets").check()
    press(desk, "Save")
    expect(desk.get_by_text("The tournament was saved.")).to_be_visible()
    return desk


def choose(phone: Page, data: bytes, name: str = "IMG_0001.jpg") -> int:
    """Choose a photo, and return of how many bytes it is once the page has it."""
    phone.get_by_text("Photograph the paper sheet", exact=True).click()
    box = phone.locator("[data-photo]")
    box.set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": data})
    expect(phone.get_by_role("button", name="Send the photo")).to_be_enabled()
    return int(box.evaluate("box => box.files[0].size"))


def look(page: Page, name: str) -> None:
    """Leave a picture where somebody can look at it."""
    if folder := os.environ.get("JANTAKU_LOOK"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_a_table_photographs_its_sheet_and_the_others_there_see_it(
    visitor: Callable[..., Page], own_house: House, desk: Page
) -> None:
    east, south = take_seats(visitor, own_house, 2, **PHONE)
    large = as_file(drawn(4_000, 3_000), quality=95)

    sent = choose(east, large)
    press(east, "Send the photo")

    assert sent < len(large) / 4
    expect(east.get_by_text("The photo was saved.")).to_be_visible()
    expect(east.get_by_role("img", name="Photo 1 in full size")).to_be_visible()
    look(east, "phone-photo")
    learn(south)
    expect(south.get_by_role("img", name="Photo 1 in full size")).to_be_visible()
    expect(south.get_by_role("button", name="Delete the photo")).to_have_count(0)

    with east.expect_navigation():
        east.locator(".photos form button").click()

    expect(east.get_by_text("It was deleted on")).to_be_visible()
    expect(east.get_by_role("img", name="Photo 1 in full size")).to_have_count(0)


def test_what_the_phone_cannot_read_is_refused_by_the_server_in_words(
    visitor: Callable[..., Page], own_house: House, desk: Page
) -> None:
    (east,) = take_seats(visitor, own_house, 1, **PHONE)

    choose(east, b"<script>alert(1)</script>")
    press(east, "Send the photo")

    expect(east.get_by_role("alert").filter(has_text="This photo cannot be read")).to_be_visible()


def test_without_network_the_page_says_so_and_the_button_sends_it_later(
    visitor: Callable[..., Page], own_house: House, desk: Page, witness: Witness
) -> None:
    (east,) = take_seats(visitor, own_house, 1, **PHONE)
    choose(east, photo(600, 400))

    east.context.set_offline(True)
    east.get_by_role("button", name="Send the photo").click()
    expect(east.get_by_text("No answer from the server.")).to_be_visible()
    east.context.set_offline(False)
    press(east, "Send the photo")

    expect(east.get_by_role("img", name="Photo 1 in full size")).to_be_visible()
    witness.complaints.clear()  # the browser's own complaints that the Wi-Fi was away


def test_without_scripts_the_file_goes_as_it_is(
    visitor: Callable[..., Page], own_house: House, desk: Page
) -> None:
    phone = visitor(base_url=own_house.url, java_script_enabled=False, **PHONE)
    phone.goto("/seat/")
    phone.locator("[name=code]").fill(own_house.codes[0])
    with phone.expect_navigation():
        phone.locator("main form button").first.click()

    choose_plainly(phone)
    press(phone, "Send the photo")

    expect(phone.get_by_role("img", name="Photo 1 in full size")).to_be_visible()


def choose_plainly(phone: Page) -> None:
    phone.get_by_text("Photograph the paper sheet", exact=True).click()
    phone.locator("[data-photo]").set_input_files(
        {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": photo(600, 400)}
    )
