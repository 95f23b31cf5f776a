"""Check-in at the desk: who is here, who is not yet, and who does not come."""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.errors import RulesRefuse, StillSeated
from tournaments.actions.people.check_in import absent, check_in, undo_check_in
from tournaments.actions.people.entries import withdraw
from tournaments.credentials.visitors import actor_of
from tournaments.forms.desk import LeaversForm
from tournaments.models import Entry, PlayerCard, Round, Tournament
from tournaments.models.codes import read_code
from tournaments.models.people.entries import EntryQuerySet
from tournaments.permissions import can_referee, can_run
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.desk.people.entry_table import matching, searched
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome

MISSING = "missing"
# The longest address that a card has, on the longest host name.
LONGEST_TYPED = 300


@for_tournament(can_referee)
@require_safe
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who takes part, with a tap for each; `?show=missing` those who are not here yet."""
    query = searched(request)
    show = MISSING if request.GET.get("show") == MISSING else ""
    everybody = list(expected(tournament).with_people().order_by("number"))
    here = sum(entry.checked_in_at is not None for entry in everybody)
    shown = expected(tournament).with_people().order_by("number") if query else None
    entries = list(matching(shown, query)) if shown is not None else everybody
    context = {
        **frame(tournament, actor_of(request), "check_in"),
        "entries": [entry for entry in entries if not (show and entry.checked_in_at)],
        "here": here,
        "total": len(everybody),
        "missing": len(everybody) - here,
        "query": query,
        "show": show,
        "leaving": leaving_page(tournament, [one.pk for one in everybody if one.checked_in_at is None]),
        "may_withdraw": can_run(actor_of(request), tournament),
    }
    return render(request, "desk/people/check_in.html", context)


def expected(tournament: Tournament) -> EntryQuerySet:
    """Those who are looked for at the door: everybody who has not withdrawn, substitutes too."""
    return tournament.entries.filter(status=Entry.Status.ACTIVE)


def not_here(tournament: Tournament) -> list[Entry]:
    """Who plays and is not here yet, by number; nobody where nobody has been checked in."""
    return list(absent(tournament).select_related("player").order_by("number"))


def missing_context(tournament: Tournament) -> dict[str, object]:
    """What a page shows that draws: who is not here, and where they leave. Two queries where everybody is, one where
    nobody was checked in."""
    missing = not_here(tournament)
    return {
        "not_here": missing,
        "leaving": leaving_page(tournament, [entry.pk for entry in missing]) if missing else "",
    }


def leaving_page(tournament: Tournament, leavers: Sequence[int], *, are_missing: bool = True) -> str:
    """Return where these entries leave, ticked: the rounds that wait are repaired, else they withdraw.

    Where they withdraw, those who are missing by then are ticked, unless others were chosen.
    """
    waits = Round.objects.not_started().filter(stage__tournament=tournament).exists()
    page = reverse("desk_repair" if waits else "desk_leavers", args=[tournament.slug])
    if are_missing and not waits:
        return page
    return f"{page}?{urlencode([('leaver', pk) for pk in leavers])}"


class CheckInAction(DeskActionView):
    """A tap that leads back to the list as it was filtered."""

    permission = can_referee
    tab = "check_in"

    def entry(self) -> "QuerySet[Entry]":
        rows = Entry.objects.filter(tournament=self.tournament)
        get_object_or_404(rows, pk=self.kwargs["pk"])
        return rows.filter(pk=self.kwargs["pk"])

    def success_response(self, outcome: Outcome) -> HttpResponse:
        sent = self.request.POST
        filters = {name: sent[name][:60] for name in ("q", "show") if sent.get(name)}
        address = reverse("desk_check_in", args=[self.tournament.slug])
        # Back to the row that was tapped, among forty of them.
        row = f"#entry-{self.kwargs['pk']}" if "pk" in self.kwargs else ""
        return redirect((f"{address}?{urlencode(filters)}" if filters else address) + row)


class Here(CheckInAction):
    """Somebody is here."""

    def perform(self) -> dict[str, object]:
        rows = self.entry()
        check_in(tournament=self.tournament, entries=rows, by=self.by)
        return {"name": rows.select_related("player").get().player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s is here.") % outcome.body


class TypedHere(CheckInAction):
    """Somebody is here whose number was typed, or whose card was scanned by a reader that types."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.typed = normalize("NFKC", request.POST.get("typed", "")).strip()[:LONGEST_TYPED]
        return super().post(request, **kwargs)

    def perform(self) -> dict[str, object]:
        entry = self.entry_of(self.typed)
        check_in(tournament=self.tournament, entries=Entry.objects.filter(pk=entry.pk), by=self.by)
        expecting = expected(self.tournament)
        return {
            "name": entry.player.name,
            "here": expecting.filter(checked_in_at__isnull=False).count(),
            "total": expecting.count(),
        }

    def entry_of(self, typed: str) -> Entry:
        """Whose number, or whose card's code or address, this is; refused where it is nobody's."""
        people = expected(self.tournament).select_related("player")
        if typed.isascii() and typed.isdigit():
            found = people.filter(number=int(typed)).first()
        else:
            code = read_code(typed.rpartition("#")[2])
            found = people.filter(
                cards__code_hash=PlayerCard.hash_of_code(code), cards__revoked_at=None
            ).first()
        if found is None:
            message = _(
                "No player here matches “%(typed)s”: enter a number from the list, or scan a player's card."
            )
            raise RulesRefuse(message % {"typed": typed}, code="nobodys_number")
        return found

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s is here: %(here)s of %(total)s.") % outcome.body


class NotHere(CheckInAction):
    """It was a slip: somebody is not here."""

    def perform(self) -> dict[str, object]:
        rows = self.entry()
        undo_check_in(tournament=self.tournament, entries=rows, by=self.by)
        return {"name": rows.select_related("player").get().player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s is not here yet.") % outcome.body


class AllHere(CheckInAction):
    """Everybody is here."""

    question = gettext_lazy("Mark everyone as here?")

    def perform(self) -> dict[str, object]:
        return {
            "count": len(check_in(tournament=self.tournament, entries=expected(self.tournament), by=self.by))
        }

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["count"]))
        return ngettext("%(count)s more player is here.", "%(count)s more players are here.", count) % {
            "count": count
        }


class NobodyHere(CheckInAction):
    """Begin again, on another day."""

    question = gettext_lazy("Undo every check-in, for another day?")
    success_message = gettext_lazy("Check-in was restarted: no one is here yet.")

    def perform(self) -> None:
        undo_check_in(tournament=self.tournament, entries=self.tournament.entries.all(), by=self.by)


class Leavers(DeskFormView):
    """Who does not come withdraws, several at once; those who are not here are ticked."""

    tab = "check_in"
    template_name = "desk/people/leavers.html"
    success_page = "desk_check_in"

    def get_form(self, data: QueryDict | None) -> LeaversForm:
        asked = self.request.GET.getlist("leaver")
        ticked = [int(pk) for pk in asked if pk.isdecimal() and len(pk) < 18]
        return LeaversForm(self.tournament, ticked or [entry.pk for entry in not_here(self.tournament)], data)

    @transaction.atomic
    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        for entry in data["leavers"]:
            withdraw(entry=entry, by=self.by)
        return {"count": len(data["leavers"])}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["count"]))
        return ngettext("%(count)s player has withdrawn.", "%(count)s players have withdrawn.", count) % {
            "count": count
        }

    def show_error(self, form: LeaversForm, outcome: Outcome) -> None:
        super().show_error(form, outcome)
        form.must_repair = outcome.code == StillSeated.code
