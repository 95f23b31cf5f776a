"""Untrusted Markdown rendered as safe HTML: text, emphasis, lists, quotes, code, links."""

from functools import lru_cache
from urllib.parse import urlsplit

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

SCHEMES = ("http", "https", "mailto")
# Links give no search credit, are marked as user content, and get no handle on our page.
REL = "nofollow ugc noopener"
TOP_HEADING, DEEPEST_HEADING = 2, 6


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        """Allow only addresses that show where they lead; others stay plain text."""
        try:
            return urlsplit(url).scheme in SCHEMES
        except ValueError:
            return False


# No images, which would tell another server who reads the page, and no references, since one long address used again
# and again would make a page of megabytes. Line breaks are kept.
MARKDOWN = _Markdown("commonmark", {"html": False, "breaks": True}).disable(["image", "reference"])


@lru_cache(maxsize=64)
def markdown_as_html(text: str) -> SafeString:
    """Return `text` as HTML. Headings start at h2, below the page's own, without gaps.

    HTML in it is escaped, and links are limited to http, https and mailto.
    """
    tokens = MARKDOWN.parse(text)
    for token in tokens:
        for one in (token, *(token.children or [])):
            _tame(one)
    _put_below_the_page(tokens)
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)  # noqa: S308 - the library escapes what is typed, and `html` is off


def _tame(token: Token) -> None:
    if token.type == "link_open":
        token.attrSet("rel", REL)
    elif token.type == "fence":
        # It would become a class name.
        token.info = ""


def _put_below_the_page(tokens: list[Token]) -> None:
    """Renumber headings to levels below the page's own, keeping their order."""
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    typed = sorted({token.tag for token in headings})
    last = TOP_HEADING - 1
    for token in headings:
        level = min(typed.index(token.tag) + TOP_HEADING, DEEPEST_HEADING)
        if token.type == "heading_open":
            last = min(level, last + 1)
        token.tag = f"h{last}"
