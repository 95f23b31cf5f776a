"""What a tournament file contains, by table and column, and what it omits, with the reason.

A column or model in neither list fails a test.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Model

from players.models import Licence, NameTrace, Player, User
from tournaments.models import (
    Announcement,
    Captain,
    Confirmation,
    Draw,
    DrawJob,
    Entry,
    FormerTeam,
    HandRecord,
    LedgerText,
    LineUpQuota,
    LineUpQuotaMember,
    Origin,
    Penalty,
    Qualification,
    Qualifier,
    QualifyingRule,
    RefereeCall,
    Round,
    RoundClock,
    Score,
    Scoresheet,
    Seat,
    SeatDraw,
    SeatingConstraint,
    SeedCommitment,
    Staff,
    Stage,
    Table,
    TableClock,
    TableFormat,
    Team,
    TeamLook,
    TimeLimit,
    Tournament,
)
from tournaments.models.about.events import (
    AboutSet,
    BrandPicturesSet,
    BrandSet,
    QuestionsSet,
    SponsorsSet,
    ThanksSet,
    TimetableSet,
)
from tournaments.models.ceremony.events import SeatDrawRuleSet
from tournaments.models.events import Event, explaining_events, sealing_events
from tournaments.models.play.events import LineUpRuleSet, PlannedRoundsSet
from tournaments.models.setup.events import CountingSet
from tournaments.models.teams.events import GameQuotaSet, TeamCountingSet


@dataclass(frozen=True, eq=False)
class Part:
    """The rows of one model that belong to a tournament.

    `path` leads from such a row to its tournament; "" if rows are selected otherwise. References are written as the
    place of the referenced row in the file.
    """

    name: str
    model: type[Model]
    path: str
    columns: tuple[str, ...]
    # Columns of the model that are not written, with the reason.
    stays: Mapping[str, str]


def _part(name: str, model: type[Model], path: str, columns: str, **stays: str) -> Part:
    return Part(name, model, path, tuple(columns.split()), stays)


def _explained(name: str, event: type[Event]) -> Part:
    """The row of a stage that an event explains, with all fields of the event."""
    explains = explaining_events()[event]
    return Part(name, explains.model, "stage__tournament", ("stage", *explains.names(event)), {})


def _sealed(name: str, event: type[Event]) -> Part:
    """The rows of a tournament that an event seals, with all fields."""
    seals = sealing_events()[event]
    stays = {"tournament": OF_IT, **({"league": LEAGUES} if hasattr(seals.model, "league") else {})}
    return Part(name, seals.model, "tournament", seals.columns, stays)


def of_its_kind(part: Part) -> list[str]:
    """Return the columns that reference another row of the same part."""
    columns = [part.model._meta.get_field(name) for name in part.columns]
    return [column.name for column in columns if column.related_model is part.model]


OF_IT = "follows from the file: there is one tournament in it"
LEAGUES = "the frame of leagues and seasons is the server's"
RIGHT = "a right to act, or what leads to one: it never leaves the server"
PERSON = "about a person and not about the tournament"

PARTS: tuple[Part, ...] = (
    _part(
        "user",
        User,
        "",
        "name",
        email=PERSON,
        password=RIGHT,
        last_login=PERSON,
        is_superuser=RIGHT,
        is_staff=RIGHT,
        is_founder=RIGHT,
        is_active="nobody signs in with what came in a file",
        date_joined=PERSON,
    ),
    _part(
        "player",
        Player,
        "",
        "name reading country club aliases created_at",
        user="whose account it is only the server knows on which the person signs in",
        skeleton="follows from the name",
    ),
    _part("licence", Licence, "", "player body number"),
    _part(
        "tournament",
        Tournament,
        "",
        " ".join(name for name in Tournament.EDITABLE if name != "slug")
        + " division level status tie_breaks substitutes substitute_score withdrawn is_archived created_at",
        slug="the first line proposes it; another may be chosen",
        season="the frame of leagues and seasons is the server's",
        written_elsewhere="written anew when a file is taken in",
    ),
    _part(
        "format",
        TableFormat,
        "tournament",
        "usual_of players rulebook_id house_rules rulebook_content",
        tournament=OF_IT,
    ),
    _sealed("about", AboutSet),
    _sealed("thanks", ThanksSet),
    _sealed("timetable", TimetableSet),
    _sealed("question", QuestionsSet),
    _sealed("brand", BrandSet),
    _sealed("sponsor", SponsorsSet),
    _sealed("brand_picture", BrandPicturesSet),
    _part("stage", Stage, "tournament", "ordinal name kind", tournament=OF_IT),
    _explained("counting", CountingSet),
    _explained("team_counting", TeamCountingSet),
    _explained("game_quota", GameQuotaSet),
    _explained("planned_rounds", PlannedRoundsSet),
    _part("limit", TimeLimit, "", "tournament stage number minutes after_gong"),
    _part("team", Team, "tournament", "name", tournament=OF_IT),
    _part(
        "entry",
        Entry,
        "tournament",
        "player team number status is_substitute lot created_at checked_in_at paid_at merged_into",
        tournament=OF_IT,
    ),
    _part("former_team", FormerTeam, "entry__tournament", "entry team stage before_round"),
    _explained("line_up_rule", LineUpRuleSet),
    _part("line_up_quota", LineUpQuota, "tournament", "name least salt", tournament=OF_IT),
    _part("line_up_quota_member", LineUpQuotaMember, "quota__tournament", "quota entry"),
    _part("captain", Captain, "team__tournament", "team entry"),
    _part("team_look", TeamLook, "team__tournament", "team colour mark"),
    _part(
        "qualification",
        Qualification,
        "stage__tournament",
        "stage of_teams carries numerator denominator quantum rounding by_rank forgives_penalties"
        " carries_head_to_head carries_points confirmed_at",
    ),
    _part(
        "qualifying_rule",
        QualifyingRule,
        "qualification__stage__tournament",
        "qualification ordinal source among first last",
    ),
    _part(
        "qualifier",
        Qualifier,
        "qualification__stage__tournament",
        "qualification seed entry team source",
    ),
    _part("name", NameTrace, "", "subject salt digest recorded_at"),
    _part("staff", Staff, "tournament", "user role", tournament=OF_IT),
    _part(
        "announcement",
        Announcement,
        "tournament",
        "text made_by made_at until removed_by removed_at",
        tournament=OF_IT,
    ),
    _part(
        "text",
        LedgerText,
        "tournament",
        "seq name salt text removed_by removed_at",
        tournament=OF_IT,
        league="the ledger of a league is the server's",
    ),
    _part(
        "commitment",
        SeedCommitment,
        "stage__tournament",
        "stage seed commitment committed_by committed_at revealed_at",
    ),
    _part(
        "draw",
        Draw,
        "stage__tournament",
        "stage method seed commitment record quality reason drawn_by drawn_at origin",
    ),
    _part(
        "wish",
        SeatingConstraint,
        "tournament",
        "kind entry other table wind reason nonce",
        tournament=OF_IT,
    ),
    _part(
        "job",
        DrawJob,
        "stage__tournament",
        "stage old plan request fingerprint first about_ms seed commitment reason language ordered_by ordered_at"
        " status attempt started_at ended_at phase done total refusal draw",
        heartbeat_at="nothing is being computed when a file is written",
    ),
    _part(
        "round",
        Round,
        "stage__tournament",
        "stage number name status draw method seed drawn_at started_at closed_at planned_at played_on"
        " match_day game publications",
    ),
    _part("table", Table, "round__stage__tournament", "round number is_unranked"),
    _part("clock", RoundClock, "round__stage__tournament", "round ends_at remaining minutes after_gong"),
    _part("table_clock", TableClock, "table__round__stage__tournament", "table ends_at remaining is_held"),
    _part("seat", Seat, "round__stage__tournament", "table round wind entry replaces"),
    _explained("seat_draw_rule", SeatDrawRuleSet),
    _part(
        "seat_draw",
        SeatDraw,
        "table__round__stage__tournament",
        "table procedure content seed seat user drawn_at",
    ),
    _part(
        "referee_call",
        RefereeCall,
        "seat__round__stage__tournament",
        "seat reason called_at ended_by_seat ended_by ended_at",
    ),
    _part(
        "hand",
        HandRecord,
        "table__round__stage__tournament",
        "table number kind outcome of reason state seat user recorded_at hash salt digests",
    ),
    _part(
        "sheet",
        Scoresheet,
        "table__round__stage__tournament",
        "table version status east south west north fifth east_chombo south_chombo west_chombo north_chombo"
        " fifth_chombo leftover imbalance imbalance_reason start_total reason dispute_reason reported_by_seat"
        " reported_by_user reported_at claimed_at",
    ),
    _part(
        "confirmation",
        Confirmation,
        "sheet__table__round__stage__tournament",
        "sheet seat user confirmed_at",
    ),
    _part(
        "penalty",
        Penalty,
        "stage__tournament",
        "stage entry team kind amount reason round given_for imposed_by imposed_at lifted_by lifted_at lift_reason",
    ),
    _part(
        "score",
        Score,
        "stage__tournament",
        "sheet seat stage entry counts place points base uma oka leftover chombo total",
    ),
)

# Written as lines of their own: ledger entries, and the ids they mention.
WRITTEN_OTHERWISE = {
    "tournaments.LedgerEntry": "every entry is a line, word for word",
    "tournaments.LedgerHead": "its name and its end stand in the first line",
    Origin._meta.label: "what ids the entries speak of follows each part of the ledger",
}

STAYS: Mapping[str, str] = {
    "players.Club": "a club is the server's; a player's line has its name",
    "tournaments.League": "the frame of leagues and seasons is the server's",
    "tournaments.Season": "the frame of leagues and seasons is the server's",
    "tournaments.RatingRule": "the frame of leagues and seasons is the server's",
    "tournaments.RatedTournament": "ratings are of a league, and rated again where it is",
    "tournaments.Rating": "ratings are of a league, and rated again where it is",
    "tournaments.SeasonAwardRule": "the frame of leagues and seasons is the server's",
    "tournaments.Award": "the frame of leagues and seasons is the server's",
    "tournaments.SeasonRankingRule": "the frame of leagues and seasons is the server's",
    "tournaments.Division": "the frame of leagues and seasons is the server's",
    "tournaments.Move": "the frame of leagues and seasons is the server's",
    "tournaments.TeamMove": "the frame of leagues and seasons is the server's",
    "tournaments.LeagueHost": "the frame of leagues and seasons is the server's",
    "tournaments.LeagueStaff": RIGHT,
    "tournaments.LeagueLedgerHead": "the ledger of a league is the server's",
    "tournaments.LeagueLedgerEntry": "the ledger of a league is the server's",
    "tournaments.FirstTournament": RIGHT,
    "tournaments.Recognition": "what a player's page shows is said where the page is",
    "tournaments.RecordProposal": PERSON,
    "tournaments.MergedPlayer": "ids of players are the server's; links to them lead there",
    "tournaments.OldAddress": "links on paper lead to the server that printed them",
    "tournaments.OldLeagueAddress": "the frame of leagues and seasons is the server's",
    "tournaments.Rehearsal": "a tournament is rehearsed on the server it is played on",
    "tournaments.Discard": "nobody takes home what was discarded",
    "tournaments.Night": "nights to come are signed up for on the server that plans them",
    "tournaments.NightPlayer": "nights to come are signed up for on the server that plans them",
    "tournaments.LineUp": "what captains handed in is secret until it is shown; then the seats say it",
    "tournaments.Photo": "photos are private to their table and staff, and deleted after a while: no copy leaves",
    "tournaments.PrintJob": "PDFs are kept for a day, for the person who ordered them",
    "tournaments.PrintedFile": "PDFs are kept for a day, for the person who ordered them",
    "tournaments.Webhook": "its address and its secrets are for the server that sends",
    "tournaments.WebhookCursor": "its address and its secrets are for the server that sends",
    "tournaments.WebhookDelivery": "its address and its secrets are for the server that sends",
    "tournaments.PhotoContent": "photos are private to their table and staff, and deleted after a while",
    "tournaments.SeatToken": RIGHT,
    "tournaments.PlayerCard": RIGHT,
    "tournaments.CardPhone": RIGHT,
    "tournaments.TableKiosk": RIGHT,
    "tournaments.Invitation": RIGHT,
    "tournaments.SelfRegistration": "the page on which players register, and its link, are the server's",
    "tournaments.Registration": RIGHT,
    "tournaments.Answer": PERSON,
    "tournaments.ApiToken": RIGHT,
    "tournaments.IdempotencyKey": "answers to calls that were made to that server",
    "tournaments.Attempts": "of the machinery: no fact of a tournament",
    "tournaments.Heartbeat": "of the machinery: no fact of a tournament",
    "tournaments.GameCount": "follows from the facts and is worked out again",
    "tournaments.RoundCount": "follows from the facts and is worked out again",
    "tournaments.Publication": "follows from the facts and is worked out again",
    "tournaments.LastRoundNeeds": "follows from the facts and is worked out again",
    "tournaments.StandingsAfterRound": "follows from the facts and is worked out again",
    "tournaments.Standing": "follows from the facts and is worked out again",
    "tournaments.TeamStanding": "follows from the facts and is worked out again",
    "tournaments.SeatHands": "follows from the facts and is worked out again",
    "tournaments.HandStatistics": "follows from the facts and is worked out again",
}

# The kinds of rows that ledger entries mention by id, in file order.
IN_LEDGERS = (
    "user",
    "player",
    "stage",
    "team",
    "entry",
    "announcement",
    "commitment",
    "draw",
    "wish",
    "job",
    "round",
    "table",
    "seat",
    "referee_call",
    "sheet",
    "penalty",
)
BY_NAME = {part.name: part for part in PARTS}
BY_MODEL = {part.model: part for part in PARTS}
# Subjects of name traces (`players.traces`), with the part that numbers them.
SUBJECTS: Mapping[str, str] = {
    **{kind: kind for kind in ("tournament", "stage", "team", "player")},
    "team_mark": "team",
    **{seals.subject: "tournament" for seals in sealing_events().values()},
}
