"""How many games everybody is to play in a stage."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.game_quotas import TOO_MANY_GAMES, too_many_games
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.events import GameQuotaSet


@transaction.atomic
def set_game_quota(*, stage: Stage, by: Actor, least: int = 0, most: int = 0) -> GameQuota | None:
    """Let everybody play at least and at most so many games of the stage; 0 and 0: any number. Returns None then.

    Pages say from now on who needs more games, and whoever would play more than `most` is asked about before they
    come in. What was played stays as it is. Refused when the tournament is finished, and numbers that contradict
    each other. The same again changes nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    if not 0 <= least <= MOST_GAMES or not 0 <= most <= MOST_GAMES:
        words = _("A number of games is between 0 and %(most)s.") % {"most": MOST_GAMES}
        raise _refused(words, "least" if not 0 <= least <= MOST_GAMES else "most")
    if most and most < least:
        raise _refused(_("The most games are at least the fewest (0: no limit)."), "most")
    before = GameQuota.objects.filter(stage=stage).first()
    if (least, most) == ((before.least, before.most) if before is not None else (0, 0)):
        return before
    found: GameQuota | None = None
    if least or most:
        found, _is_new = GameQuota.objects.update_or_create(
            stage=stage, defaults={"least": least, "most": most}
        )
    else:
        GameQuota.objects.filter(stage=stage).delete()
    record(GameQuotaSet(stage=stage.pk, least=least, most=most), tournament_id=tournament.pk, by=by)
    return found


def refuse_too_many_games(
    stage: Stage, people: Mapping[int, Entry], field_name: str, *, but: int | None = None
) -> None:
    """Refuse, beside `field_name`, whoever has as many games of the stage already as its quota allows.

    `people` are the entries by id; the games of the round with the id `but` are left out.
    """
    for words in too_many_games(stage, people.values(), but=but):
        raise RulesRefuse(words, code=TOO_MANY_GAMES, fields={field_name: [words]})


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="game_quota", fields={field_name: [message]})
