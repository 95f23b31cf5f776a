"""Renaming teams, and removing empty ones."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import clean_name
from players.traces import retrace
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import refuse_stale, team_tag
from tournaments.actions.states import refuse_finished
from tournaments.models import Award, Team, TeamMove
from tournaments.models.people.events import TeamRemoved, TeamRenamed


@transaction.atomic
def rename_team(*, team: Team, name: str, seen: str, by: Actor) -> Team:
    """Rename a team, at any time.

    `seen` is the `team_tag` shown. Refuses the name of another team of the tournament. The same name changes nothing;
    the ledger has a trace of the name, never the name itself.
    """
    lock_tournament(team.tournament_id)
    team = (
        Team.objects.select_for_update(of=("self",), no_key=True).select_related("tournament").get(pk=team.pk)
    )
    refuse_stale(seen, team_tag(team))
    name = clean_name(name)
    if team.name == name:
        return team
    if Team.objects.filter(tournament=team.tournament_id, name=name).exists():
        message = _("Another team is called “%(name)s”. Please choose another name.") % {"name": name}
        raise NameTaken(message, fields={"name": [message]})
    team.name = name
    team.save(update_fields=["name"])
    record(
        TeamRenamed(team=team.pk, name=retrace("team", team.pk, name)),
        tournament_id=team.tournament_id,
        by=by,
    )
    return team


@transaction.atomic
def remove_team(*, team: Team, by: Actor) -> None:
    """Remove a team without players.

    Refused if it has or had players or penalties (even lifted ones), has moved to the next season, was awarded a
    title, or the tournament is finished. Idempotent.
    """
    tournament = lock_tournament(team.tournament_id)
    found = Team.objects.select_for_update(no_key=True).filter(pk=team.pk).first()
    if found is None:
        return
    refuse_finished(tournament)
    players = found.entries.count()
    if players:
        message = ngettext(
            "%(count)s player is in the team “%(name)s”. Please put them in another team first.",
            "%(count)s players are in the team “%(name)s”. Please put them in other teams first.",
            players,
        )
        raise StateRefuses(message % {"count": players, "name": found.name}, code="team_in_use")
    if found.former_players.exists():
        message = _("A player played for the team “%(name)s” earlier in the season; it stays on record.")
        raise StateRefuses(message % {"name": found.name}, code="team_in_use")
    if found.penalties.exists():
        message = _("The team “%(name)s” was penalized and stays on record.") % {"name": found.name}
        raise StateRefuses(message, code="team_penalized")
    if TeamMove.objects.filter(team=found).exists():
        message = _("The next season was opened with the team “%(name)s”; it stays on record.")
        raise StateRefuses(message % {"name": found.name}, code="team_in_use")
    if Award.objects.filter(team=found).exists():
        message = _("The team “%(name)s” was awarded a title of the season; it stays on record.")
        raise StateRefuses(message % {"name": found.name}, code="team_in_use")
    removed = TeamRemoved(team=found.pk)
    found.delete()
    record(removed, tournament_id=tournament.pk, by=by)
