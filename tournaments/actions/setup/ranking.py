"""Who is ranked: how substitutes' games count, and how withdrawn players rank."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulebook.fields import MAX_UMA
from scoring.rulebook.provenance import provenance
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import in_another_division
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, Publication, Stage, Tournament
from tournaments.models.setup.events import RankingSet

Substitutes = Tournament.Substitutes
# Asked first; see `ask_first`.
RANKS_MAY_CHANGE = "ranks_may_change"
COLUMNS = ("substitutes", "substitute_score", "withdrawn")


@transaction.atomic
def set_ranking(
    *,
    tournament: Tournament,
    substitutes: str,
    withdrawn: str,
    by: Actor,
    substitute_score: int | None = None,
    confirm: Collection[str] = (),
) -> Tournament:
    """Set the ranking rules; published standings follow at once.

    `substitute_score` is what each game is worth to a substitute, in whole result points (as uma is); defaults to the
    rulebook. Asks first once results count (`RANKS_MAY_CHANGE`), and if substitutes who become ranked play in another
    division of the season (`IN_ANOTHER_DIVISION`). Refuses a finished tournament, and a fixed score without a number.
    Repeating it changes nothing.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    score = checked_score(tournament.usual_format.rulebook_id, substitutes, substitute_score)
    wanted = (substitutes, score, withdrawn)
    if wanted == tuple(getattr(tournament, name) for name in COLUMNS):
        return tournament
    questions = _substitutes_in_another_division(tournament) if substitutes == Substitutes.RANKED else {}
    if Publication.objects.filter(stage__tournament=tournament, games_counted__gt=0).exists():
        questions[RANKS_MAY_CHANGE] = _("Results have been entered: published ranks may change.")
    ask_first(questions, confirm)
    tournament.substitutes, tournament.substitute_score, tournament.withdrawn = wanted
    tournament.save(update_fields=COLUMNS)
    record(
        RankingSet(substitutes=substitutes, substitute_score=score, withdrawn=withdrawn),
        tournament_id=tournament.pk,
        by=by,
    )
    return tournament


def ask_if_ranks_may_change(stage: Stage, confirm: Collection[str]) -> None:
    """Ask for confirmation once results count in a stage."""
    if Publication.objects.filter(stage=stage, games_counted__gt=0).exists():
        ask_first({RANKS_MAY_CHANGE: _("Results have been entered: published ranks may change.")}, confirm)


def _substitutes_in_another_division(tournament: Tournament) -> dict[str, str]:
    """Return the question about substitutes who would become ranked. At most two queries."""
    if tournament.season_id is None or tournament.substitutes == Substitutes.RANKED:
        return {}
    entries = tournament.entries.filter(status=Entry.Status.ACTIVE, is_substitute=True)
    people = entries.select_related("player").order_by("number")
    return in_another_division(tournament, [entry.player for entry in people])


def checked_score(rulebook_id: str, substitutes: str, score: int | None) -> int | None:
    """Return the fixed score to store: the given one, else the rulebook's, else None.

    Refuses a score without its setting, the setting without a score, and an absurdly large score.
    """
    is_fixed = substitutes == Substitutes.FIXED_SCORE
    if is_fixed and score is None:
        score = rulebook_score(rulebook_id)
    if is_fixed != (score is not None):
        raise _refused(
            _("This rulebook has no fixed score for substitutes. Please enter one, such as -30.")
            if is_fixed
            else _("A fixed score can be set only if substitutes get a fixed score.")
        )
    if score is not None and abs(score) > MAX_UMA:
        raise _refused(_("The fixed score must be between -10,000 and 10,000 points."))
    return score


def rulebook_score(rulebook_id: str) -> int | None:
    """Return what a game is worth to a substitute by this rulebook, in whole result points; None if it does
    not say.
    """
    found = provenance(rulebook_id).substitute
    return found.result if found is not None else None


def _refused(message: str) -> RulesRefuse:
    return RulesRefuse(message, code="substitute_score", fields={"substitute_score": [message]})
