"""What the desk's list does with one player or with all that are ticked: here, paid, cards, withdrawn."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext

from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.actions.people.fees import note_fees_paid, undo_fees_paid
from tournaments.models import Entry
from tournaments.views.desk.frame import DeskActionView
from tournaments.views.desk.people.check_in import leaving_page
from tournaments.views.repeatable_forms import Outcome

WITHDRAW, CARDS = "withdraw", "cards"
# What the address of the list may say when a button leads back to it.
KEPT = ("q", "show", "club", "sort", "page")


@dataclass(frozen=True)
class Mark:
    """`undo` is the mark that takes it back; `one` names the player, `many` counts those that changed."""

    set: Callable[..., list[int]]
    undo: str
    one: str | Promise
    many: str | Promise


MARKS = {
    "here": Mark(
        check_in,
        "not_here",
        gettext_lazy("%(name)s is here."),
        ngettext_lazy("%(count)s more player is here.", "%(count)s more players are here.", "count"),
    ),
    "not_here": Mark(
        undo_check_in,
        "here",
        gettext_lazy("%(name)s is not here yet."),
        ngettext_lazy("%(count)s check-in was undone.", "%(count)s check-ins were undone.", "count"),
    ),
    "paid": Mark(
        note_fees_paid,
        "unpaid",
        gettext_lazy("%(name)s has paid."),
        ngettext_lazy("%(count)s more player has paid.", "%(count)s more players have paid.", "count"),
    ),
    "unpaid": Mark(
        undo_fees_paid,
        "paid",
        gettext_lazy("%(name)s has not paid yet."),
        ngettext_lazy("%(count)s payment was undone.", "%(count)s payments were undone.", "count"),
    ),
}


def back_to(said: str) -> str:
    """What of a list's address is known, as a query with its mark; nothing else is led to."""
    asked = QueryDict(said[:300])
    words = urlencode({name: asked[name] for name in KEPT if asked.get(name)})
    return f"?{words}" if words else ""


class MarkEntries(DeskActionView):
    """Do the same with every player who is ticked: `do` says what, `entry` with whom."""

    tab = "entries"

    def post(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        self.act = request.POST.get("do", "")
        return super().post(request, **kwargs)

    def ticked(self) -> "QuerySet[Entry]":
        sent = [int(pk) for pk in self.request.POST.getlist("entry") if pk.isdecimal() and len(pk) < 18]
        return self.tournament.entries.filter(pk__in=sent)

    def perform(self) -> dict[str, object]:
        if self.act not in {*MARKS, WITHDRAW, CARDS}:
            raise RulesRefuse(_("Choose what to do with the ticked players."), code="nothing_chosen")
        rows = self.ticked()
        found = list(rows.order_by("number").values_list("pk", "player__name"))
        if not found:
            raise RulesRefuse(_("Tick the players first."), code="no_players")
        if self.act == WITHDRAW:
            return {"entries": [pk for pk, _name in found]}
        if self.act == CARDS:
            playing = set(_active(rows))
            active = [pk for pk, _name in found if pk in playing]
            issue_player_cards(tournament=self.tournament, entries=active, by=self.by)
            return {"entries": active}
        changed = MARKS[self.act].set(tournament=self.tournament, entries=rows, by=self.by)
        return {"entries": changed, "name": found[0][1] if len(found) == 1 else ""}

    def get_success_message(self, outcome: Outcome) -> str:
        mark = MARKS.get(self.act)
        if mark is None:
            return ""
        name, count = outcome.body["name"], len(self._entries(outcome))
        if name and count:
            return str(mark.one) % {"name": name}
        if not count:
            return pgettext("message", "Nothing changed.")
        return str(mark.many % {"count": count})

    def get_undo(self, outcome: Outcome) -> str:
        mark, entries = MARKS.get(self.act), self._entries(outcome)
        if mark is None or not entries:
            return ""
        said = [("do", mark.undo), ("list", self.request.POST.get("list", ""))]
        ticked = [("entry", str(pk)) for pk in entries]
        return f"{reverse('desk_mark_entries', args=[self.tournament.slug])}?{urlencode(said + ticked)}"

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if outcome.is_done and self.act == WITHDRAW:
            return redirect(leaving_page(self.tournament, self._entries(outcome), are_missing=False))
        if outcome.is_done and self.act == CARDS:
            ticked = urlencode([("entry", pk) for pk in self._entries(outcome)])
            return redirect(f"{reverse('desk_print_cards', args=[self.tournament.slug])}?{ticked}")
        address = reverse("desk_entries", args=[self.tournament.slug])
        return redirect(address + back_to(self.request.POST.get("list", "")))

    def _entries(self, outcome: Outcome) -> list[int]:
        found = outcome.body["entries"]
        assert isinstance(found, list)
        return found


def _active(rows: "QuerySet[Entry]") -> list[int]:
    return list(rows.filter(status=Entry.Status.ACTIVE).values_list("pk", flat=True))
