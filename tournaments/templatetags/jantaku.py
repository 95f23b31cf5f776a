"""How totals, states and addresses are shown; points, places and winds as `rules` shows them."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from urllib.parse import parse_qsl

from django import template
from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.template.context import Context
from django.urls import reverse, translate_url
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info, pgettext
from django.utils.translation import gettext as _

from players.mail import stays_on_this_machine
from rules.formatting import (
    change,
    negative,
    place,
    points,
    wind,
)
from rules.rulebook_names import rulebook_name
from scoring.result.formatting import show_total
from scoring.standing.shown_totals import Column, show_alone
from scoring.standing.team_matches import MATCH_POINT_UNITS
from tournaments.actions.draws.wording.draws import method_name
from tournaments.models import Draw, Move, Round, Score, Scoresheet, Tournament, Wind
from tournaments.models.texts.declared import REMOVED
from web.idempotency_keys import new_key
from web.text.figures import with_minus
from web.visitor_language import CHOICE

register = template.Library()

INDENT = re.compile(r"\n\s+")

TONES: dict[str, str] = {
    Scoresheet.Status.SUBMITTED: "wait",
    Scoresheet.Status.CONFIRMED: "good",
    Scoresheet.Status.DISPUTED: "bad",
    Round.Status.DRAFTED: "wait",
    Round.Status.PUBLISHED: "wait",
    Round.Status.STARTED: "good",
    Tournament.Status.RUNNING: "good",
}


@register.simple_block_tag
def squeezed(content: str) -> SafeString:
    """A part of a page without its indents and empty lines, which a phone fetches, too. Not around what keeps its
    lines, such as a text area.
    """
    return SafeString(INDENT.sub("\n", content))


@register.filter
def typed(text: str) -> str:
    """What a person typed; where it was removed (docs/ledger.md), that it was."""
    return pgettext("in place of a text", "(text removed)") if text == REMOVED else text


@register.filter
def total(units: int | None, how: int | Column) -> str | SafeString:
    """A total: +26.2, or a negative one marked by its sign (▲ in Japanese) and by colour.

    `how` is the rulebook's units of a point, or the column in which the total stands.
    """
    return "–" if units is None else signed_total(units, how)


@register.filter
def total_text(units: int, units_per_point: int) -> str:
    """A total as plain text, to be copied or drawn: −26.2, or ▲26.2 in Japanese."""
    return with_minus(show_alone(units, units_per_point))


def signed_total(units: int, how: int | Column, sign: str = "") -> SafeString:
    """The same for hundreds of totals: with `sign`, which is `minus_sign()`, the language is looked up once."""
    figure = how.show(units) if isinstance(how, Column) else show_alone(units, how)
    return SafeString(f'<span class="total">{figure}</span>') if units >= 0 else negative(figure[1:], sign)


@register.filter
def match_points(units: int | None) -> str:
    """A team's match points, exactly: 7, 3.5, 2 1/3."""
    return "–" if units is None else show_alone(units, MATCH_POINT_UNITS)


@register.filter
def way_on(way: str) -> str:
    """How a player left a division: stays, goes up, goes down."""
    return str(Move.Way(way).label)


@register.simple_tag
def news_of(tournament: Tournament, tables: Iterable[int] | None = None) -> SafeString:
    """Return the attributes by which an open page finds its tournament's news, knows whether to ask with its cookies,
    whether there are streams of them, and of which `tables` it shows anything; without them, of all.
    """
    is_private = tournament.visibility == Tournament.Visibility.PRIVATE
    return format_html(
        'data-news="{}"{}{}{}',
        reverse("news", args=[tournament.slug]),
        " data-news-private" if is_private else "",
        " data-news-stream" if settings.LIVE_STREAMS else "",
        "" if tables is None else format_html(' data-news-tables="{}"', " ".join(map(str, tables))),
    )


@register.filter
def milliseconds(moment: datetime) -> int:
    """A moment as scripts count it."""
    return int(moment.timestamp() * 1000)


@register.filter
def is_tied(score: Score, scores: Iterable[Score]) -> bool:
    """Whether another player at the table has the same place."""
    return any(other.place == score.place and other.pk != score.pk for other in scores)


@register.filter
def was_points(score: Score, earlier: Scoresheet | str | None) -> int | None:
    """The points this seat had in an earlier version, if they are others now; None without one, or if they stayed."""
    if not isinstance(earlier, Scoresheet):
        return None
    was: int | None = getattr(earlier, Wind(score.seat.wind).key)
    return None if was == score.points else was


