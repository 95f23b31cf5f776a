"""Ledger events of a league: seasons with divisions and moves, rating, organizers."""

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Struct, UnsetType, field

from tournaments.models.events import (
    Columns,
    Digest,
    FreeText,
    LeagueEvent,
    Names,
    Payload,
    UserId,
    columns_in_words,
)
from tournaments.models.leagues.league import League
from tournaments.models.units import Unit


class LeagueFounded(LeagueEvent):
    kind = "founded"
    says = _("The league was created")

    slug: str
    name: Digest


class LeagueBaselineRecorded(LeagueEvent):
    """Written only by upgrades."""

    kind = "league_baseline"
    says = _("Items not recorded by earlier versions were recorded as they are now")

    slug: str
    # Former addresses, organizers, and season numbers by id.
    left: list[str]
    staff: list[int]
    seasons: dict[str, int]


class LeagueEdited(LeagueEvent):
    kind = "league_edited"
    says = _("The league was edited: %(changed)s")

    changed: list[str]
    slug: str | UnsetType = UNSET
    name: Digest | UnsetType = UNSET

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"changed": columns_in_words(League, payload.get("changed", ()))}


class LeagueRemoved(LeagueEvent):
    kind = "league_removed"
    says = _("The league was removed; it had no seasons")

    slug: str
    was: str


class LeagueTextRemoved(LeagueEvent):
    kind = "league_text_removed"
    says = _("A text of entry %(of)s was removed")

    # The entry's number, and the name of its text.
    of: int
    removed: list[str] = field(name="fields")


class LeaguePlayersMerged(LeagueEvent):
    kind = "league_players_merged"
    says = _("Two records of the same player were merged")

    player: int
    # The deleted record.
    merged: int
    # The seasons with moves of the player.
    seasons: list[int]


# The seasons


class _OfASeason(LeagueEvent, abstract=True):
    season: int
    ordinal: int


class SeasonOpened(_OfASeason):
    kind = "season_opened"
    says = _("Season %(ordinal)s was opened")

    name: Digest


class SeasonRenamed(_OfASeason):
    kind = "season_renamed"
    says = _("Season %(ordinal)s was renamed")

    name: Digest


class SeasonRemoved(_OfASeason):
    kind = "season_removed"
    says = _("Season %(ordinal)s was removed; it had no tournaments")


class DivisionOpened(_OfASeason):
    kind = "division_opened"
    says = _("Season %(ordinal)s got a division at level %(level)s")

    level: int
    name: str


class DivisionsSet(_OfASeason):
    kind = "divisions_set"
    says = _("The divisions of season %(ordinal)s were set: %(count)s")

    # Level, name and boundary.
    divisions: list[tuple[int, str, dict[str, Any]]]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("divisions", ()))}


class SeasonRankingSet(_OfASeason):
    kind = "season_ranking_set"
    says = _("What tournaments contribute to the ranking of season %(ordinal)s was set")

    rule: dict[str, Any] | None


class SeasonAwardsSet(_OfASeason):
    """Without a rule titles that were awarded are withdrawn."""

    kind = "season_awards_set"
    says = _("The titles of season %(ordinal)s were set: %(count)s")

    rule: dict[str, Any] | None

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len((payload.get("rule") or {}).get("titles", ()))}


class SeasonTitlesAwarded(_OfASeason):
    """Titles that were awarded before are replaced."""

    kind = "season_titles_awarded"
    says = _("The titles of season %(ordinal)s were awarded: %(count)s")

    # Level, title, entry, team, numerator, denominator, games.
    awards: list[tuple[int, str, int | None, int | None, int, int, int]]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("awards", ()))}


class RatingSet(LeagueEvent):
    kind = "rating_set"
    says = _("The rating method of the league was set")

    rule: dict[str, Any] | None


class LeagueBrandSet(LeagueEvent):
    """The digest is of the brand, the sponsors and the pictures; what they say is in no ledger."""

    kind = "league_brand_set"
    says = _("The brand of the league was changed; sponsors: %(sponsors)s")

    sponsors: int
    digest: Digest


class LeagueHostSet(LeagueEvent):
    kind = "league_host_set"
    says = _("The host name of the league was set: %(name)s")

    # Empty: it has none any more.
    host: str

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"name": payload.get("host") or "–"}


class RankingSeen(Struct):
    """The head of a tournament's ledger when its final ranking was read."""

    ledger: str
    seq: int
    hash: Digest


_OF_A_MOVE = (("season", "season"), ("next_season", "next"))


class SeasonConfirmed(LeagueEvent):
    kind = "season_confirmed"
    says = _("Season %(ordinal)s was opened from the one before: %(up)s promoted, %(down)s relegated")

    season: int
    next: int
    # Of the next season.
    ordinal: int
    up: int
    down: int
    rankings: list[RankingSeen] = field(name="from")
    # In the format of `move_line` and `team_move_line`.
    moves: Annotated[list[list[Any]], FreeText("Move", "player", "reason", place=7, of=_OF_A_MOVE)]
    teams: Annotated[list[list[Any]], FreeText("TeamMove", "team", "reason", place=5, of=_OF_A_MOVE)]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        unit = Unit.of(teams=bool(payload.get("teams")))
        return {
            way: unit.counted(payload[way]) for way in ("up", "down") if isinstance(payload.get(way), int)
        }


class SeasonRevoked(LeagueEvent):
    kind = "season_revoked"
    says = _("Season %(ordinal)s was revoked, with its moves and its tournaments; nothing was played there")

    season: int
    next: int
    ordinal: int
    tournaments: list[int]
    moves: int


# The staff


class OrganizerInvited(LeagueEvent):
    kind = "organizer_invited"
    says = _("A person was invited as an organizer")
    makes = Columns(
        "Invitation",
        "invitation",
        {"role": "role"},
        {"code_hash": "hash"},
        at="created_at",
        until="expires_at",
        by="invited_by",
    )

    invitation: int
    role: str
    days: int
    # Of the code.
    hash: Digest


class OrganizerInvitationAccepted(LeagueEvent):
    kind = "organizer_invitation_accepted"
    says = _("An invitation was accepted")
    changes = Columns("Invitation", "invitation", at="accepted_at", by="accepted_by")

    invitation: int


class OrganizerInvitationDeclined(LeagueEvent):
    kind = "organizer_invitation_declined"
    says = _("An invitation was declined")
    changes = Columns("Invitation", "invitation", at="declined_at")

    invitation: int


class OrganizerInvitationWithdrawn(LeagueEvent):
    kind = "organizer_invitation_withdrawn"
    says = _("An invitation was withdrawn")
    changes = Columns("Invitation", "invitation", at="withdrawn_at")

    invitation: int


class OrganizerAppointed(LeagueEvent):
    kind = "organizer_appointed"
    says = _("%(user)s became an organizer")

    user: UserId


class OrganizerDismissed(LeagueEvent):
    kind = "organizer_dismissed"
    says = _("%(user)s is no longer an organizer")

    user: UserId
