"""The rules at the desk: what an event changes over the edition, until its first game fixes them."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.rulebook.labels import say_difference
from scoring.rulebook.rulebook import differences, load
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.forms.house_rules import HouseRulesForm
from tournaments.forms.rules.rule_fields import name_of
from tournaments.forms.tie_breaks import TieBreaksForm
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.standings import tie_breaks_of
from tournaments.views.desk.odd_tables import odd_sizes
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome, do_form, say
from tournaments.views.rules.rulebook_wording import GROUPS, language, order_in_words
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every rule of the tournament, to be changed; after the first start only what was changed."""
    data = request.POST if request.method == "POST" else None
    form = _form(tournament, data)
    asking: list[dict[str, object]] = []
    status = 200
    if data is not None:
        status = 422
        if form.is_valid():
            by, asked = actor_of(request), form.cleaned_data
            outcome = do_form(
                request,
                by=by,
                action=lambda: {
                    "rules": change_house_rules(
                        tournament=tournament,
                        house_rules=form.changes(),
                        seen=asked["seen"],
                        by=by,
                        confirm=confirmed(request),
                    ).rulebook.hash()
                },
            )
            if outcome.is_done:
                say(request, outcome, _("The tournament is played by these rules."))
                return redirect("desk_rules", tournament.slug)
            status = outcome.status
            asking = questions(request, outcome, tournament.usual_format.rulebook_id, form.changes())
            if not asking:
                _put_refusal(form, outcome)
    return rules_page(request, tournament, form=form, asking=asking, status=status)


def rules_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: HouseRulesForm | None = None,
    tie_breaks_form: TieBreaksForm | None = None,
    asking: Sequence[Mapping[str, object]] = (),
    status: int = 200,
) -> HttpResponse:
    """The page with both its forms: as they were sent, or as they are in force."""
    book, edition = tournament.rulebook, load(tournament.usual_format.rulebook_id)
    form = form or _form(tournament, None)
    in_force = tie_breaks_of(tournament)
    context = {
        **frame(tournament, actor_of(request), "rules"),
        "form": form,
        "questions": asking,
        "tie_breaks_form": tie_breaks_form or TieBreaksForm(book, in_force),
        **order_in_words(tournament),
        "book": book,
        "edition": edition,
        "changes": [say_difference(one, language()) for one in differences(edition, book)],
        "odd_sizes": odd_sizes(tournament),
        "groups": [_group(form, key, title, prefixes) for key, title, prefixes in GROUPS],
        "is_fixed": tournament.status != Tournament.Status.PLANNED,
        "hash": book.hash(),
    }
    return render(request, "desk/rules.html", context, status=status)


def _form(tournament: Tournament, data: QueryDict | None) -> HouseRulesForm:
    usual = tournament.usual_format
    return HouseRulesForm(load(usual.rulebook_id), usual.house_rules, usual.rulebook.hash(), data)


def _group(form: HouseRulesForm, key: str, title: object, prefixes: tuple[str, ...]) -> dict[str, object]:
    fields = form.fields_of(prefixes)
    changed = sum(field.is_changed for field in fields)  # type: ignore[attr-defined]
    return {
        "key": key,
        "title": title,
        "fields": fields,
        "changed": changed,
        "is_open": bool(changed) or any(field.errors for field in fields),
    }


def _put_refusal(form: HouseRulesForm, outcome: Outcome) -> None:
    """Put a refusal beside the fields it names, else above the form."""
    named: list[str | None] = [name_of(path) for path in outcome.fields if name_of(path) in form.fields]
    for name in named or [None]:
        form.add_error(name, outcome.refusal)
