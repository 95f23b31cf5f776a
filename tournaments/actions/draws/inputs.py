"""The inputs of a draw, read from the facts: players, past meetings, standings, constraints."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating import table_sizes
from seating.constraints import SeatingConstraints
from seating.requests import (
    MOST_GAMES_A_DAY,
    DayRequest,
    FreePlayRequest,
    MatchDaysRequest,
    RandomRequest,
    RankedRequest,
    Request,
    RoundRequest,
    ScheduleRequest,
    SeasonRequest,
    SwissRequest,
    TeamsRequest,
)
from tournaments.actions.draws.from_standings import drawn_in, standing_of, teams_by_standing
from tournaments.actions.draws.plans import (
    AT_ONCE,
    EFFORTS,
    MOST_CHAIRS,
    MOST_PLAYERS,
    ODD,
    PATTERNS,
    SEARCHED,
    Apart,
    Method,
    Plan,
    Remainder,
)
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.setup.odd_tables import refuse_unnamed
from tournaments.actions.wording.match_days import games_do_not_divide
from tournaments.actions.wording.table_sizes import does_not_fill
from tournaments.models import (
    Entry,
    Round,
    Seat,
    SeatingConstraint,
    Stage,
    Team,
    Tournament,
    Wind,
)
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.sitting_out import drawn_without_seat
from tournaments.models.setup.table_formats import SIZES_BESIDE

Rounds = list[list[list[int]]]
# Seats of rounds that are a day of their own, or the first of one.
FIRST_OF_A_DAY = Q(round__game=None) | Q(round__game=1)


def request_of(
    stage: Stage, tournament: Tournament, plan: Plan, *, without: Collection[Round] = ()
) -> Request:
    """Return everything the draw depends on except its seed.

    `without` are drafts that the draw replaces; they do not count as meetings.
    """
    entries = playing(stage, plan)
    if plan.best and plan.method in OF_TEAMS:
        refuse_alone(entries)
        best_teams = set(teams_by_standing(stage, {entry.team_id for entry in entries})[: plan.best])
        entries = [entry for entry in entries if entry.team_id in best_teams]
    elif plan.best:
        finalists = set(standing_of(stage, {entry.pk for entry in entries})[: plan.best])
        entries = [entry for entry in entries if entry.pk in finalists]
    players = [entry.pk for entry in entries]
    size = tournament.rulebook.table.players
    if plan.method != Method.TEAM_SEASON:
        refuse_odd_number(len(players), size, plan.remainder)
    _refuse_bad_plan(plan, len(players), size)
    is_odd = plan.remainder in ODD and len(players) % size > 0
    if is_odd:
        refuse_odd_tables(tournament, ODD[plan.remainder], entries)
    looks_back = not (plan.afresh and plan.method in AT_ONCE)
    if not plan.has_match_days:
        past = history_of(tournament, without=without) if looks_back else []
        return _request(stage, tournament, plan, entries, past, without)
    days = history_of(tournament, without=without, by_day=True) if looks_back else []
    in_days = _request(
        stage, tournament, replace(plan, rounds=plan.rounds // plan.games), entries, days, without
    )
    games = history_of(tournament, without=without) if looks_back else []
    return MatchDaysRequest(days=in_days, games=plan.games, history=games)


def _request(
    stage: Stage,
    tournament: Tournament,
    plan: Plan,
    entries: Sequence[Entry],
    past: Rounds,
    without: Collection[Round],
) -> DayRequest:
    """Return the request of a permitted plan; `past` are the rounds or match days so far."""
    players, size = [entry.pk for entry in entries], tournament.rulebook.table.players
    is_odd = plan.remainder in ODD and len(players) % size > 0
    if plan.method in OF_TEAMS:
        refuse_alone(entries)
        return _teams_request(tournament, players, plan, past, size)
    constraints = constraints_of(tournament, entries, plan.apart)
    has_byes = remainder_of(plan) == "byes" and len(players) % size > 0
    waiting = waited_before(stage, players, without=without) if has_byes else []
    if plan.method == Method.SCHEDULE:
        return ScheduleRequest(
            players=players,
            rounds=plan.rounds,
            remainder=remainder_of(plan),
            constraints=constraints,
            history=past,
            effort=plan.effort,
            exact_winds=is_odd and plan.remainder == "three",
            all_designs=size == 3 or (plan.remainder == "byes" and len(players) % size > 0),
            share_waiting=is_odd and plan.remainder == "five",
            byes_apart=has_byes,
            last_byes=waiting,
            table_size=size,
        )
    common = RoundRequest(
        remainder=remainder_of(plan),
        # Swiss weighs `rather_not` against ranks.
        constraints=constraints if plan.method == Method.SWISS else replace(constraints, rather_not=()),
        history=past,
        # Swiss and free play have always shared out tables of three.
        share_odd=is_odd
        and (plan.remainder == "five" or plan.method not in (Method.SWISS, Method.MET_LEAST)),
        share_waiting=is_odd and plan.remainder == "five",
        last_byes=waiting,
        table_size=size,
    )
    return _round_request(stage, tournament, plan, players, common, without)


def _round_request(
    stage: Stage,
    tournament: Tournament,
    plan: Plan,
    players: list[int],
    common: RoundRequest,
    without: Collection[Round],
) -> DayRequest:
    shared: dict[str, Any] = {field.name: getattr(common, field.name) for field in fields(RoundRequest)}
    if plan.method == Method.SWISS:
        standing = standing_of(stage, set(players))
        return SwissRequest(standing=standing, balance_winds=plan.balance_winds, effort=plan.effort, **shared)
    if plan.method in PATTERNS:
        standing = standing_of(stage, set(players))
        return RankedRequest(pattern=PATTERNS[plan.method], standing=standing, **shared)
    if plan.method == Method.MET_LEAST:
        shares = waiting_shares(tournament, players, without=without)
        return FreePlayRequest(present=players, sat_out=shares, effort=plan.effort, **shared)
    return RandomRequest(players=players, **shared)


def remainder_of(plan: Plan) -> table_sizes.Remainder:
    """Return how the draw treats a remainder; irrelevant where there can be none."""
    return "byes" if plan.remainder == "refuse" else plan.remainder


def playing(stage: Stage, plan: Plan) -> list[Entry]:
    """Return who takes part in the draw, by id."""
    absent = set(plan.sit_out)
    entries = drawn_in(stage).select_related("player").order_by("pk")
    return [entry for entry in entries if entry.pk not in absent]


def refuse_odd_number(players: int, size: int, remainder: Remainder) -> None:
    """Refuse a number of players that does not fill tables, unless the plan names a remainder."""
    is_full = players >= size and players % size == 0
    if is_full or (players >= ODD.get(remainder, size) and remainder != "refuse"):
        return
    raise RulesRefuse(does_not_fill(players, size), code="players_do_not_fill_tables")


def refuse_odd_tables(tournament: Tournament, players: int, entries: Iterable[Entry]) -> None:
    """Refuse tables whose games could not be settled, or that break a seating constraint."""
    if players not in SIZES_BESIDE.get(tournament.usual_format.players, ()):
        raise RulesRefuse(
            _("Tables of %(players)s can only be mixed with tables of four.") % {"players": players},
            code="method_needs_tables_of_four",
        )
    refuse_unnamed(tournament, players)
    north = tournament.seating_constraints.filter(wind=Wind.NORTH, entry__in=entries).select_related(
        "entry__player"
    )
    if players == 3 and (constraint := north.first()):
        raise RulesRefuse(
            _(
                "%(player)s is fixed on North, a seat that tables of three do not have. Please drop this "
                "wish, or let some players sit out."
            )
            % {"player": constraint.entry.player},
            code="seat_unknown",
            fields={"entries": [constraint.entry_id]},
        )


def history_of(tournament: Tournament, *, without: Collection[Round] = (), by_day: bool = False) -> Rounds:
    """Return the seating of the tournament's rounds so far: rounds of tables of entry ids, East first. `by_day` takes
    the first game of each match day.
    """
    seats = Seat.objects.filter(round__stage__tournament=tournament)
    if by_day:
        seats = seats.filter(FIRST_OF_A_DAY)
    rows = seats.exclude(round__in=without).order_by(
        "round__stage__ordinal", "round__number", "table__number", "wind"
    )
    return _by_round(rows.values_list("round_id", "table_id", COUNTED_ENTRY))


def seats_of(round_: Round) -> list[list[int]]:
    """Return the drawn seating: entry ids by table, East first; substitutes appear as the players they replace."""
    rows = (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "wind")
        .values_list("table__number", "entry_id", "replaces_id")
    )
    return [[drawn or now for _n, now, drawn in table] for _n, table in groupby(rows, key=lambda row: row[0])]


def constraints_of(
    tournament: Tournament, entries: Iterable[Entry], apart: Collection[Apart]
) -> SeatingConstraints:
    """Return the seating constraints among these entries."""
    entries = list(entries)
    here = {entry.pk for entry in entries}
    constraints = [
        constraint for constraint in tournament.seating_constraints.all() if constraint.entry_id in here
    ]
    pairs = [
        (constraint.kind, (constraint.entry_id, constraint.other_id))
        for constraint in constraints
        if constraint.other_id in here
    ]
    return SeatingConstraints(
        groups=[members for _by, _what, members in groups_of(entries, apart)],
        never=[pair for kind, pair in pairs if kind == SeatingConstraint.Kind.NEVER],
        rather_not=[pair for kind, pair in pairs if kind == SeatingConstraint.Kind.RATHER_NOT],
        tables={
            constraint.entry_id: constraint.table
            for constraint in constraints
            if constraint.table is not None
        },
        winds={
            constraint.entry_id: constraint.wind - 1
            for constraint in constraints
            if constraint.wind is not None
        },
    )


def groups_of(entries: Iterable[Entry], apart: Collection[Apart]) -> list[tuple[Apart, object, list[int]]]:
    """Return groups kept apart by a common team, club or country: by what, which one, entry ids."""
    groups: list[tuple[Apart, object, list[int]]] = []
    for by in sorted(set(apart)):
        members: dict[object, list[int]] = {}
        for entry in entries:
            value = {"team": entry.team_id, "club": entry.player.club_id, "country": entry.player.country}[by]
            if value:
                members.setdefault(value, []).append(entry.pk)
        groups += [(by, value, group) for value, group in members.items() if len(group) > 1]
    return sorted(groups, key=lambda group: group[2])


def _by_round(rows: Iterable[tuple[int, int, int]]) -> Rounds:
    rounds: dict[int, dict[int, list[int]]] = {}
    for round_id, table_id, entry_id in rows:
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    return [list(tables.values()) for tables in rounds.values()]


def sat_out_of(tournament: Tournament, *, without: Collection[Round] = ()) -> Counter[int]:
    """Count how often each player was present without a seat, by the draws of the current rounds.

    Absent players and latecomers have not waited: counting them would penalize those who always come.
    """
    return Counter(player for waiting in _waiting(tournament, without).values() for player in waiting)


def waited_before(stage: Stage, players: Collection[int], *, without: Collection[Round] = ()) -> list[int]:
    """Return which of `players` were present in the previous round without a seat, by id. At most four queries."""
    rounds = Round.objects.filter(Exists(Seat.objects.filter(round=OuterRef("pk")))).exclude(
        pk__in=[round_.pk for round_ in without]
    )
    before = rounds.filter(stage__tournament=stage.tournament_id, stage__ordinal__lte=stage.ordinal)
    last = list(before.order_by("-stage__ordinal", "-number")[:1])
    waited = {entry for waiting in drawn_without_seat(last).values() for entry in waiting}
    seated = Seat.objects.filter(round__in=last, entry__in=waited).values_list("entry_id", flat=True)
    return sorted((waited & set(players)) - set(seated)) if waited else []


def waiting_shares(
    tournament: Tournament, players: Collection[int], *, without: Collection[Round] = ()
) -> dict[int, int]:
    """Rank `players` by how little they have waited: 0 (omitted) for the least, then 1, 2, ….

    Compares actual with expected waits over the rounds a player attended: where w of n waited, w/n is expected of
    each. So newcomers start at the mean, and attendance makes no difference.
    """
    surplus: dict[int, Fraction] = dict.fromkeys(players, Fraction(0))
    waiting = _waiting(tournament, without)
    seated: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__in=waiting).order_by()
    for round_id, entry_id in seats.values_list("round_id", "entry_id"):
        seated.setdefault(round_id, set()).add(entry_id)
    for round_id, waited in waiting.items():
        # Players who were brought in later did not wait after all.
        waited = waited - seated[round_id]
        there = seated[round_id] | waited
        for player in there & surplus.keys():
            surplus[player] += (player in waited) - Fraction(len(waited), len(there))
    order = {share: rank for rank, share in enumerate(sorted(set(surplus.values())))}
    return {player: order[share] for player, share in surplus.items() if order[share]}


def _waiting(tournament: Tournament, without: Collection[Round]) -> dict[int, set[int]]:
    """Return who was present without a seat, by round id; empty for rounds in which everyone played."""
    rounds = Round.objects.filter(Exists(Seat.objects.filter(round=OuterRef("pk"))), draw__isnull=False)
    rounds = rounds.filter(stage__tournament=tournament).exclude(pk__in=[round_.pk for round_ in without])
    return {pk: set(entries) for pk, entries in drawn_without_seat(rounds).items()}


def _teams_request(
    tournament: Tournament, players: Collection[int], plan: Plan, past: Rounds, size: int
) -> TeamsRequest | SeasonRequest:
    """Build a request for teams: a single meeting of four or three teams, or a season continuing the rounds played so
    far.
    """
    teams = _teams(tournament, players)
    if plan.method == Method.TEAMS and not past:
        return TeamsRequest(teams=teams, rounds=plan.rounds, table_size=size)
    return SeasonRequest(
        teams=teams,
        rounds=plan.rounds,
        games=plan.games if plan.method == Method.TEAM_SEASON else 1,
        matches=plan.matches or None,
        line_up=plan.line_up or None,
        history=past,
        table_size=size,
    )


def _teams(tournament: Tournament, players: Collection[int]) -> list[list[int]]:
    here = set(players)
    teams = Team.objects.filter(tournament=tournament).order_by("pk").prefetch_related("entries")
    found = [sorted(entry.pk for entry in team.entries.all() if entry.pk in here) for team in teams]
    return [team for team in found if team]


def refuse_alone(entries: Collection[Entry]) -> None:
    """Refuse players without a team in a draw of teams."""
    alone = sum(entry.team_id is None for entry in entries)
    if alone:
        raise RulesRefuse(
            ngettext(
                "%(count)s player has no team. Please put every player in a team first.",
                "%(count)s players have no team. Please put every player in a team first.",
                alone,
            )
            % {"count": alone},
            code="players_without_team",
        )


def _refuse_bad_plan(plan: Plan, players: int, size: int) -> None:
    if size != 4 and plan.remainder == "substitutes" and plan.method != Method.RANDOM and players % size:
        raise RulesRefuse(
            _(
                "At tables of three, substitutes can fill the last table only by lot. Please let some "
                "players sit out."
            ),
            code="method_needs_tables_of_four",
        )
    if plan.method in (Method.REPAIRED, Method.IMPORTED) or plan.method not in Method:
        raise RulesRefuse(_("This method of drawing rounds does not exist."), code="unknown_method")
    if plan.rounds < 1:
        raise RulesRefuse(_("Draw at least one round."), code="rounds_out_of_range")
    if not 1 <= plan.games <= MOST_GAMES_A_DAY:
        raise RulesRefuse(
            _("A match day has 1 to %(most)s games.") % {"most": MOST_GAMES_A_DAY}, code="games_out_of_range"
        )
    if plan.rounds > plan.games and plan.method not in AT_ONCE:
        raise RulesRefuse(
            _("This method draws one round at a time, because each depends on the one before."),
            code="one_round_at_a_time",
        )
    if plan.has_match_days and plan.rounds % plan.games:
        raise RulesRefuse(games_do_not_divide(plan.rounds, plan.games), code="games_do_not_divide")
    if not 1 <= plan.effort <= max(EFFORTS):
        raise RulesRefuse(
            _("A search can take 1 to %(most)s times as long as usual.") % {"most": max(EFFORTS)},
            code="effort_out_of_range",
        )
    if plan.effort > 1 and plan.method not in SEARCHED:
        raise RulesRefuse(
            _("A longer search does not improve a draw by this method."), code="nothing_to_search"
        )
    refuse_too_large(plan, players)


def refuse_too_large(plan: Plan, players: int) -> None:
    """Refuse a draw too large even for the background (`costs`); nothing is computed."""
    if players > MOST_PLAYERS or players * plan.rounds > MOST_CHAIRS:
        raise RulesRefuse(
            _("%(players)s players and %(rounds)s rounds exceed the limit for one draw.")
            % {"players": players, "rounds": plan.rounds},
            code="too_many_for_method",
        )


def names_of(tournament: Tournament, ids: Iterable[int]) -> Mapping[int, str]:
    """Return the names of entries, for messages."""
    entries = Entry.objects.filter(tournament=tournament, pk__in=set(ids))
    return dict(entries.order_by().values_list("pk", "player__name"))
