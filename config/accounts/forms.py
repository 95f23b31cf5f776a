"""What allauth's pages ask here: a name to be known by, a new password, second factors that are counted.

allauth would count second factors in the cache, which forgets and may be away; here it is the database.
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
    """Asks for a name, and takes as long whether or not the address has an account already."""

    name = DisplayNameField()
    field_order = ["name", "email", "password1", "password2"]

    account_already_exists: bool

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; for an address that has one, allauth only sends its owner a mail."""
        if self.account_already_exists:
            # As much work as storing a new account's password: the answer's time tells nothing.
            make_password(self.cleaned_data["password1"])
            return super().try_save(request)
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            if not User.objects.filter(email=self.cleaned_data["email"].lower()).exists():
                raise
            # Somebody signed up with this address at this moment.
            self.account_already_exists = True
            return super().try_save(request)
        remember_sign_up(request, user)
        return user, response

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class NewPasswordForm(SetPasswordForm):  # type: ignore[misc]
    """A new password, by whoever has just said who they are: the old one is not asked a second time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = pgettext("of an account", "New password")
        self.fields["password2"].label = _("Repeat the password")


def count_second_factor(user: User) -> None:
    """Count a try before it is looked at. The owner hears of too many: whoever types them knows the password."""
    if is_one_too_many(SECOND_FACTORS_OF_AN_ACCOUNT, str(user.pk)):
        note_failure(of_request.request, "too many second factors", user.email)
        raise forms.ValidationError(
            _("Too many wrong codes. Wait %(minutes)s minutes.")
            % {"minutes": SECOND_FACTORS_OF_AN_ACCOUNT.seconds // 60},
            code="too_many_login_attempts",
        )


class CountedCode(forms.Form):
    """A code of an app or a recovery code: tries are counted, and no code of an app is taken twice."""

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
    """Saying again who it is."""


class SetUpAppForm(ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an app proves that it has the secret."""

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
    """Read what a browser says of a passkey; allauth and fido2 take what is shaped otherwise for an error of ours."""
    try:
        if isinstance(credential, dict):
            return read()
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        pass
    raise get_adapter().validation_error("incorrect_credential")


class CredentialField(forms.JSONField):
    """What a browser says of a passkey."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            # A number of thousands of digits, or lists in lists: Django expects neither.
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
    """Saying again who it is."""


class PasskeyAloneForm(ReadCredential, LoginWebAuthnForm):  # type: ignore[misc]
    """Signing in without a password."""
