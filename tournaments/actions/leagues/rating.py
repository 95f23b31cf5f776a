"""How a league rates its players across all its tournaments."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.models import League, RatedTournament, Rating, RatingRule
from tournaments.models.leagues.events import RatingSet
from tournaments.models.leagues.rating_rules import MOST_GAMES_FOR_A_RANK


@transaction.atomic
def set_rating(*, league: League, method: str | None, by: Actor, minimum_games: int = 0) -> RatingRule | None:
    """Rate the players of a league by this method, over everything played in it; None stops rating.

    Refuses an unknown method and numbers out of bounds. Repeating it changes nothing. The ratings are computed in the
    background, like standings.
    """
    lock_league(league.pk)
    _refuse_bad(method, minimum_games)
    # Waits for a rating run in progress.
    before = RatingRule.objects.select_for_update(no_key=True).filter(league=league).first()
    wanted = {"method": method, "minimum_games": minimum_games} if method else None
    if (before.stored() if before else None) == wanted:
        return before
    if before is not None and before.method != method:
        RatedTournament.objects.filter(tournament__season__league=league).delete()
    found: RatingRule | None = None
    if wanted is None:
        Rating.objects.filter(league=league).delete()
        RatingRule.objects.filter(league=league).delete()
    else:
        found, _is_new = RatingRule.objects.update_or_create(league=league, defaults=wanted)
    record_league(RatingSet(rule=wanted), league_id=league.pk, by=by)
    return found


def _refuse_bad(method: str | None, minimum_games: int) -> None:
    if method is not None and method not in RatingRule.Method.values:
        words = _("A rating must be one of: %(names)s.") % {"names": ", ".join(RatingRule.Method.values)}
        raise RulesRefuse(words, code="rating", fields={"method": [words]})
    if not 0 <= minimum_games <= MOST_GAMES_FOR_A_RANK:
        words = _("A number of games must be between 0 and %(most)s.") % {
            "most": f"{MOST_GAMES_FOR_A_RANK:,}"
        }
        raise RulesRefuse(words, code="rating", fields={"minimum_games": [words]})
