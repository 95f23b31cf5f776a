"""The form that invites a person to the staff of a tournament or league, and the link it makes."""

from collections.abc import Mapping
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.idempotency import Answer, note
from tournaments.actions.staff.invitations import code_for
from tournaments.credentials.invitation_links import count_mail, link_of, mail_invitation, qr_of
from tournaments.models import Invitation
from tournaments.models.codes import hash_of
from tournaments.views.action_views import ActionFormView
from tournaments.views.policies import too_many
from tournaments.views.repeatable_forms import Outcome, sent_key, was_sent_before
from web.networks import printed_site


class InvitingMixin(ActionFormView):
    """The new invitation's link is on the answer's page alone, and on that of a repeat."""

    new: tuple[Invitation, str] | None = None
    made: Mapping[str, object] = {}

    def make_invitation(self, data: dict[str, Any]) -> tuple[Invitation, str]:
        """Make it under `self.key`, and return it with its code."""
        raise NotImplementedError

    def open_invitations(self) -> QuerySet[Invitation]:
        """Those that lead to the same staff and can still be accepted."""
        raise NotImplementedError

    def do(self, form: Any) -> HttpResponse:
        self.key, self.email = sent_key(self.request), form.cleaned_data["email"]
        # A repeat sends nothing, so it does not count, and is not put off.
        if self.email and self.by.user is not None and not was_sent_before(self.request, by=self.by):
            try:
                count_mail(self.request, self.by.user)
            except TooManyAttempts as refusal:
                return too_many(self.request, refusal, back=self.request.path)
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        self.new = self.make_invitation(data)
        # The mail is not on its way until it is sent: asking again shows the link to pass on.
        return {"invitation": self.new[0].pk, "is_mailed": False}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        number, is_mailed = cast("int", outcome.body["invitation"]), bool(outcome.body.get("is_mailed"))
        if self.new and self.email and mail_invitation(*self.new, self.email):
            is_mailed = True
            note(by=self.by, key=self.key, answer=Answer(200, {**outcome.body, "is_mailed": True}))
        invitation = self.open_invitations().filter(pk=number).first()
        code = code_for(number, by=self.by, key=self.key)
        if invitation is None or invitation.code_hash != hash_of(code):
            form = self.get_form(self.request.POST)
            form.add_error(None, _("This invitation is no longer open. Please make another one."))
            return self.render_page(form, 409)
        self.made = {
            "made": invitation,
            "link": link_of(code),
            "qr": qr_of(code),
            "is_reachable": bool(printed_site()),
            "is_mailed": is_mailed,
            "is_lost": bool(self.email) and not is_mailed,
        }
        return self.render_page(self.get_form(None))

    def get_context(self, form: Any) -> dict[str, Any]:
        return {
            **self.made,
            "invitations": self.open_invitations().select_related("invited_by").order_by("pk"),
        }
