"""After the end: all that an organizer hands out is two clicks from the desk, and the space bar gives the prizes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys.conftest import follow, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
FINISHED = "/t/m-league-2018/"


def test_the_kit_is_one_click_from_the_desk_and_each_part_one_more(
    visitor: Callable[..., Page], tmp_path
) -> None:
    """With the click on Finish before it, that makes three."""
    desk = visitor(width=1280)
    sign_in(desk)
    desk.goto(f"{FINISHED}desk/")

    follow(desk, "Results kit")

    with desk.expect_download() as certificates:
        desk.get_by_role("link", name="Certificates of the first three", exact=True).click()
    certificates.value.save_as(tmp_path / "certificates.pdf")
    assert len(PdfReader(tmp_path / "certificates.pdf").pages) == 3
    for name in ("XLSX", "CSV", "Result list for a federation"):
        with desk.expect_download() as file:
            desk.get_by_role("link", name=name, exact=True).click()
        assert file.value.failure() is None
    expect(desk.get_by_label("Text to copy")).to_contain_text("1. ")
    follow(desk, "Final ranking, for the prize-giving")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Final ranking")


@pytest.mark.parametrize("script", [True, False])
def test_the_prize_giving_goes_from_the_last_to_the_first(visitor: Callable[..., Page], script: bool) -> None:
    screen = visitor(width=1280, java_script_enabled=script)
    screen.goto(f"{FINISHED}prize-giving/?of=teams")
    ranks = []

    while screen.get_by_role("link", name="Next", exact=True).count():
        if script:
            with screen.expect_navigation():
                screen.keyboard.press("Space")
        else:
            follow(screen, "Next", exact=True)
        ranks.append(screen.locator("h1 .place").inner_text())

    assert ranks == ["7", "6", "5", "4", "3", "2", "1"]


def test_a_name_as_long_as_names_may_be_stays_on_the_screen(visitor: Callable[..., Page]) -> None:
    screen = visitor(width=320)
    screen.goto(f"{FINISHED}prize-giving/?shown=21")
    screen.locator(".prize-name bdi").evaluate("name => { name.textContent = 'W'.repeat(60); }")

    assert screen.evaluate("document.documentElement.scrollWidth") <= 320
