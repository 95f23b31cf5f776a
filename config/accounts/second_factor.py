"""Second factors with allauth.mfa (apps, passkeys, recovery codes), and who must have one."""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.views import IndexView
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy, pgettext

from players.models import User
from players.sign_in import (
    SecondFactorMissing,
    has_second_factor,
    is_second_factor_required,
    refuse_without_second_factor,
)
from web.policies import private, with_policy
from web.sealed_texts import Unreadable, seal, unseal

Next = Callable[[HttpRequest], HttpResponse]
PURPOSE = "second factor"


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """allauth's adapter, with secrets encrypted and QR codes drawn by segno."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy(
            "This code is wrong. Codes change every 30 seconds: enter the current one."
        ),
        "incorrect_credential": gettext_lazy(
            "This passkey was not recognized. Try again, or use another method."
        ),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
        "unreadable": gettext_lazy(
            "The server's secret key has changed, so this second factor can no longer be checked. Ask the "
            "operator."
        ),
    }

    def get_totp_issuer(self) -> str:
        return f"Jantaku {self._get_site_name()}"

    def build_totp_svg(self, url: str) -> str:
        return str(segno.make(url, error="m").svg_inline(scale=5, border=4, light="#fff"))

    def generate_authenticator_name(self, user: User, type: str) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return pgettext("with a number", "Passkey %(number)s") % {"number": number}

    def encrypt(self, text: str) -> str:
        return seal(PURPOSE, text)

    def decrypt(self, encrypted_text: str) -> str:
        """Raises ValidationError if it was encrypted under an unknown key."""
        try:
            return unseal(PURPOSE, encrypted_text)
        except Unreadable:
            raise ValidationError(self.error_messages["unreadable"], code="unreadable") from None


class SecondFactorsPage(IndexView):  # type: ignore[misc]
    """The account's second factors, and those it could add."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        found = list(Authenticator.objects.filter(user=user).order_by("created_at"))
        return {
            "app": next((one for one in found if one.type == Authenticator.Type.TOTP), None),
            "passkeys": [one for one in found if one.type == Authenticator.Type.WEBAUTHN],
            "has_codes": any(one.type == Authenticator.Type.RECOVERY_CODES for one in found),
            "has_second_factor": has_second_factor(user),
            "is_required": is_second_factor_required(user),
            "can_add_passkeys": passkeys_work_at(self.request),
        }


_second_factors = SecondFactorsPage.as_view()


def second_factors(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = _second_factors(request)
    return private(response)


with_policy(second_factors, "signed in")


def passkeys_work_at(request: HttpRequest) -> bool:
    """Whether passkeys work: browsers allow them on https and localhost, at host names but not IP addresses."""
    host = request.get_host().rsplit(":", 1)[0].strip("[]")
    try:
        ip_address(host)
    except ValueError:
        return request.is_secure() or host == "localhost" or host.endswith(".localhost")
    return False


class SecondFactorMiddleware:
    """Redirects operators without a second factor to its setup."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Guard the admin site, whose views call no permission check of ours."""
        match = request.resolver_match
        if match is not None and "admin" in match.app_names and isinstance(request.user, User):
            try:
                refuse_without_second_factor(request.user)
            except SecondFactorMissing as missing:
                return self.process_exception(request, missing)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, SecondFactorMissing):
            return private(redirect("mfa_index"))
        return None
