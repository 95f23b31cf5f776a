"""The first organizer's page and allauth's under /accounts/, each guarded by `config.accounts.guard`."""

from allauth.account.urls import urlpatterns as theirs
from django.urls import URLPattern, path

from config.accounts.first_organizer import first_organizer
from config.accounts.guard import guarded

urlpatterns = [
    path("first/", guarded(first_organizer), name="first_organizer"),
    *(URLPattern(one.pattern, guarded(one.callback), one.default_args, one.name) for one in theirs),
]
