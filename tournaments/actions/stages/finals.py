"""A final of the best, made in one step once the rounds before it are played."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.presets import GoesOn, ReadyStage
from tournaments.actions.stages.qualification import set_qualification
from tournaments.models import Entry, Qualification, Stage, Tournament

# Finals are offered for this many tables.
TABLES = (1, 2, 4)


def sizes_of_a_final(tournament: Tournament) -> Sequence[int]:
    """Return how many players a final may have: full tables, and fewer players than now. None where teams play."""
    if tournament.teams.exists():
        return ()
    size = tournament.usual_format.players
    players = Entry.objects.active().filter(tournament=tournament, is_substitute=False).count()
    return [size * tables for tables in TABLES if size * tables < players]


@transaction.atomic
def make_final(*, tournament: Tournament, players: int, carries: str, by: Actor) -> Stage:
    """Add a stage for the first `players` of the last stage; they start with what `carries` says.

    A half is rounded as in the presets. Refused for a size that `sizes_of_a_final` does not name, and in a finished
    tournament. Who plays is confirmed afterwards.
    """
    tournament = lock_tournament(tournament.pk)
    if players not in sizes_of_a_final(tournament):
        message = _("A final has full tables, and fewer players than the tournament.")
        raise RulesRefuse(message, code="size_of_a_final", fields={"players": [message]})
    source = tournament.stages.order_by("ordinal").last()
    assert source is not None
    name = pgettext("stage", "Final")
    final = ReadyStage(name, (GoesOn(0, lambda _size: players),), carries=Qualification.Carries(carries))
    stage = add_stage(tournament=tournament, name=name, by=by)
    terms = final.terms(tournament.rulebook.units_per_point, tournament.usual_format.players, [source])
    set_qualification(stage=stage, terms=terms, seen=qualification_tag(None), by=by)
    return stage
