"""The status page for superusers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from config.health.figures import figures
from config.health.troubles import in_words, troubles
from tournaments.permissions import runs_the_house
from tournaments.views.policies import account_required


@require_safe
@account_required(runs_the_house)
def wellbeing(request: HttpRequest) -> HttpResponse:
    """Show problems, what to do about them, and the figures."""
    found = figures()
    ages = {name: _ago(getattr(found, name)) for name in ("backup_age", "verified_age", "worker_silent")}
    return render(request, "account/wellbeing.html", {"wrong": troubles(found), "figures": found, **ages})


def _ago(seconds: float | None) -> str:
    return "" if seconds is None else pgettext("time", "%(time)s ago") % {"time": in_words(seconds)}
