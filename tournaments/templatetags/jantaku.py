"""How figures, winds and addresses are shown."""

from collections.abc import Sequence

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import translate_url
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from scoring.result.result import show_total
from scoring.standing.shown_totals import Column, show_alone
from tournaments.actions.rules_wording import minus_sign
from tournaments.models import Round, Scoresheet, Tournament, Wind
from tournaments.rulebook_names import rulebook_name
from web.idempotency_keys import new_key

register = template.Library()

MINUS = "−"
KANJI = {Wind.EAST: "東", Wind.SOUTH: "南", Wind.WEST: "西", Wind.NORTH: "北", Wind.FIFTH: "抜"}
TONES: dict[str, str] = {
    Scoresheet.Status.SUBMITTED: "wait",
    Scoresheet.Status.CONFIRMED: "good",
    Scoresheet.Status.DISPUTED: "bad",
    Round.Status.DRAFTED: "wait",
    Round.Status.PUBLISHED: "wait",
    Round.Status.STARTED: "good",
    Tournament.Status.RUNNING: "good",
}


@register.filter
def total(units: int | None, how: int | Column) -> str | SafeString:
    """A total: +26.2, or a negative one marked by its sign (▲ in Japanese) and by colour.

    `how` is the rulebook's units of a point, or the column in which the total stands.
    """
    if units is None:
        return "–"
    text = how.show(units) if isinstance(how, Column) else show_alone(units, how)
    return format_html('<span class="total">{}</span>', text) if units >= 0 else _negative(text[1:])


def _negative(text: str) -> SafeString:
    sign = minus_sign()
    if sign == MINUS:
        return format_html('<span class="total neg">{}{}</span>', MINUS, text)
    # ▲ is read as a triangle.
    return format_html(
        '<span class="total neg"><span aria-hidden="true">{}</span><span class="vh">{}</span>{}</span>',
        sign,
        MINUS,
        text,
    )


@register.filter
def points(value: int | None) -> str | SafeString:
    """Points at the table: 41,200; a negative number is marked as `total` marks one."""
    if value is None:
        return "–"
    return _negative(f"{-value:,}") if value < 0 else f"{value:,}"


@register.filter
def change(value: int) -> str | SafeString:
    """A change of points: +7,700, or a negative one as `points` shows it; 0 has no sign."""
    return f"+{value:,}" if value > 0 else points(value)


@register.filter
def deduction(units: int, units_per_point: int) -> str | SafeString:
    """A penalty, as it is taken off: −10 with the sign of `total`, or a dash."""
    return _negative(show_total(units, units_per_point).lstrip("+")) if units else "–"


@register.filter
def wind(value: int) -> SafeString:
    """A seat's wind as a small tile, with its name for those who do not see or read it."""
    seat = Wind(value)
    return format_html(
        '<span class="wind wind-{}" title="{}"><span aria-hidden="true" lang="ja">{}</span>'
        '<span class="vh">{}</span></span>',
        seat.value,
        seat.label,
        KANJI[seat],
        seat.label,
    )


@register.filter
def place(value: int) -> SafeString:
    """1–4 at the table, 5 at a table of five."""
    return format_html('<span class="place place-{}">{}</span>', value, value)


@register.filter
def span(rounds: Sequence[Round]) -> str:
    """Rounds in a word: Round 3, Rounds 1–5; by name, at most twelve, where they have names or do not follow on."""
    if not rounds:
        return ""
    first, last = rounds[0].number, rounds[-1].number
    follow_on = [round_.number for round_ in rounds] == list(range(first, last + 1))
    if len(rounds) > 1 and follow_on and not any(round_.name for round_ in rounds):
        return _("Rounds %(first)s–%(last)s") % {"first": first, "last": last}
    return ", ".join([*(str(round_) for round_ in rounds[:12]), *("…" for _more in rounds[12:13])])


@register.filter
def tone(status: str) -> str:
    """The colour of a state's chip; never its only mark."""
    return TONES.get(status, "plain")


@register.filter
def short(full_hash: str) -> str:
    """As much of a hash as people compare."""
    return full_hash[:8]


@register.filter
def grouped(code: str) -> str:
    """A code in groups of four, as it is printed and read aloud."""
    return " ".join(code[start : start + 4] for start in range(0, len(code), 4))


@register.filter
def phone(agent: str) -> str:
    """What a browser says it is, in a word the hall understands."""
    for sign in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"):
        if sign in agent:
            return sign
    return _("A phone")


register.filter(rulebook_name)


@register.simple_tag
def once_key() -> SafeString:
    """The hidden key by which a form that is sent twice does its action once."""
    return format_html('<input type="hidden" name="key" value="{}">', new_key())


@register.simple_tag(takes_context=True)
def languages(context: Context) -> list[dict[str, str | bool]]:
    """This page in each language: code, name in that language, path and full address."""
    request = context.get("request")
    if request is None:
        return []
    path = request.get_full_path()
    here = get_language()
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"],
            "path": (there := translate_url(path, code)),
            "url": settings.SITE_URL + there,
            "is_current": code == here,
        }
        for code, _name in settings.LANGUAGES
    ]
