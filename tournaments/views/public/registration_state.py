"""How registering oneself stands, as pages show it."""

from tournaments.actions.people.registrations import why_closed
from tournaments.actions.people.waiting_list import places_of
from tournaments.models import Tournament


def registration_state(tournament: Tournament) -> dict[str, object]:
    """How registration stands, for a page: its terms (None where there are none), places, and why it is closed.

    One query.
    """
    places = places_of(tournament)
    if places is None:
        return {"terms": None}
    return {"terms": places.terms, "places": places, "why_closed": why_closed(places)}
