"""A4 certificates as one PDF. Texts are drawn as they are: no markup is read."""

import logging
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fpdf import FPDF
from fpdf.enums import Align
from PIL import Image

FONTS = Path(__file__).parent / "fonts"
# Millimetres of A4 across, and of the text between its frames.
WIDTH, HEIGHT = 297, 210
MARGIN = 30
TEXT_WIDTH = WIDTH - 2 * MARGIN
LOGO = 18
# Points; longer names are smaller.
LARGEST_NAME = 44
INK, SOFT = (34, 34, 34), (95, 95, 95)

# A name with a character that is in neither font is no reason for a line in the log.
logging.getLogger("fpdf").setLevel(logging.ERROR)


class Certificate(NamedTuple):
    """What differs from page to page: `beside` is a team or club, `words` a sentence in lines, `figures` a total."""

    place: str
    name: str
    beside: str
    words: str
    figures: str


class Look(NamedTuple):
    """What all pages share: title, colour as #rrggbb, logo as PNG or JPEG, the brand's name, day and place at the
    foot, and what is written below the line for a signature.
    """

    title: str
    colour: str
    logo: bytes | None
    brand: str
    foot: str
    signature: str
    language: str


def certificates_pdf(
    certificates: Iterable[Certificate], look: Look, report: Callable[[int], None] = lambda _page: None
) -> bytes:
    """Return a page for each certificate; `report` is called with the number of pages drawn. Two
    milliseconds of CPU a page, and 0.3 s for the fonts.
    """
    pdf = new_pdf(FPDF(orientation="landscape", format="A4"), look.title, look.language)
    logo = Image.open(BytesIO(look.logo)) if look.logo else None
    for certificate in certificates:
        _draw(pdf, certificate, look, logo)
        report(pdf.page_no())
    return bytes(pdf.output())


def new_pdf(pdf: FPDF, title: str, language: str) -> FPDF:
    """Set up an empty document for lines of `write_line`, with our fonts."""
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    # "{nb}" in a name is a name.
    pdf.alias_nb_pages("")
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.add_font("mincho", fname=FONTS / "shippori-mincho.ttf")
    pdf.add_font("latin", fname=FONTS / "biz-udpmincho.ttf")
    pdf.set_fallback_fonts(["latin"], exact_match=False)
    return pdf


def rgb(colour: str) -> tuple[int, ...]:
    """Return the parts of #rrggbb."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def place_logo(pdf: FPDF, logo: Image.Image, left: float, top: float, across: float, height: float) -> None:
    """Draw a logo as large as it fits, in the middle of this room in millimetres."""
    width = min(logo.width * height / logo.height, across)
    drawn = width * logo.height / logo.width
    pdf.image(logo, x=left + (across - width) / 2, y=top + (height - drawn) / 2, w=width, h=drawn)


def _draw(pdf: FPDF, certificate: Certificate, look: Look, logo: Image.Image | None) -> None:
    pdf.add_page()
    colour = rgb(look.colour)
    pdf.set_draw_color(*colour)
    for inset, thickness in ((10, 1.6), (13, 0.3)):
        pdf.set_line_width(thickness)
        pdf.rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    if logo is not None:
        place_logo(pdf, logo, WIDTH / 4 + MARGIN / 2, 20, TEXT_WIDTH / 2, LOGO)
    elif look.brand:
        write_line(pdf, 24, 10, look.brand, 16, SOFT)
    # Without a head the rest moves up, so that the page stays balanced.
    top = 43 if logo is not None or look.brand else 35
    write_line(pdf, top, 18, look.title, 38, colour)
    write_line(pdf, top + 25, 12, certificate.place, 24, INK)
    write_line(pdf, top + 43, 20, certificate.name, LARGEST_NAME, INK)
    write_line(pdf, top + 65, 8, certificate.beside, 15, SOFT)
    for number, words in enumerate(certificate.words.split("\n")):
        write_line(pdf, top + 79 + 9 * number, 8, words, 15, INK)
    write_line(pdf, top + 104, 10, certificate.figures, 18, INK)
    write_line(pdf, 168, 7, look.foot, 12, SOFT, across=TEXT_WIDTH / 2, align=Align.L)
    pdf.set_line_width(0.2)
    pdf.set_draw_color(*SOFT)
    pdf.line(WIDTH - MARGIN - 80, 176, WIDTH - MARGIN, 176)
    write_line(pdf, 178, 6, look.signature, 11, SOFT, left=WIDTH - MARGIN - 80, across=80)


def write_line(
    pdf: FPDF,
    top: float,
    height: float,
    text: str,
    size: float,
    colour: tuple[int, ...],
    *,
    left: float = MARGIN,
    across: float = TEXT_WIDTH,
    align: Align = Align.C,
) -> None:
    """Write one line, smaller where it would be wider than `across`."""
    text = _one_line(text)
    if not text:
        return
    pdf.set_font("mincho")
    pdf.set_font_size(size)
    needed = pdf.get_string_width(text)
    if needed > across:
        pdf.set_font_size(size * across / needed * 0.99)
    pdf.set_text_color(*colour)
    pdf.set_xy(left, top)
    pdf.cell(across, height, text, align=align)


def _one_line(text: str) -> str:
    return " ".join(text.split())
