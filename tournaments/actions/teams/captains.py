from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import Captain, Entry, Team
from tournaments.models.teams.events import CaptainNamed, CaptainRemoved


@transaction.atomic
def name_captain(*, team: Team, entry: Entry, by: Actor) -> Captain:
    """Make one of the team's players its captain, replacing the current one.

    Refuses players outside the team, withdrawn players, and a finished tournament. Repeating it changes nothing. A
    captain who withdraws later stays captain until another is named.
    """
    tournament = lock_tournament(team.tournament_id)
    refuse_finished(tournament)
    team = Team.objects.select_related("tournament", "captain").get(pk=team.pk)
    before: Captain | None = getattr(team, "captain", None)
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    if before is not None and before.entry_id == entry.pk:
        return before
    if entry.team_id != team.pk:
        message = _("%(player)s is not a player of the team “%(team)s”.")
        words = message % {"player": entry.player, "team": team.name}
        raise RulesRefuse(words, code="not_of_the_team", fields={"entry": [words]})
    if entry.status != Entry.Status.ACTIVE:
        raise StateRefuses(_("%(player)s has withdrawn.") % {"player": entry.player}, code="withdrawn")
    captain, _is_new = Captain.objects.update_or_create(team=team, defaults={"entry": entry})
    captain.team = team
    record(CaptainNamed(team=team.pk, entry=entry.pk), tournament_id=tournament.pk, by=by)
    return captain


@transaction.atomic
def remove_captain(*, team: Team, by: Actor) -> None:
    """Leave the team without a captain. Idempotent; refused once the tournament is finished."""
    tournament = lock_tournament(team.tournament_id)
    refuse_finished(tournament)
    gone, _rows = Captain.objects.filter(team=team).delete()
    if gone:
        record(CaptainRemoved(team=team.pk), tournament_id=tournament.pk, by=by)
