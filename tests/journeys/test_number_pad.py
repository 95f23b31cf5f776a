"""A result typed on the page's own number pad: how many taps it takes, what it says while it is typed, and who else
can use it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.conftest import press
from tests.journeys.geometry import faults_of
from tests.journeys.test_every_page import complaints
from tests.thorough import THOROUGH, in_turn, part
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.run("at a table")]
PHONE = {"has_touch": True, "is_mobile": True, "width": 360}
# The narrowest, and of the others one.
SIZES = [(320, 568), *in_turn([(430, 932), (390, 844), (360, 640)], turn=0, of=3)]
# In English words are longer.
LANGUAGES = pytest.mark.parametrize("language", part(["en"], more=["ja"]))
LOOKS = part([("en", "light"), ("ja", "dark")], more=[("en", "dark"), ("ja", "light")])
PLAYER_IS_SEEN = """(box) => {
    const row = document.querySelector(box).closest('.entry-row').getBoundingClientRect();
    return row.top >= 0 && row.bottom <= document.querySelector('.dock').getBoundingClientRect().top;
}"""
ASKS_THE_SERVER = re.compile(r"/report/$")


SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.shifts.push(one.value);
    }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(360, 640), (412, 823)])
def test_nothing_moves_when_the_scripts_have_come(
    visitor: Callable[..., Page], playing: tuple[House, Any], width: int, height: int
) -> None:
    """What they show, steppers and pad, has had its room since the page was first painted."""
    house, state = playing
    size = {"width": width, "height": height}
    more = {**PHONE, "viewport": size, "service_workers": "block"}
    page = visitor(base_url=house.url, storage_state=state, **more)
    held: list[Route] | None = []
    page.add_init_script(SHIFTS)
    page.route("**/*.js", lambda route: route.continue_() if held is None else held.append(route))
    page.goto("/seat/table/", wait_until="commit")
    page.locator("#report").wait_for()
    page.wait_for_timeout(500)  # it is painted
    assert page.locator("[data-pad] button").first.is_hidden()

    scripts, held = held, None
    for script in scripts:
        script.continue_()
    page.locator("[data-pad]").wait_for()
    page.wait_for_timeout(300)

    assert sum(page.evaluate("window.shifts")) < 0.02


class Thumb:
    """Taps what is to be seen where it is, without scrolling to it, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator | str) -> None:
        it = self.page.locator(f'[data-key="{target}"]') if isinstance(target, str) else target
        box = it.bounding_box()
        assert box is not None
        size = self.page.viewport_size
        assert size is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert it.evaluate("(it, [x, y]) => it.contains(document.elementFromPoint(x, y))", [x, y]), (
            x,
            y,
            size,
        )
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def type(self, keys: str) -> None:
        for key in keys:
            self.tap(self.page.locator(".pad [data-next]") if key == "→" else key)


def boxes(phone: Page) -> list[Locator]:
    return phone.locator("[data-points]").all()


def typed(phone: Page) -> list[str]:
    return [box.input_value() for box in boxes(phone)]


def focused(phone: Page) -> str:
    return str(phone.evaluate("document.activeElement.id"))


def shown(phone: Page, what: str) -> list[str]:
    return [" ".join(text.split()) for text in phone.locator(f"[data-{what}]").all_inner_texts()]


@pytest.mark.parametrize("size", part(SIZES[:1], more=SIZES[1:]), ids=str)
def test_a_result_takes_its_digits_and_one_tap(
    visitor: Callable[..., Page], own_house: House, size: tuple[int, int]
):
    """The pad opens on the first player, goes on by itself, fills in the last, and leaves the button in reach."""
    phone = visitor(base_url=own_house.url, **PHONE)
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    expect(phone.locator(".pad")).to_be_visible()
    thumb = Thumb(phone)

    thumb.type("412308180")
    expect(phone.locator("[data-previewed]").first).to_have_text("1 +26.2")
    with phone.expect_navigation():
        thumb.tap(phone.get_by_role("button", name="Send the result"))

    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    expect(phone.get_by_role("cell", name="30,000")).to_be_visible()
    assert thumb.taps == 9 + 1


