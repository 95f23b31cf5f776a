"""allauth's pages under /accounts/, each guarded by `config.accounts.guard`."""

from allauth.account.urls import urlpatterns as theirs
from django.urls import URLPattern

from config.accounts.guard import guarded

urlpatterns = [URLPattern(one.pattern, guarded(one.callback), one.default_args, one.name) for one in theirs]
