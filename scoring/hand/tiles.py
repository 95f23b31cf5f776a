"""Tiles and melds as values, and the text in which people write them.

Tiles
    Digits followed by the letter of their suit: ``m`` characters, ``p`` dots, ``s`` bamboos, ``z`` honours.
    ``0`` is the red five of its suit. Honours are numbered east, south, west, north, white, green, red
    (1 to 7). Spaces are ignored: ``123m 406p 11z``.

Melds
    Open melds stand in round brackets, a closed kan in square brackets; what the meld is follows from its
    tiles: ``(312m)`` chi, ``(555p)`` pon, ``(7777z)`` open kan, ``(777+7z)`` a pon to which the fourth tile
    was added, ``[9999s]`` closed kan. A whole hand may be written at once: ``123m 456p 11z (777z) [9999s]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.errors import ScoringError
from scoring.translation import Term

SUITS = "mpsz"
WINDS = "ESWN"

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
TERMINALS = frozenset({0, 8, 9, 17, 18, 26})
HONOURS = frozenset(range(27, 34))
ORPHANS = TERMINALS | HONOURS

_NAMES_EN = ("characters", "dots", "bamboos")
_NAMES_JA = ("萬", "筒", "索")
_NUMBERS_JA = "一二三四五六七八九"
_HONOURS_EN = ("east", "south", "west", "north", "white dragon", "green dragon", "red dragon")
_HONOURS_JA = "東南西北白發中"


class TilesError(ScoringError):
    """Tiles that cannot be read, or do not form the given meld or hand.

    `values` are the variables of the message, for translations.
    """

    def __init__(self, code: str, message: str, fields: Sequence[str] = (), **values: object) -> None:
        super().__init__(code, message, fields=fields)
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.message, self.fields, self.values)


def _rebuild(
    kind: type[TilesError], code: str, message: str, fields: Sequence[str], values: dict[str, object]
) -> TilesError:
    return kind(code, message, fields, **values)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile: its kind from 0 to 33 (1m … 9m, 1p … 9p, 1s … 9s, 1z … 7z) and whether it is a red five.

    >>> str(Tile(0)), str(Tile(13, red=True)), Tile(33).en, Tile(4).ja
    ('1m', '0p', 'red dragon', '五萬')
    """

    kind: int
    red: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.kind <= 33:
            raise TilesError("unknown_tile", f"There is no tile of kind {self.kind}.", kind=self.kind)
        if self.red and (self.kind >= 27 or self.kind % 9 != 4):
            raise TilesError("unknown_tile", "Only a five can be red.", kind=self.kind)

    @property
    def suit(self) -> str:
        """Return the letter of the suit: m, p, s or z."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """Return 1 to 9 in a suit, 1 to 7 for honours."""
        return self.kind % 9 + 1

    @property
    def en(self) -> str:
        """Return the tile in English words."""
        if self.kind >= 27:
            return _HONOURS_EN[self.kind - 27]
        return f"{'red ' if self.red else ''}{self.number} of {_NAMES_EN[self.kind // 9]}"

    @property
    def ja(self) -> str:
        """Return the tile in Japanese characters."""
        if self.kind >= 27:
            return _HONOURS_JA[self.kind - 27]
        return f"{'赤' if self.red else ''}{_NUMBERS_JA[self.number - 1]}{_NAMES_JA[self.kind // 9]}"

    def in_language(self, language: str | None) -> str:
        """Return the tile in "en", "ja" or another language."""
        return Term(self.en, self.ja).in_language(language)

    def __str__(self) -> str:
        return f"{0 if self.red else self.number}{self.suit}"


def _alphabet() -> dict[str, Tile]:
    """Return all tiles by text, each made once."""
    known = {str(tile): tile for tile in (Tile(kind) for kind in range(34))}
    return known | {str(tile): tile for tile in (Tile(kind, red=True) for kind in (4, 13, 22))}


_TILES = _alphabet()


@lru_cache(maxsize=4096)
def _run(digits: str, suit: str) -> tuple[Tile, ...]:
    """Return the tiles of one run such as ``406p``."""
    try:
        return tuple([_TILES[digit + suit] for digit in digits])
    except KeyError as bad:
        raise TilesError(
            "unknown_tile",
            f"There is no tile {bad.args[0]}: suits go from 1 to 9 (0 is a red five), honours from 1 to 7.",
            tile=bad.args[0],
        ) from None


_RUN = re.compile(r"([0-9]+)([mpsz])")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles in the order written.

    Refuses (`TilesError`) with code `unreadable_tiles` text that is not tile notation, and with `unknown_tile` a
    tile that does not exist. Does not count: a fifth copy is refused by hands.

    >>> [str(tile) for tile in parse_tiles("123m 40p 7z")]
    ['1m', '2m', '3m', '4p', '0p', '7z']
    """
    tiles: list[Tile] = []
    compact = text.replace(" ", "")
    position = 0
    for run in _RUN.finditer(compact):
        if run.start() != position:
            break
        tiles.extend(_run(run[1], run[2]))
        position = run.end()
    if position != len(compact):
        raise TilesError(
            "unreadable_tiles",
            f"“{compact[position:]}” cannot be read as tiles. "
            "Write digits and then the suit m, p, s or z: 123m406p11z.",
            text=text,
        )
    return tuple(tiles)


