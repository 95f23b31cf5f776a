"""Ledger events of teams: captains, upcoming line-ups, members, and what counts."""

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from tournaments.models.events import (
    Digest,
    EntryId,
    Event,
    Explains,
    Names,
    Payload,
    StageId,
    TeamId,
    Touches,
)
from tournaments.models.people.events import LineUpQuotaState
from tournaments.models.teams.counting import TeamCountingRule, say_team_counting
from tournaments.models.teams.quotas import GameQuota, say_quota


class TeamChanged(Event):
    kind = "team_changed"
    says = _("%(entry)s plays for %(new_team)s, %(since)s")
    touches = Touches.ENTRY
    moves_standings = True

    entry: EntryId
    team: TeamId | None
    # The first round and its stage; both null from the beginning.
    stage: StageId | None
    number: int | None

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        team = payload.get("team")
        since = _now("from the beginning")
        if payload.get("number") is not None:
            stage = names.name("stage", payload.get("stage"))
            since = _now("from Round %(number)s of “%(stage)s” on") % {
                "number": payload["number"],
                "stage": stage,
            }
        return {
            "new_team": names.name("team", team) if team else pgettext("in place of a name", "no team"),
            "since": since,
        }


class CaptainNamed(Event):
    kind = "captain_named"
    on_stream = None
    says = _("%(entry)s became the captain of the team %(team)s")

    entry: EntryId
    team: TeamId


class CaptainRemoved(Event):
    kind = "captain_removed"
    on_stream = None
    says = _("The team %(team)s no longer has a captain")

    team: TeamId


class TeamLookSet(Event):
    """A mark is what a person typed: of it there is a trace."""

    kind = "team_look_set"
    says = _("The colour and the mark of the team %(team)s were set: %(look)s")
    # Pages of standings show them.
    moves_standings = True

    team: TeamId
    colour: str
    mark: Digest

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"look": payload.get("colour") or pgettext("colour of a team", "one of the usual colours")}


class TeamCountingSet(Event):
    kind = "team_counting_set"
    says = _("Team scoring in the stage “%(stage)s” was set: %(of_teams)s")
    moves_standings = True
    explains = Explains(TeamCountingRule, about=_("team scoring in stage %(id)s"))

    stage: StageId
    best_of_a_round: int
    games_of_a_player: int
    best_games: int
    match_points: list[int]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        rule = TeamCountingRule(
            **{
                name: payload.get(name) or 0
                for name in ("best_of_a_round", "games_of_a_player", "best_games")
            },
            match_points=payload.get("match_points") or [],
        )
        return {"of_teams": say_team_counting(rule) or _now("all games of their players")}


class GameQuotaSet(Event):
    kind = "game_quota_set"
    on_stream = None
    says = _("The game quota of the stage “%(stage)s” was set: %(quota)s")
    explains = Explains(GameQuota, about=_("the game quota of stage %(id)s"))

    stage: StageId
    least: int
    most: int

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"quota": say_quota(payload.get("least") or 0, payload.get("most") or 0)}


class LineUpQuotasSet(Event):
    kind = "line_up_quotas_set"
    on_stream = None
    says = _("A quota of line-ups was set")

    line_up_quotas: list[LineUpQuotaState]
