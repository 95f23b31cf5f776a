"""A final of the best, made in one step once the rounds before it are played."""

from collections.abc import Sequence
from typing import NamedTuple

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
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

# Finals are offered for this many tables.
TABLES = (1, 2, 4)


class Finals(NamedTuple):
    """Which finals a tournament may have: of how many players, or teams where it is played by them."""

    of_teams: bool
    sizes: Sequence[int]


def finals_of(tournament: Tournament) -> Finals:
    """Return the finals with full tables and with fewer players, or teams, than now. Two queries."""
    of_teams = Tournament.objects.filter(is_played_by_teams(), pk=tournament.pk).exists()
    if of_teams:
        now = tournament.teams.count()
    else:
        now = Entry.objects.active().filter(tournament=tournament, is_substitute=False).count()
    size = tournament.usual_format.players
    return Finals(of_teams, [size * tables for tables in TABLES if size * tables < now])


@transaction.atomic
def make_final(*, tournament: Tournament, size: int, carries: str, by: Actor) -> Stage:
    """Add a stage for the first players, or teams, of the last stage; they start with what `carries` says.

    A half is rounded as in the presets. Refused for a size that `finals_of` does not name, and in a finished
    tournament. Who plays is confirmed afterwards.
    """
    tournament = lock_tournament(tournament.pk)
    finals = finals_of(tournament)
    if size not in finals.sizes:
        message = _("A final has full tables, and leaves some players behind.")
        raise RulesRefuse(message, code="size_of_a_final", fields={"size": [message]})
    source = tournament.stages.order_by("ordinal").last()
    assert source is not None
    name = pgettext("stage", "Final")
    final = ReadyStage(
        name,
        (GoesOn(0, lambda _size: size),),
        of_teams=finals.of_teams,
        carries=Qualification.Carries(carries),
    )
    stage = add_stage(tournament=tournament, name=name, by=by)
    terms = final.terms(tournament.rulebook.units_per_point, tournament.usual_format.players, [source])
    set_qualification(stage=stage, terms=terms, seen=qualification_tag(None), by=by)
    return stage
