"""By which rules a tournament plays, and the hand calculator by them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rules.views.calculator import calculator_page
from rules.views.rulebook_wording import can_calculate, groups
from rules.views.rulebooks import score_tables_of
from scoring.rulebook.labels import say_difference
from scoring.rulebook.rulebook import differences, load
from scoring.standing.shown_totals import show_alone
from scoring.text.tie_breaks import say_tie_breaks
from tournaments.models import Tournament
from tournaments.standings import origin_of_tie_breaks, tie_breaks_of
from tournaments.standings.rescoring import comparable_rulebooks
from tournaments.standings.who_is_ranked import fixed_score
from tournaments.views.policies import changed_by_ledger, visible
from web.text.figures import with_minus
from web.visitor_language import language

Substitutes, Withdrawn = Tournament.Substitutes, Tournament.Withdrawn


@visible
@changed_by_ledger
@require_safe
def tournament_rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """By which rules a tournament plays: the edition, and in words what it changes."""
    book = tournament.rulebook
    edition = load(tournament.usual_format.rulebook_id)
    changed = differences(edition, book)
    odd = [(other.players, other.rulebook) for other in tournament.other_formats]
    return render(
        request,
        "public/rules/rules.html",
        {
            "tournament": tournament,
            "book": book,
            "edition": edition,
            "changes": [say_difference(one, language()) for one in changed],
            # The order of the standings is the tournament's own, and stands above.
            "groups": [group for group in groups(book) if group.key != "standing"],
            "odd": [
                {
                    "players": players,
                    "book": one,
                    "changes": [
                        say_difference(d, language()) for d in differences(load(one.identity.id), one)
                    ],
                    "hash": one.hash(),
                }
                for players, one in odd
            ],
            **order_in_words(tournament),
            "is_fixed": tournament.usual_format.is_pinned,
            "hash": book.hash(),
            "can_be_rescored": bool(comparable_rulebooks(book)),
            **score_tables_of(book),
        },
    )


@visible
@changed_by_ledger
@require_safe
def tournament_calculator(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The hand calculator by the rules a tournament plays by, house rules and all."""
    book = tournament.rulebook
    if not can_calculate(book):
        raise Http404
    return calculator_page(request, book, {"tournament": tournament, "books": [], "is_fixed": True})


def order_in_words(tournament: Tournament) -> dict[str, str]:
    """How this tournament orders equal totals, and who says so."""
    origins = {
        "rulebook": _("As in the rulebook."),
        "default": _("The rulebook does not say; this is the default."),
        "organizer": _("Chosen by the organizer."),
    }
    return {
        "order": say_tie_breaks(tie_breaks_of(tournament), tournament.rulebook, language()),
        "order_from": str(origins[origin_of_tie_breaks(tournament)]),
        "ranking": ranking_in_words(tournament),
    }


def ranking_in_words(tournament: Tournament) -> str:
    """Who is ranked: what the games of substitutes count for, and where players stand who have withdrawn."""
    substitutes = {
        Substitutes.OWN_SCORE: _("Substitutes play outside the ranking, with their own score."),
        Substitutes.FIXED_SCORE: _("Substitutes play outside the ranking and get %(score)s for each game."),
        Substitutes.FOR_ABSENT: _("A substitute’s games count for the player they replace."),
        Substitutes.RANKED: _("Substitutes are ranked like all other players."),
    }[Substitutes(tournament.substitutes)]
    withdrawn = {
        Withdrawn.RANKED: _("Withdrawn players are ranked by their total so far."),
        Withdrawn.BELOW: _("Withdrawn players are listed below all others, without a rank."),
        Withdrawn.ANNULLED: _("Results of withdrawn players are annulled. Their opponents keep theirs."),
    }[Withdrawn(tournament.withdrawn)]
    units = tournament.rulebook.units_per_point
    score = with_minus(show_alone(fixed_score(tournament) or 0, units))
    return f"{substitutes % {'score': score}} {withdrawn}"
