"""What a draw depends on, read from the facts: who plays, who met whom, the standing, the wishes."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.drawing import DO
from tournaments.actions.house_rules import USUAL
from tournaments.actions.odd_tables import refuse_unnamed
from tournaments.actions.refusals import RulesRefuse
from tournaments.models import Draw, Entry, Round, Score, Seat, Stage, Team, Tournament, Wind, Wish
from tournaments.seating.season import MOST_GAMES
from tournaments.standings import ranked, tally, tie_breaks_of

MOST_ROUNDS = 60
MOST_PLAYERS = 2_000
MOST_CHAIRS = 120_000

Remainder = Literal["refuse", "byes", "substitutes", "three", "five"]
# What a remainder seats the players at, besides tables of the usual size.
ODD = {"three": 3, "five": 5}
Apart = Literal["team", "club", "country"]
Method = Draw.Method

# Drawn for many rounds at once; all others round by round.
AT_ONCE = (Method.SCHEDULE, Method.TEAMS, Method.TEAM_SEASON)
# Of those, the ones drawn before a stage's first round; a season may be drawn in parts.
BEFORE_ALL = (Method.SCHEDULE, Method.TEAMS)
MOST_OF_A_SEASON = MOST_GAMES
MOST_IN_FINAL = 2_000
MOST_MATCHES = 15
MOST_GAMES_A_DAY = 10
MOST_LINE_UP = 100
RANKED = (Method.SWISS, Method.BY_STANDING, Method.SNAKE, Method.INTERVAL)
# Where a longer search may find something better; the others are algebra or lot.
SEARCHED = (Method.SCHEDULE, Method.SWISS, Method.MET_LEAST)
# What the form offers; any whole number up to the largest will do.
EFFORTS = (1, 4, 16)


@dataclass(frozen=True)
class Plan:
    """What the organizer asks of a draw.

    `apart` names what keeps two players from one table altogether; the tournament's wishes come on top. `remainder`
    says what happens when the players do not fill the tables: refuse, let some sit out in turn, call substitutes, or
    open tables of three or of five. `sit_out` are entries who do not play in these rounds; `best` lets only so many
    of the standing play (0: everybody). `afresh` forgets who met in earlier stages. Of a season of teams `matches`
    fours meet at a time (0: as many as fit) in `games` rounds a match day, and each team sends `line_up` players
    (0: all). `effort` is how many times the usual number of steps is searched.
    """

    method: str = Method.RANDOM
    rounds: int = 1
    remainder: Remainder = "refuse"
    apart: Collection[Apart] = ()
    balance_winds: bool = False
    sit_out: Collection[int] = ()
    best: int = 0
    afresh: bool = False
    matches: int = 0
    games: int = 1
    line_up: int = 0
    effort: int = 1

    def as_dict(self) -> dict[str, object]:
        usual = Plan()
        rare = {name: getattr(self, name) for name in ("best", "afresh", "matches", "games", "line_up")}
        said: dict[str, object] = {
            name: value for name, value in rare.items() if value != getattr(usual, name)
        }
        if self.sit_out:
            said["sit_out"] = sorted(set(self.sit_out))
        return said | {
            "method": str(self.method),
            "rounds": self.rounds,
            "remainder": self.remainder,
            "apart": sorted(set(self.apart)),
            "balance_winds": self.balance_winds,
            "effort": self.effort,
        }


def request_of(
    stage: Stage, tournament: Tournament, plan: Plan, *, without: Collection[Round] = ()
) -> dict[str, Any]:
    """Return everything the draw depends on but its seed, as `tournaments.seating` reads it.

    `without` are drafts that the draw replaces: who sits in them has not met.
    """
    entries = playing(tournament, plan)
    if plan.best:
        finalists = set(_standing(stage, {entry.pk for entry in entries})[: plan.best])
        entries = [entry for entry in entries if entry.pk in finalists]
    players = [entry.pk for entry in entries]
    size = tournament.rulebook.table.players
    if plan.method != Method.TEAM_SEASON:
        refuse_odd_number(len(players), size, plan.remainder)
    _refuse_bad_plan(plan, len(players), size)
    is_odd = plan.remainder in ODD and len(players) % size > 0
    if is_odd:
        refuse_odd_tables(tournament, ODD[plan.remainder], entries)
    remainder = "byes" if plan.remainder == "refuse" else plan.remainder
    request: dict[str, Any] = {"do": DO[plan.method]}
    if plan.effort > 1:
        request["effort"] = plan.effort
    wishes = wishes_of(tournament, entries, plan.apart)
    past = [] if plan.afresh and plan.method in AT_ONCE else history_of(tournament, without=without)
    if plan.method in (Method.TEAMS, Method.TEAM_SEASON):
        return _teams_request(tournament, players, plan, past)
    request["remainder"] = remainder
    if plan.method == Method.SCHEDULE:
        asked = {"three": {"exact_winds": True}, "five": {"share_waiting": True}}
        fair = asked.get(plan.remainder, {}) if is_odd else {}
        earlier = {"history": past} if past else {}
        return {**request, "players": players, "rounds": plan.rounds, **fair, **earlier, **wishes}
    request["history"] = past
    if is_odd and plan.remainder == "five":
        request |= {"share_odd": True, "share_waiting": True}
    elif is_odd and plan.method not in (Method.SWISS, Method.MET_LEAST):
        request["share_odd"] = True
    soft = wishes.pop("rather_not", None)
    if plan.method == Method.SWISS:
        request |= {"balance_winds": plan.balance_winds, **({"rather_not": soft} if soft else {})}
    if plan.method in RANKED:
        request["standing"] = _standing(stage, set(players))
    elif plan.method == Method.MET_LEAST:
        waited = sat_out_of(tournament, without=without)
        request |= {"present": players, "sat_out": {str(p): waited[p] for p in players if waited[p]}}
    else:
        request |= {"players": players, "table_size": size}
        if size != 4 and wishes:
            raise RulesRefuse(
                _("Wishes are not kept at tables of three yet. Please draw without them."),
                code="method_needs_tables_of_four",
            )
    return request | wishes


def playing(tournament: Tournament, plan: Plan) -> list[Entry]:
    """Who takes part in the draw, by id."""
    absent = set(plan.sit_out)
    entries = tournament.entries.active().select_related("player").order_by("pk")
    return [entry for entry in entries if entry.pk not in absent]


def refuse_odd_number(players: int, size: int, remainder: Remainder) -> None:
    """Refuse players who do not fill their tables, unless it was said what to do then."""
    over = players % size
    if players >= ODD.get(remainder, size) and (not over or remainder != "refuse"):
        return
    raise RulesRefuse(
        _(
            "%(players)s players do not fill tables of %(size)s: %(missing)s more are needed, "
            "or %(over)s sit out this round."
        )
        % {"players": players, "size": size, "missing": size - over, "over": over},
        code="players_do_not_fill_tables",
    )


def refuse_odd_tables(tournament: Tournament, players: int, entries: Iterable[Entry]) -> None:
    """Refuse tables of `players` when their games could not be settled, or a wish could not be kept at them."""
    if tournament.rulebook.table.players != USUAL:
        raise RulesRefuse(
            _("Tables of %(players)s are opened beside tables of four only.") % {"players": players},
            code="method_needs_tables_of_four",
        )
    refuse_unnamed(tournament, players)
    north = tournament.wishes.filter(wind=Wind.NORTH, entry__in=entries).select_related("entry__player")
    if players == 3 and (wish := north.first()):
        raise RulesRefuse(
            _(
                "%(player)s is fixed on North, a seat that tables of three do not have. "
                "Please drop this wish, or let some sit out."
            )
            % {"player": wish.entry.player},
            code="seat_unknown",
            fields={"entries": [wish.entry_id]},
        )


def history_of(tournament: Tournament, *, without: Collection[Round] = ()) -> list[list[list[int]]]:
    """Who sat where in the tournament's rounds so far: rounds of tables of entry ids, East first."""
    rows = (
        Seat.objects.filter(round__stage__tournament=tournament)
        .exclude(round__in=without)
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
    )
    return _by_round(rows.values_list("round_id", "table_id", "entry_id"))


