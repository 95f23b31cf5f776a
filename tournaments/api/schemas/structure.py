"""Leagues, tournaments, stages, staff, ledger, tokens."""

from collections.abc import Sequence
from typing import TypedDict

from players.models import User
from scoring.text.tie_breaks import say_tie_breaks
from tournaments.actions.actor import Actor
from tournaments.actions.seen_versions import league_tag, season_tag, stage_tag, tournament_tag
from tournaments.models import (
    ApiToken,
    League,
    LeagueStaff,
    LedgerHead,
    Season,
    Seat,
    Staff,
    Stage,
    TableFormat,
    Tournament,
)
from tournaments.models.chain import ChainEntry, ChainHead
from tournaments.models.texts.reading import Texts
from tournaments.standings import origin_of_tie_breaks, tie_breaks_of
from web.api.moments import Day, Moment, day_or_none, moment, moment_or_none


class SeasonShape(TypedDict):
    id: int
    name: str
    ordinal: int


class SeasonPageShape(SeasonShape):
    """`tag` names the version of what can be edited, for If-Match."""

    league: str
    tag: str


class LeagueShape(TypedDict):
    slug: str
    name: str
    about: str


class LeaguePageShape(LeagueShape):
    """`tag` names the version of what can be edited, for If-Match."""

    seasons: list[SeasonShape]
    tag: str


class StageShape(TypedDict):
    id: int
    tournament: str
    ordinal: int
    name: str
    kind: str
    tag: str


class TournamentShape(TypedDict):
    slug: str
    name: str
    league: str | None
    season: int | None
    division: str
    level: int
    venue: str
    starts_on: Day | None
    ends_on: Day | None
    time_zone: str
    visibility: str
    status: str


class LedgerHeadShape(TypedDict):
    """Where the ledger ends. Whoever noted it can see later whether the ledger was rewritten."""

    ledger: str
    seq: int
    hash: str


class OddTablesShape(TypedDict):
    """Tables of another size than `players_per_table`, and the rulebook they are settled by."""

    players: int
    rulebook: str
    rulebook_hash: str
    house_rules: dict[str, object]
    is_pinned: bool


class TournamentPageShape(TournamentShape):
    """A tournament with its rules. Totals are in units; `units_per_point` of them make one shown point. `tag` names
    the version of what can be edited, for If-Match.

    `tie_breaks` are the criteria by which standings are ordered, the most important first; `tie_breaks_from` says
    whether they are the rulebook's (`rulebook`), those of Jantaku where the rulebook says nothing (`default`) or the
    organizer's (`organizer`). `substitutes` says what their games count for, with `substitute_score` in whole points
    of the result; `withdrawn` where players stand who have withdrawn.
    """

    confirmation_rule: str
    confirmations_needed: int | None
    paper_counts: str
    live_delay: int | None
    photo_days: int | None
    rulebook: str
    rulebook_hash: str
    house_rules: dict[str, object]
    tie_breaks: list[str]
    tie_breaks_from: str
    tie_breaks_en: str
    tie_breaks_ja: str
    substitutes: str
    substitute_score: int | None
    withdrawn: str
    units_per_point: int
    players_per_table: int
    odd_tables: list[OddTablesShape]
    stages: list[StageShape]
    head: LedgerHeadShape
    tag: str


class StaffShape(TypedDict):
    id: int
    user: int
    name: str
    role: str


class LeagueStaffShape(TypedDict):
    id: int
    user: int
    name: str


class LedgerTextShape(TypedDict):
    """A text that a person typed: the entry holds the SHA-256 of `salt`, a line feed and `text`. Null: removed."""

    name: str
    text: str | None
    salt: str | None


class LedgerEntryShape(TypedDict):
    """One action. Names are never in it, only ids. `payload` is the very text that was hashed; null where an entry of
    an earlier version holds a text that is not for everybody, or was removed.
    """

    seq: int
    kind: str
    payload: str | None
    texts: list[LedgerTextShape]
    actor: str
    recorded_at: Moment
    prev: str
    hash: str


class LedgerShape(TypedDict):
    """A part of the ledger; `next_after` continues it."""

    ledger: str
    head: LedgerHeadShape
    entries: list[LedgerEntryShape]
    next_after: int | None


class TokenShape(TypedDict):
    id: int
    name: str
    start: str
    scope: str
    tournament: str | None
    created_at: Moment
    expires_at: Moment
    last_used_at: Moment | None
    is_revoked: bool


class NewTokenShape(TokenShape):
    """The token itself is stored nowhere: only a repeat of the same call, with its key, shows it again."""

    token: str | None


class RoleShape(TypedDict):
    tournament: str
    role: str


class HeldSeatShape(TypedDict):
    id: int
    table: int
    wind: int


class MeShape(TypedDict):
    """Who the server takes you for."""

    user: int | None
    name: str
    email: str
    roles: list[RoleShape]
    seat: HeldSeatShape | None
    token_scope: str | None


def season_shape(season: Season) -> SeasonShape:
    return {"id": season.pk, "name": season.name, "ordinal": season.ordinal}


def season_page(season: Season) -> SeasonPageShape:
    """Expects `league` to be loaded."""
    return {**season_shape(season), "league": season.league.slug, "tag": season_tag(season)}