@pytest.mark.slow
def test_with_a_stick_that_was_left_it_takes_its_digits_and_two_taps(
    visitor: Callable[..., Page], own_house: House
):
    phone = visitor(base_url=own_house.url, **PHONE)
    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    thumb = Thumb(phone)

    thumb.type("412308180")
    more = phone.get_by_role("button", name="One stick more")
    more.scroll_into_view_if_needed()
    thumb.tap(more)
    expect(boxes(phone)[3]).to_have_value("290")
    with phone.expect_navigation():
        thumb.tap(phone.get_by_role("button", name="Send the result"))

    expect(phone.get_by_text("Riichi sticks left on the table: 1,000 points")).to_be_visible()
    assert thumb.taps == 9 + 2


@pytest.mark.slow
def test_whoever_types_all_figures_is_told_of_the_stick(phone: Page):
    thumb = Thumb(phone)

    thumb.type("412308180")
    thumb.tap(boxes(phone)[3])
    thumb.type("290")
    expect(phone.get_by_text("The points add up to 119,000, not 120,000: 1,000 missing.")).to_be_visible()
    thumb.tap(phone.get_by_role("button", name="1 stick was left"))

    expect(phone.get_by_text("Adds up 120,000")).to_be_visible()
    assert (typed(phone)[3], phone.get_by_label("Riichi sticks left on the table").input_value()) == (
        "290",
        "1",
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_keys_are_large_and_the_player_is_seen_above_them(phone: Page, size: tuple[int, int]):
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    thumb = Thumb(phone)

    for figure in ("412", "308"):
        thumb.type(figure)
        phone.wait_for_function(PLAYER_IS_SEEN, arg="#" + focused(phone))
    thumb.type("180")
    phone.wait_for_function(PLAYER_IS_SEEN, arg="#" + str(boxes(phone)[3].get_attribute("id")))
    keys = [key.bounding_box() for key in phone.locator(".pad button").all()]

    assert len(keys) == 14
    assert min(min(box["width"], box["height"]) for box in keys if box) >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "colours"), LOOKS)
def test_axe_finds_nothing_while_it_is_used(
    visitor: Callable[..., Page], playing: tuple[House, Any], language: str, colours: str
):
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, color_scheme=colours, **PHONE)
    phone.goto("/seat/table/" if language == "en" else "/ja/seat/table/")
    # The empty form is among the pages that every run looks at.
    found = complaints(phone) if THOROUGH else []
    Thumb(phone).type("412308180")
    expect(phone.locator("[data-parts]").first).not_to_be_empty()
    found += complaints(phone)
    boxes(phone)[3].fill("3000")
    expect(phone.locator("[data-slip]")).to_be_visible()

    assert found + complaints(phone) == []


@pytest.mark.slow
@LANGUAGES
def test_nothing_overflows_and_everything_can_be_hit(
    visitor: Callable[..., Page], playing: tuple[House, Any], language: str
):
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, **PHONE)
    phone.goto("/seat/table/" if language == "en" else "/ja/seat/table/")
    found = faults_of(phone, turn=0)
    for box, figure in zip(boxes(phone), ("-12300", "102300", "28000", "200"), strict=True):
        box.fill(figure)
    found += faults_of(phone, turn=1)

    assert found == []


@pytest.mark.slow
def test_text_at_twice_its_size_leaves_the_pad_in_use(
    visitor: Callable[..., Page], playing: tuple[House, Any]
):
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, **PHONE)
    phone.goto("/seat/table/")
    phone.context.new_cdp_session(phone).send(
        "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}}
    )
    phone.set_viewport_size({"width": 320, "height": 740})
    phone.reload()
    thumb = Thumb(phone)

    thumb.type("412308180")

    assert (typed(phone), thumb.taps) == (["412", "308", "180", "300"], 9)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    send = phone.get_by_role("button", name="Send the result").bounding_box()
    assert send is not None
    assert send["y"] + send["height"] <= 740


@pytest.mark.slow
def test_a_key_for_every_way_on(phone: Page):
    thumb = Thumb(phone)

    thumb.type("±15→85→0→")
    signs_and_short = typed(phone)
    boxes(phone)[0].focus()
    thumb.type("⌫⌫⌫")
    emptied = typed(phone)[0]

    assert signs_and_short == ["-15", "85", "0", "1130"]
    assert emptied == ""
    assert focused(phone) == "id_points_0"


def test_deleting_leads_back_to_the_player_before(phone: Page):
    thumb = Thumb(phone)

    thumb.type("102⌫3→")
    a_hundred_thousand = typed(phone)[0]
    thumb.type("⌫")
    thumb.type("⌫")

    assert a_hundred_thousand == "1023"
    assert typed(phone)[0] == "102"


