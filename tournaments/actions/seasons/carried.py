"""What the next season takes over from a season's tournaments, by table and column; and what it does not, with the
reason.

A column or model in neither list fails a test. The next season is set up by applying `SETTINGS` in order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Model, Q

from players.models import Player
from scoring.doubts.house_rules import strange
from scoring.doubts.tie_breaks import never_deciding
from tournaments.actions.about.saying import say_again
from tournaments.actions.actor import Actor
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.free_play.nights import NightTerms, plan_nights
from tournaments.actions.people.entering import enter
from tournaments.actions.people.entries import form_team
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.seen_versions import qualification_tag, team_look_tag
from tournaments.actions.setup.addresses import free_tournament_address
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.setup.settings import set_setting
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import Frame, add_stage, appoint, create_tournament
from tournaments.actions.stages.qualification import set_qualification, terms_of
from tournaments.actions.teams.captains import name_captain
from tournaments.actions.teams.looks import set_team_look
from tournaments.models import (
    Captain,
    Division,
    Entry,
    LineUpQuota,
    LineUpQuotaMember,
    Night,
    Qualification,
    QualifyingRule,
    Season,
    SeasonAwardRule,
    SeasonRankingRule,
    SeatingConstraint,
    SelfRegistration,
    Staff,
    Stage,
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
    Said,
    SponsorsSet,
)
from tournaments.models.events import Event, Explains, explaining_events, sealing_events
from tournaments.models.texts.declared import REMOVED


class Entrant(NamedTuple):
    """A player of a division in the next season. `last` is their entry of the previous season, None for newcomers;
    `team` is the name of their team, or "".
    """

    player: int
    last: int | None = None
    team: str = ""
    is_substitute: bool = False
    is_captain: bool = False


class WhoPlays(NamedTuple):
    """The players of a division in the next season, in order; `teams` are created even if they have no
    players left.
    """

    entrants: Sequence[Entrant] = ()
    teams: Sequence[str] = ()


@dataclass
class Again:
    """A tournament set up like `last`. `stages` and `entries` map old ids to new ones, entries also across divisions.
    Nights are planned again from `nights_from` on; None: not at all. Without a `season` it is in no division and has
    to have a `slug`; in a season that makes one ranking, unless it `keeps_division`, it is in the first one.
    """

    last: Tournament
    season: Season | None
    name: str
    who_plays: WhoPlays
    by: Actor
    nights_from: date | None = None
    slug: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    keeps_division: bool = True
    new: Tournament = field(init=False)
    stages: dict[int, Stage] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Setting:
    """The rows of one model that the next season's tournament takes over, and how.

    `path` leads from such a row to its tournament or season; several if either is possible. `stays` maps columns that
    are not taken over to the reason.
    """

    model: type[Model]
    path: str
    columns: tuple[str, ...]
    stays: Mapping[str, str]
    set_again: Callable[[Again], None]

    def rows(self, of: Tournament | Season) -> Iterable[Any]:
        manager: Any = self.model._default_manager
        paths = self.path.split() or ["pk"]
        is_of_it = reduce(or_, (Q(**{path: of.pk}) for path in paths))
        found: Iterable[Any] = manager.filter(is_of_it).order_by("pk")
        return found


def _tournament(again: Again) -> None:
    """With its usual rules and first stage."""
    last = again.last
    usual = last.usual_format
    first = last.stages.earliest("ordinal")
    columns = {name: getattr(last, name) for name in OF_A_TOURNAMENT}
    slug = again.slug
    if again.season is None or not again.keeps_division:
        columns |= {"division": "", "level": 1}
    if again.season is not None and not slug:
        stem = f"{again.season.league.slug[:48]}-{again.season.ordinal}-{last.level}"
        slug = free_tournament_address(stem)
    frame = Frame(
        slug=slug,
        name=again.name,
        season=again.season,
        starts_on=again.starts_on,
        ends_on=again.ends_on,
        rulebook_id=usual.rulebook_id,
        house_rules=usual.house_rules,
        tie_breaks=[name for name in last.tie_breaks if not never_deciding([name], [last.rulebook])],
        first_stage=first.name,
        first_stage_kind=first.kind,
        **columns,
    )
    again.new = create_tournament(
        frame=frame, confirm=[doubt.code for doubt in strange(last.rulebook)], by=again.by
    )


def _formats(again: Again) -> None:
    for other in again.last.other_formats:
        name_odd_rulebook(
            tournament=again.new,
            players=other.players,
            rulebook_id=other.rulebook_id,
            house_rules=other.house_rules,
            confirm=[doubt.code for doubt in strange(other.rulebook)],
            by=again.by,
        )


def _stages(again: Again) -> None:
    """Renumbered, without the gaps of removed stages."""
    first, *later = again.last.stages.order_by("ordinal")
    again.stages[first.pk] = again.new.stages.get()
    for stage in later:
        again.stages[stage.pk] = add_stage(
            tournament=again.new, name=stage.name, kind=stage.kind, by=again.by
        )


def _qualifications(again: Again) -> None:
    for one in Qualification.objects.filter(stage__tournament=again.last).order_by("stage__ordinal"):
        terms = terms_of(one)
        rules = [replace(rule, source=again.stages[rule.source].pk) for rule in terms.rules]
        set_qualification(
            stage=again.stages[one.stage_id],
            terms=replace(terms, rules=rules),
            seen=qualification_tag(None),
            by=again.by,
        )


def _limits(again: Again) -> None:
    of_rounds = TimeLimit.objects.filter(stage__tournament=again.last).order_by("stage__ordinal", "number")
    for one in (*TimeLimit.objects.filter(tournament=again.last), *of_rounds):
        set_time_limit(
            tournament=again.new,
            stage=again.stages[one.stage_id] if one.stage_id is not None else None,
            number=one.number,
            minutes=one.minutes,
            after_gong=one.after_gong,
            by=again.by,
        )


def _teams(again: Again) -> None:
    for name in again.who_plays.teams:
        form_team(tournament=again.new, name=name, by=again.by)


def _entries(again: Again) -> None:
    players = Player.objects.in_bulk([one.player for one in again.who_plays.entrants])
    teams = {team.name: team for team in again.new.teams.all()}
    for one in again.who_plays.entrants:
        if one.team and one.team not in teams:
            teams[one.team] = form_team(tournament=again.new, name=one.team, by=again.by)
        entry = enter(
            tournament=again.new,
            player=players[one.player],
            team=teams[one.team] if one.team else None,
            is_substitute=one.is_substitute,
            by=again.by,
        )
        if one.last is not None:
            again.entries[one.last] = entry


def _captains(again: Again) -> None:
    for one in again.who_plays.entrants:
        entry = again.entries.get(one.last or 0)
        if one.is_captain and entry is not None and entry.team is not None:
            name_captain(team=entry.team, entry=entry, by=again.by)


def _team_looks(again: Again) -> None:
    """By the names of the teams, which may have come from another division."""
    teams = {team.name: team for team in again.new.teams.all()}
    before = TeamLook.objects.filter(team__tournament__season=again.last.season, team__name__in=teams)
    for look in before.select_related("team").order_by("pk"):
        set_team_look(
            team=teams[look.team.name],
            colour=look.colour,
            mark=look.mark,
            seen=team_look_tag(None),
            by=again.by,
        )


def _line_up_quotas(again: Again) -> None:
    """Includes members of a quota of this name in another division."""
    members = LineUpQuotaMember.objects.filter(entry__in=again.entries)
    named = list(members.values_list("quota__name", "entry"))
    for quota in LineUpQuota.objects.filter(tournament=again.last).order_by("pk"):
        entries = [again.entries[entry] for name, entry in named if name == quota.name]
        add_line_up_quota(
            tournament=again.new, name=quota.name, least=quota.least, entries=entries, by=again.by
        )


def _wishes(again: Again) -> None:
    for wish in SeatingConstraint.objects.filter(entry__in=again.entries).order_by("pk"):
        if wish.other_id is None or wish.other_id in again.entries:
            add_seating_constraint(
                tournament=again.new,
                wish=Wish(
                    wish.kind,
                    again.entries[wish.entry_id],
                    other=again.entries[wish.other_id] if wish.other_id is not None else None,
                    table=wish.table,
                    wind=wish.wind,
                    reason="" if wish.reason == REMOVED else wish.reason,
                ),
                by=again.by,
            )


def _staff(again: Again) -> None:
    """The person who opens the season already is an organizer."""
    for one in again.last.staff.filter(user__is_active=True).select_related("user").order_by("pk"):
        if one.user_id != getattr(again.by.user, "pk", None):
            appoint(tournament=again.new, user=one.user, role=one.role, by=again.by)


OF_REGISTRATION = "capacity needs_approval email club_limit country_limit country_limits own_club own_places"


def _registration(again: Again) -> None:
    """Closed until the organizer sets an opening time."""
    for terms in SelfRegistration.objects.filter(tournament=again.last):
        columns = {name: getattr(terms, name) for name in OF_REGISTRATION.split()}
        closed = RegistrationTerms(is_open=False, **columns)
        set_self_registration(tournament=again.new, terms=closed, by=again.by)


def _nights(again: Again) -> None:
    """On the same weekdays, at the same hours and intervals."""
    nights = list(nights_of([again.last]))
    if again.nights_from is None or not nights:
        return
    zone = ZoneInfo(again.last.time_zone)
    first = nights[0].starts_at.astimezone(zone).date()
    weeks = -((first - again.nights_from).days // 7)
    for night in nights:
        terms = NightTerms.of(night).a_week_later(weeks, zone)
        plan_nights(stage=again.stages[night.stage_id], terms=terms, by=again.by)


def nights_of(tournaments: Sequence[Tournament]) -> Iterable[Night]:
    """Return their nights that were not cancelled, earliest first. One query."""
    nights = Night.objects.filter(stage__tournament__in=tournaments).exclude(status=Night.Status.CANCELLED)
    return nights.select_related("stage__tournament").order_by("starts_at", "pk")


def _with_its_owner(again: Again) -> None:
    """Set together with the row it belongs to; rows of a season are set when that is opened (`confirming`)."""


def _explained(event: type[Event], explains: Explains) -> Setting:
    """The row of a stage that an event explains, with all fields of the event."""
    names = tuple(explains.names(event))
    switch = {explains.switch: True} if explains.switch is not None else {}

    def set_again(again: Again) -> None:
        for row in setting.rows(again.last):
            to = {**switch, **explains.of_row(event, row)}
            set_setting(event, to, stage=again.stages[row.stage_id], by=again.by)

    setting = Setting(explains.model, "stage__tournament", ("stage", *names), {}, set_again)
    return setting


def _sealed(event: type[Said], **stays: str) -> Setting:
    """What organizers say about their event, verbatim, except columns that stay, with the reason."""
    seals = sealing_events()[event]
    columns = tuple(name for name in seals.columns if name not in stays)

    def set_again(again: Again) -> None:
        say_again(event, columns, said_of=again.last, tournament=again.new, by=again.by)

    return Setting(seals.model, "tournament", ("tournament", *columns), stays, set_again)


def _setting(
    model: type[Model], path: str, columns: str, set_again: Callable[[Again], None], **stays: str
) -> Setting:
    return Setting(model, path, tuple(columns.split()), stays, set_again)


ANEW = "of the new season"
NO_DATE = "when the next season is played nobody knows yet"
NOT_OF_A_TOURNAMENT = {
    "slug": "every tournament has its own address",
    "name": "it has the new season's name",
    "season": ANEW,
    "starts_on": NO_DATE,
    "ends_on": NO_DATE,
    "status": "it is planned",
    "is_archived": "it is planned",
    "written_elsewhere": "it is set up here",
    "created_at": "it is set up now",
}
OF_A_TOURNAMENT = (
    *("division", "level", "substitutes", "substitute_score", "withdrawn"),
    *(name for name in Tournament.EDITABLE if name not in NOT_OF_A_TOURNAMENT),
)

SETTINGS: tuple[Setting, ...] = (
    _setting(Division, "season", "level name boundary", _with_its_owner, season=ANEW),
    _setting(SeasonAwardRule, "season", "titles minimum stages ties", _with_its_owner, season=ANEW),
    _setting(SeasonRankingRule, "season", "worth by_rank best minimum", _with_its_owner, season=ANEW),
    _setting(
        Tournament,
        "",
        " ".join((*OF_A_TOURNAMENT, "tie_breaks")),
        _tournament,
        **NOT_OF_A_TOURNAMENT,
    ),
    _setting(
        TableFormat,
        "tournament",
        "tournament usual_of players rulebook_id house_rules",
        _formats,
        rulebook_content="pinned when the first game starts",
    ),
    _setting(
        Stage, "tournament", "tournament name kind", _stages, ordinal="numbered anew, in the same order"
    ),
    *(_explained(event, explains) for event, explains in explaining_events().items()),
    _sealed(AboutSet),
    _sealed(QuestionsSet),
    _sealed(
        BrandSet,
        league="a league’s brand is the league’s",
        poster="it is about the last season",
        poster_small="it is about the last season",
    ),
    _sealed(SponsorsSet, league="a league’s brand is the league’s"),
    _sealed(BrandPicturesSet, league="a league’s brand is the league’s"),
    _setting(
        Qualification,
        "stage__tournament",
        "stage of_teams carries numerator denominator quantum rounding by_rank forgives_penalties"
        " carries_head_to_head carries_points",
        _qualifications,
        confirmed_at="who plays in a later stage is confirmed anew",
    ),
    _setting(
        QualifyingRule,
        "qualification__stage__tournament",
        "qualification ordinal source among first last",
        _with_its_owner,
    ),
    _setting(
        TimeLimit, "tournament stage__tournament", "tournament stage number minutes after_gong", _limits
    ),
    _setting(Team, "tournament", "tournament name", _teams),
    _setting(
        Entry,
        "tournament",
        "tournament player team is_substitute",
        _entries,
        number="numbered anew, in the order of the proposal",
        status="who has withdrawn is not entered again",
        lot="drawn anew",
        created_at="entered now",
        checked_in_at="who is there says so on the day",
        paid_at="each season has its own fee",
        merged_into="players are entered once",
    ),
    _setting(Captain, "team__tournament", "team entry", _captains),
    _setting(TeamLook, "team__tournament", "team colour mark", _team_looks),
    _setting(
        LineUpQuota, "tournament", "tournament name least", _line_up_quotas, salt="each list has its own"
    ),
    _setting(LineUpQuotaMember, "quota__tournament", "quota entry", _with_its_owner),
    _setting(
        SeatingConstraint,
        "tournament",
        "tournament kind entry other table wind reason",
        _wishes,
        nonce="each wish has its own",
    ),
    _setting(Staff, "tournament", "tournament user role", _staff),
    _setting(
        SelfRegistration,
        "tournament",
        f"tournament {OF_REGISTRATION}",
        _registration,
        is_open="the organizer says from when on players register",
        opens_at=NO_DATE,
        closes_at=NO_DATE,
    ),
    _setting(
        Night,
        "stage__tournament",
        "stage starts_at closes_at places games late_penalty absence_penalty",
        _nights,
        status="they are to come",
    ),
)

PLAYED = "what was played in the last season stays there"
FOLLOWS = "follows from the facts and is worked out for each tournament"
RIGHT = "a right to act, or what leads to one: it is given anew"
PERSON = "about a player's record, and decided by those who may change it"
OF_THE_DAY = "said or signed up for on a day of the last season"

NOT_CARRIED: Mapping[str, str] = {
    "tournaments.Season": "opened anew, with the name that the organizer gives it",
    "tournaments.Move": "says how everybody came here",
    "tournaments.TeamMove": "says how the teams came here",
    "tournaments.Award": "nothing is won yet",
    "tournaments.Discard": "nothing is discarded yet",
    "tournaments.Rehearsal": "it is rehearsed anew",
    "tournaments.OldAddress": "it had no other address",
    "tournaments.Origin": "it is set up here",
    "tournaments.LedgerEntry": "every tournament has its own ledger",
    "tournaments.LedgerHead": "every tournament has its own ledger",
    "tournaments.LedgerText": "every tournament has its own ledger",
    "tournaments.FormerTeam": "everybody begins the season in the team they ended the last one with",
    "tournaments.Announcement": OF_THE_DAY,
    "tournaments.Thanks": "they are about what was played",
    "tournaments.TimetableItem": NO_DATE,
    "tournaments.Registration": OF_THE_DAY,
    "tournaments.Answer": OF_THE_DAY,
    "tournaments.NightPlayer": OF_THE_DAY,
    "tournaments.FirstTournament": "where a player was entered first never changes",
    "tournaments.Recognition": PERSON,
    "tournaments.RecordProposal": PERSON,
    "tournaments.ApiToken": RIGHT,
    "tournaments.CardPhone": RIGHT,
    "tournaments.Invitation": RIGHT,
    "tournaments.PlayerCard": RIGHT,
    "tournaments.SeatToken": RIGHT,
    "tournaments.TableKiosk": RIGHT,
    "tournaments.Webhook": "its secrets stay with their tournament; a league’s own webhooks have every season",
    "tournaments.WebhookCursor": FOLLOWS,
    "tournaments.WebhookDelivery": PLAYED,
    **dict.fromkeys(
        (
            "tournaments.Confirmation",
            "tournaments.Draw",
            "tournaments.DrawJob",
            "tournaments.HandRecord",
            "tournaments.LineUp",
            "tournaments.Penalty",
            "tournaments.Photo",
            "tournaments.PhotoContent",
            "tournaments.PrintJob",
            "tournaments.PrintedFile",
            "tournaments.Qualifier",
            "tournaments.RefereeCall",
            "tournaments.Round",
            "tournaments.RoundClock",
            "tournaments.Scoresheet",
            "tournaments.Seat",
            "tournaments.SeatDraw",
            "tournaments.SeedCommitment",
            "tournaments.Table",
            "tournaments.TableClock",
        ),
        PLAYED,
    ),
    **dict.fromkeys(
        (
            "tournaments.GameCount",
            "tournaments.HandStatistics",
            "tournaments.LastRoundNeeds",
            "tournaments.Publication",
            "tournaments.RatedTournament",
            "tournaments.Rating",
            "tournaments.RoundCount",
            "tournaments.Score",
            "tournaments.SeatHands",
            "tournaments.Standing",
            "tournaments.StandingsAfterRound",
            "tournaments.TeamStanding",
        ),
        FOLLOWS,
    ),
}
