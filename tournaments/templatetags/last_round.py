"""What is enough in the last round to end above a line, in words."""

from django import template
from django.utils.translation import pgettext

from scoring.conditions.at_the_line import Enough
from tournaments.standings.needs.needed import Need, Outcome
from tournaments.templatetags.after_game import place_name

register = template.Library()


@register.filter
def need_in_words(need: Need) -> str:
    """2nd or better, or 3rd with 31,000."""
    match need.outcome:
        case Outcome.SAFE:
            return pgettext("at a line", "Safe")
        case Outcome.OUT:
            return pgettext("at a line", "Out of reach")
        case Outcome.ENOUGH:
            return pgettext("at a line", "Total is enough")
    if need.is_any:
        return pgettext("at a line", "Any result")
    results = need.results
    up_to = 0
    while up_to < len(results) and results[up_to] == Enough(up_to + 1, None):
        up_to += 1
    words = [_with_points(one) for one in results[up_to:]]
    if up_to > 1:
        words.insert(0, pgettext("at a line", "%(place)s or better") % {"place": place_name(up_to)})
    elif up_to:
        words.insert(0, place_name(1))
    *before, last = words
    if not before:
        return last
    comma = pgettext("between the items of a list", ", ")
    return comma.join(before) + pgettext("before the last of several", ", or ") + last


def _with_points(one: Enough) -> str:
    if one.points is None:
        return place_name(one.place)
    figures = {"place": place_name(one.place), "points": f"{one.points:,}"}
    return pgettext("at a line", "%(place)s with %(points)s") % figures
