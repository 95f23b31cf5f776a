"""Player statistics against the hand logs of confirmed games."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.statistics.counts import NAMES
from tournaments.models import HandStatistics, Publication, SeatHands
from tournaments.standings.hands.logs import seats_from_logs, tables_with_logs
from tournaments.standings.hands.publish import sums_of_seats

SEAT = ("seat_id", "players", "won_yakuman", "won_yaku", *NAMES)
SUM = ("entry_id", "players", "won_yaku", *NAMES)


def hands_differences(publication: Publication) -> list[str]:
    """Return where the statistics of a stage's seats differ from its hands, and those of its entries from the sum of
    the seats. `stage.tournament` must be loaded. Three queries if no hands were entered.
    """
    stage = publication.stage
    told = tables_with_logs(stage, None)
    seats = seats_from_logs(stage, told) if told else []
    differences = []
    for what, has, should in (
        (
            pgettext("record", "seat %(id)s"),
            set(SeatHands.objects.filter(stage=stage).values_list(*SEAT)),
            {_row(one, SEAT) for one in seats},
        ),
        (
            pgettext("record", "entry %(id)s"),
            set(HandStatistics.objects.filter(stage=stage).values_list(*SUM)),
            {_row(one, SUM) for one in (sums_of_seats(stage) if told else ())},
        ),
    ):
        for key in sorted({row[0] for row in has ^ should}):
            message = _("The statistics of %(stage)s do not match its hands for %(who)s.")
            differences.append(message % {"stage": stage, "who": what % {"id": key}})
    return differences


def _row(one: SeatHands | HandStatistics, columns: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(getattr(one, name) for name in columns)
