"""How registering oneself stands, as pages show it."""

from django.db.models.functions import Now

from tournaments.actions.people.registrations import why_closed
from tournaments.actions.people.waiting_list import places_of
from tournaments.models import SelfRegistration, Tournament


def registration_state(tournament: Tournament) -> dict[str, object]:
    """How registration stands, for a page: its terms (None where there are none), places, and why it is closed."""
    terms = SelfRegistration.objects.filter(tournament=tournament).annotate(now=Now()).first()
    if terms is None:
        return {"terms": None}
    terms.tournament = tournament
    return {"terms": terms, "places": places_of(terms), "why_closed": why_closed(terms, terms.now)}
