"""Optional details of a winning hand: its yaku and dora, or its tiles."""

from typing import NamedTuple

DORA = ("dora", "ura_dora", "red_dora", "kita")
"""The kinds of dora, as the values of hands name them."""
CHANCES = (
    *("double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan"),
    *("tenhou", "chiihou", "renhou"),
)
"""What a hand's tiles and the course of the game do not show."""


class LaidTiles(NamedTuple):
    """The tiles of a win in notation: concealed tiles including the winning tile, which is also given separately.

    ``dora`` and ``ura`` are the indicators, ``kita`` the norths set aside, ``chances`` some of ``CHANCES``.
    """

    tiles: str
    win_tile: str
    melds: tuple[str, ...] = ()
    dora: str = ""
    ura: str = ""
    kita: int = 0
    chances: tuple[str, ...] = ()


class Details(NamedTuple):
    """``yaku``: their codes, without dora and yakuman. ``is_open``: the winner has called a tile. ``dora``: the
    number of each kind of ``DORA``, if any. ``hand``: the tiles that determine the rest.
    """

    yaku: tuple[str, ...] = ()
    is_open: bool = False
    dora: tuple[tuple[str, int], ...] = ()
    hand: LaidTiles | None = None
