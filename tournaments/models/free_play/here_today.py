"""Who is there where players open tables themselves."""

from datetime import timedelta

from django.db.models.functions import Now

from tournaments.models.play.rounds import Round, Seat
from tournaments.models.setup.structure import Tournament

# An evening goes on after midnight.
AN_EVENING = timedelta(hours=16)


def here_today(tournament: Tournament) -> set[int]:
    """The ids of the entries that sat at a table which players opened in the last hours. One query."""
    since = Now() - AN_EVENING
    seats = Seat.objects.filter(
        round__stage__tournament=tournament, round__method=Round.OPENED, round__started_at__gte=since
    )
    return set(seats.order_by().values_list("entry", flat=True))
