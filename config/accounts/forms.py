"""Signing up: a name to be known by, beside what allauth asks."""

from typing import Any

from allauth.account.forms import SignupForm
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from config.accounts.guard import remember_sign_up
from players.forms import DisplayNameField
from players.models import User


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
