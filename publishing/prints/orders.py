"""Order a PDF that is too long for a request. `worker` makes it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from players.models import User
from tournaments.actions.errors import StateRefuses
from tournaments.actions.locks import lock_tournament
from tournaments.models import PrintJob, Tournament
from tournaments.wake_workers import wake_for_prints
from web.visitor_language import language

UNHEARD = timedelta(seconds=5)
# Files kept for a person and tournament, the newest.
MOST_KEPT = 5


@transaction.atomic
def order_print(
    *, tournament: Tournament, kind: str, choice: Mapping[str, Any], pages: int, by: User
) -> PrintJob:
    """Order a PDF in the language of the page. The same order, while it waits or is being made, is one order; another
    one is refused. It is no fact about the tournament, so the ledger has none of it.
    """
    lock_tournament(tournament.pk)
    PrintJob.objects.expired().delete()
    own = PrintJob.objects.filter(tournament=tournament, ordered_by=by)
    order = {"kind": kind, "choice": dict(choice), "language": language()}
    live = own.live().first()
    if live is not None:
        if {name: getattr(live, name) for name in order} == order:
            return live
        raise StateRefuses(
            _("Another PDF is still being made for you. Please wait until it is ready."),
            code="print_under_way",
        )
    own.exclude(pk__in=list(own.order_by("-pk").values_list("pk", flat=True)[: MOST_KEPT - 1])).delete()
    job = PrintJob.objects.create(tournament=tournament, ordered_by=by, total=pages, **order)

    # A named function: Django reports a failing hook by its name.
    def wake() -> None:
        wake_for_prints()

    transaction.on_commit(wake, robust=True)
    return job


def wake_again(job: PrintJob) -> None:
    """Wake a worker again if none seems to have picked up a job. Without Celery, requests have to do this."""
    jobs = PrintJob.objects.filter(pk=job.pk)
    waits = jobs.filter(status=PrintJob.Status.QUEUED, ordered_at__lt=Now() - Value(UNHEARD))
    if settings.DRAW_WORKER == "beside" and (waits.exists() or jobs.silent().exists()):
        wake_for_prints()
