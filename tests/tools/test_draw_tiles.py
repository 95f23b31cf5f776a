import re

import pytest

from scoring.hand.tiles import Tile
from tools.draw_tiles import OUT, main

pytestmark = pytest.mark.database("none")


def test_the_tiles_that_are_served_are_those_that_are_drawn(monkeypatch, tmp_path):
    served = OUT.read_text(encoding="utf-8")
    drawn = tmp_path / "tiles.svg"
    monkeypatch.setattr("tools.draw_tiles.OUT", drawn)

    main()

    assert drawn.read_text(encoding="utf-8") == served


def test_every_tile_red_fives_too_has_a_picture_of_its_own():
    symbols = dict(re.findall(r'<symbol id="t(\w+)"[^>]*>(.*?)</symbol>', OUT.read_text(encoding="utf-8")))
    tiles = {str(Tile(kind)) for kind in range(34)} | {"0m", "0p", "0s", "back"}

    assert set(symbols) == tiles
    assert len(set(symbols.values())) == len(tiles)


def test_no_tile_needs_a_font_of_chinese_characters_nor_a_style():
    drawn = OUT.read_text(encoding="utf-8")

    assert drawn.isascii()
    assert "style" not in drawn
