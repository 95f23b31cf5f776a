"""Draw the mahjong tiles: `python -m tools.draw_tiles` writes static/tiles.svg, one symbol per tile.

Every stroke is our own, so that pages need no font for Chinese characters and no emoji. Characters are strokes on a
field of 100 x 100; tiles are 60 x 80.
"""

from collections.abc import Iterable
from pathlib import Path

OUT = Path(__file__).parents[1] / "static" / "tiles.svg"

RED, GREEN, BLUE, INK = "#b3261e", "#17684a", "#1f4a8c", "#20262b"

STROKES = {
    "1": ("M8 52H92",),
    "2": ("M20 30H80", "M8 76H92"),
    "3": ("M16 22H84", "M24 50H76", "M8 80H92"),
    "4": ("M12 22V86M12 22H88V86M12 80H88", "M37 24C37 46 34 54 22 60", "M60 24V50Q60 57 68 57H84"),
    "5": ("M14 18H86", "M49 18L34 84", "M22 48H72L68 84", "M6 84H94"),
    "6": ("M50 6V24", "M8 36H92", "M36 52Q30 74 12 90", "M62 52Q72 70 88 90"),
    "7": ("M6 50L94 34", "M44 8V70Q44 84 58 84H78Q90 84 90 68"),
    "8": ("M36 18Q36 58 6 88", "M58 14Q62 60 94 88"),
    "9": ("M8 36H66V72Q66 86 78 86Q92 86 92 70", "M38 8V36Q38 68 8 90"),
    "ten thousand": (
        "M8 16H92M33 6V28M67 6V28",
        "M22 36H78V62H22ZM22 49H78M50 36V80",
        "M12 94V70H88V88Q88 95 76 93",
        "M34 84L64 80M58 74L68 88",
    ),
    "1z": ("M10 20H90M50 4V96", "M22 34H78V60H22ZM22 47H78", "M49 60Q36 78 10 90", "M51 60Q64 78 90 90"),
    "2z": (
        "M12 20H88M50 4V38",
        "M14 96V38H86V88Q86 95 76 93",
        "M35 45L42 57M65 45L58 57",
        "M30 61H70M28 75H72M50 61V92",
    ),
    "3z": ("M8 16H92", "M15 92V36H85V92M15 86H85", "M40 16V36Q40 58 26 66", "M60 16V54Q60 62 68 62H82"),
    "4z": ("M36 8V92", "M10 38H36M6 82L36 68", "M62 8V78Q62 88 72 88H84Q93 88 93 72", "M62 48L90 32"),
    "6z": (
        "M18 12H42Q38 32 8 46M16 24L28 34",
        "M58 8Q66 32 92 46M82 8L68 22M92 20L78 32",
        "M14 52H44V64H20L16 78H44Q45 94 32 93",
        "M60 52V60Q60 68 51 71M60 52H80V62Q80 67 91 66",
        "M55 74H84Q76 89 50 96M60 78Q72 92 93 96",
    ),
    "7z": ("M16 26H84V62H16Z", "M50 4V96"),
}  # fmt: skip

COLUMN, ROW = (16, 30, 44), (19, 40, 61)
DOTS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((30, 22), (30, 58)),
    3: ((16, 20), (30, 40), (44, 60)),
    4: ((18, 22), (42, 22), (18, 58), (42, 58)),
    5: ((17, 20), (43, 20), (30, 40), (17, 60), (43, 60)),
    6: ((19, 18), (41, 18), (19, 42), (41, 42), (19, 62), (41, 62)),
    7: ((14, 16), (30, 22), (46, 28), (19, 46), (41, 46), (19, 64), (41, 64)),
    8: tuple((x, y) for y in (15, 32, 49, 66) for x in (19, 41)),
    9: tuple((x, y) for y in ROW for x in COLUMN),
}
STICKS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((30, 23), (30, 57)),
    3: ((30, 23), (18, 57), (42, 57)),
    4: ((18, 23), (42, 23), (18, 57), (42, 57)),
    5: ((16, 23), (44, 23), (30, 40), (16, 57), (44, 57)),
    6: tuple((x, y) for y in (23, 57) for x in COLUMN),
    7: ((30, 16), *((x, y) for y in (40, 63) for x in COLUMN)),
    8: tuple((x, y) for y in (23, 57) for x in (12, 24, 36, 48)),
    9: tuple((x, y) for y in ROW for x in COLUMN),
}


def main() -> None:
    """Write all tiles."""
    tiles = [*(f"{n}{suit}" for suit in "mps" for n in range(10)), *(f"{n}z" for n in range(1, 8))]
    symbols = [f'<symbol id="t{tile}" viewBox="0 0 60 84">{_face()}{_drawn(tile)}</symbol>' for tile in tiles]
    symbols.append(f'<symbol id="tback" viewBox="0 0 60 84">{_back()}</symbol>')
    OUT.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n", encoding="utf-8"
    )


def _face() -> str:
    return (
        '<rect x="1" y="4" width="58" height="79" rx="8" fill="#c9a35a"/>'
        '<rect x="1" y="1" width="58" height="78" rx="8" fill="#fffdf5" stroke="#b8b09a"/>'
    )


def _back() -> str:
    return (
        '<rect x="1" y="4" width="58" height="79" rx="8" fill="#fffdf5" stroke="#b8b09a"/>'
        '<rect x="1" y="1" width="58" height="78" rx="8" fill="#c9a35a" stroke="#9a7a3c"/>'
    )


