"""An ordered PDF at the desk: ordering it, how far it is, and the file, for the person who ordered it."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from publishing.certificates.pages import MOST as MOST_CERTIFICATES
from publishing.file_names import file_name
from publishing.print_kit.pages import MOST_PAGES, kit_form
from publishing.prints.kinds import KINDS
from publishing.prints.orders import order_print, wake_again
from tournaments.actions.errors import StateRefuses
from tournaments.credentials.visitors import actor_of
from tournaments.models import PrintedFile, PrintJob, Tournament
from tournaments.permissions import can_referee, is_staff
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome


class Order(DeskActionView):
    """Order a PDF; its page says when it is ready."""

    kind: ClassVar[PrintJob.Kind]
    most: ClassVar[int]

    @abstractmethod
    def choice(self) -> Mapping[str, Any]:
        """Return what is printed, as `KINDS` reads it."""

    def perform(self) -> dict[str, object]:
        if self.by.user is None:
            raise Http404
        choice = self.choice()
        pages = KINDS[self.kind](self.tournament, choice).pages
        if not 0 < pages <= self.most:
            raise StateRefuses(
                _("A file has 1 to %(most)s pages; this one would have %(pages)s.")
                % {"most": f"{self.most:,}", "pages": f"{pages:,}"},
                code="no_such_print",
            )
        job = order_print(
            tournament=self.tournament, kind=self.kind, choice=choice, pages=pages, by=self.by.user
        )
        return {"print": job.pk}

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect(self.success_page, self.tournament.slug)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("print_job", self.tournament.slug, outcome.body["print"])


class OrderKit(Order):
    permission = can_referee
    kind, most = PrintJob.Kind.KIT, MOST_PAGES
    success_page = "print_kit"

    def choice(self) -> Mapping[str, Any]:
        form = kit_form(self.request.POST, self.tournament)
        if not form.is_valid():
            raise StateRefuses(_("Please tick what to print."), code="nothing_ticked")
        return form.choice._asdict()


class OrderCertificates(Order):
    """Certificates of all who played, of teams with `of`."""

    permission = is_staff
    kind, most = PrintJob.Kind.CERTIFICATES, MOST_CERTIFICATES
    success_page = "desk_results"

    def choice(self) -> Mapping[str, Any]:
        if self.tournament.status != Tournament.Status.FINISHED:
            raise StateRefuses(_("This tournament is not finished."), code="not_finished")
        return {"first": MOST_CERTIFICATES, "of_teams": self.request.POST.get("of") == "teams"}


@for_tournament(is_staff)
@require_safe
def print_job(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """How far an ordered PDF is."""
    job = _own(request, tournament, pk)
    wake_again(job)
    is_kit = job.kind == PrintJob.Kind.KIT
    context = {
        **frame(tournament, actor_of(request), "print_kit" if is_kit else "desk"),
        "job": job,
        "leads_back": "print_kit" if is_kit else "desk_results",
    }
    return render(request, "publishing/print_job.html", context)


@for_tournament(is_staff)
@require_safe
def print_file(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The file, for a day; 404 while it is not ready."""
    job = _own(request, tournament, pk)
    file = get_object_or_404(PrintedFile, job=job)
    response: Any = HttpResponse(bytes(file.content), content_type="application/pdf")
    name = file_name(tournament, job.get_kind_display(), "pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response  # type: ignore[no-any-return]


def _own(request: HttpRequest, tournament: Tournament, pk: int) -> PrintJob:
    """Return what the visitor ordered, or to operators what anyone ordered; player cards only to those who may still
    print them.
    """
    job = get_object_or_404(PrintJob.objects.kept().filter(tournament=tournament), pk=pk)
    actor = actor_of(request)
    may_print = job.kind == PrintJob.Kind.CERTIFICATES or can_referee(actor, tournament)
    is_theirs = actor.user is not None and (job.ordered_by_id == actor.user.pk or actor.user.is_superuser)
    if not is_theirs or not may_print:
        raise PermissionDenied
    return job
