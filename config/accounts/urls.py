"""Account pages, our own and allauth's, under /accounts/, each guarded by `config.accounts.guard`."""

from collections.abc import Iterable, Iterator

from allauth.account.urls import urlpatterns as of_accounts
from allauth.mfa.urls import urlpatterns as of_second_factors
from django.urls import URLPattern, URLResolver, include, path

from config.accounts.first_organizer import first_organizer
from config.accounts.guard import guarded
from config.accounts.reauthentication import confirm_by_mail
from config.accounts.second_factor import second_factors
from config.accounts.sessions import sessions
from tournaments.views.policies import confirmed

# These pages require reauthentication. Pages of second factors do so themselves.
CONFIRMED = {"account_email", "account_change_password", "account_set_password"}


def _guarded(theirs: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern | URLResolver]:
    for one in theirs:
        if isinstance(one, URLResolver):
            yield path(str(one.pattern), include(list(_guarded(one.url_patterns))))
        elif one.name not in OURS:
            view = confirmed(one.callback) if one.name in CONFIRMED else one.callback
            yield URLPattern(one.pattern, guarded(view), one.default_args, one.name)


OURS = {"mfa_index", "mfa_list_webauthn"}
urlpatterns = [
    path("first/", guarded(first_organizer), name="first_organizer"),
    path("sessions/", guarded(sessions), name="sessions"),
    path("reauthenticate/mail/", guarded(confirm_by_mail), name="confirm_by_mail"),
    path("2fa/", guarded(second_factors), name="mfa_index"),
    # allauth redirects here after a passkey was renamed or removed.
    path("2fa/webauthn/", guarded(second_factors), name="mfa_list_webauthn"),
    path("2fa/", include(list(_guarded(of_second_factors)))),
    *_guarded(of_accounts),
]
