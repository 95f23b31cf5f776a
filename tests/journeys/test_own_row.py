"""A phone that sat at a table finds its own row in standings that are the same for all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tools.demo_house import House

pytestmark = pytest.mark.browser
STANDINGS = EVENT + "standings/"
ROWS = "table.players tbody tr:not(.cut)"
HEIGHTS = "rows => rows.map((row) => row.getBoundingClientRect().height)"


def test_a_row_is_marked_where_the_phone_knows_whose_it_is(
    visitor: Callable[..., Page], house: House
) -> None:
    phone, other = visitor(base_url=house.url), visitor(base_url=house.url)
    phone.goto(STANDINGS)
    third = phone.locator(ROWS).nth(2)
    entry = (third.get_attribute("id") or "").removeprefix("e")
    slug = EVENT.split("/")[2]
    phone.evaluate(
        "([slug, entry]) => localStorage.setItem('jantaku-own-rows', JSON.stringify({[slug]: entry}))",
        [slug, entry],
    )

    phone.reload()
    other.goto(STANDINGS)

    expect(phone.locator("tr.me")).to_have_id(f"e{entry}")
    expect(phone.get_by_role("link", name="My row")).to_have_attribute("href", f"#e{entry}")
    expect(other.get_by_role("link", name="My row")).to_have_count(0)
    expect(other.locator("tr.me")).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "rows"), [(390, 844, 12), (1280, 800, 20)])
def test_so_many_rows_are_in_view(
    visitor: Callable[..., Page], house: House, width: int, height: int, rows: int
) -> None:
    page = visitor(base_url=house.url)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(STANDINGS)

    heights = page.locator(ROWS).evaluate_all(HEIGHTS)

    assert sum(heights[:rows]) <= height