@register.filter
def deduction(units: int, units_per_point: int) -> str | SafeString:
    """A penalty, as it is taken off: −10 with the sign of `total`; a bonus as it is added, +10; or a dash."""
    if units > 0:
        return negative(show_total(units, units_per_point).lstrip("+"))
    return show_total(-units, units_per_point) if units else "–"


@register.filter
def team_deduction(units: int, units_per_point: int) -> SafeString:
    """What a team alone was deducted, or given, with its name."""
    name = _("Deducted from the team") if units > 0 else _("Bonus of the team")
    return format_html("{} {}", name, deduction(units, units_per_point))


@register.filter
def rating(thousandths: int) -> str | SafeString:
    """A rating with one digit behind the point: 1,518.0."""
    text = f"{abs(thousandths) / 1000:,.1f}"
    return negative(text) if thousandths < 0 else text


@register.filter
def rating_change(thousandths: int) -> str | SafeString:
    """What a tournament did to a rating, with one decimal: +18.0, or marked as a negative total is."""
    text = f"{abs(thousandths) / 1000:,.1f}"
    return negative(text) if thousandths < 0 else f"{'+' if thousandths else ''}{text}"


@register.filter
def span(rounds: Sequence[Round]) -> str:
    """Rounds in a word: Round 3, Rounds 1–5; by name, at most twelve, where they have names or do not follow on."""
    if not rounds:
        return ""
    first, last = rounds[0].number, rounds[-1].number
    follow_on = [round_.number for round_ in rounds] == list(range(first, last + 1))
    if len(rounds) > 1 and follow_on and not any(round_.name for round_ in rounds):
        return pgettext("with a number", "Rounds %(first)s–%(last)s") % {"first": first, "last": last}
    return ", ".join([*(str(round_) for round_ in rounds[:12]), *("…" for _more in rounds[12:13])])


@register.filter
def method_of(draw: Draw, tournament: Tournament) -> str:
    """What the method of a draw is called at the tables of its tournament."""
    return method_name(draw.method, tournament.usual_format.players)


@register.filter
def occasion(tournament: Tournament) -> str:
    """What a tournament is told apart by where a link to it is shared: its name, its first day, its venue."""
    day = date_format(tournament.starts_on, "DATE_FORMAT") if tournament.starts_on else ""
    return " · ".join(filter(None, (tournament.name, day, tournament.venue)))


@register.filter
def tone(status: str) -> str:
    """The colour of a state's chip; never its only mark."""
    return TONES.get(status, "plain")


@register.filter
def undo_of(message: Message) -> tuple[str, list[tuple[str, str]]] | None:
    """Where the form of a message's Undo is sent, and with what; None where it has none."""
    if not (message.extra_tags or "").startswith("/"):
        return None
    address, _mark, query = message.extra_tags.partition("?")
    return address, parse_qsl(query)


@register.filter
def short(full_hash: str) -> str:
    """As much of a hash as people compare."""
    return full_hash[:8]


@register.filter
def grouped(code: str) -> str:
    """A code in groups of four, as it is printed and read aloud."""
    return " ".join(code[start : start + 4] for start in range(0, len(code), 4))


@register.simple_tag
def mail_stays_here() -> bool:
    """Whether no mail leaves this machine, so that nobody waits for one."""
    return stays_on_this_machine()


@register.filter
def phone(agent: str) -> str:
    """What a browser says it is, in a word the hall understands."""
    for sign in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"):
        if sign in agent:
            return sign
    return pgettext("in place of a name", "A phone")


register.filter(points)
register.filter(change)
register.filter(wind)
register.filter(place)
register.filter(rulebook_name)


@register.simple_tag
def once_key() -> SafeString:
    """The hidden key by which a form that is sent twice does its action once."""
    return format_html('<input type="hidden" name="key" value="{}">', new_key())


@lru_cache(maxsize=1_000)
def _in_language(path: str, code: str, _here: str | None) -> str:
    """The address of a page in another language; `_here` is the language that is active, in which it is looked up."""
    return translate_url(path, code)


@register.simple_tag(takes_context=True)
def languages(context: Context) -> list[dict[str, str | bool]]:
    """This page in each language: code, name in that language, full address; and what chooses it for good."""
    request = context.get("request")
    if request is None:
        return []
    path = request.get_full_path()
    here = get_language()
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"],
            "url": settings.SITE_URL + (there := _in_language(path, code, here)),
            "switch": f"{there}{'&' if '?' in there else '?'}{CHOICE}={code}",
            "again": f"?{CHOICE}={code}",
            "is_current": code == here,
        }
        for code, _name in settings.LANGUAGES
    ]
