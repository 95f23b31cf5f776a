"""Leagues, tournaments, stages, staff, ledger, tokens."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Annotated, TypedDict

from players.models import User
from scoring.rulebook.rulebook import Rulebook
from scoring.text.tie_breaks import say_tie_breaks
from tournaments.actions.actor import Actor
from tournaments.actions.seen_versions import league_tag, season_tag, stage_tag, tournament_tag
from tournaments.models import (
    ApiToken,
    League,
    LeagueStaff,
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
from web.api.answers import By, Given, Of, filled
from web.api.moments import Day, Moment


def _tie_breaks_in(language: str) -> Callable[[Tournament], str]:
    return lambda tournament: say_tie_breaks(tie_breaks_of(tournament), tournament.rulebook, language)


class SeasonShape(TypedDict):
    id: Annotated[int, Of("pk")]
    name: Annotated[str, "Name of the season."]
    ordinal: int


class SeasonPageShape(SeasonShape):
    """`tag` names the version of the editable fields, for If-Match."""

    league: Annotated[str, Of("league.slug")]
    tag: Annotated[str, By(season_tag)]


class LeagueShape(TypedDict):
    slug: str
    name: str
    about: Annotated[str, "What it is about; empty if nothing is said."]


class LeaguePageShape(LeagueShape):
    """`tag` names the version of the editable fields, for If-Match."""

    seasons: Annotated[list[SeasonShape], Given(), "Seasons, newest first."]
    tag: Annotated[str, By(league_tag)]


class StageShape(TypedDict):
    id: Annotated[int, Of("pk")]
    tournament: Annotated[str, Of("tournament.slug")]
    ordinal: int
    name: str
    kind: Annotated[str, "How the stage is played.", Stage.Kind]
    tag: Annotated[str, By(stage_tag)]


class TournamentShape(TypedDict):
    slug: str
    name: str
    league: Annotated[
        str | None,
        Of("season", attrgetter("league.slug")),
        "Address (slug) of the league; null if it belongs to none.",
    ]
    season: Annotated[int | None, Of("season_id"), "Id of the season; null if it belongs to none."]
    division: str
    level: int
    venue: str
    starts_on: Day | None
    ends_on: Day | None
    time_zone: str
    visibility: Annotated[str, "Who can find it.", Tournament.Visibility]
    status: Annotated[str, "State of the tournament.", Tournament.Status]
    is_archived: Annotated[
        bool, "True while the accounts of its staff fold it away; public pages do not depend on it."
    ]


class LedgerHeadShape(TypedDict):
    """The end of the ledger. A copy of it reveals later whether the ledger was rewritten."""

    ledger: Annotated[str, Of("chain")]
    seq: Annotated[int, "Number of the last entry; 0 if there is none."]
    hash: Annotated[str, "Hash of the last entry."]


class OddTablesShape(TypedDict):
    """Tables of another size than `players_per_table`, and the rulebook that settles them."""

    players: Annotated[int, "Players at such a table."]
    rulebook: Annotated[str, Of("rulebook_id")]
    rulebook_hash: Annotated[str, Of("rulebook", Rulebook.hash)]
    house_rules: dict[str, object]
    is_pinned: Annotated[bool, "True once its rules are fixed, from the first game on."]


class TournamentPageShape(TournamentShape):
    """A tournament with its rules. Totals are in units, of which `units_per_point` make a shown point. `tag` names
    the version of the editable fields, for If-Match.

    `tie_breaks` are the criteria that order standings, the most important first; `tie_breaks_from`: set by the
    rulebook (`rulebook`), by Jantaku if the rulebook is silent (`default`) or by the organizer (`organizer`).
    `substitutes`: what their games count for, with `substitute_score` in whole points of the result; `withdrawn`:
    where withdrawn players are ranked.
    """

    confirmation_rule: Annotated[str, "Who must confirm a result.", Tournament.ConfirmationRule]
    confirmations_needed: int | None
    paper_counts: Annotated[str, "When a sheet typed from paper counts.", Tournament.PaperCounts]
    live_delay: Annotated[
        int | None, "Minutes by which hands are shown late; null if they are shown at once."
    ]
    photo_days: Annotated[int | None, "Days for which photos of sheets are kept; null if none are taken."]
    rulebook: Annotated[str, Of("usual_format.rulebook_id")]
    rulebook_hash: Annotated[str, Of("rulebook", Rulebook.hash)]
    house_rules: Annotated[dict[str, object], Of("usual_format.house_rules")]
    tie_breaks: Annotated[list[str], By(lambda tournament: list(tie_breaks_of(tournament)))]
    tie_breaks_from: Annotated[
        str, By(origin_of_tie_breaks), "Where `tie_breaks` come from: rulebook, default or organizer."
    ]
    tie_breaks_en: Annotated[str, By(_tie_breaks_in("en")), "The same in English words."]
    tie_breaks_ja: Annotated[str, By(_tie_breaks_in("ja")), "The same in Japanese words."]
    substitutes: Annotated[str, "What the games of substitutes count for.", Tournament.Substitutes]
    substitute_score: int | None
    withdrawn: Annotated[str, "Where withdrawn players are listed.", Tournament.Withdrawn]
    units_per_point: Annotated[int, Of("rulebook.units_per_point")]
    players_per_table: Annotated[int, Of("rulebook.table.players"), "Players at a usual table."]
    odd_tables: Annotated[list[OddTablesShape], Of("other_formats"), "Rules for tables of other sizes."]
    stages: Annotated[list[StageShape], Given(), "Stages in the order of play."]
    head: Annotated[LedgerHeadShape, Given()]
    tag: Annotated[str, By(tournament_tag)]


class StaffShape(TypedDict):
    id: Annotated[int, Of("pk")]
    user: Annotated[int, Of("user_id")]
    name: Annotated[str, Of("user", str), "Name they chose, or Account and a number."]
    role: Annotated[str, "Role in the tournament.", Staff.Role]


class LeagueStaffShape(TypedDict):
    id: Annotated[int, Of("pk")]
    user: Annotated[int, Of("user_id")]
    name: Annotated[str, Of("user", str), "Name they chose, or Account and a number."]


class LedgerTextShape(TypedDict):
    """A typed text: the entry holds the SHA-256 of `salt`, a line feed and `text`. Null: removed."""

    name: Annotated[str, "Name of the text within the entry."]
    text: Annotated[str | None, "The text; null if it was removed."]
    salt: Annotated[str | None, "Salt of its digest; null if it was removed."]


class LedgerEntryShape(TypedDict):
    """An action. It contains ids, never names. `payload` is the exact text that was hashed; null if an entry of an
    earlier version holds a text that is private or was removed.
    """

    seq: int
    kind: Annotated[str, "Kind of action."]
    payload: Annotated[
        str | None, Given(), "The very text that was hashed; null if it is withheld or was removed."
    ]
    texts: Annotated[list[LedgerTextShape], Given(), "What people typed, beside the payload."]
    actor: Annotated[str, "Who acted: a user, seat, tablet or program by its id."]
    recorded_at: Annotated[Moment, "When it was recorded."]
    prev: Annotated[str, "Hash of the entry before."]
    hash: Annotated[str, "Hash of this entry."]


class LedgerShape(TypedDict):
    """A part of the ledger; `next_after` is the start of the next part."""

    ledger: Annotated[str, Of("chain")]
    head: Annotated[LedgerHeadShape, By(lambda head: head_shape(head))]
    entries: Annotated[list[LedgerEntryShape], Given(), "Entries, oldest first."]
    next_after: Annotated[int | None, Given(), "Send it as `after` to go on; null at the end."]


class TokenShape(TypedDict):
    id: Annotated[int, Of("pk")]
    name: Annotated[str, "Name you gave it."]
    start: str
    scope: Annotated[str, "What it may do.", ApiToken.Scope]
    tournament: Annotated[
        str | None,
        Of("tournament", attrgetter("slug")),
        "Address (slug) of the only tournament it is for; null for all.",
    ]
    created_at: Moment
    expires_at: Moment
    last_used_at: Annotated[Moment | None, "When it was last used; null if never."]
    is_revoked: Annotated[
        bool, By(lambda token: token.revoked_at is not None), "True once it was ended early."
    ]


class NewTokenShape(TokenShape):
    """The token is not stored: only a repeat of the same call, with its key, shows it again."""

    token: Annotated[
        str | None, Given(), "The token itself, shown only now; null if it cannot be shown again."
    ]


class RoleShape(TypedDict):
    tournament: str
    role: Annotated[str, "Your role in it.", Staff.Role]


class HeldSeatShape(TypedDict):
    id: Annotated[int, Of("pk")]
    table: Annotated[int, Of("table_id")]
    wind: int


class MeShape(TypedDict):
    """Who the server identifies the caller as."""

    user: Annotated[int | None, "Id of your account; null if you are not signed in."]
    name: Annotated[str, "Your name; empty if you are not signed in."]
    email: Annotated[str, "Your own address; empty for a program."]
    roles: Annotated[list[RoleShape], "Your roles in tournaments."]
    seat: Annotated[HeldSeatShape | None, "Seat this phone acts for; null if none."]
    token_scope: Annotated[str | None, "Scope of the token you sent; null without one."]


season_shape = filled(SeasonShape, Season)


# Expects `league` to be loaded.
season_page = filled(SeasonPageShape, Season)


league_shape = filled(LeagueShape, League)


league_page = filled(LeaguePageShape, League)


# Expects `tournament` to be loaded.
stage_shape = filled(StageShape, Stage)


# Expects `season.league` to be loaded.
tournament_shape = filled(TournamentShape, Tournament)


class MadeSeriesShape(TypedDict):
    """The tournaments that were set up, in their order."""

    tournaments: Annotated[list[TournamentShape], "The new tournaments."]


head_shape = filled(LedgerHeadShape, ChainHead)  # type: ignore[type-abstract]


# For a row of a tournament's `other_formats`.
odd_tables_shape = filled(OddTablesShape, TableFormat)


# Expects `season.league` to be loaded.
tournament_page = filled(TournamentPageShape, Tournament)


# Expects `user` to be loaded. The e-mail address stays with its owner.
staff_shape = filled(StaffShape, Staff)


# Expects `user` to be loaded. The e-mail address stays with its owner.
league_staff_shape = filled(LeagueStaffShape, LeagueStaff)


_entry_shape = filled(LedgerEntryShape, ChainEntry)  # type: ignore[type-abstract]


def ledger_entry_shape(entry: ChainEntry, texts: Texts) -> LedgerEntryShape:
    """`texts`: those of the entries shown together."""
    return _entry_shape(
        entry,
        payload=None if texts.is_withheld(entry) else entry.payload,
        texts=[
            {"name": name, "text": found and found.text, "salt": found and found.salt}
            for name, found in texts.with_salts(entry).items()
        ],
    )


ledger_shape = filled(LedgerShape, ChainHead)  # type: ignore[type-abstract]


# Expects `tournament` to be loaded.
token_shape = filled(TokenShape, ApiToken)


# The same.
new_token_shape = filled(NewTokenShape, ApiToken)


held_seat_shape = filled(HeldSeatShape, Seat)


def me_shape(actor: Actor, roles: Sequence[tuple[str, str]], seat: Seat | None) -> MeShape:
    """`roles`: addresses of tournaments, and the actor's role in each. `seat`: the one the phone acts for now."""
    user: User | None = actor.user
    return {
        "user": user.pk if user else None,
        "name": user.name if user else "",
        # A program holds a token but must not learn its owner's address.
        "email": user.email if user and actor.api_token is None else "",
        "roles": [{"tournament": slug, "role": role} for slug, role in roles],
        "seat": held_seat_shape(seat) if seat else None,
        "token_scope": actor.api_token.scope if actor.api_token else None,
    }
