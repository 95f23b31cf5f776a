"""Certificates as drawn: text that can be read again, hostile text as it is, bounded time and memory."""

import tracemalloc
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from publishing.certificates.drawing import Certificate, Look, certificates_pdf

LOOK = Look("表 彰 状", "#0d4438", None, "春風リーグ", "2026年11月28日 · 神田", "大会代表", "ja")
WINNER = Certificate(
    "優勝", "髙橋 﨑邊 𠮷 殿", "赤", "第10回大会において頭書の成績を収められました。", "合計 +146.2"
)


def pages(content: bytes) -> list[list[str]]:
    """The lines of each page, as a reader copies them."""
    return [page.extract_text().splitlines() for page in PdfReader(BytesIO(content)).pages]


def test_japanese_names_can_be_copied_from_the_file() -> None:
    content = certificates_pdf([WINNER], LOOK)

    assert pages(content) == [
        [
            *("春風リーグ", "表 彰 状", "優勝", "髙橋 﨑邊 𠮷 殿", "赤"),
            *(
                "第10回大会において頭書の成績を収められました。",
                "合計 +146.2",
                "2026年11月28日 · 神田",
                "大会代表",
            ),
        ]
    ]


@pytest.mark.parametrize(
    "name",
    [
        "<b>Bob</b> &amp; <script>",
        "**Bob** __Dora__ --x-- [a](b)",
        "#let x = 1; $x^2$ \\par{Bob}",
        "{nb} %s (((",
        "Žižek Łódź Дмитрий Ελένη ñ ß",
        "髙濵﨑邉齋栁",
    ],
)
def test_what_a_name_has_is_no_markup(name: str) -> None:
    content = certificates_pdf([WINNER._replace(name=name, beside=name, words=name)], LOOK)

    [lines] = pages(content)
    assert lines.count(name) == 3


@pytest.mark.parametrize("letter", ["W", "龍", "i"])
def test_a_name_of_sixty_letters_stays_within_the_frame(letter: str) -> None:
    content = certificates_pdf([WINNER._replace(name=letter * 60)], LOOK)

    reader = PdfReader(BytesIO(content))
    lefts: list[float] = []
    reader.pages[0].extract_text(
        visitor_text=lambda text, _cm, tm, _font, _size: text.strip() and lefts.append(tm[4])
    )
    assert letter * 60 in pages(content)[0]
    # A frame is 13 mm from the edge.
    assert min(lefts) > 13 / 25.4 * 72


@pytest.mark.parametrize(
    "name", ["", " ", "\u202eBob\u202c", "김민수", "\x00\x1b", "😀" * 30, "e" + "\u0301" * 59]
)
def test_no_name_breaks_the_file(name: str) -> None:
    assert len(pages(certificates_pdf([WINNER._replace(name=name), WINNER], LOOK))) == 2


@pytest.mark.parametrize("size", [(400, 100), (10, 900), (2000, 3)])
def test_a_logo_of_any_shape_takes_the_place_of_the_name_of_the_brand(size: tuple[int, int]) -> None:
    logo = BytesIO()
    Image.new("RGBA", size, (200, 30, 30, 128)).save(logo, "PNG")

    content = certificates_pdf([WINNER, WINNER], LOOK._replace(logo=logo.getvalue()))

    assert [len(page.images) for page in PdfReader(BytesIO(content)).pages] == [1, 1]
    assert "春風リーグ" not in pages(content)[0]


@pytest.mark.slow
def test_a_thousand_certificates_take_little_memory_and_room() -> None:
    many = [WINNER._replace(name=f"山本 翔{number} 殿") for number in range(1_000)]
    tracemalloc.start()

    content = certificates_pdf(many, LOOK)

    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(content) < 2_000_000, peak < 150_000_000) == (True, True)
    assert content.count(b"/Type /Page\n") == 1_000
