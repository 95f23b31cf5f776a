"""The figures of a report that is not sent yet, on their way from a phone's form to the page of last-hand conditions
and back: in addresses alone, so that it works without JavaScript and nothing is stored.
"""

from collections.abc import Mapping, Sequence

from django.http import QueryDict
from django.urls import reverse

from rules.forms.conditions import last_hand
from tournaments.models import Seat, Wind

BACK = "back"
WINDS = "ESWN"
# What the page of conditions has no field for, and the form gets back.
OTHER_FIELDS = (*(f"chombo_{index}" for index in range(4)), "imbalance_reason")
POINTS = [f"points_{index}" for index in range(4)]
# So the form has them by itself.
UNTOUCHED = {(name, "0") for name in ("sticks", *OTHER_FIELDS)}


def letter_of(seat: Seat) -> str:
    """The seat as the page of conditions names it: by the wind with which the game began."""
    return Wind(seat.wind).key[0].upper()


def conditions_address(seat: Seat, draft: Mapping[str, str]) -> str:
    """The page of conditions, asked for the last hand and the first place with the points of a draft.

    Without any points it only knows who asks.
    """
    tournament = seat.round.stage.tournament
    query = {"seat": letter_of(seat), BACK: str(seat.pk), "sticks": draft.get("sticks", "")}
    points = {wind: draft.get(name, "") for wind, name in zip(WINDS, POINTS, strict=True)}
    if any(points.values()):
        players = seat.table.seats.count()
        query |= points | {"hand": last_hand(tournament.rulebook_for(players)), "goal": "1"}
    query |= {name: draft.get(name, "") for name in OTHER_FIELDS}
    return f"{reverse('table_conditions', args=[tournament.slug, seat.table_id])}?{_encoded(query)}"


def fields_to_carry(query: Mapping[str, str]) -> dict[str, str]:
    """What the form of the page of conditions sends along, so that the way back stays."""
    return {name: query[name] for name in (BACK, *OTHER_FIELDS) if query.get(name)}


def report_address(seats: Sequence[Seat], query: Mapping[str, str]) -> str:
    """Where the page of conditions leads back to, with the figures that stand on it; empty if it was not opened from
    the phone of one of these seats."""
    if query.get(BACK, "") not in {str(seat.pk) for seat in seats}:
        return ""
    points = {name: query.get(wind, "") for wind, name in zip(WINDS, POINTS, strict=True)}
    others = {name: query.get(name, "") for name in ("sticks", *OTHER_FIELDS)}
    return f"{reverse('my_table')}?{_encoded({'seat': query[BACK], **points, **others})}"


def report_fields(query: Mapping[str, str]) -> dict[str, str]:
    """The fields of a report's form that an address fills in."""
    return {name: query[name] for name in (*POINTS, "sticks", *OTHER_FIELDS) if query.get(name)}


def _encoded(fields: Mapping[str, str]) -> str:
    query = QueryDict(mutable=True)
    query.update({name: value for name, value in fields.items() if value and (name, value) not in UNTOUCHED})
    return query.urlencode()