def seats_of(round_: Round) -> list[list[int]]:
    """Who was drawn to sit where: entry ids by table, East first; substitutes appear as those they replace."""
    rows = (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "wind")
        .values_list("table__number", "entry_id", "replaces_id")
    )
    return [[drawn or now for _n, now, drawn in table] for _n, table in groupby(rows, key=lambda row: row[0])]


def wishes_of(tournament: Tournament, entries: Iterable[Entry], apart: Collection[Apart]) -> dict[str, Any]:
    """The wishes about those who play, in the words of a request; what nobody asked for is left out."""
    entries = list(entries)
    here = {entry.pk for entry in entries}
    kept = [wish for wish in tournament.wishes.all() if wish.entry_id in here]
    pairs = [wish for wish in kept if wish.other_id in here]
    said: dict[str, Any] = {
        "groups": [members for _by, _what, members in groups_of(entries, apart)],
        "avoid": [[wish.entry_id, wish.other_id] for wish in pairs if wish.kind == Wish.Kind.NEVER],
        "rather_not": [[wish.entry_id, wish.other_id] for wish in pairs if wish.kind == Wish.Kind.RATHER_NOT],
        "tables": {str(wish.entry_id): wish.table for wish in kept if wish.kind == Wish.Kind.TABLE},
        "winds": {str(wish.entry_id): (wish.wind or 1) - 1 for wish in kept if wish.kind == Wish.Kind.WIND},
    }
    return {name: value for name, value in said.items() if value}


