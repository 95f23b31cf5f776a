"""A game hand by hand on phones: few taps, one hand from two phones, the result from the hands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press
from tests.journeys.geometry import faults_of
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]


def sit_down(visitor: Callable[..., Page], house: House, phones_needed: int) -> list[Page]:
    """So many phones of a table in play, from East's on, each at the page of hands."""
    phones = []
    for code in house.codes[:phones_needed]:
        phone = visitor(base_url=house.url)
        phone.goto(f"/seat/#{code}")
        phone.wait_for_url("**/seat/table/")
        phone.get_by_role("link", name="Enter it hand by hand").click()
        expect(phone.locator(".hand-row")).to_have_count(4)
        phones.append(phone)
    return phones


class Thumb:
    """Taps, and counts how often."""

    def __init__(self, phone: Page) -> None:
        self.phone, self.taps = phone, 0

    def tap(self, name: str, seat: int | None = None) -> "Thumb":
        rows = self.phone.locator(".hand-row")
        place = rows.nth(seat) if seat is not None else self.phone.locator(".whats")
        place.locator(".tick", has_text=name).filter(visible=True).first.click()
        self.taps += 1
        return self

    def save(self, waiting: int = 0) -> int:
        """Until the hand is in the log; or until so many wait on the phone, and the form is empty.

        That takes the phone a few seconds, in which it waits for an answer: they pass at once.
        """
        before = self.phone.locator(".hands-log > li").count()
        if waiting:
            self.phone.get_by_role("button", name="Save the hand").click()
            expect(self.phone.locator("[data-outbox-list] li")).to_have_count(waiting)
            self.phone.clock.fast_forward(5_000)
            expect(self.phone.locator("[name=what]:checked")).to_have_count(0)
        else:
            press(self.phone, "Save the hand")
            expect(self.phone.locator(".hands-log > li")).to_have_count(before + 1)
        taps, self.taps = self.taps + 1, 0
        return taps


def points(phone: Page) -> list[str]:
    return phone.locator(".hand-row .now strong").all_inner_texts()


def test_a_game_hand_by_hand_takes_few_taps_and_is_one_game_on_all_phones(
    visitor: Callable[..., Page], own_house: House
):
    east, south, west = sit_down(visitor, own_house, 3)
    assert faults_of(east, 0) == []
    thumb = Thumb(east)

    # A concealed riichi ron of 40 fu and 3 han; a tsumo; a draw; a chombo.
    thumb.tap("Ron", 0).tap("Deals in", 1).tap("Riichi", 0).tap("3", 0).tap("40", 0)
    expect(east.locator(".hand-row [data-previewed]").first).to_have_text("+7,700")
    expect(east.locator(".paid li")).to_contain_text("7,700")
    assert faults_of(east, 0) == []
    assert thumb.save() == 6
    assert points(east) == ["37,700", "22,300", "30,000", "30,000"]
    assert thumb.tap("Tsumo", 0).tap("Riichi", 0).tap("2", 0).tap("30", 0).save() == 5
    assert thumb.tap("Draw").tap("Tenpai", 0).save() == 3
    assert thumb.tap("Chombo").tap("Chombo", 3).save() == 3

    # Two phones with the same hand before their eyes: the second is told.
    for phone in (south, west):
        expect(phone.locator(".hands-log > li")).to_have_count(4)
        expect(phone.locator(".whereami strong")).to_contain_text("3 honba")
        Thumb(phone).tap("Draw").tap("Tenpai", 1)
    press(south, "Save the hand")
    expect(south.locator(".hands-log > li")).to_have_count(5)
    press(west, "Save the hand")
    expect(west.get_by_text("had already entered this hand. It counts once.")).to_be_visible()
    expect(west.locator(".hands-log > li")).to_have_count(5)

    # A phone with another hand is refused, and shown what is there.
    expect(east.locator(".hands-log > li")).to_have_count(5)


LOG = """
() => [...document.querySelectorAll('.hands-log .changes')].map((row) => {
  const cells = [...row.children].map((cell) => cell.getBoundingClientRect());
  const parts = [...row.children].flatMap((cell) => [...cell.children]);
  const inside = parts.every((part) => {
    const text = document.createRange();
    text.selectNodeContents(part);
    const [own, cell] = [text.getBoundingClientRect(), part.parentElement.getBoundingClientRect()];
    return part.matches('.vh') || own.right <= cell.right + 0.5;
  });
  return [cells.length, new Set(cells.map((cell) => Math.round(cell.bottom))).size, inside,
          row.scrollWidth <= row.clientWidth];
})
"""


