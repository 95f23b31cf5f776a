from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import Stage
from tournaments.models.setup.events import FreePlaySet


@transaction.atomic
def set_free_play(*, stage: Stage, is_on: bool, by: Actor) -> Stage:
    """Set whether players may open tables of a stage themselves.

    Rounds can be drawn either way, and games played are kept. Refuses a finished tournament. Repeating it changes
    nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    stage = Stage.objects.get(pk=stage.pk)
    if stage.is_free_play == is_on:
        return stage
    stage.kind = Stage.Kind.FREE_PLAY if is_on else Stage.Kind.ROUNDS
    stage.save(update_fields=["kind"])
    record(FreePlaySet(stage=stage.pk, is_on=is_on), tournament_id=tournament.pk, by=by)
    return stage
