"""Check-in at the desk: who is here, who is not yet, and who does not come."""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from players.finding import matching as players_named
from players.models import Player
from players.names import skeleton
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

EVERYONE, SEVERAL = "all", "several_players"
# How many of those who came last can be undone beside the box, and how many may be meant by what was typed.
LATEST, MOST_CANDIDATES = 3, 12
# Digits beyond this are no number in a list.
LONGEST_NUMBER = 10
# The longest address that a card has, on the longest host name.
LONGEST_TYPED = 300


@for_tournament(can_referee)
@require_safe
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One box, and those who are missing; `?show=all` or `?q=` a list of everyone, `?typed=` those it may mean."""
    query = searched(request)
    show = EVERYONE if request.GET.get("show") == EVERYONE else ""
    everybody = list(expected(tournament).with_people().order_by("number"))
    missing = [entry for entry in everybody if entry.checked_in_at is None]
    found = matching(expected(tournament).with_people().order_by("number"), query) if query else everybody
    arrived = [(one.checked_in_at, one.number, one) for one in everybody if one.checked_in_at is not None]
    latest = [entry for _at, _number, entry in sorted(arrived, reverse=True)[:LATEST]]
    typed = as_typed(request.GET.get("typed", ""))
    context = {
        **frame(tournament, actor_of(request), "check_in"),
        "entries": list(found) if query or show else [],
        "is_list": bool(query or show),
        "latest": latest,
        "missing": missing,
        "typed": typed,
        "candidates": list(named(tournament, typed)[:MOST_CANDIDATES]) if typed else [],
        "here": len(arrived),
        "total": len(everybody),
        "query": query,
        "show": show,
        "leaving": leaving_page(tournament, [one.pk for one in missing]),
        "may_withdraw": can_run(actor_of(request), tournament),
    }
    return render(request, "desk/people/check_in.html", context)


def as_typed(text: str) -> str:
    """What was typed or scanned, without what a keyboard or a reader adds."""
    return normalize("NFKC", text[: 2 * LONGEST_TYPED].replace("\0", "")).strip()[:LONGEST_TYPED]


def named(tournament: Tournament, typed: str) -> EntryQuerySet:
    """Return who is meant by a name, a reading or a licence number, or a part of them; those with exactly this name
    before all others.
    """
    people = expected(tournament).with_people().order_by("number")
    exactly = people.filter(Q(player__skeleton=skeleton(typed)) | Q(player__reading__iexact=typed))
    if exactly.exists():
        return exactly
    return people.filter(player__in=Player.objects.filter(players_named(typed)))


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
        # Back to the row that was tapped, among forty of them; without a list, back into the box.
        row = f"#entry-{self.kwargs['pk']}" if "pk" in self.kwargs and filters else ""
        return redirect((f"{address}?{urlencode(filters)}" if filters else address) + row)


class Here(CheckInAction):
    """Check a player in."""

    def perform(self) -> dict[str, object]:
        rows = self.entry()
        check_in(tournament=self.tournament, entries=rows, by=self.by)
        return {"name": rows.select_related("player").get().player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s is here.") % outcome.body


class TypedHere(CheckInAction):
    """Check in a player by a typed number or name, or by a card scanned with a reader that types.

    Where several may be meant, nothing is done and the page asks which.
    """

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.typed = as_typed(request.POST.get("typed", ""))
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
        """Whose number, card or name this is; refused where it is nobody's or may be several people's."""
        people = expected(self.tournament).select_related("player")
        found = None
        if typed.isascii() and typed.isdigit() and len(typed) < LONGEST_NUMBER:
            found = people.filter(number=int(typed)).first()
        elif code := read_code(typed.rpartition("#")[2]):
            found = people.filter(
                cards__code_hash=PlayerCard.hash_of_code(code), cards__revoked_at=None
            ).first()
        if found is not None:
            return found
        meant = list(named(self.tournament, typed)[:2]) if typed else []
        if len(meant) == 1:
            return meant[0]
        if meant:
            message = _("“%(typed)s” may be several players: choose one.")
            raise RulesRefuse(message % {"typed": typed}, code=SEVERAL)
        message = _(
            "No player here matches “%(typed)s”: enter a number or a name from the list, or scan a player's card."
        )
        raise RulesRefuse(message % {"typed": typed}, code="nobodys_number")

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s is here: %(here)s of %(total)s.") % outcome.body

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        if outcome.code != SEVERAL:
            return super().failure_response(outcome)
        address = reverse("desk_check_in", args=[self.tournament.slug])
        return redirect(f"{address}?{urlencode({'typed': self.typed})}")


class NotHere(CheckInAction):
    """Undo a check-in that was a slip."""

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

    def success_response(self, outcome: Outcome) -> HttpResponse:
        """To the list of everyone, where those who are missing after all are undone."""
        return redirect(f"{reverse('desk_check_in', args=[self.tournament.slug])}?show={EVERYONE}")

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
