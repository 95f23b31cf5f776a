"""Version tags for editable things: concurrent edits do not overwrite each other."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Model
from django.utils.translation import gettext as _

from players.actions import aliases_of, licences_of
from players.models import Player
from tournaments.actions.errors import StaleVersion
from tournaments.models import (
    Brand,
    Division,
    Entry,
    League,
    LineUpQuota,
    Qualification,
    Season,
    Sponsor,
    Stage,
    Team,
    TeamLook,
    Tournament,
)
from tournaments.models.about.brands import BRAND, SPONSOR, Owner, owned_by
from tournaments.models.digests import sha256
from tournaments.models.events import Event, sealing_events
from tournaments.models.ledger import canonical
from tournaments.standings.qualifying import Proposal


def tournament_tag(tournament: Tournament) -> str:
    values = (getattr(tournament, name) for name in Tournament.EDITABLE)
    return _tag(*(value.isoformat() if isinstance(value, date) else value for value in values))


def league_tag(league: League) -> str:
    return _tag(*(getattr(league, name) for name in League.EDITABLE))


def season_tag(season: Season) -> str:
    return _tag(season.name)


def divisions_tag(divisions: Sequence[Division]) -> str:
    return _tag(*([one.level, one.name, one.boundary] for one in divisions))


def stage_tag(stage: Stage) -> str:
    return _tag(stage.name)


def qualification_tag(qualification: Qualification | None) -> str:
    """Return the version of the terms on which players qualify for a stage, also if there are none."""
    if qualification is None:
        return _tag(None)
    rules = qualification.rules.order_by("ordinal").values_list("source_id", "among", "first", "last")
    return _tag(
        qualification.of_teams,
        qualification.carries,
        qualification.numerator,
        qualification.denominator,
        qualification.quantum,
        qualification.rounding,
        qualification.by_rank,
        qualification.forgives_penalties,
        qualification.carries_head_to_head,
        qualification.carries_points,
        [list(rule) for rule in rules],
    )


def proposal_tag(proposal: Proposal) -> str:
    return _tag([[one.key, one.source] for one in proposal.candidates])


def team_tag(team: Team) -> str:
    return _tag(team.name)


def team_look_tag(look: TeamLook | None) -> str:
    return _tag(look and look.colour, look and look.mark)


def line_up_quota_tag(quota: LineUpQuota) -> str:
    return _tag(quota.name, quota.least, sorted(quota.members.values_list("entry", flat=True)))


def entry_tag(entry: Entry) -> str:
    return _tag(entry.number, entry.team_id, entry.is_substitute)


def player_tag(player: Player) -> str:
    of_person = (player.name, player.reading, player.country, player.club_id)
    return _tag(*of_person, licences_of(player), aliases_of(player))


def said_tag(event: type[Event], rows: Sequence[Model]) -> str:
    """Return the version of one kind of what organizers say about their event."""
    return _tag(event.kind, sealing_events()[event].content(rows))


def brand_tag(owner: Owner) -> str:
    """The version of a brand with its sponsors, of a tournament, a league or the site."""
    whose = owned_by(owner)
    brands = Brand.objects.filter(**whose).values_list(*BRAND)
    sponsors = Sponsor.objects.filter(**whose).order_by("ordinal", "pk").values_list(*SPONSOR)
    return _tag([list(row) for row in brands], [list(row) for row in sponsors])


def refuse_stale(seen: str, now: str) -> None:
    """Raise StaleVersion if the version seen is not the current one."""
    if seen != now:
        raise changed_meanwhile()


def changed_meanwhile() -> StaleVersion:
    return StaleVersion(
        _(
            "Someone else has changed this in the meantime. Please check it as it is now, then change "
            "it again."
        )
    )


def _tag(*values: object) -> str:
    return "e" + sha256(canonical(list(values)))[:16]