def groups_of(entries: Iterable[Entry], apart: Collection[Apart]) -> list[tuple[Apart, object, list[int]]]:
    """Who is kept apart because they have a team, club or country in common: by what, which one, entry ids."""
    groups: list[tuple[Apart, object, list[int]]] = []
    for by in sorted(set(apart)):
        members: dict[object, list[int]] = {}
        for entry in entries:
            value = {"team": entry.team_id, "club": entry.player.club_id, "country": entry.player.country}[by]
            if value:
                members.setdefault(value, []).append(entry.pk)
        groups += [(by, value, group) for value, group in members.items() if len(group) > 1]
    return sorted(groups, key=lambda group: group[2])


def _by_round(rows: Iterable[tuple[int, int, int]]) -> list[list[list[int]]]:
    rounds: dict[int, dict[int, list[int]]] = {}
    for round_id, table_id, entry_id in rows:
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    return [list(tables.values()) for tables in rounds.values()]


def _standing(stage: Stage, players: set[int]) -> list[int]:
    """The players of the draw, best first, by the facts as they are now.

    Before a game of the stage counts, the standing is that of the stage before: a final is drawn from it.
    """
    counts = Score.objects.filter(stage=OuterRef("pk"), counts=True)
    so_far = stage.tournament.stages.filter(ordinal__lte=stage.ordinal).order_by("-ordinal")
    stage = so_far.filter(Exists(counts)).first() or stage
    rows = ranked(tally(stage), tie_breaks_of(stage.tournament))
    return [row.entry_id for _place, row in rows if row.entry_id in players]


