"""The files of a stage after each round: hundreds of lines in milliseconds. What they share is looked up once."""

from collections.abc import Iterable
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from publishing.catalogue import Export
from web.sheets.files import FORMATS


def files_after_rounds(export: Export, slug: str, stage: int, rounds: Iterable[int]) -> SafeString:
    """One `<li>` for each round, with a link to each file as `publishing/_download.html` has it."""
    name = escape(pgettext("with a number", "Round %(number)s"))
    after = escape(gettext("after round %(number)s"))
    title = escape(str(export.title)).replace("%", "%%")
    links = "".join(
        f'<a class="button secondary outline" rel="nofollow"'
        f' href="{reverse("download", args=[slug, export.name, one.extension])}?stage={stage}&amp;after=%(number)s">'
        f'{one.extension.upper()} <span class="vh">{title}, {after}</span></a> '
        for one in FORMATS.values()
    )
    line = f"<li><span>{name}</span> {links}</li>"
    return SafeString("".join(line % {"number": number} for number in rounds))
