"""The first account of a new site, made by a link printed on its console, without mail.

The console's reader is taken to be the operator. The link works for a day, while there is no operator.
"""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from players.actions import has_operator, set_up_operator
from players.forms import DisplayNameField
from players.models import User
from web.policies import private, with_policy
from web.visitor_language import address_of

SALT = "first organizer"
LIFE = 24 * 3600
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class FirstOrganizerForm(forms.Form):
    """Name and password of the first organizer."""

    name = DisplayNameField()
    email = forms.EmailField(
        label=pgettext_lazy("field", "E-mail address"),
        max_length=254,
        help_text=gettext_lazy("You sign in with this address. No e-mail is sent now."),
    )
    password = forms.CharField(
        label=pgettext_lazy("field", "Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("password") and data.get("email"):
            try:
                validate_password(data["password"], User(email=data["email"], name=data.get("name", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


def link() -> str:
    """Return the address to print. The code is in the fragment, so no server logs it."""
    return f"{address_of('first_organizer')}#{signing.dumps(SALT, salt=SALT)}"


def invitation() -> str:
    """Return what to print while there is no operator; "" if there is one."""
    if has_operator():
        return ""
    return f"The first organizer signs in here, once, and sets a password:\n  {link()}"


@require_http_methods(["GET", "HEAD", "POST"])
def _first_organizer(request: HttpRequest) -> HttpResponse:
    """Check the code, ask for a name and a password, and sign in."""
    if has_operator():
        return redirect("me")
    code = request.POST.get("code", "")[:200].strip()
    if not _is_ours(code):
        refusal = _("This link is out of date or incomplete. Restart Jantaku to print a new one.")
        status = 403 if request.method == "POST" else 200
        asked = {"refusal": refusal if status == 403 else ""}
        return render(request, "account/first_organizer.html", asked, status=status)
    form = FirstOrganizerForm(request.POST if "email" in request.POST else None)
    if not form.is_valid():
        context = {"form": form, "code": code}
        return render(request, "account/first_organizer.html", context, status=422 if form.is_bound else 200)
    with transaction.atomic():
        user = set_up_operator(**form.cleaned_data)
        if user is None:
            return redirect("me")
        EmailAddress.objects.update_or_create(
            user=user, email=user.email, defaults={"verified": True, "primary": True}
        )
    login(request, user, backend=BACKEND)
    return redirect("me")


def _is_ours(code: str) -> bool:
    try:
        return bool(signing.loads(code, salt=SALT, max_age=LIFE) == SALT)
    except signing.BadSignature:
        return False


def first_organizer(request: HttpRequest) -> HttpResponse:
    """Serve the page uncached."""
    return private(_first_organizer(request))


with_policy(first_organizer, "first organizer")
