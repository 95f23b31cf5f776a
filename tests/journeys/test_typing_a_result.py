"""A result typed with the thumbs: what the form does by itself, what it asks, and how many taps it takes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import follow, press
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.run("at a table")]
PHONE = {"has_touch": True, "is_mobile": True, "width": 360}


def boxes(phone: Page) -> list[Locator]:
    return phone.locator("[data-points]").all()


def typed(phone: Page) -> list[str]:
    return [box.input_value() for box in boxes(phone)]


def focused(phone: Page) -> str:
    return str(phone.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


def type_in(phone: Page, keys: str) -> None:
    """Keys as a number pad gives them, one after the other."""
    for key in keys:
        phone.keyboard.press("Backspace" if key == "<" else key)


def test_a_result_takes_its_digits_and_two_taps(visitor: Callable[..., Page], own_house: House):
    phone = visitor(base_url=own_house.url, **PHONE)
    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    expect(boxes(phone)[0]).to_be_focused()
    taps = 0

    boxes(phone)[0].tap()  # the page has chosen the first player; the tap brings the number pad
    taps += 1
    phone.set_viewport_size({"width": 360, "height": 400})  # a browser that makes room for the number pad
    type_in(phone, "412308180")
    expect(boxes(phone)[3]).to_have_value("300")
    expect(phone.locator("[data-previewed]").first).to_have_text("1 +26.2")
    send = phone.get_by_role("button", name="Send the result")
    box = send.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 400 - box["height"]
    with phone.expect_navigation():
        send.tap()
        taps += 1

    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    expect(phone.get_by_role("cell", name="30,000")).to_be_visible()
    assert taps == 2


def test_three_digits_lead_on_and_the_last_player_gets_the_rest(phone: Page):
    type_in(phone, "412")
    after_one = focused(phone)
    type_in(phone, "308")
    after_two = focused(phone)
    type_in(phone, "18")
    before_the_third_is_complete = typed(phone)
    type_in(phone, "0")

    assert (after_one, after_two) == ("points_1", "points_2")
    assert before_the_third_is_complete == ["412", "308", "18", ""]
    assert typed(phone) == ["412", "308", "180", "300"]
    assert focused(phone) == "points_2"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("412003080018000", ["41200", "30800", "18000", "300"]),
        ("85003080081000", ["8500", "30800", "81000", "-3"]),
        ("41230818000", ["412", "308", "18000", "300"]),
    ],
)
def test_who_types_all_digits_gets_them_where_they_belong(phone: Page, keys: str, expected: list[str]):
    type_in(phone, keys)

    assert typed(phone) == expected


def test_a_hundred_thousand_is_four_digits_one_step_back(phone: Page):
    """102,300 is 1023: the page has gone on after 102, a 3 belongs to the number before."""
    type_in(phone, "102")
    first, second = boxes(phone)[:2]
    expect(second).to_be_focused()
    type_in(phone, "<")
    expect(first).to_be_focused()
    type_in(phone, "3")

    assert typed(phone)[:2] == ["1023", ""]
    expect(phone.locator("[data-understood]").first).to_have_text("102,300")


def test_a_comma_goes_on_with_the_number_before(phone: Page):
    type_in(phone, "102")
    phone.keyboard.press(",")
    type_in(phone, "300")

    assert typed(phone)[:2] == ["102,300", ""]
    expect(phone.locator("[data-understood]").first).to_have_text("102,300")


def test_a_step_back_after_more_was_typed_only_deletes(phone: Page):
    type_in(phone, "4123<")

    assert typed(phone)[:2] == ["412", ""]
    expect(boxes(phone)[1]).to_be_focused()


def test_a_number_of_two_digits_is_ended_by_next_on_the_page_or_on_the_keyboard(phone: Page):
    type_in(phone, "85")
    phone.get_by_role("button", name="Next", exact=True).tap()
    type_in(phone, "0")
    phone.keyboard.press("Enter")
    type_in(phone, "95")
    phone.get_by_role("button", name="Next", exact=True).tap()

    assert typed(phone) == ["85", "0", "95", "1020"]
    assert focused(phone) == "Send the result"


def test_going_on_by_hand_after_the_page_has_gone_on_skips_nobody(phone: Page):
    type_in(phone, "412")
    phone.keyboard.press("Enter")
    after_enter = focused(phone)
    type_in(phone, "308")
    phone.keyboard.press("Tab")
    after_tab = focused(phone)
    phone.keyboard.press("Tab")

    assert (after_enter, after_tab, focused(phone)) == ("points_1", "points_2", "points_3")


def test_what_was_filled_in_is_replaced_and_what_is_being_corrected_is_left_alone(phone: Page):
    type_in(phone, "412308180")
    boxes(phone)[3].tap()
    type_in(phone, "290")
    replaced = typed(phone)
    boxes(phone)[1].tap()
    phone.keyboard.press("End")
    type_in(phone, "<<<")
    emptied = typed(phone)

    assert replaced == ["412", "308", "180", "290"]
    assert emptied == ["412", "", "180", "290"]


def test_sticks_that_were_left_are_one_tap_when_exactly_they_are_missing(phone: Page):
    left = phone.get_by_role("button", name="1 stick was left")
    type_in(phone, "412308180")
    when_it_adds_up = left.is_visible()
    boxes(phone)[3].tap()
    type_in(phone, "295")
    when_500_are_missing = left.is_visible()
    boxes(phone)[3].fill("290")
    left.tap()

    assert (when_it_adds_up, when_500_are_missing) == (False, False)
    assert phone.get_by_label("Riichi sticks left on the table").input_value() == "1"
    expect(phone.get_by_text("Adds up 120,000")).to_be_visible()
    expect(phone.locator("[data-previewed]").nth(3)).to_have_text("3 −6.0")


def test_a_strange_result_is_asked_about_while_it_is_typed(phone: Page):
    question = phone.get_by_text("One player has all the points")
    for box, figure in zip(boxes(phone), ("1200", "0", "0", "0"), strict=True):
        box.fill(figure)
    expect(question).to_be_visible()

    boxes(phone)[3].fill("1")
    boxes(phone)[0].fill("1199")

    expect(question).to_have_count(0)


@pytest.mark.parametrize(
    ("figure", "words"),
    [("41250", "41,250: does not end in 00"), ("412.5", "not a whole number"), ("4a2", "not a number")],
)
def test_what_cannot_be_understood_says_why_at_once(phone: Page, figure: str, words: str):
    boxes(phone)[0].fill(figure)
    boxes(phone)[1].focus()

    expect(phone.locator("[data-understood]").first).to_have_text(words)


def test_plus_or_minus_is_no_stop_on_the_way_from_one_player_to_the_next(phone: Page):
    boxes(phone)[0].focus()
    stops = [focused(phone)]
    for _player in range(4):
        phone.keyboard.press("Tab")
        stops.append(focused(phone))

    assert stops == ["points_0", "points_1", "points_2", "points_3", "sticks"]


def test_what_was_typed_survives_a_reload_and_the_rest_is_not_taken_for_typed(phone: Page):
    type_in(phone, "412308180")
    phone.reload()
    restored = typed(phone)
    boxes(phone)[2].fill("170")

    assert restored == ["412", "308", "180", "300"]
    assert typed(phone) == ["412", "308", "170", "310"]


def test_where_the_keyboard_lies_over_the_page_the_buttons_are_lifted_above_it(phone: Page):
    phone.get_by_role("button", name="Phone's keyboard").tap()
    phone.evaluate(
        """() => {
            Object.defineProperty(visualViewport, 'height', {value: innerHeight - 300, configurable: true});
            visualViewport.dispatchEvent(new Event('resize'));
        }"""
    )

    box = phone.get_by_role("button", name="Send the result").bounding_box()

    assert box is not None
    assert box["y"] + box["height"] <= 844 - 300


def test_what_is_typed_goes_to_the_conditions_and_comes_back(phone: Page):
    type_in(phone, "412180280")

    press(phone, "What do I need?")
    asked = [phone.locator(f"[name={wind}]").input_value() for wind in "ESWN"]
    follow(phone, "Back to entering the result")

    assert asked == ["412", "180", "280", "328"]
    assert typed(phone) == asked
