"""Everybody's own schedule to be printed: thousands of seats in milliseconds, since what they share is said once."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from html import escape
from typing import NamedTuple

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.formatting import wind
from tournaments.models import Round, Tournament
from tournaments.models.play.rounds import TABLE_NAME

register = template.Library()


class PersonalSchedule(NamedTuple):
    """A player with the number of the round, the number of the table and the wind of each seat, in order of play."""

    number: int
    name: str
    seats: list[tuple[int, ...]]


@register.simple_tag
def personal_schedules(
    people: Iterable[PersonalSchedule], *, rounds: Iterable[Round], tournament: Tournament, day: date
) -> SafeString:
    """One `<li>` for each player: who, of which tournament and day, and where they sit in each round."""
    when = date_format(day, "SHORT_DATE_FORMAT")
    head = format_html("<p><bdi>{}</bdi> · {}</p>", tournament.name, when)
    names = {round_.number: format_html("<li><bdi>{}</bdi>", str(round_)) for round_ in rounds}
    table_name, wind_of = str(TABLE_NAME), cache(wind)

    @cache
    def table(number: int) -> str:
        return f" <strong>{escape(table_name % {'number': number})}</strong> "

    return SafeString(
        "".join(
            f"<li><h2><bdi>{escape(one.name)}</bdi> <small>{one.number}</small></h2>{head}<ul>"
            + "".join(f"{names[of]}{table(number)}{wind_of(seat)}</li>" for of, number, seat in one.seats)
            + "</ul></li>\n"
            for one in people
        )
    )