@lru_cache(maxsize=256)
def parse_tile(text: str) -> Tile:
    """Parse a single tile such as ``5p``; refuses none and several with code `unreadable_tiles`."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise TilesError("unreadable_tiles", f"“{text}” should be one tile, such as 5p.", text=text)
    return tiles[0]


def print_tiles(tiles: Iterable[Tile]) -> str:
    """Return the shortest text of these tiles in their order; `parse_tiles` reads it back.

    >>> print_tiles(parse_tiles("1m 2m 0p 1z 1z"))
    '12m0p11z'
    """
    text = ""
    digits, suit = "", ""
    for tile in tiles:
        if tile.suit != suit:
            text, digits, suit = text + digits + suit, "", tile.suit
        digits += str(tile)[0]
    return text + digits + suit


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort tiles as players do: by suit and number, red fives first."""
    return tuple(sorted(tiles, key=lambda tile: (tile.kind, not tile.red)))


def count_kinds(tiles: Iterable[Tile]) -> list[int]:
    """Count each of the 34 kinds."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.kind] += 1
    return counts


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set. `kind` is chi, pon, open_kan, added_kan or closed_kan.

    Refuses (`TilesError`, code `not_a_meld`) tiles that do not make that set. The tiles of a chi are kept in
    ascending order.

    >>> Meld("pon", parse_tiles("777z")).is_open, str(parse_meld("[5505s]"))
    (True, '[0555s]')
    """

    kind: str
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", sort_tiles(self.tiles))
        if self.kind not in MELD_KINDS:
            raise TilesError("not_a_meld", f"A meld is one of {', '.join(MELD_KINDS)}.", kind=self.kind)
        kinds = [tile.kind for tile in self.tiles]
        if self.kind == "chi":
            first = kinds[0] if kinds else 27
            fits = first < 27 and first % 9 <= 6 and kinds == [first, first + 1, first + 2]
        else:
            fits = len(set(kinds)) == 1 and len(kinds) == (3 if self.kind == "pon" else 4)
        if not fits:
            raise TilesError(
                "not_a_meld",
                f"{print_tiles(self.tiles)} is not a {MELD_KINDS[self.kind]}.",
                kind=self.kind,
                tiles=print_tiles(self.tiles),
            )

    @property
    def first(self) -> int:
        """Return the kind of its lowest tile."""
        return self.tiles[0].kind

    @property
    def is_kan(self) -> bool:
        return len(self.tiles) == 4

    @property
    def is_open(self) -> bool:
        return self.kind != "closed_kan"

    def __str__(self) -> str:
        text = print_tiles(self.tiles)
        if self.kind == "added_kan":
            return f"({text[:3]}+{text[3:]})"
        return f"({text})" if self.is_open else f"[{text}]"


MELD_KINDS = {
    "chi": "chi (three in a row of one suit)",
    "pon": "pon (three of a kind)",
    "open_kan": "open kan (four of a kind)",
    "added_kan": "added kan (four of a kind)",
    "closed_kan": "closed kan (four of a kind)",
}


@lru_cache(maxsize=1024)
def parse_meld(text: str) -> Meld:
    """Parse a meld in brackets, such as ``(123m)``, ``(777z)``, ``(7777z)``, ``(777+7z)``, ``[9999s]``.

    Without brackets it is open. Refuses with codes `unreadable_tiles`, `unknown_tile` and `not_a_meld`.
    """
    compact = text.replace(" ", "")
    closed = compact.startswith("[") and compact.endswith("]")
    if closed or (compact.startswith("(") and compact.endswith(")")):
        compact = compact[1:-1]
    added = "+" in compact
    tiles = parse_tiles(compact.replace("+", "", 1))
    if closed:
        return Meld("closed_kan", tiles)
    if added:
        return Meld("added_kan", tiles)
    if len(tiles) == 4:
        return Meld("open_kan", tiles)
    return Meld("pon" if len({tile.kind for tile in tiles}) == 1 else "chi", tiles)


_MELD = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")


def parse_hand(text: str) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """Parse concealed tiles and melds written together.

    >>> tiles, melds = parse_hand("123m 11z (777z) [9999s]")
    >>> print_tiles(tiles), [str(meld) for meld in melds]
    ('123m11z', ['(777z)', '[9999s]'])
    """
    if "(" not in text and "[" not in text:
        return parse_tiles(text), ()
    melds = tuple(parse_meld(meld) for meld in _MELD.findall(text))
    return parse_tiles(_MELD.sub("", text)), melds


def print_hand(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> str:
    """Return a hand as `parse_hand` reads it, concealed tiles first."""
    return " ".join([print_tiles(tiles), *map(str, melds)])


def parse_wind(text: str) -> int:
    """Return the kind of a wind from ``E``, ``S``, ``W``, ``N`` or a Japanese character, else raise
    `unknown_wind`.

    >>> parse_wind("E"), parse_wind("北")
    (27, 30)
    """
    if len(text) == 1:
        if text in WINDS:
            return EAST + WINDS.index(text)
        if text in _HONOURS_JA[:4]:
            return EAST + _HONOURS_JA.index(text)
    raise TilesError("unknown_wind", f"“{text}” is not a wind: write E, S, W or N.", wind=text)
