"""Which one step comes next at the desk: the only place that says so."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Draw, Round, Scoresheet, Stage, Tournament
from tournaments.models.hall.staff_tasks import HallNow
from tournaments.models.hall.tables_in_play import TableNow
from tournaments.models.play.planned_rounds import PlannedRounds
from tournaments.models.play.rounds import NOT_STARTED
from tournaments.models.teams.quotas import GameQuota

# What the desk draws by itself; any other method is chosen on the page of draws.
BY_ITSELF = (Draw.Method.RANDOM, Draw.Method.TEAM_SEASON)


class Verb(StrEnum):
    """What the desk's one button does, in the order of a day."""

    ADD_PLAYERS = "add_players"
    DRAW = "draw"
    # As the round before was drawn, on the page of draws.
    PLAN = "plan"
    NIGHT = "night"
    PUBLISH = "publish"
    START = "start"
    TYPE_SHEETS = "type_sheets"
    SETTLE = "settle"
    CLOSE = "close"
    SET_QUALIFYING = "set_qualifying"
    CONFIRM_QUALIFIERS = "confirm_qualifiers"
    MAKE_FINAL = "make_final"
    FINISH = "finish"
    RESULTS = "results"


@dataclass(frozen=True)
class Phase:
    """Where a tournament is. `round` is the one that the step is about or that was closed last; `rounds` is how many
    its stage has, None where nothing says so; `table` is the one to settle first.
    """

    verb: Verb
    stage: Stage | None = None
    round: Round | None = None
    rounds: int | None = None
    table: TableNow | None = None

    @property
    def may_end_here(self) -> bool:
        """Whether all rounds are over, so that a final and the end are to choose from."""
        return self.verb in (Verb.MAKE_FINAL, Verb.FINISH)

    @property
    def may_finish(self) -> bool:
        """Whether the end is offered beside a further round: a later stage may be over after any."""
        if self.verb not in (Verb.DRAW, Verb.PLAN) or self.stage is None or self.round is None:
            return False
        return self.round.stage_id == self.stage.pk and self.stage.ordinal > 1


def phase_of(
    tournament: Tournament,
    *,
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    hall: HallNow,
    has_players: bool,
) -> Phase:
    """Return the step that comes next.

    Expects all stages and rounds in order; the stages with qualification, quota and planned rounds, the rounds with
    their draw.
    """
    by_stage: dict[int, list[Round]] = defaultdict(list)
    for round_ in rounds:
        by_stage[round_.stage_id].append(round_)
    played = [stage for stage in stages if any(one.status not in NOT_STARTED for one in by_stage[stage.pk])]
    closed = [(one.closed_at, one.pk, one) for one in rounds if one.closed_at is not None]
    latest = max(closed)[2] if closed else None
    if tournament.status == Tournament.Status.FINISHED:
        return Phase(Verb.RESULTS, _stage_of(latest, stages), latest)
    focus = _in_play(rounds, hall)
    focus = focus or next((one for one in rounds if one.status in NOT_STARTED), None)
    if focus is not None:
        verb, table = _verb_for(focus, hall)
        of_stage = by_stage[focus.stage_id]
        stage = _stage_of(focus, stages)
        return Phase(verb, stage, focus, planned_rounds(stage, of_stage) if stage else None, table)
    if not has_players:
        return Phase(Verb.ADD_PLAYERS)
    # The stage that is played; behind it the first that nobody has played yet.
    stage = played[-1] if played else stages[0]
    of_stage = by_stage[stage.pk]
    planned = planned_rounds(stage, of_stage)
    last = of_stage[-1] if of_stage else None
    if stage.is_free_play:
        return Phase(Verb.NIGHT, stage, last)
    if last is None:
        return Phase(Verb.DRAW, stage)
    following = next((one for one in stages if one.ordinal > stage.ordinal), None)
    if planned is None or len(of_stage) < planned:
        is_by_itself = last.draw is None or last.draw.method in BY_ITSELF
        return Phase(Verb.DRAW if is_by_itself else Verb.PLAN, stage, last, planned)
    if following is not None:
        return Phase(_verb_before(following), following, last, planned)
    return Phase(Verb.MAKE_FINAL if len(stages) == 1 else Verb.FINISH, stage, last, planned)


def planned_rounds(stage: Stage, rounds: Sequence[Round]) -> int | None:
    """Return how many rounds a stage has: as many as were drawn as a whole, as were planned, or as its players may
    play games at most. None where that is open.
    """
    # A match day is drawn as a whole, and says nothing of the next one.
    draws = [one.draw for one in rounds if one.draw is not None and one.game in (None, 1)]
    if len({one.pk for one in draws}) < len(draws) or any(
        one.method == Draw.Method.SCHEDULE for one in draws
    ):
        return len(rounds)
    plan: PlannedRounds | None = getattr(stage, "planned_rounds", None)
    if plan is not None:
        return max(plan.rounds, len(rounds))
    quota: GameQuota | None = getattr(stage, "game_quota", None)
    return quota.most if quota is not None and quota.most else None


def _in_play(rounds: Sequence[Round], hall: HallNow) -> Round | None:
    """The first round in play; of a match day, the first game with a result to come, else the last."""
    first = next((one for one in rounds if one.status == Round.Status.STARTED), None)
    if first is None or first.match_day is None:
        return first
    unsettled = {
        table.round.pk
        for table in hall.tables
        if table.sheet is None or table.sheet.status != Scoresheet.Status.CONFIRMED
    }
    day = [one for one in rounds if one.is_played_with(first)]
    return next((one for one in day if one.pk in unsettled), day[-1])


def _verb_for(round_: Round, hall: HallNow) -> tuple[Verb, TableNow | None]:
    """The step of a round that is not over."""
    if round_.status == Round.Status.DRAFTED:
        return Verb.PUBLISH, None
    if round_.status == Round.Status.PUBLISHED:
        return Verb.START, None
    tables = [table for table in hall.tables if table.round.pk == round_.pk]
    if any(table.sheet is None for table in tables):
        return Verb.TYPE_SHEETS, None
    waiting = next((table for table in tables if table.state in ("disputed", "submitted")), None)
    return (Verb.CLOSE, None) if waiting is None else (Verb.SETTLE, waiting)


def _verb_before(stage: Stage) -> Verb:
    """The step before the first round of a later stage."""
    if stage.is_free_play:
        return Verb.NIGHT
    qualification = getattr(stage, "qualification", None)
    if qualification is None:
        return Verb.SET_QUALIFYING
    return Verb.PLAN if qualification.confirmed_at is not None else Verb.CONFIRM_QUALIFIERS


def _stage_of(round_: Round | None, stages: Sequence[Stage]) -> Stage | None:
    return next((stage for stage in stages if round_ is not None and stage.pk == round_.stage_id), None)
