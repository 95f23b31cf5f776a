"""A hand laid out for checking: concealed tiles, melds, and the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.hand.tiles import (
    Meld,
    Tile,
    TilesError,
    count_kinds,
    parse_hand,
    parse_meld,
    parse_tile,
    print_tiles,
)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Fourteen tiles, counting a kan as three: `concealed` includes the winning tile, `melds` are declared.

    `concealed_counts` and `counts` are the numbers of each of the 34 kinds, concealed and in total.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    win_tile: Tile
    concealed_counts: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether a tile was called before the win."""
        return any(meld.kind != "closed_kan" for meld in self.melds)

    @property
    def kans(self) -> int:
        """Return the number of declared kans."""
        return sum(len(meld.tiles) == 4 for meld in self.melds)


def lay_out(concealed: Sequence[Tile], melds: Sequence[Meld] = (), win_tile: Tile | None = None) -> LaidOut:
    """Return the hand of these concealed tiles and melds, won with `win_tile`.

    The concealed tiles may include the winning tile (14, minus 3 per meld) or not (13, minus 3). Refuses
    (`TilesError`) with code `winning_tile_unknown` (none given, or not among the fourteen), `wrong_number_of_tiles`
    and `too_many_of_a_tile`.
    """
    if len(melds) > 4:
        raise TilesError(
            "wrong_number_of_tiles",
            f"A hand has four sets; {len(melds)} melds were given.",
            fields=("melds",),
            melds=len(melds),
        )
    whole = 14 - 3 * len(melds)
    tiles = tuple(concealed)
    if win_tile is None:
        raise TilesError(
            "winning_tile_unknown", "Say which tile the hand was won with.", fields=("win_tile",)
        )
    if len(tiles) == whole - 1:
        tiles = (*tiles, win_tile)
    elif len(tiles) != whole:
        raise TilesError(
            "wrong_number_of_tiles",
            f"{len(tiles)} concealed tiles and {len(melds)} melds do not make a hand: "
            f"{whole} concealed tiles were expected, or {whole - 1} beside the winning tile.",
            fields=("tiles",),
            given=len(tiles),
            expected=whole,
            melds=len(melds),
        )
    elif win_tile not in tiles:
        # Written as 5p although the hand holds the red five, or vice versa: the tile is clear.
        same = [tile for tile in tiles if tile.kind == win_tile.kind]
        if not same:
            raise TilesError(
                "winning_tile_unknown",
                f"The winning tile {win_tile} is not among the tiles {print_tiles(tiles)}.",
                fields=("win_tile",),
                win_tile=str(win_tile),
            )
        win_tile = same[0]
    concealed_counts = count_kinds(tiles)
    counts = concealed_counts[:]
    for meld in melds:
        for tile in meld.tiles:
            counts[tile.kind] += 1
    if max(counts) > 4:
        many = Tile(counts.index(max(counts)))
        raise TilesError(
            "too_many_of_a_tile",
            f"There are only four {many} ({many.en}); this hand holds {counts[many.kind]}.",
            fields=("tiles",),
            tile=str(many),
            given=counts[many.kind],
        )
    return LaidOut(tiles, tuple(melds), win_tile, tuple(concealed_counts), tuple(counts))


def read_hand(text: str, melds: Sequence[str] = (), win_tile: str = "") -> LaidOut:
    """Return the hand of a text in tile notation; melds may be part of the text or given separately.

    >>> hand = read_hand("123m 456p 99s", ["(777z)", "[1111s]"], "9s")
    >>> len(hand.concealed), hand.is_open, hand.kans
    (8, True, 1)
    """
    concealed, written = parse_hand(text)
    given = tuple(parse_meld(meld) for meld in melds)
    return lay_out(concealed, (*written, *given), parse_tile(win_tile) if win_tile else None)
