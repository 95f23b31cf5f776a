"""Players who register themselves, at the desk: the terms, and who waits for the organizer or for a place."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from players.models import Player
from tournaments.actions.people.place_quotas import Quota, Room
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    accept_registration,
    accept_registrations,
    decline_registration,
    names_on_file,
)
from tournaments.forms.registrations import SelfRegistrationForm
from tournaments.models import Registration, SelfRegistration
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.public.registration_state import registration_state
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome
from web.networks import printed_site
from web.visitor_language import address_of

Status = Registration.Status
UNDECIDED = (Status.PENDING, Status.WAITING)


class Registrations(DeskFormView):
    """Who registered themselves, and the terms on which they do."""

    tab = "entries"
    template_name = "desk/people/registrations.html"
    success_message = gettext_lazy("The terms of registration were saved.")
    success_page = "desk_registrations"

    @cached_property
    def state(self) -> dict[str, Any]:
        return registration_state(self.tournament)

    def get_form(self, data: QueryDict | None) -> SelfRegistrationForm:
        terms = self.state["terms"] or SelfRegistration(tournament=self.tournament)
        return SelfRegistrationForm(terms, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_self_registration(tournament=self.tournament, terms=RegistrationTerms(**data), by=self.by)

    def get_context(self, form: SelfRegistrationForm) -> dict[str, Any]:
        everybody = list(
            self.tournament.registrations.select_related("entry")
            .prefetch_related("answers__question")
            .order_by("pk")
        )
        rows = [row for row in everybody if row.status in UNDECIDED]
        on_file = names_on_file(rows, self.by)
        names = [row.skeleton for row in rows]
        described: list[dict[str, Any]] = [
            {
                "row": row,
                "same": on_file.get(row.skeleton, ()) if row.player_id is None else (),
                "is_double": names.count(row.skeleton) > 1,
            }
            for row in rows
        ]
        site = printed_site()
        return {
            **self.state,
            "quotas": self._quotas(),
            "pending": [one for one in described if one["row"].status == Status.PENDING],
            "waiting": [one for one in described if one["row"].status == Status.WAITING],
            # About whom nothing is to be decided, the newest first.
            "others": [row for row in reversed(everybody) if row.status not in UNDECIDED],
            "address": address_of("register_yourself", self.tournament.slug, site=site),
            "is_reachable": bool(site),
        }

    def _quotas(self) -> list[Quota]:
        terms = self.state["terms"]
        return Room(terms, 0).quotas(of_pending=True) if terms is not None and terms.has_quotas else []


class RegistrationAction(DeskActionView):
    """What can be done with one registration."""

    tab = "entries"
    success_page = "desk_registrations"

    def registration(self) -> Registration:
        return get_object_or_404(self.tournament.registrations, pk=self.kwargs["pk"])


class Accept(RegistrationAction):
    """Accept a registration; `player` says who on file it is, or `new`."""

    def perform(self) -> dict[str, object]:
        registration, choice = self.registration(), self.request.POST.get("player", "")
        on_file = names_on_file([registration], self.by).get(registration.skeleton, [])
        known: Player | None = next((one for one in on_file if str(one.pk) == choice), None)
        accept_registration(
            registration=registration,
            player=known,
            is_new=choice == "new",
            confirm=confirmed(self.request),
            by=self.by,
        )
        return {"name": registration.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s was registered.") % outcome.body


class Decline(RegistrationAction):
    """Decline a registration."""

    def perform(self) -> dict[str, object]:
        registration = self.registration()
        decline_registration(registration=registration, by=self.by)
        return {"name": registration.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("The registration of %(name)s was declined.") % outcome.body


class AcceptAll(DeskActionView):
    """Accept everybody about whom there is no question."""

    tab = "entries"
    success_page = "desk_registrations"

    def perform(self) -> dict[str, object]:
        accepted, left = accept_registrations(tournament=self.tournament, by=self.by)
        return {"accepted": accepted, "left": left}

    def get_success_message(self, outcome: Outcome) -> str:
        accepted, left = int(str(outcome.body["accepted"])), int(str(outcome.body["left"]))
        message = ngettext("%(count)s registration accepted.", "%(count)s registrations accepted.", accepted)
        message %= {"count": accepted}
        if left:
            more = ngettext(
                "%(count)s is waiting: please say whether it is a player on file.",
                "%(count)s are waiting: please say whether they are players on file.",
                left,
            )
            message = f"{message} {more % {'count': left}}"
        return message
