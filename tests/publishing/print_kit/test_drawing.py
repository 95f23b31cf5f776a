"""The pages of the print kit: text that can be read again, the number of pages, bounded time and size."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from publishing.print_kit.drawing import (
    Badge,
    CardToPrint,
    CodeToPrint,
    Kit,
    KitLook,
    Listing,
    Paper,
    Schedule,
    SheetToFill,
    kit_pdf,
    pages_of,
)

LOOK = KitLook("印刷", "春の麻雀大会", "春風リーグ", "#0d4438", None, "2026年11月28日 · 神田", "ja", "A4")
LINK = "https://example.org/seat/#ABCDEFGHJKLMNPQR"
COLUMNS = ("席", "名前", "点数", "チョンボ", "サイン")


def kit_for(players: int, rounds: int) -> Kit:
    names = [f"髙橋 翔{number}" for number in range(players)]
    tables = range(1, players // 4 + 1)
    return Kit(
        posters=[CodeToPrint("座席・結果・順位", "example.org/t/haru/", LINK)],
        cards=[
            CardToPrint(name, "No. 1", "ABCD EFGH", "example.org/seat/", LINK + name, "PIN 1234")
            for name in names
        ],
        badges=[Badge(name, "神田麻雀倶楽部", "JP", "No. 1") for name in names],
        listings=[Listing(f"{one}回戦", [(name, "12", "東") for name in names]) for one in range(rounds)],
        schedules=[Schedule(name, "No. 1", [("1回戦", "12卓", "東")] * rounds) for name in names],
        sheets=[
            SheetToFill(f"{one}回戦 · {table}卓", "大会", COLUMNS, [("東", "髙橋")] * 4, ("残り", "確認者"))
            for one in range(rounds)
            for table in tables
        ],
        numbers=[
            CodeToPrint("この卓の席", "example.org/t/haru/tables/1/", LINK, str(table)) for table in tables
        ],
    )


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("players", [1, 8, 81])
def test_the_number_of_pages_is_known_before_they_are_drawn(players: int, paper: Paper) -> None:
    kit, drawn = kit_for(players, 3), list[int]()

    content = kit_pdf(kit, LOOK._replace(paper=paper), drawn.append)

    assert drawn == list(range(1, pages_of(kit, paper) + 1))
    assert len(PdfReader(BytesIO(content)).pages) == len(drawn)


def test_every_part_can_be_read_again() -> None:
    content = kit_pdf(kit_for(4, 1), LOOK, lambda _page: None)

    lines = [page.extract_text().splitlines() for page in PdfReader(BytesIO(content)).pages]
    poster, cards, badges, listing, schedules, sheets, numbers = lines
    assert poster == [
        "春風リーグ",
        "春の麻雀大会",
        "2026年11月28日 · 神田",
        "座席・結果・順位",
        "example.org/t/haru/",
    ]
    assert cards[:5] == ["髙橋 翔0", "No. 1", "ABCD EFGH", "example.org/seat/", "PIN 1234"]
    assert badges[:4] == ["春風リーグ", "髙橋 翔0", "神田麻雀倶楽部", "JP No. 1"]
    assert listing[:2] == ["0回戦 春風リーグ · 春の麻雀大会", "髙橋 翔0 12 東"]
    assert schedules[:3] == ["髙橋 翔0", "No. 1", "1回戦 12卓 東"]
    assert sheets[:3] == ["0回戦 · 1卓 大会", " ".join(COLUMNS), "東 髙橋"]
    assert [line.strip() for line in numbers] == [
        *("春の麻雀大会", "1", "この卓の席", "example.org/t/haru/tables/1/")
    ]


def test_a_schedule_of_a_hundred_rounds_stays_on_its_page() -> None:
    kit = Kit(schedules=kit_for(2, 100).schedules)

    content = kit_pdf(kit, LOOK, lambda _page: None)

    [page] = PdfReader(BytesIO(content)).pages
    heights: list[float] = []
    page.extract_text(
        visitor_text=lambda text, _cm, tm, _font, _size: text.strip() and heights.append(tm[5])  # type: ignore[func-returns-value]
    )
    assert (min(heights) > 0, page.extract_text().count("12卓")) == (True, 200)


def test_the_kit_of_250_players_and_ten_rounds_is_small() -> None:
    kit = kit_for(250, 10)

    content = kit_pdf(kit, LOOK, lambda _page: None)

    assert (pages_of(kit, "A4"), len(content) < 2_000_000) == (378, True)
