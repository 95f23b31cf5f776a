"""A person's own pages: their tournaments, a new one, their API tokens."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actions import rename_account
from players.forms import NameForm
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import editions, load, needs
from tournaments.actions.actor import Actor
from tournaments.actions.people.api_tokens import create_api_token, revoke_api_token, secret_for
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.forms.rules.rule_fields import name_of
from tournaments.forms.setup import TokenForm, TournamentForm
from tournaments.models import ApiToken, Season, Tournament
from tournaments.permissions import can_create_leagues, can_use_tokens_of
from tournaments.views.policies import signed_in
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import do_form, say, sent_key
from tournaments.visitors import actor_of


@signed_in
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """What this person runs, and their account."""
    staff = request.user.staff_of.select_related("tournament__season__league").order_by(  # type: ignore[union-attr]
        "tournament__status", "-tournament__starts_on", "tournament__name"
    )
    order = {"running": 0, "planned": 1, "finished": 2}
    context = {
        "staff": sorted(staff, key=lambda one: order[one.tournament.status]),
        "form": NameForm(initial={"name": request.user.name}),  # type: ignore[union-attr]
    }
    return render(request, "account/me.html", context)


@signed_in
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """Set the name by which others know this person."""
    by, form = actor_of(request), NameForm(request.POST)
    assert by.user is not None
    if form.is_valid():
        rename_account(user=by.user, name=form.cleaned_data["name"])
        messages.success(request, _("Your name is changed."))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["name"]))
    return redirect("me")


@signed_in
@require_safe
def choose_rulebook(request: HttpRequest) -> HttpResponse:
    """First step of a new tournament: the rulebook."""
    books = [load(edition) for edition in editions()]
    return render(
        request,
        "account/choose_rulebook.html",
        {"books": [(book, needs(book, hands=False)) for book in books]},
    )


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest, rulebook_id: str) -> HttpResponse:
    """Second step: the frame, and what the rulebook leaves open."""
    try:
        rulebook = load(rulebook_id)
    except RulebookError as error:
        raise Http404 from error
    by = actor_of(request)
    seasons = list(Season.objects.select_related("league")) if can_create_leagues(by) else []
    form = TournamentForm(rulebook, seasons, request.POST if request.method == "POST" else None)
    asking: list[dict[str, object]] = []
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            asked = form.cleaned_data
            outcome = do_form(
                request,
                by=by,
                action=lambda: {
                    "slug": create_tournament(
                        slug=asked["slug"],
                        name=asked["name"],
                        rulebook_id=rulebook_id,
                        house_rules=form.house_rules(),
                        season=asked.get("season"),
                        division=asked.get("division") or "",
                        venue=asked["venue"],
                        starts_on=asked["starts_on"],
                        ends_on=asked["ends_on"],
                        time_zone=asked["time_zone"],
                        visibility=asked["visibility"],
                        confirmation_rule=asked["confirmation_rule"],
                        confirmations_needed=asked["confirmations_needed"],
                        tie_breaks=asked["tie_breaks"],
                        confirm=confirmed(request),
                        first_stage=asked["first_stage"],
                        by=by,
                    ).slug
                },
            )
            if outcome.is_done:
                say(request, outcome, _("The tournament is set up. Now register the players."))
                return redirect("desk_entries", str(outcome.body["slug"]))
            status = outcome.status
            asking = questions(request, outcome, rulebook_id, form.house_rules())
            if not asking:
                _put_errors(form, outcome.refusal, outcome.fields)
    return render(
        request,
        "account/new_tournament.html",
        {"form": form, "book": rulebook, "questions": asking},
        status=status,
    )


def _put_errors(form: TournamentForm, refusal: str, fields: object) -> None:
    """Put a refusal beside the field it names, else above the form."""
    named = [name for name in fields if name in form.fields]  # type: ignore[attr-defined]
    named += [name_of(path) for path in fields if name_of(path) in form.fields]  # type: ignore[attr-defined]
    for name in named or [None]:
        form.add_error(name, refusal)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """A person's API tokens. A new one's secret is on the answer's page alone, and on that of a repeat."""
    by = actor_of(request)
    assert by.user is not None
    mine = Tournament.objects.filter(staff__user=by.user).order_by("name")
    form = TokenForm(mine, request.POST if request.method == "POST" else None)
    secret, status = "", 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            status, secret = _make_token(request, by, form)
            form = TokenForm(mine) if secret else form
    listed = ApiToken.objects.filter(user=by.user).select_related("tournament").order_by("-created_at")
    alive = set(listed.alive().values_list("pk", flat=True))
    return render(
        request,
        "account/api_tokens.html",
        {"form": form, "secret": secret, "tokens": listed, "alive": alive},
        status=status,
    )


def _make_token(request: HttpRequest, by: Actor, form: TokenForm) -> tuple[int, str]:
    """Return the status and the new token's secret, which is worked out again for a repeat; "" when refused."""
    asked, key = form.cleaned_data, sent_key(request)

    def once() -> dict[str, object]:
        token, _secret = create_api_token(
            name=asked["name"],
            scope=asked["scope"],
            days=asked["days"],
            tournament=asked["tournament"],
            by=by,
            key=key,
        )
        return {"token": token.pk}

    outcome = do_form(request, by=by, action=once)
    if not outcome.is_done:
        form.add_error(None, outcome.refusal)
        return outcome.status, ""
    return 200, secret_for(cast("int", outcome.body["token"]), by=by, key=key)


@signed_in
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own tokens."""
    by = actor_of(request)
    token = ApiToken.objects.filter(pk=pk).select_related("user").first()
    if token is None or not can_use_tokens_of(by, token.user):
        raise Http404

    def once() -> None:
        revoke_api_token(token=token)

    say(request, do_form(request, by=by, action=once), _("The token is revoked."))
    return redirect("tokens")