def league_shape(league: League) -> LeagueShape:
    return {"slug": league.slug, "name": league.name, "about": league.about}


def league_page(league: League, seasons: list[Season]) -> LeaguePageShape:
    return {
        **league_shape(league),
        "seasons": [season_shape(season) for season in seasons],
        "tag": league_tag(league),
    }


def stage_shape(stage: Stage, slug: str) -> StageShape:
    return {
        "id": stage.pk,
        "tournament": slug,
        "ordinal": stage.ordinal,
        "name": stage.name,
        "kind": stage.kind,
        "tag": stage_tag(stage),
    }


def tournament_shape(tournament: Tournament) -> TournamentShape:
    """Expects `season.league` to be loaded."""
    season = tournament.season
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "league": season.league.slug if season else None,
        "season": season.pk if season else None,
        "division": tournament.division,
        "level": tournament.level,
        "venue": tournament.venue,
        "starts_on": day_or_none(tournament.starts_on),
        "ends_on": day_or_none(tournament.ends_on),
        "time_zone": tournament.time_zone,
        "visibility": tournament.visibility,
        "status": tournament.status,
    }


def tournament_page(tournament: Tournament, stages: list[Stage], head: LedgerHead) -> TournamentPageShape:
    rulebook, tie_breaks = tournament.rulebook, tie_breaks_of(tournament)
    return {
        **tournament_shape(tournament),
        "confirmation_rule": tournament.confirmation_rule,
        "confirmations_needed": tournament.confirmations_needed,
        "paper_counts": tournament.paper_counts,
        "live_delay": tournament.live_delay,
        "photo_days": tournament.photo_days,
        "rulebook": tournament.usual_format.rulebook_id,
        "rulebook_hash": rulebook.hash(),
        "house_rules": tournament.usual_format.house_rules,
        "tie_breaks": list(tie_breaks),
        "tie_breaks_from": origin_of_tie_breaks(tournament),
        "tie_breaks_en": say_tie_breaks(tie_breaks, rulebook, "en"),
        "tie_breaks_ja": say_tie_breaks(tie_breaks, rulebook, "ja"),
        "substitutes": tournament.substitutes,
        "substitute_score": tournament.substitute_score,
        "withdrawn": tournament.withdrawn,
        "units_per_point": rulebook.units_per_point,
        "players_per_table": rulebook.table.players,
        "odd_tables": [odd_tables_shape(other) for other in tournament.other_formats],
        "stages": [stage_shape(stage, tournament.slug) for stage in stages],
        "head": head_shape(head),
        "tag": tournament_tag(tournament),
    }


def odd_tables_shape(other: TableFormat) -> OddTablesShape:
    """One of a tournament's `other_formats`."""
    return {
        "players": other.players,
        "rulebook": other.rulebook_id,
        "rulebook_hash": other.rulebook.hash(),
        "house_rules": other.house_rules,
        "is_pinned": other.is_pinned,
    }


def head_shape(head: ChainHead) -> LedgerHeadShape:
    return {"ledger": head.chain, "seq": head.seq, "hash": head.hash}


def staff_shape(staff: Staff) -> StaffShape:
    """Expects `user` to be loaded. The e-mail address stays with its owner."""
    return {"id": staff.pk, "user": staff.user_id, "name": str(staff.user), "role": staff.role}


def league_staff_shape(staff: LeagueStaff) -> LeagueStaffShape:
    """Expects `user` to be loaded. The e-mail address stays with its owner."""
    return {"id": staff.pk, "user": staff.user_id, "name": str(staff.user)}


def ledger_entry_shape(entry: ChainEntry, texts: Texts) -> LedgerEntryShape:
    """`texts` are those of the entries that are shown with it."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "payload": None if texts.is_withheld(entry) else entry.payload,
        "texts": [
            {"name": name, "text": found and found.text, "salt": found and found.salt}
            for name, found in texts.with_salts(entry).items()
        ],
        "actor": entry.actor,
        "recorded_at": moment(entry.recorded_at),
        "prev": entry.prev,
        "hash": entry.hash,
    }


def token_shape(token: ApiToken) -> TokenShape:
    """Expects `tournament` to be loaded."""
    return {
        "id": token.pk,
        "name": token.name,
        "start": token.start,
        "scope": token.scope,
        "tournament": token.tournament.slug if token.tournament else None,
        "created_at": moment(token.created_at),
        "expires_at": moment(token.expires_at),
        "last_used_at": moment_or_none(token.last_used_at),
        "is_revoked": token.revoked_at is not None,
    }


def me_shape(actor: Actor, roles: Sequence[tuple[str, str]], seat: Seat | None) -> MeShape:
    """`roles`: addresses of tournaments, and what one is there. `seat`: the one that the phone acts for now."""
    user: User | None = actor.user
    return {
        "user": user.pk if user else None,
        "name": user.name if user else "",
        # A program was given a token, and not its owner's address.
        "email": user.email if user and actor.api_token is None else "",
        "roles": [{"tournament": slug, "role": role} for slug, role in roles],
        "seat": {"id": seat.pk, "table": seat.table_id, "wind": seat.wind} if seat else None,
        "token_scope": actor.api_token.scope if actor.api_token else None,
    }