@pytest.mark.slow
def test_whoever_types_all_digits_on_the_pad_gets_them_where_they_belong(phone: Page):
    Thumb(phone).type("412003080018000")

    assert typed(phone) == ["41200", "30800", "18000", "300"]


@pytest.mark.slow
def test_where_all_digits_are_typed_a_figure_leads_on_once_no_digit_can_follow(phone: Page):
    """12,000 may be on the way to 120,000, which is all there is; 41,250 is on the way to nothing."""
    phone.evaluate("document.querySelector('form[data-entry]').dataset.hundreds = ''")
    thumb = Thumb(phone)

    thumb.type("41250")
    after_one = focused(phone)
    thumb.type("12000")
    after_two = focused(phone)
    thumb.type("→30750")

    assert (after_one, after_two) == ("id_points_1", "id_points_1")
    assert typed(phone) == ["41250", "12000", "30750", "36000"]


def test_boxes_ask_for_no_keyboard_until_somebody_wants_theirs(phone: Page):
    thumb = Thumb(phone)
    pad, mode = phone.locator(".pad"), "(boxes) => boxes.map((box) => box.inputMode)"

    with_the_pad = phone.locator("[data-points]").evaluate_all(mode)
    thumb.tap("⌨")
    expect(pad).to_be_hidden()
    with_a_keyboard = phone.locator("[data-points]").evaluate_all(mode)
    phone.reload()
    expect(pad).to_be_hidden()
    thumb.tap(phone.get_by_role("button", name="Number pad"))
    expect(pad).to_be_visible()

    assert (with_the_pad, with_a_keyboard) == (["none"] * 4, ["numeric"] * 4)
    assert phone.locator("[data-points]").evaluate_all(mode) == ["none"] * 4


def test_keys_of_a_keyboard_type_into_the_same_boxes(phone: Page):
    thumb = Thumb(phone)

    phone.keyboard.type("41")
    thumb.type("23")
    phone.keyboard.type("08")
    phone.keyboard.press("Shift+Tab")

    assert typed(phone) == ["412", "308", "", ""]
    assert focused(phone) == "id_points_1"


def test_who_hears_the_page_hears_a_named_pad_and_every_figure(phone: Page):
    pad = phone.get_by_role("group", name="Number pad")
    names = [
        pad.get_by_role("button", name=name, exact=True).count() for name in ("7", "Delete a digit", "Next")
    ]

    pad.get_by_role("button", name="4", exact=True).click()
    pad.get_by_role("button", name="Plus or minus").click()

    assert names == [1, 1, 1]
    expect(phone.get_by_role("status").filter(has_text="−400")).to_be_visible()


def test_a_laptop_has_no_pad(visitor: Callable[..., Page], playing: tuple[House, Any]):
    house, state = playing
    laptop = visitor(base_url=house.url, storage_state=state, width=1280)

    laptop.goto("/seat/table/")

    expect(boxes(laptop)[0]).to_be_focused()
    expect(laptop.locator(".pad")).to_be_hidden()
    assert boxes(laptop)[0].evaluate("(box) => box.inputMode") == "numeric"


def test_without_scripts_the_form_is_the_plain_one(visitor: Callable[..., Page], playing: tuple[House, Any]):
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, java_script_enabled=False, **PHONE)
    phone.goto("/seat/table/")
    for box, figure in zip(boxes(phone), ("412", "308", "180", "300"), strict=True):
        box.fill(figure)

    press(phone, "Preview places and totals first")

    assert phone.locator(".pad, [data-next], [data-pad-on], [data-slip]").all_inner_texts() != []
    assert not phone.locator(".pad, [data-next], [data-pad-on], [data-slip]").evaluate_all(
        "(found) => found.some((it) => it.checkVisibility())"
    )
    assert shown(phone, "previewed") == ["1 +26.2", "2 +5.8", "4 −27.0", "3 −5.0"]
    assert shown(phone, "parts") == ["Uma +15.0", "Uma +5.0", "Uma −15.0", "Uma −5.0"]


