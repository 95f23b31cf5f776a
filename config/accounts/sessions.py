"""An account's sessions and API tokens; each can be ended, or all at once.

allauth.usersessions records new sign-ins. Older sessions are added at their next request, which also records the
hour of last use.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.models import User
from tournaments.actions.credentials.api_tokens import revoke_api_token
from tournaments.models import ApiToken
from tournaments.views.policies import confirmed, signed_in
from web.outages import passing_outage

Next = Callable[[HttpRequest], HttpResponse]
SEEN = "jantaku_seen"
AN_HOUR = 3_600


class SessionsEndMiddleware:
    """Extends sessions in use, up to a maximum age. Use is recorded once an hour, by requests that read it."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session:
            now = time.time()
            if not 0 <= now - session.get(SEEN, 0) < AN_HOUR:
                # Reading must work while the database cannot be written.
                with passing_outage("the use of a session is not noted"), transaction.atomic():
                    self._remember(request, now)
        return response

    def _remember(self, request: HttpRequest, now: float) -> None:
        if not request.user.is_authenticated or not request.session.session_key:
            return
        UserSession.objects.create_from_request(request)
        row = UserSession.objects.get(session_key=request.session.session_key)
        if timezone.now() - row.created_at > timedelta(days=settings.SESSION_MOST_DAYS):
            row.delete()
            request.session.flush()
            return
        request.session[SEEN] = now


@signed_in
@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """List sessions and tokens, and end them."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        return _end(request, user)
    own = UserSession.objects.purge_and_list(user)
    context: dict[str, Any] = {
        "sessions": sorted(own, key=lambda one: (not one.is_current(), -one.last_seen_at.timestamp())),
        "tokens": _tokens_of(user).select_related("tournament"),
        "has_new_password": "new-password" in request.GET,
    }
    return render(request, "access/sessions.html", context)


def _end(request: HttpRequest, user: User) -> HttpResponse:
    """End what the pressed button names; repeatable."""
    own = UserSession.objects.filter(user=user)
    if (one := request.POST.get("session", "")).isdecimal() and len(one) < 19:
        end_sessions(request, list(own.filter(pk=int(one))))
        messages.success(request, _("This session was signed out."))
    elif "other_sessions" in request.POST:
        end_other_sessions(request, user)
        messages.success(request, _("All other sessions were signed out."))
    elif "programs" in request.POST:
        _revoke(_tokens_of(user))
        messages.success(request, _("All programs were stopped."))
    elif "everything" in request.POST:
        end_other_sessions(request, user)
        _revoke(_tokens_of(user))
        messages.success(request, _("All other sessions were signed out and all programs stopped."))
    return redirect("sessions" if request.user.is_authenticated else "front")


def _tokens_of(user: User) -> Any:
    return ApiToken.objects.alive().filter(user=user).order_by("-created_at")


def _revoke(tokens: Any) -> None:
    for token in tokens:
        revoke_api_token(token=token)