def test_four_payments_stand_in_one_row_on_the_narrowest_phone(
    visitor: Callable[..., Page], own_house: House
) -> None:
    (east,) = sit_down(visitor, own_house, 1)
    thumb = Thumb(east)
    thumb.tap("Ron", 0).tap("Deals in", 1).tap("Riichi", 0).tap("Riichi", 2).tap("Yakuman", 0)
    thumb.tap("Kokushi musou · thirteen orphans", 0).save()
    thumb.tap("Tsumo", 0).tap("Riichi", 3).tap("Sanbaiman", 0).save()

    for width in (320, 360, 390):
        east.set_viewport_size({"width": width, "height": 740})
        assert east.evaluate(LOG) == [[4, 1, True, True]] * 2, width
        assert east.evaluate("document.documentElement.scrollWidth") == width
    # One tap beside the newest hand takes it back.
    east.locator(".hands-log > li").first.get_by_role("button", name="Undo this hand").click()
    expect(east.locator(".hands-log > li")).to_have_count(1)


def test_the_yaku_of_a_hand_are_tapped_from_a_list_and_nobody_has_to(
    visitor: Callable[..., Page], own_house: House
) -> None:
    (east,) = sit_down(visitor, own_house, 1)
    thumb = Thumb(east)

    thumb.tap("Tsumo", 0).tap("Riichi", 0)
    assert not east.locator(".told[open]").count()
    east.locator(".hand-row").first.get_by_text("By yaku").click()
    assert faults_of(east, 0) == []
    thumb.tap("Pinfu", 0).tap("Tanyao", 0)
    east.locator(".hand-row").first.get_by_label("Ura dora").fill("1")

    # Riichi, menzen tsumo, pinfu, tanyao, one ura dora: five han of the dealer.
    expect(east.locator(".hand-row [data-previewed]").first).to_have_text("+12,000")
    expect(east.locator(".paid")).to_contain_text("pinfu, tanyao, ura dora 1")
    thumb.save()
    expect(east.locator(".hands-log > li").first).to_contain_text("riichi, pinfu, tanyao, ura dora 1")

    # What no hand has is said, and what was tapped is still there.
    thumb.tap("Tsumo", 0).tap("4", 0).tap("30", 0)
    east.locator(".hand-row").first.get_by_text("By yaku").click()
    thumb.tap("Pinfu", 0)
    east.get_by_role("button", name="Save the hand").click()
    expect(east.get_by_role("alert")).to_contain_text(
        "These yaku make 2 han 20 fu, but 4 han 30 fu was entered."
    )
    expect(east.locator(".hands-log > li")).to_have_count(1)
    expect(east.locator(".told[open]")).to_be_visible()


def test_the_tiles_of_a_hand_are_tapped_and_the_keyboard_comes_only_then(
    visitor: Callable[..., Page], own_house: House
) -> None:
    (east,) = sit_down(visitor, own_house, 1)
    asked: list[str] = []
    east.on("request", lambda request: asked.append(request.url))
    row, thumb = east.locator(".hand-row").first, Thumb(east)
    thumb.tap("Ron", 0).tap("Deals in", 1).tap("Riichi", 0)
    assert not [url for url in asked if "tiles" in url]

    row.get_by_text("By tiles").click()
    keys = row.locator(".keyboard")
    expect(keys).to_be_visible()
    for tile in ("2m", "3m", "4m", "2p", "3p", "4p", "2s", "3s", "4s", "9s", "9s", "5m", "6m", "6m"):
        keys.locator(f"button[value='{tile}']").click()
    # What cannot be is said before anything is sent; the last tile is taken back.
    expect(east.locator(".refused")).to_contain_text("neither four sets and a pair")
    keys.get_by_role("button", name="Undo").click()
    keys.locator("button[value='7m']").click()
    keys.get_by_label("Dora indicator", exact=True).check()
    keys.locator("button[value='8s']").click()

    expect(row.get_by_label("Tiles", exact=True)).to_have_value("2m3m4m2p3p4p2s3s4s9s9s5m6m7m")
    expect(row.locator("[data-shown] .winning svg")).to_have_attribute("aria-label", "7 of characters")
    expect(east.locator(".paid")).to_contain_text("riichi, pinfu, sanshoku, dora 2")
    expect(row.locator("[data-previewed]")).to_have_text("+18,000")
    assert faults_of(east, 0) == []
    thumb.save()
    expect(east.locator(".hands-log > li").first).to_contain_text("sanshoku")


def test_without_javascript_yaku_are_ticked_and_tiles_typed_in_the_same_form(
    visitor: Callable[..., Page], own_house: House
) -> None:
    phone = visitor(base_url=own_house.url)
    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    plain = visitor(
        base_url=own_house.url, java_script_enabled=False, storage_state=phone.context.storage_state()
    )
    plain.goto("/seat/hands/")
    row = plain.locator(".hand-row").first
    row.locator("[name=what][value=tsumo0]").check(force=True)
    with plain.expect_navigation():
        row.get_by_text("By tiles").click()
    row.locator("[name=what][value=tsumo0]").check(force=True)
    row.locator("summary", has_text="By tiles").click()
    row.get_by_label("Tiles", exact=True).fill("234m234p23499s567m")
    press(plain, "Preview the payments first")

    expect(plain.locator(".paid")).to_contain_text("pinfu, sanshoku")
    press(plain, "Save the hand")
    expect(plain.locator(".hands-log > li").first).to_contain_text("sanshoku")
