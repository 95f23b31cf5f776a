"""Drawing again for everybody who asks, as often as is fair."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.actions.draws.checks import Verdict, cached_verdict, public_verdict
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Draw
from web.fair_use import MINUTE, is_fair
from web.networks import network_of


def check_in_turn(request: HttpRequest, draw: Draw) -> Verdict:
    """Draw again what is published of a draw and compare, or raise TooManyAttempts.

    A verdict that is cached costs nothing and is always given; drawing anew takes up to seconds of a processor.
    """
    found = cached_verdict(draw)
    if found is not None:
        return found
    if not is_fair("draw-again", network_of(request), most=settings.DRAWS_AGAIN_PER_MINUTE, seconds=MINUTE):
        raise TooManyAttempts(
            _("Many draws were drawn again from your network. Please try once more in a minute."),
            retry_after=MINUTE,
        )
    return public_verdict(draw)
