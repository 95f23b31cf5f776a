"""Who sends an API request."""

from rest_framework.request import Request

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of, follows
from tournaments.models import ApiToken, CardPhone, SeatToken, TableKiosk


def api_actor(request: Request) -> Actor:
    """Return the actor, authenticating the request first if necessary.

    A program with an API token acts as the token's owner, whatever cookies it sends. A phone waiting to follow a
    card is anonymous.
    """
    if isinstance(request.auth, ApiToken) and isinstance(request.user, User):
        return Actor(user=request.user, api_token=request.auth)
    if isinstance(request.auth, SeatToken):
        return Actor(seat_token=request.auth)
    if isinstance(request.auth, CardPhone):
        return Actor(card=request.auth.card if follows(request.auth) else None)
    if isinstance(request.auth, TableKiosk):
        return Actor(kiosk=request.auth)
    return actor_of(request)
