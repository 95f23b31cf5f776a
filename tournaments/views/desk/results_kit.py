"""What an organizer hands out once the tournament is finished: ranking, certificates, prize-giving, press."""

from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.people.record_mails import is_mailed, mail_records, wanting_records
from tournaments.credentials.visitors import actor_of
from tournaments.models import Registration, Tournament
from tournaments.permissions import can_run, is_staff
from tournaments.standings import publish_for_readers
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.standings.final_ranking import rankings_of
from tournaments.views.repeatable_forms import Outcome

# Places in the table for the press.
PRESS = 16
# Longer PDFs than this are ordered, and made by a worker.
PAGES_AT_ONCE = 30


@for_tournament(is_staff)
@require_safe
def results_kit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Until the tournament is finished the desk is shown instead."""
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("desk", tournament.slug)
    publish_for_readers([tournament.pk])
    stages = dict(tournament.stages.values_list("pk", "name"))
    rankings = rankings_of(tournament, stages)
    # Who is ranked behind them is in the files.
    press = {
        "tournament": tournament,
        "rankings": [(one.of_teams, one.placed[:PRESS]) for one in rankings],
        "units": tournament.rulebook.units_per_point,
    }
    context = {
        **frame(tournament, actor_of(request), "desk"),
        "rankings": rankings,
        "at_once": PAGES_AT_ONCE,
        "units": tournament.rulebook.units_per_point,
        "press_text": render_to_string("desk/results/press.txt", press).strip() + "\n",
        "mails": _mails(tournament) if can_run(actor_of(request), tournament) else None,
        "press_html": render_to_string("desk/results/press.html", press).strip() + "\n",
    }
    return render(request, "desk/results/kit.html", context)


def _mails(tournament: Tournament) -> dict[str, Any]:
    """What became of the mails to players, and whom one would reach."""
    status = Registration.RecordMail
    rows = Registration.objects.filter(tournament=tournament).exclude(record_mail="")
    return {
        "is_done": is_mailed(tournament),
        "is_private": tournament.visibility == Tournament.Visibility.PRIVATE,
        "wanting": wanting_records(tournament).count(),
        "kept_days": settings.REGISTRATION_ADDRESS_DAYS,
        **rows.aggregate(
            sent=Count("pk", filter=Q(record_mail=status.SENT)),
            failed=Count("pk", filter=Q(record_mail=status.FAILED)),
            waiting=Count("pk", filter=Q(record_mail__in=[status.DUE, status.SENDING])),
            erased=Count("pk", filter=Q(record_mail=status.WANTED, email="", ended_at=None)),
        ),
    }


class MailRecords(DeskActionView):
    """E-mail players their own record; asks first, with the number of mails."""

    success_page = "desk_results"

    def get_question(self) -> str:
        count = wanting_records(self.tournament).count()
        if not count:
            return ""  # refused anyway
        return ngettext(
            "%(count)s e-mail will be sent. This can be done once for this tournament.",
            "%(count)s e-mails will be sent, one to each player who asked for it. This can be done once for this"
            " tournament.",
            count,
        ) % {"count": count}

    def perform(self) -> dict[str, object]:
        return {"count": mail_records(tournament=self.tournament, by=self.by)}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["count"]))
        return ngettext("%(count)s e-mail is on its way.", "%(count)s e-mails are on their way.", count) % {
            "count": count
        }
