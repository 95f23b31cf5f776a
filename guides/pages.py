"""Guides for people: Markdown files, read here and on the repository's own pages alike, shown without internet.

A file is `docs/guides/<language>/<slug>.md`. Its first line is the title, the paragraph below it says for whom the
guide is. Every section begins `## <a id="name"></a>Heading`: the name is the same in every language, so that a link
into a guide needs to know no language.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(settings.BASE_DIR) / "docs" / "guides"
# In which order they are listed: an event from its eve on, then the season, then what a referee and a player read.
SLUGS = ("the-day-before", "the-day", "the-day-after", "club-season", "referee", "player")
FALLBACK = "en"
ANCHOR = re.compile(r'<a id="([a-z0-9-]+)">')
OTHER_GUIDE = re.compile(r"(?P<slug>[a-z-]+)\.md(?P<anchor>#[a-z0-9-]+)?")
PICTURE = re.compile(r"\.\./pictures/(?P<name>[\w.-]+)")


@dataclass(frozen=True)
class Section:
    """A heading of the second level: the name by which it is linked to, and its words."""

    name: str
    heading: str


@dataclass(frozen=True)
class Guide:
    """One guide in one language, as HTML; `summary` says in a paragraph what it is for."""

    slug: str
    title: str
    summary: str
    sections: tuple[Section, ...]
    html: SafeString


def guides(language: str) -> list[Guide]:
    """All guides in this language, in the order of an event."""
    return [guide(slug, language) for slug in SLUGS]


@cache
def guide(slug: str, language: str) -> Guide:
    """Render a guide once for each language; in English where nobody has translated it. KeyError: there is none."""
    if slug not in SLUGS:
        raise KeyError(slug)
    path = FOLDER / language / f"{slug}.md"
    if not path.is_file():
        path = FOLDER / FALLBACK / f"{slug}.md"
    # Raw HTML is let through for the names of sections alone; a test reads every guide for anything else.
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title, summary = tokens[1].content, tokens[4].content.replace("\n", "" if language == "ja" else " ")
    body = tokens[6:]
    with translation.override(language):
        sections = tuple(_named(body))
        for token in _inline(body):
            _lead(token)
            _join(token)
        html = markdown.renderer.render(body, markdown.options, {})
    return Guide(slug, title, summary, sections, mark_safe(html))  # noqa: S308 - a file of ours, not a visitor's


def section(shown: Guide, name: str) -> Section:
    """Return the section of this name. KeyError: there is none."""
    for one in shown.sections:
        if one.name == name:
            return one
    raise KeyError(f"{shown.slug}#{name}")


def _named(tokens: list[Token]) -> Iterator[Section]:
    """Give every section its name as an id, and take the anchor that carried it out of the heading."""
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        children = inline.children or []
        anchor = ANCHOR.fullmatch(children[0].content) if children else None
        if anchor is None:
            continue
        inline.children = children[2:]
        opening.attrSet("id", anchor[1])
        if opening.tag == "h2":
            yield Section(anchor[1], "".join(child.content for child in inline.children))


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or []


def _join(token: Token) -> None:
    """Put no blank where a line of Japanese ends in the file, since none is written between its sentences."""
    if token.type == "softbreak" and translation.get_language() == "ja":
        token.type, token.content = "text", ""


def _lead(token: Token) -> None:
    """Make a link between files one between pages, and a picture's file one that browsers may keep for ever."""
    if token.type == "link_open" and (other := OTHER_GUIDE.fullmatch(str(token.attrGet("href")))):
        token.attrSet("href", reverse("guide", args=[other["slug"]]) + (other["anchor"] or ""))
    if token.type == "image" and (picture := PICTURE.fullmatch(str(token.attrGet("src")))):
        token.attrSet("src", static(f"guides/{picture['name']}"))
        token.attrSet("loading", "lazy")
