"""What a table tells of a winning hand beside its worth: its yaku and dora, or its tiles. Neither is required."""

from typing import NamedTuple

DORA = ("dora", "ura_dora", "red_dora", "kita")
"""The kinds of dora, as the values of hands name them."""
CHANCES = (
    *("double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan"),
    *("tenhou", "chiihou", "renhou"),
)
"""What a hand's tiles and the course of the game do not show."""


class LaidTiles(NamedTuple):
    """The tiles of a win in their notation: the concealed ones with the winning tile among them, which is named too.

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
    """``yaku``: their codes, without dora and yakuman. ``is_open``: the winner has called a tile. ``dora``: how many
    of each kind of ``DORA`` there are, those that there are. ``hand``: the tiles from which all of it follows.
    """

    yaku: tuple[str, ...] = ()
    is_open: bool = False
    dora: tuple[tuple[str, int], ...] = ()
    hand: LaidTiles | None = None