def _drawn(tile: str) -> str:
    number, suit = int(tile[0]), tile[1]
    is_red, number = number == 0, number or 5
    if suit == "z":
        return _honour(tile)
    if suit == "m":
        figure = _strokes(str(number), RED if is_red else INK, 16, 8, 0.30, 11)
        return figure + _strokes("ten thousand", RED, 14, 40, 0.34, 9) + _index(number, is_red)
    if suit == "p":
        return _dots(number, is_red)
    return _bird() + _index(1, False) if number == 1 else _sticks(number, is_red)


def _honour(tile: str) -> str:
    if tile == "5z":
        return f'<rect x="13" y="13" width="34" height="54" rx="3" fill="none" stroke="{BLUE}" stroke-width="3.5"/>'
    colour = {"6z": GREEN, "7z": RED}.get(tile, INK)
    index = dict(zip(("1z", "2z", "3z", "4z"), "ESWN", strict=True)).get(tile)
    return _strokes(tile, colour, 8, 20, 0.44, 10) + (_index(index, False) if index else "")


def _strokes(name: str, colour: str, x: float, y: float, scale: float, width: float) -> str:
    """Return a character with its upper left corner at (x, y)."""
    paths = "".join(STROKES[name])
    return (
        f'<path transform="translate({x} {y}) scale({scale})" d="{paths}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _index(text: object, is_red: bool) -> str:
    """Return the small figure in the corner, for readers without Chinese characters."""
    return (
        f'<text x="6" y="15" font-family="system-ui, sans-serif" font-size="12" font-weight="600" '
        f'fill="{RED if is_red else "#6d6a5f"}">{text}</text>'
    )


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.62:.1f}" fill="none" stroke="#fffdf5" stroke-width="1.4"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.24:.1f}" fill="#fffdf5"/>'
    )


def _dots(number: int, is_red: bool) -> str:
    if number == 1:
        petals = "".join(
            f'<circle cx="30" cy="27" r="4" fill="{RED}" transform="rotate({turn} 30 40)"/>'
            for turn in range(0, 360, 45)
        )
        rim = f'<circle cx="30" cy="40" r="21" fill="none" stroke="{BLUE}" stroke-width="4"/>'
        return rim + petals + _circle(30, 40, 7, GREEN)
    radius = {2: 12, 3: 9.5, 4: 10, 5: 9.5, 6: 9, 7: 7.6, 8: 7.6, 9: 7}[number]
    return "".join(
        _circle(x, y, radius, RED if is_red else colour)
        for (x, y), colour in zip(DOTS[number], _dot_colours(number), strict=True)
    )


def _dot_colours(number: int) -> Iterable[str]:
    match number:
        case 2:
            return (GREEN, BLUE)
        case 3:
            return (BLUE, RED, GREEN)
        case 4:
            return (BLUE, GREEN, GREEN, BLUE)
        case 5:
            return (BLUE, GREEN, RED, GREEN, BLUE)
        case 6:
            return (GREEN, GREEN, RED, RED, RED, RED)
        case 7:
            return (GREEN, GREEN, GREEN, RED, RED, RED, RED)
        case 8:
            return (BLUE,) * 8
    return (GREEN, GREEN, GREEN, RED, RED, RED, BLUE, BLUE, BLUE)


def _sticks(number: int, is_red: bool) -> str:
    high = 30.0 if len({y for _, y in STICKS[number]}) == 2 else 20.0
    if number == 5:
        high = 24.0
    reds = {5: {2}, 7: {0}, 9: {1, 4, 7}}.get(number, set())
    return "".join(
        _stick(x, y, high, RED if is_red or place in reds else GREEN)
        for place, (x, y) in enumerate(STICKS[number])
    )


def _stick(x: float, y: float, high: float, colour: str) -> str:
    top, half = y - high / 2, 3.2
    knots = "".join(
        _bar(x, top + part * high - 1.6, half + 1, 3.2, 1.6, colour) for part in (0.06, 0.5, 0.94)
    )
    gleam = f"M{x} {top + high * 0.14:.1f}v{high * 0.26:.1f}M{x} {top + high * 0.6:.1f}v{high * 0.26:.1f}"
    return _bar(x, top, half - 0.6, high, 2, colour) + knots + _line(gleam, "#fffdf5", 1.1)


def _bar(x: float, top: float, half: float, high: float, round_: float, colour: str) -> str:
    return (
        f'<rect x="{x - half:.1f}" y="{top:.1f}" width="{2 * half:.1f}" height="{high}" rx="{round_}" '
        f'fill="{colour}"/>'
    )


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" fill="none"/>'


def _bird() -> str:
    """Return the sparrow on the one of bamboo."""
    body = "M21 66Q14 50 24 38Q30 30 29 22Q29 13 37 12Q45 12 46 20L53 23L46 26Q49 40 42 50Q36 58 30 60L26 72Z"
    return (
        f'<path d="{body}" fill="{GREEN}"/>'
        f'<path d="M24 40Q36 36 42 44Q38 54 26 56Q20 50 24 40Z" fill="{BLUE}"/>'
        + _line("M22 58L12 74M25 60L19 75", RED, 3.2)
        + _line("M34 58V70M34 70H28M34 70H40", RED, 2.4)
        + f'<path d="M46 20L53 23L46 26Z" fill="{RED}"/><circle cx="39.5" cy="19.5" r="3" fill="#fffdf5"/>'
        f'<circle cx="40" cy="19.5" r="1.5" fill="{INK}"/>'
    )


if __name__ == "__main__":
    main()
