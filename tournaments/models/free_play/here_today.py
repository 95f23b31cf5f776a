"""Who is present where players open tables themselves."""

from datetime import timedelta

from django.db.models.functions import Now

from tournaments.models.play.rounds import Round, Seat
from tournaments.models.setup.structure import Tournament

# Evenings continue after midnight.
AN_EVENING = timedelta(hours=16)


def here_today(tournament: Tournament) -> set[int]:
    """Return the ids of entries that sat at a player-opened table in the last hours. One query."""
    since = Now() - AN_EVENING
    seats = Seat.objects.filter(
        round__stage__tournament=tournament, round__method=Round.OPENED, round__started_at__gte=since
    )
    return set(seats.order_by().values_list("entry", flat=True))
