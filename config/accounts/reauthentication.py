"""Reauthentication before changes that could let another person in: by password, second factor or, for accounts with
neither, a code mailed to the account's address.
"""

import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.views import BaseReauthenticateView
from allauth.core.internal.cryptokit import compare_user_code
from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.actions.rate_limits import CODES_TO_CONFIRM, count_attempt
from web.policies import private, with_policy

STATE = "jantaku_confirm_by_mail"
LIFE, MOST_TRIES = 15 * 60, 3


class CodeForm(forms.Form):
    code = forms.CharField(
        label=pgettext_lazy("field", "Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def __init__(self, *args: Any, expected: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not self.expected or not compare_user_code(actual=code, expected=self.expected):
            raise forms.ValidationError(
                _("This code does not match the one we sent. Try again, or request a new one.")
            )
        return code


class ConfirmByMailView(BaseReauthenticateView):  # type: ignore[misc]
    """Mails a code on request and checks it; three wrong attempts invalidate it."""

    template_name = "access/by_mail.html"
    form_class = CodeForm

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.request.session.get(STATE, {})
        is_alive = state.get("user") == self.request.user.pk and 0 <= time.time() - state["at"] < LIFE
        return state if is_alive else {}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "send" not in request.POST:
            response: HttpResponse = super().post(request, *args, **kwargs)
            return response
        count_attempt(CODES_TO_CONFIRM, str(request.user.pk))
        adapter = get_adapter()
        code = adapter.generate_login_code()
        adapter.send_mail("account/email/confirm_access", self.address(), {"code": code})
        request.session[STATE] = {
            "user": request.user.pk,
            "code": code,
            "at": time.time(),
            "left": MOST_TRIES,
        }
        return HttpResponseRedirect(self.passthrough_next_url(request.path))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "expected": self.state().get("code", "")}

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        if state := self.state():
            state["left"] -= 1
            if state["left"] > 0:
                self.request.session[STATE] = state
            else:
                del self.request.session[STATE]
        response: HttpResponse = super().form_invalid(form)
        return response

    def form_valid(self, form: forms.Form) -> HttpResponse:
        del self.request.session[STATE]
        record_authentication(self.request, self.request.user, method="code", reauthenticated=True)
        response: HttpResponse = super().form_valid(form)
        return response

    def address(self) -> str:
        return str(EmailAddress.objects.get_primary_email(self.request.user) or self.request.user.email)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "is_sent": bool(self.state()),
        }


_confirm_by_mail = ConfirmByMailView.as_view()


def confirm_by_mail(request: HttpRequest) -> HttpResponse:
    """Reauthenticate by a mailed code."""
    if not request.user.is_authenticated:
        return private(redirect_to_login(request.get_full_path()))
    response: HttpResponse = _confirm_by_mail(request)
    return private(response)


with_policy(confirm_by_mail, "signed in")
