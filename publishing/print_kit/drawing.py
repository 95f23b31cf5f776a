"""The pages of the print kit, A4 or Letter. Texts are drawn as they are: no markup is read.

Each maker yields after every page, so that who draws can tell how far it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from math import ceil
from typing import Literal, NamedTuple, TypeVar

import segno
from fpdf import FPDF
from fpdf.enums import Align
from PIL import Image

from publishing.certificates.drawing import INK, SOFT, new_pdf, place_logo, rgb, write_line

# Millimetres of what is written on, inside the margins that every printer has.
WIDTH = 190
MARGIN = 10
HEAD = 12
# Columns and height of what is cut out.
CARDS, CARD_HEIGHT = 2, 62
BADGES, BADGE_HEIGHT = 2, 55
NAME_COLUMNS, NAME_HEIGHT = 2, 6.4
SHEET_LINE, SHEET_REST = 11, 36
NUMBERS = 2
LINE, SCHEDULE_HEAD = 5.6, 20
PALE = (200, 200, 200)
Paper = Literal["A4", "letter"]

Cell = TypeVar("Cell")


class KitLook(NamedTuple):
    """What all pages share."""

    title: str
    event: str
    brand: str
    colour: str
    logo: bytes | None
    foot: str
    language: str
    paper: Paper


class CardToPrint(NamedTuple):
    """A player card; `link` is the code's content, `pin` a whole line."""

    name: str
    about: str
    code: str
    address: str
    link: str
    pin: str


class Listing(NamedTuple):
    """Seats by name on the door: of each line name, table and wind."""

    title: str
    lines: Sequence[tuple[str, str, str]]


class Schedule(NamedTuple):
    """One player's seats: of each line round, table and wind."""

    name: str
    about: str
    lines: Sequence[tuple[str, str, str]]


class SheetToFill(NamedTuple):
    """An empty score sheet: of each row wind and name; `feet` are the two things to fill in below."""

    title: str
    about: str
    columns: tuple[str, str, str, str, str]
    rows: Sequence[tuple[str, str]]
    feet: tuple[str, str]


class CodeToPrint(NamedTuple):
    """A large code with words above it and its address below; a `number` is written as large as the paper allows."""

    words: str
    address: str
    link: str
    number: str = ""


class Badge(NamedTuple):
    name: str
    club: str
    country: str
    number: str


class Kit(NamedTuple):
    """What is printed, in this order."""

    posters: Sequence[CodeToPrint] = ()
    cards: Sequence[CardToPrint] = ()
    badges: Sequence[Badge] = ()
    listings: Sequence[Listing] = ()
    schedules: Sequence[Schedule] = ()
    sheets: Sequence[SheetToFill] = ()
    numbers: Sequence[CodeToPrint] = ()


def kit_pdf(kit: Kit, look: KitLook, report: Callable[[int], None]) -> bytes:
    """Return the kit as one PDF; `report` is called with the number of pages drawn. Eight milliseconds of CPU a page
    of 250 players' kit, a code four.
    """
    drawer = Drawer(look)
    makers: list[Iterator[None]] = [
        drawer.posters(kit.posters),
        drawer.cards(kit.cards),
        drawer.badges(kit.badges),
        drawer.listings(kit.listings),
        drawer.schedules(kit.schedules),
        drawer.sheets(kit.sheets),
        drawer.numbers(kit.numbers),
    ]
    for maker in makers:
        for _page in maker:
            report(drawer.pdf.page_no())
    return bytes(drawer.pdf.output())


def pages_of(kit: Kit, paper: Paper) -> int:
    """Return the number of pages, without drawing them."""
    room = FPDF(format=paper).h - 2 * MARGIN
    cut_out: list[tuple[int, int, float]] = [
        (len(kit.cards), CARDS, CARD_HEIGHT),
        (len(kit.badges), BADGES, BADGE_HEIGHT),
        (len(kit.schedules), CARDS, _schedule_size(kit.schedules, room)[1]),
        (len(kit.sheets), 1, _sheet_height(kit.sheets)),
        (len(kit.numbers), 1, room / NUMBERS),
    ]
    listed = _a_page(room - HEAD, NAME_COLUMNS, NAME_HEIGHT)
    return (
        len(kit.posters)
        + sum(ceil(number / _a_page(room, columns, height)) for number, columns, height in cut_out)
        + sum(ceil(len(one.lines) / listed) for one in kit.listings)
    )


