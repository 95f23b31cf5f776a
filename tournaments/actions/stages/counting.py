"""Which games of a stage count."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE
from tournaments.actions.states import refuse_finished
from tournaments.models import CountingRule, Publication, Stage
from tournaments.models.setup.counting import MOST_GAMES, MOST_UNITS
from tournaments.models.setup.events import CountingSet

OF_GAMES = ("selection", "number", "minimum_games", "maximum_games", "missing_game_penalty")
COLUMNS = (*OF_GAMES, "sitting_out_score", "absence_score")
ALL_COUNT = (CountingRule.Selection.ALL, 0, 0, 0, 0, 0, 0)


@transaction.atomic
def set_counting(
    *,
    stage: Stage,
    by: Actor,
    selection: str = CountingRule.Selection.ALL,
    number: int = 0,
    minimum_games: int = 0,
    maximum_games: int = 0,
    missing_game_penalty: int = 0,
    sitting_out_score: int = 0,
    absence_score: int = 0,
    confirm: Collection[str] = (),
) -> CountingRule | None:
    """Count these games of everybody from now on; published standings follow at once. Returns None where all count.

    Whoever has played fewer than `minimum_games` has no rank yet; or is ranked, and loses `missing_game_penalty`
    smallest units for each game missing, if that is more than 0. Of whoever has played more than `maximum_games`
    (0: no limit) the first ones are looked at. Rounds that are closed from now on give `sitting_out_score` units to
    whoever they leave without a seat, and `absence_score` to whoever is not there. Once results count it is asked
    first whether others shall (`RANKS_MAY_CHANGE`). Refused when the tournament is finished, and for a rule that is
    none. The same again changes nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    games = (str(selection), number, minimum_games, maximum_games, missing_game_penalty)
    wanted = (*games, sitting_out_score, absence_score)
    _refuse_bad(*games)
    _refuse_bad_scores(sitting_out_score=sitting_out_score, absence_score=absence_score)
    before = CountingRule.objects.filter(stage=stage).first()
    was = tuple(getattr(before, name) for name in COLUMNS) if before else ALL_COUNT
    if wanted == was:
        return before
    moves_ranks = games != was[: len(games)]
    if moves_ranks and Publication.objects.filter(stage=stage, games_counted__gt=0).exists():
        ask_first({RANKS_MAY_CHANGE: _("Results are in: ranks that are published may change.")}, confirm)
    terms: dict[str, Any] = dict(zip(COLUMNS, wanted, strict=True))
    found: CountingRule | None = None
    if wanted == ALL_COUNT:
        CountingRule.objects.filter(stage=stage).delete()
    else:
        found, _is_new = CountingRule.objects.update_or_create(stage=stage, defaults=terms)
    record(CountingSet(stage=stage.pk, **terms), tournament_id=tournament.pk, by=by)
    return found


def _refuse_bad(selection: str, number: int, minimum: int, maximum: int, penalty: int) -> None:
    if selection not in CountingRule.Selection.values:
        raise _refused(_("Games cannot be counted like that."), "selection")
    if not 0 <= minimum <= MOST_GAMES or not 0 <= maximum <= MOST_GAMES:
        words = _("A number of games is between 0 and %(most)s.") % {"most": MOST_GAMES}
        raise _refused(words, "minimum_games" if not 0 <= minimum <= MOST_GAMES else "maximum_games")
    if maximum and maximum < minimum:
        raise _refused(_("The most games are at least the fewest (0: no limit)."), "maximum_games")
    if not 0 <= penalty <= MOST_UNITS:
        raise _refused(_("A missing game costs 0 or more."), "missing_game_penalty")
    if penalty and not minimum:
        words = _("Please say how many games everybody plays, if each that is missing costs something.")
        raise _refused(words, "minimum_games")
    if (selection == CountingRule.Selection.ALL) != (number == 0) or not 0 <= number <= MOST_GAMES:
        raise _refused(_("Please say how many games, unless all count."), "number")


def _refuse_bad_scores(**scores: int) -> None:
    for name, score in scores.items():
        if abs(score) > MOST_UNITS:
            raise _refused(_("So many points are never deducted or given."), name)


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="counting", fields={field_name: [message]})