@pytest.mark.slow
@LANGUAGES
def test_what_the_table_says_at_once_is_what_the_server_says(
    visitor: Callable[..., Page], playing: tuple[House, Any], language: str
):
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, **PHONE)
    phone.route(ASKS_THE_SERVER, lambda route: route.fulfill(status=429))
    phone.goto("/seat/table/" if language == "en" else "/ja/seat/table/")
    slots = "(all) => all.map((it) => it.innerHTML.replace(/\\s+/g, ' ').replace(/> </g, '><').trim())"
    phone.locator("details:has([name=chombo_1]) > summary").evaluate("(it) => it.click()")
    with phone.expect_response(ASKS_THE_SERVER):
        for box, figure in zip(boxes(phone), ("450", "250", "250", "250"), strict=True):
            box.fill(figure)
        phone.locator("[name=chombo_1]").fill("1")
    at_once = phone.locator("[data-previewed], [data-parts]").evaluate_all(slots)

    phone.unroute(ASKS_THE_SERVER)
    with phone.expect_response(ASKS_THE_SERVER):
        phone.locator("[name=chombo_1]").fill("0")
    expect(phone.locator("[data-parts]").nth(1)).not_to_contain_text("0.0")
    with phone.expect_response(ASKS_THE_SERVER):
        phone.locator("[name=chombo_1]").fill("1")
    phone.wait_for_timeout(100)  # the answer is put in its place

    assert len([slot for slot in at_once if "total" in slot]) == 8
    assert phone.locator("[data-previewed], [data-parts]").evaluate_all(slots) == at_once


@pytest.mark.parametrize(
    ("figures", "question", "meant"),
    [
        (
            ("412", "308", "1800", "300"),
            "One digit too many? Player 07: 18,000",
            ["412", "308", "180", "300"],
        ),
        (("41", "308", "180", "300"), "A missing digit? Player 04: 41,200", ["412", "308", "180", "300"]),
        (("412", "380", "193", "287"), "Two digits swapped? Player 10: 30,800", ["412", "308", "193", "287"]),
        (("682", "345", "188", "15"), "Plus or minus? Player 01: −1,500", ["682", "345", "188", "-15"]),
    ],
)
def test_the_likely_slip_is_mended_by_one_tap(
    phone: Page, figures: tuple[str, ...], question: str, meant: list[str]
):
    for box, figure in zip(boxes(phone), figures, strict=True):
        box.fill(figure)
    boxes(phone)[3].blur()

    Thumb(phone).tap(phone.get_by_role("button", name=question))

    assert typed(phone) == meant
    expect(phone.get_by_text("Adds up 120,000")).to_be_visible()


def test_sticks_that_are_in_the_points_already_are_taken_back_by_one_tap(phone: Page):
    for box, figure in zip(boxes(phone), ("412", "308", "180", "300"), strict=True):
        box.fill(figure)
    phone.get_by_label("Riichi sticks left on the table").fill("2")

    expect(phone.get_by_text("The points add up to 122,000, not 120,000: 2,000 too many.")).to_be_visible()
    Thumb(phone).tap(phone.get_by_role("button", name="Counted twice? No sticks left"))

    assert phone.get_by_label("Riichi sticks left on the table").input_value() == "0"
    expect(phone.get_by_text("Adds up 120,000")).to_be_visible()


def test_a_difference_that_nothing_explains_is_said_and_asked_no_more_about(phone: Page):
    for box, figure in zip(boxes(phone), ("412", "308", "180", "257"), strict=True):
        box.fill(figure)
    boxes(phone)[3].blur()

    expect(phone.get_by_text("The points add up to 115,700, not 120,000: 4,300 missing.")).to_be_visible()
    assert phone.locator(".balance button:visible").count() == 0
    expect(phone.get_by_label("Reason why it does not add up")).to_be_visible()


@pytest.mark.slow
def test_sticks_and_chombo_stay_in_reach_of_the_pad(phone: Page):
    thumb = Thumb(phone)
    thumb.type("412308180")
    more = phone.get_by_role("button", name="One stick more")
    more.scroll_into_view_if_needed()
    thumb.tap(more)
    expect(boxes(phone)[3]).to_have_value("290")
    summary = phone.locator("summary", has_text="Chombo")
    summary.scroll_into_view_if_needed()
    thumb.tap(summary)
    chombo = phone.get_by_role("button", name="One chombo more").first
    chombo.scroll_into_view_if_needed()
    thumb.tap(chombo)

    expect(phone.locator("[data-parts]").first).to_have_text("Uma +15.0 Sticks +1.0 Chombo −20.0")
    expect(phone.locator(".pad")).to_be_visible()
    phone.get_by_label("Riichi sticks left on the table").focus()
    expect(phone.locator(".pad")).to_be_hidden()