class Drawer:
    """Draws pages one below the other, with the event's colour and logo."""

    def __init__(self, look: KitLook) -> None:
        self.look = look
        self.pdf = new_pdf(FPDF(format=look.paper), look.title, look.language)
        self.colour = rgb(look.colour)
        self.logo = Image.open(BytesIO(look.logo)) if look.logo else None
        self.left = (self.pdf.w - WIDTH) / 2
        self.room = self.pdf.h - 2 * MARGIN

    def posters(self, posters: Iterable[CodeToPrint]) -> Iterator[None]:
        """A whole page, to be hung up."""
        for one in posters:
            self.pdf.add_page()
            self.band(0, 0, self.pdf.w, 8)
            if self.logo is not None:
                place_logo(self.pdf, self.logo, self.left, 16, WIDTH, 26)
            else:
                self.text(20, 14, self.look.brand, 24, SOFT)
            self.text(48, 20, self.look.event, 40, self.colour)
            self.text(70, 10, self.look.foot, 18)
            self.code(one.link, (self.pdf.w - 130) / 2, 88, 130)
            self.text(224, 14, one.words, 26)
            self.text(241, 10, one.address, 18, SOFT)
            yield

    def cards(self, cards: Iterable[CardToPrint]) -> Iterator[None]:
        for left, top, one in self.cut_out(cards, CARDS, CARD_HEIGHT):
            if one is None:
                yield
                continue
            across = WIDTH / CARDS
            self.code(one.link, left + 3, top + 6, 36)
            beside = partial(self.text, left=left + 41, across=across - 45, align=Align.L)
            beside(top + 5, 9, one.name, 18)
            beside(top + 15, 6, one.about, 9, SOFT)
            beside(top + 23, 9, one.code, 15)
            beside(top + 34, 6, one.address, 9, SOFT)
            self.pdf.set_draw_color(*PALE)
            self.pdf.line(left + 4, top + 49, left + across - 4, top + 49)
            self.text(top + 51, 7, one.pin, 10, left=left + 4, across=across - 8)

    def badges(self, badges: Iterable[Badge]) -> Iterator[None]:
        for left, top, one in self.cut_out(badges, BADGES, BADGE_HEIGHT):
            if one is None:
                yield
                continue
            across = WIDTH / BADGES
            inside = partial(self.text, left=left + 5, across=across - 10)
            self.band(left, top, across, 3)
            if self.logo is not None:
                place_logo(self.pdf, self.logo, left + 5, top + 5, 30, 8)
                self.text(
                    top + 5, 8, self.look.event, 10, SOFT, left=left + 37, across=across - 42, align=Align.R
                )
            else:
                inside(top + 5, 8, self.look.brand or self.look.event, 10, SOFT)
            inside(top + 17, 16, one.name, 30)
            inside(top + 34, 7, one.club, 13)
            self.text(top + 45, 6, one.country, 11, SOFT, left=left + 5, across=across / 2, align=Align.L)
            self.text(
                top + 45,
                6,
                one.number,
                11,
                SOFT,
                left=left + across / 2,
                across=across / 2 - 5,
                align=Align.R,
            )

    def listings(self, listings: Iterable[Listing]) -> Iterator[None]:
        rows = _a_page(self.room - HEAD, 1, NAME_HEIGHT)
        column = WIDTH / NAME_COLUMNS
        for listing in listings:
            for lines in _pages(listing.lines, rows * NAME_COLUMNS):
                top = self.headed_page(listing.title)
                for number, (name, table, wind) in enumerate(lines):
                    left = self.left + number // rows * column
                    at = top + number % rows * NAME_HEIGHT
                    self.text(at, NAME_HEIGHT, name, 13, left=left, across=column - 42, align=Align.L)
                    self.text(at, NAME_HEIGHT, table, 14, left=left + column - 41, across=14, align=Align.R)
                    self.text(
                        at, NAME_HEIGHT, wind, 11, SOFT, left=left + column - 25, across=20, align=Align.L
                    )
                    self.rule(left, at + NAME_HEIGHT, column - 4)
                yield

    def schedules(self, schedules: Sequence[Schedule]) -> Iterator[None]:
        line, height = _schedule_size(schedules, self.room)
        for left, top, one in self.cut_out(schedules, CARDS, height):
            if one is None:
                yield
                continue
            across = WIDTH / CARDS
            self.text(top + 3, 7, one.name, 15, left=left + 4, across=across - 8, align=Align.L)
            self.text(top + 10, 5, one.about, 9, SOFT, left=left + 4, across=across - 8, align=Align.L)
            for number, (round_, table, wind) in enumerate(one.lines):
                at, size = top + 17 + number * line, min(11, line * 2)
                self.text(at, line, round_, size, left=left + 4, across=34, align=Align.L)
                self.text(at, line, table, size, left=left + 40, across=28, align=Align.L)
                self.text(at, line, wind, size, left=left + 69, across=24, align=Align.L)

    def sheets(self, sheets: Sequence[SheetToFill]) -> Iterator[None]:
        widths = (24, 62, 40, 24, 40)
        for left, top, one in self.cut_out(sheets, 1, _sheet_height(sheets)):
            if one is None:
                yield
                continue
            self.text(top + 3, 8, one.title, 15, left=left, across=WIDTH / 2, align=Align.L)
            self.text(top + 3, 8, one.about, 9, SOFT, left=left + WIDTH / 2, across=WIDTH / 2, align=Align.R)
            at = top + 12
            for number, row in enumerate([one.columns, *((*row, "", "", "") for row in one.rows)]):
                tall = 7 if number == 0 else SHEET_LINE
                x = left
                self.pdf.set_draw_color(*INK)
                self.pdf.set_line_width(0.2)
                for text, width in zip(row, widths, strict=True):
                    self.pdf.rect(x, at, width, tall)
                    if text:
                        size, ink = (9, SOFT) if number == 0 else (13, INK)
                        self.text(at, tall, text, size, ink, left=x + 2, across=width - 4, align=Align.L)
                    x += width
                at += tall
            for x, foot in zip((left, left + WIDTH / 2), one.feet, strict=True):
                self.text(at + 4, 7, foot, 10, left=x, across=40, align=Align.L)
                self.rule(x + 42, at + 11, WIDTH / 2 - 47, SOFT)

    def numbers(self, numbers: Iterable[CodeToPrint]) -> Iterator[None]:
        """Two on a page, to be cut or folded in the middle."""
        for left, top, one in self.cut_out(numbers, 1, self.room / NUMBERS):
            if one is None:
                yield
                continue
            self.band(left, top + 3, WIDTH, 3)
            self.text(top + 9, 8, self.look.event, 14, SOFT, left=left + 4, across=WIDTH - 8)
            self.text(top + 28, 90, one.number, 270, self.colour, left=left + 4, across=112)
            self.code(one.link, left + WIDTH - 66, top + 32, 60)
            beside = partial(self.text, left=left + WIDTH - 66, across=60)
            beside(top + 96, 8, one.words, 13)
            beside(top + 105, 6, one.address, 9, SOFT)

    def cut_out(
        self, cells: Iterable[Cell], columns: int, height: float
    ) -> Iterator[tuple[float, float, Cell | None]]:
        """Yield left and top of each cell with its content, on as many pages as needed; None after each page."""
        for page in _pages(cells, _a_page(self.room, columns, height)):
            self.pdf.add_page()
            self.pdf.set_line_width(0.1)
            for number, one in enumerate(page):
                left = self.left + number % columns * WIDTH / columns
                top = MARGIN + number // columns * height
                self.pdf.set_draw_color(*PALE)
                self.pdf.set_dash_pattern(1, 1)
                self.pdf.rect(left, top, WIDTH / columns, height)
                self.pdf.set_dash_pattern()
                yield left, top, one
            yield 0, 0, None

    def headed_page(self, title: str) -> float:
        """Begin a page with a line about event and content; return where the rest begins."""
        self.pdf.add_page()
        self.band(self.left, MARGIN - 3, WIDTH, 1)
        self.text(MARGIN, 8, title, 15, left=self.left, across=110, align=Align.L)
        event = " · ".join(filter(None, (self.look.brand, self.look.event)))
        self.text(MARGIN, 8, event, 9, SOFT, left=self.left + 112, across=WIDTH - 112, align=Align.R)
        return MARGIN + HEAD

    def band(self, left: float, top: float, width: float, height: float) -> None:
        self.pdf.set_fill_color(*self.colour)
        self.pdf.rect(left, top, width, height, style="F")

    def rule(self, left: float, top: float, width: float, ink: tuple[int, ...] = PALE) -> None:
        self.pdf.set_draw_color(*ink)
        self.pdf.set_line_width(0.1)
        self.pdf.line(left, top, left + width, top)

    def code(self, content: str, left: float, top: float, side: float) -> None:
        """Draw a QR code, quiet zone included."""
        file = BytesIO()
        segno.make(content, error="m", micro=False).save(file, kind="png", scale=8, border=2)
        self.pdf.image(file, x=left, y=top, w=side, h=side)

    def text(
        self,
        top: float,
        height: float,
        text: str,
        size: float,
        ink: tuple[int, ...] = INK,
        *,
        left: float | None = None,
        across: float = WIDTH,
        align: Align = Align.C,
    ) -> None:
        left = self.left if left is None else left
        write_line(self.pdf, top, height, text, size, ink, left=left, across=across, align=align)


def _a_page(room: float, columns: int, height: float) -> int:
    """Return how many things of this height fit on a page."""
    return max(1, int(room / height)) * columns


def _schedule_size(schedules: Sequence[Schedule], room: float) -> tuple[float, float]:
    """Return the height of a line and of a schedule: long ones are set tighter, so that none is on two pages."""
    longest = max((len(one.lines) for one in schedules), default=0)
    line = min(LINE, (room - SCHEDULE_HEAD) / max(longest, 1))
    return line, SCHEDULE_HEAD + line * longest


def _sheet_height(sheets: Sequence[SheetToFill]) -> float:
    return SHEET_REST + SHEET_LINE * max((len(one.rows) for one in sheets), default=0)


def _pages(lines: Iterable[Cell], most: int) -> Iterator[list[Cell]]:
    """Divide lines by pages; no page for no line."""
    rest = iter(lines)
    while page := list(islice(rest, most)):
        yield page
