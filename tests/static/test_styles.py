"""The language of the pages: colours that can be read on every ground, and sheets that stay small."""

import gzip
import re
from itertools import product

import pytest
from PIL import Image

from tests.static.styles import STATIC, Colour, colours, contrast, files_of, sheet, source
from tournaments.views.seat.phone_app import GREEN, PAPER

TOKENS = source("css/tokens.css")
DECLARED, GROUNDS = TOKENS.split("/* The ground of an event")
PAGE = ("--paper", "--card", "--wash")
SERIES = [f"--s{number}" for number in range(1, 9)]
# What is written or drawn on which ground, and how far it has to stand out.
TEXT = [
    *product(("--ink", "--soft", "--link", "--red", "--good", "--wait"), PAGE),
    ("--red", "--red-wash"),
    ("--ink", "--red-wash"),
    ("--wait", "--wait-wash"),
    ("--ink", "--wait-wash"),
    ("--good", "--good-wash"),
    ("--ink", "--good-wash"),
    ("--on-felt", "--felt"),
    ("--on-felt", "--felt-up"),
    ("--on-felt-soft", "--felt"),
    ("--on-felt-soft", "--felt-up"),
    ("--on-press", "--press"),
    ("--on-press", "--press-up"),
    ("--on-live", "--live"),
    ("--on-p1", "--p1"),
    ("--on-ivory", "--ivory"),
    ("--east", "--ivory"),
]
MARKS = [
    *product(("--edge", "--link", *SERIES), ("--paper", "--card")),
    *product(("--p1", "--p4"), ("--paper", "--card")),
]
LARGEST = {"css/house.css": 12_000, "css/phone.css": 12_000}  # bytes, compressed
LARGEST_FONTS = {
    "fonts/inter-latin.woff2": 16_000,
    "fonts/inter-latin-1.woff2": 10_000,
    "fonts/inter-latin-ext.woff2": 12_000,
}
# Of sheets that some pages have besides; they take their names from the house.
OWN = sorted(path.name for path in (STATIC / "css").glob("*.css"))


def too_faint(known: dict[str, Colour], pairs: list[tuple[str, str]], least: float) -> dict[str, float]:
    ratios = {
        f"{above} on {below}, {step}": contrast(getattr(known[above], step), getattr(known[below], step))
        for above, below in pairs
        for step in Colour._fields
    }
    return {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < least}


def test_text_can_be_read_on_every_ground_it_has():
    found = too_faint(colours(DECLARED), TEXT, 4.5)

    assert found == {}


def test_marks_stand_out_from_pages_and_cards():
    found = too_faint(colours(DECLARED), MARKS, 3)

    assert found == {}


def test_a_faint_colour_is_found():
    known = colours("--ink: #777; --paper: light-dark(#fff, #000);")

    found = too_faint(known, [("--ink", "--paper")], 4.5)

    assert found == {"--ink on --paper, light": 4.48}


def test_what_is_written_on_the_ground_of_an_event_can_be_read_on_each():
    blocks = re.findall(r'\[data-ground="(\w+)"\] \{(.*?)\}', GROUNDS)

    found = {
        ground: too_faint(
            colours(DECLARED) | colours(block),
            list(product(("--on-felt", "--on-felt-soft"), ("--felt", "--felt-up"))),
            4.5,
        )
        for ground, block in blocks
    }

    assert len(found) == 7
    assert {ground: faint for ground, faint in found.items() if faint} == {}


def test_icons_the_app_and_the_browsers_bar_have_the_colours_of_pages():
    felt, paper = (colours(DECLARED)[name].light for name in ("--felt", "--paper"))
    icons = sorted((STATIC / "icons").glob("*.png"))

    edges = {}
    for icon in icons:
        with Image.open(icon) as picture:
            edge = picture.convert("RGB").getpixel((picture.width // 2, 2))
        edges[icon.name] = "#" + "".join(f"{part:02x}" for part in edge)

    assert (felt, paper) == (GREEN, PAPER)
    assert f'rx="7" fill="{felt}"' in source("mark.svg")
    assert (
        f'name="theme-color" content="{{% firstof page_brand.theme "{felt}" %}}"'
        in (STATIC.parent / "templates" / "base.html").read_text()
    )
    assert edges == dict.fromkeys((icon.name for icon in icons), felt)
    assert len(edges) == 4


@pytest.mark.parametrize(("name", "most"), LARGEST.items())
def test_a_sheet_of_a_page_is_small(name: str, most: int):
    size = len(gzip.compress(sheet(name).encode(), 9))

    assert size <= most


@pytest.mark.parametrize(("name", "most"), LARGEST_FONTS.items())
def test_a_face_is_small(name: str, most: int):
    assert (STATIC / name).stat().st_size <= most


@pytest.mark.parametrize("name", OWN)
def test_a_sheet_uses_only_names_that_are_declared(name: str):
    css = re.sub(r"/\*.*?\*/", "", source(f"css/{name}"), flags=re.DOTALL)
    declared = set(re.findall(r"(--[\w-]+)\s*:", "".join(map(source, files_of("css/house.css"))) + css))

    used = set(re.findall(r"var\((--[\w-]+)\)", css))

    assert used - declared == set()


@pytest.mark.parametrize("name", files_of("css/house.css") + ["css/entry.css"])
def test_every_rule_of_the_house_is_in_a_layer(name: str):
    """A rule outside of all would win over every sheet, whatever it is about."""
    css = re.sub(r"/\*.*?\*/", "", source(name), flags=re.DOTALL)
    depth, outside = 0, ""
    for char in css:
        depth += char == "{"
        if not depth:
            outside += char
        depth -= char == "}"

    heads = {head.strip() for head in re.split(r"[;}\n]", outside) if head.strip()}
    assert {head for head in heads if not head.startswith(("@layer", "@font-face", "@page"))} == set()
