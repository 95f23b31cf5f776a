"""Averages, rates and places of statistics."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.safestring import SafeString

from tournaments.standings.people.by_wind import OfWind
from tournaments.templatetags.jantaku import total
from web.charts.spark import place_bar
from web.text.figures import in_hundredths, in_tenths

register = template.Library()


@register.filter
def hundredths(value: Fraction) -> Decimal:
    """An average place: 2.43."""
    return in_hundredths(value)


@register.filter
def percent(value: Fraction) -> str:
    """A rate with one decimal: 38.1 %."""
    return f"{in_tenths(100 * value)} %"


@register.filter
def mean_total(one: OfWind, units_per_point: int) -> str | SafeString:
    """An average total with one decimal: +2.4."""
    return total(one.mean_total(units_per_point), units_per_point)


@register.filter
def places_bar(taken: Sequence[int]) -> SafeString:
    """A bar with a part for each place."""
    return SafeString(place_bar(tuple(taken)))