def sat_out_of(tournament: Tournament, *, without: Collection[Round] = ()) -> Counter[int]:
    """How often each player was there and had no chair, as the draws of the rounds that stand say.

    Whoever was not there, or came later, has not waited: that would be held against those who always come.
    """
    waited: Counter[int] = Counter()
    rounds: dict[int, set[int]] = {}
    seated = Round.objects.filter(Exists(Seat.objects.filter(round=OuterRef("pk"))), draw__isnull=False)
    seated = seated.filter(stage__tournament=tournament).exclude(pk__in=[round_.pk for round_ in without])
    for draw, number in seated.values_list("draw", "number"):
        rounds.setdefault(draw, set()).add(number)
    for pk, text in Draw.objects.filter(pk__in=rounds).values_list("pk", "record"):
        content = json.loads(text)
        for number, row in enumerate(content["byes"], content["first"]):
            if number in rounds[pk]:
                waited.update(row)
    return waited


def _teams_request(
    tournament: Tournament, players: Collection[int], plan: Plan, past: list[list[list[int]]]
) -> dict[str, Any]:
    """Four teams meet: once and for all, or over a season, which goes on from the rounds that were played."""
    teams = _teams(tournament, players)
    if plan.method == Method.TEAMS and not past:
        return {"do": DO[plan.method], "teams": teams, "rounds": plan.rounds}
    more: dict[str, Any] = {"games": plan.games} if plan.games != 1 else {}
    for name in ("matches", "line_up"):
        if getattr(plan, name):
            more[name] = getattr(plan, name)
    if past:
        more["history"] = past
    return {"do": DO[Method.TEAM_SEASON], "teams": teams, "rounds": plan.rounds, **more}


def _teams(tournament: Tournament, players: Collection[int]) -> list[list[int]]:
    here = set(players)
    teams = Team.objects.filter(tournament=tournament).order_by("pk").prefetch_related("entries")
    found = [sorted(entry.pk for entry in team.entries.all() if entry.pk in here) for team in teams]
    found = [team for team in found if team]
    alone = len(here) - sum(map(len, found))
    if alone:
        raise RulesRefuse(
            ngettext(
                "%(count)s player has no team. Please give everybody a team first.",
                "%(count)s players have no team. Please give everybody a team first.",
                alone,
            )
            % {"count": alone},
            code="players_without_team",
        )
    return found


def _refuse_bad_plan(plan: Plan, players: int, size: int) -> None:
    if size != 4 and plan.method != Method.RANDOM:
        raise RulesRefuse(
            _("Rounds at tables of three are drawn by lot."), code="method_needs_tables_of_four"
        )
    if plan.method not in DO or plan.method == Method.REPAIRED:
        raise RulesRefuse(_("Rounds are not drawn like that."), code="unknown_method")
    if plan.rounds < 1:
        raise RulesRefuse(_("At least one round is drawn."), code="rounds_out_of_range")
    if plan.rounds > 1 and plan.method not in AT_ONCE:
        raise RulesRefuse(
            _("By this method one round is drawn at a time: the next one depends on it."),
            code="one_round_at_a_time",
        )
    if not 1 <= plan.effort <= max(EFFORTS):
        raise RulesRefuse(
            _("A draw is searched for 1 to %(most)s times as long as usual.") % {"most": max(EFFORTS)},
            code="effort_out_of_range",
        )
    if plan.effort > 1 and plan.method not in SEARCHED:
        raise RulesRefuse(
            _("Searching longer finds nothing better by this method."), code="nothing_to_search"
        )
    refuse_too_large(plan, players)


def refuse_too_large(plan: Plan, players: int) -> None:
    """Refuse what nobody should wait for, in a request or out of one (`draw_costs`): nothing is computed."""
    if players > MOST_PLAYERS or players * plan.rounds > MOST_CHAIRS:
        raise RulesRefuse(
            _("%(players)s players and %(rounds)s rounds are more than one draw takes.")
            % {"players": players, "rounds": plan.rounds},
            code="too_many_for_method",
        )


def names_of(tournament: Tournament, ids: Iterable[int]) -> Mapping[int, str]:
    """Names of entries, for messages."""
    return {
        entry.pk: entry.player.name
        for entry in Entry.objects.filter(tournament=tournament, pk__in=set(ids)).select_related("player")
    }
