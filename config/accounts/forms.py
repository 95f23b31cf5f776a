"""allauth's forms with a display name, password changes, and counted second factors.

allauth counts second factors in the cache, which may be flushed or unavailable; here they count in the database.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.forms import SetPasswordForm, SignupForm
from allauth.core import context as of_request
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from config.accounts.failures import note_failure
from config.accounts.guard import remember_sign_up
from players.forms import DisplayNameField
from players.models import User
from tournaments.actions.rate_limits import (
    CODES_OF_AN_APP,
    SECOND_FACTORS_OF_AN_ACCOUNT,
    forgive_attempt,
    is_one_too_many,
)


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """Asks for a name. Takes equally long whether or not the address has an account."""

    name = DisplayNameField()
    field_order = ["name", "email", "password1", "password2"]

    account_already_exists: bool

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; if the address has one, allauth only mails its owner."""
        if self.account_already_exists:
            # Takes as long as hashing a new account's password, so timing reveals nothing.
            make_password(self.cleaned_data["password1"])
            return super().try_save(request)
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            if not User.objects.filter(email=self.cleaned_data["email"].lower()).exists():
                raise
            # A concurrent request signed up with this address.
            self.account_already_exists = True
            return super().try_save(request)
        remember_sign_up(request, user)
        return user, response

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class NewPasswordForm(SetPasswordForm):  # type: ignore[misc]
    """A new password after reauthentication, so the old one is not asked again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = pgettext("of an account", "New password")
        self.fields["password2"].label = _("Repeat the password")


def count_second_factor(user: User) -> None:
    """Count an attempt before checking it. The owner is told of too many, because the attempts follow a right
    password.
    """
    if is_one_too_many(SECOND_FACTORS_OF_AN_ACCOUNT, str(user.pk)):
        note_failure(of_request.request, "too many second factors", user.email)
        raise forms.ValidationError(
            _("Too many wrong codes. Wait %(minutes)s minutes.")
            % {"minutes": SECOND_FACTORS_OF_AN_ACCOUNT.seconds // 60},
            code="too_many_login_attempts",
        )


class CountedCode(forms.Form):
    """A code of an app or a recovery code: attempts are counted, and an app's code works only once."""

    user: User
    code = forms.CharField(
        label=pgettext_lazy("field", "Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        count_second_factor(self.user)
        code: str = super().clean_code()  # type: ignore[misc]
        if is_one_too_many(CODES_OF_AN_APP, f"{self.user.pk} {normalize_user_code(code)}"):
            raise get_adapter().validation_error("incorrect_code")
        forgive_attempt(SECOND_FACTORS_OF_AN_ACCOUNT, str(self.user.pk))
        return code

    def _emit_authentication_failed(self, authenticator: Authenticator) -> None:
        note_failure(of_request.request, "wrong second factor", self.user.email)
        super()._emit_authentication_failed(authenticator)  # type: ignore[misc]


class SecondFactorForm(CountedCode, AuthenticateForm):  # type: ignore[misc]
    """The second step of signing in."""


class SecondFactorAgainForm(CountedCode, ReauthenticateForm):  # type: ignore[misc]
    """Reauthentication."""


class SetUpAppForm(ActivateTOTPForm):  # type: ignore[misc]
    """The app's first code, which proves that it has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from the app")
        self.fields["code"].widget.attrs = {"autocomplete": "one-time-code", "inputmode": "numeric"}

    def clean_code(self) -> str:
        count_second_factor(self.user)
        code: str = super().clean_code()
        forgive_attempt(SECOND_FACTORS_OF_AN_ACCOUNT, str(self.user.pk))
        return code


def read_of_browser(credential: object, read: Callable[[], Any]) -> Any:
    """Read a browser's passkey data; malformed data becomes a form error instead of an exception of allauth or
    fido2.
    """
    try:
        if isinstance(credential, dict):
            return read()
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        pass
    raise get_adapter().validation_error("incorrect_credential")


class CredentialField(forms.JSONField):
    """A browser's passkey data."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            # Numbers of thousands of digits, or deeply nested lists, which Django does not handle.
            raise get_adapter().validation_error("incorrect_credential") from None


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()
    name = forms.CharField(label=gettext_lazy("What you call it"), max_length=60, required=False)
    passwordless = forms.BooleanField(
        label=gettext_lazy("Sign in with this passkey alone, without a password"),
        required=False,
        help_text=gettext_lazy("Your device asks for your fingerprint, face or PIN each time."),
    )

    def clean(self) -> dict[str, Any]:
        if "credential" not in self.cleaned_data:
            return {}
        data: dict[str, Any] = read_of_browser(self.cleaned_data["credential"], super().clean)
        return data


class ReadCredential(forms.Form):
    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        found: Authenticator = read_of_browser(
            self.cleaned_data["credential"],
            super().clean_credential,  # type: ignore[misc]
        )
        return found


class PasskeyForm(ReadCredential, AuthenticateWebAuthnForm):  # type: ignore[misc]
    """The second step of signing in."""


class PasskeyAgainForm(ReadCredential, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Reauthentication."""


class PasskeyAloneForm(ReadCredential, LoginWebAuthnForm):  # type: ignore[misc]
    """Signing in without a password."""
