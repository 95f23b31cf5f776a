"""The colour and the mark of a team."""

from django.core.exceptions import ValidationError
from django.db import transaction

from players.traces import retrace
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import refuse_stale, team_look_tag
from tournaments.models import Team, TeamLook
from tournaments.models.teams.events import TeamLookSet
from web.colours import read_colour
from web.text.typed_texts import as_typed


@transaction.atomic
def set_team_look(*, team: Team, colour: str, mark: str, seen: str, by: Actor) -> TeamLook | None:
    """Choose a team's colour (#rrggbb) and its mark; what is empty is as usual. May be done at any time.

    `seen` is the `team_look_tag` of what was shown. Any colour will do: pages show the nearest step that can be told
    from their ground. Refused: what is no colour, and a mark of more than two characters. The same again changes
    nothing.
    """
    lock_tournament(team.tournament_id)
    before = TeamLook.objects.filter(team=team).first()
    refuse_stale(seen, team_look_tag(before))
    try:
        row = TeamLook(team=team, colour=read_colour(colour), mark=as_typed(mark))
        row.clean_fields(exclude=["team"])
    except ValidationError as error:
        name, messages = next(iter(_by_field(error).items()))
        raise RulesRefuse(messages[0], code="team_look_refused", fields={name: messages[:1]}) from error
    if (row.colour, row.mark) == ((before.colour, before.mark) if before else ("", "")):
        return before
    if row.colour or row.mark:
        TeamLook.objects.update_or_create(team=team, defaults={"colour": row.colour, "mark": row.mark})
    else:
        TeamLook.objects.filter(team=team).delete()
    digest = retrace("team_mark", team.pk, row.mark)
    record(TeamLookSet(team=team.pk, colour=row.colour, mark=digest), tournament_id=team.tournament_id, by=by)
    return row if row.colour or row.mark else None


def _by_field(error: ValidationError) -> dict[str, list[str]]:
    return error.message_dict if hasattr(error, "error_dict") else {"colour": error.messages}
