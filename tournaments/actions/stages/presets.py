"""Presets for a new tournament: its stages, qualification and carry-over, which games count, time limits.

A preset only fills in values; everything can be changed afterwards, stage by stage. Numbers of qualifiers are given
in tables, so that they fill tables of any size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import qualification_tag, stage_tag
from tournaments.actions.setup.editing import rename_stage
from tournaments.actions.setup.ranking import rulebook_score, set_ranking
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.states import refuse_finished
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import Draw, Qualification, QualifyingRule, Stage, TimeLimit, Tournament
from tournaments.models.events import explaining_events

Among = QualifyingRule.Among
Carries = Qualification.Carries
# The rows that hold settings of a stage.
SAID_OF_A_STAGE = ("qualification", *(explains.from_stage for explains in explaining_events().values()))


# The number of places, by table size.
PlacesOf: TypeAlias = Callable[[int], int]
# No preset is meant for more tables.
MOST_TABLES = 100


def tables(number: int | Fraction = 1) -> PlacesOf:
    """Fill this many tables; a fraction that is not a whole number of places is rounded up to a whole table.

    >>> [tables(Fraction(3, 2))(size) for size in (3, 4)]
    [6, 6]
    """

    def places(size: int) -> int:
        exact = Fraction(number) * size
        return int(exact) if exact.denominator == 1 else ceil(number) * size

    return places


def better_half(size: int) -> int:
    """Half of a table, or fewer if only that makes whole tables out of several.

    >>> [better_half(size) for size in (3, 4, 5)]
    [1, 2, 1]
    """
    return max(places for places in range(1, size // 2 + 1) if size % places == 0)


def winner(_size: int) -> int:
    """The winner of a table."""
    return 1


def all_but_the_last(size: int) -> int:
    """Everyone at a table except the last.

    >>> [all_but_the_last(size) for size in (3, 4)]
    [2, 3]
    """
    return size - 1


def left_of_two_tables(size: int) -> int:
    """The places at one table left by the better halves of two.

    >>> [left_of_two_tables(size) for size in (3, 4)]
    [1, 0]
    """
    return size - 2 * better_half(size)


class Going(NamedTuple):
    """A rule at tables of one size: these places of the preset's stage with this number."""

    stage: int
    first: int
    last: int
    among: Among


@dataclass(frozen=True)
class GoesOn:
    """The places from `first` on of the preset's stage with this number, from 0; `last` gives the last place by table
    size.
    """

    stage: int
    last: PlacesOf
    first: int = 1
    among: Among = Among.RANKING


@dataclass(frozen=True)
class ReadyStage:
    """A stage. `comes_in` is None if everyone plays, and empty if players are named by hand.

    `totals` are starting points by rank, one per qualifier; a `half` is rounded to a tenth of a point.
    """

    name: str | Promise
    comes_in: tuple[GoesOn, ...] | None = None
    of_teams: bool = False
    carries: Carries = Carries.NOTHING
    totals: tuple[int, ...] = ()
    best_games: int = 0
    minimum_games: int = 0
    quota: tuple[int, int] = (0, 0)
    free_play: bool = False

    def rules(self, size: int) -> list[Going]:
        """Return the qualification rules at tables of this size."""
        found = [Going(one.stage, one.first, one.last(size), one.among) for one in self.comes_in or ()]
        return [rule for rule in found if rule.first <= rule.last]

    def terms(self, units: int, size: int, stages: Sequence[Stage]) -> Terms:
        """Return the qualification terms in a tournament with these stages and table size; `units` make a point."""
        is_part = self.carries == Carries.RATIO
        rules = self.rules(size)
        return Terms(
            rules=[Places(stages[one.stage].pk, one.last, one.first, one.among) for one in rules],
            of_teams=self.of_teams,
            carries=self.carries,
            denominator=2 if is_part else 1,
            quantum=max(1, units // 10) if is_part else 1,
            by_rank=[
                total * units for total in self.totals[: sum(one.last - one.first + 1 for one in rules)]
            ],
        )

    def counting(self) -> dict[str, Any]:
        """Return which games count, as arguments of `set_counting`; empty if all do."""
        best = {"selection": "best", "number": self.best_games} if self.best_games else {}
        return {**best, **({"minimum_games": self.minimum_games} if self.minimum_games else {})}


@dataclass(frozen=True)
class Preset:
    """`minutes` is how long a round takes, 0: no limit. With `fixed_substitutes` a substitute's game is worth what
    the rulebook says, if it does.
    """

    title: str | Promise
    stages: tuple[ReadyStage, ...]
    minutes: int = 0
    fixed_substitutes: bool = False

    def fills_tables(self, players: int, size: int) -> bool:
        """Whether this number of players or teams fills the tables of every stage and leaves some behind each time.

        Teams may sit out; all players have a seat. Players named by hand are shared out evenly.
        """
        pools = sum(stage.comes_in == () for stage in self.stages) or 1
        if players % pools:
            return False
        fields: list[int] = []
        for stage in self.stages:
            rules = stage.rules(size)
            field = sum(_places(rule, fields, size) for rule in rules) if rules else players // pools
            everybody = any(rule.among != Among.TABLES and rule.last >= fields[rule.stage] for rule in rules)
            if everybody or field < size or (field % size and not stage.of_teams):
                return False
            fields.append(field)
        return True

    def smallest_field(self, size: int) -> int:
        """Return the least number of players or teams that fills the tables of every stage."""
        fields = range(size, MOST_TABLES * size + 1, size)
        return next(players for players in fields if self.fills_tables(players, size))

    @property
    def goes_by_tables(self) -> bool:
        """Whether places at tables qualify, so that hardly any number of players fills the tables of every stage."""
        return any(rule.among == Among.TABLES for stage in self.stages for rule in stage.comes_in or ())


@dataclass(frozen=True)
class Final:
    """The last stage in another size: the best by rank fill this many tables, and carry this over."""

    tables: int
    carries: Carries

    def of(self, stages: Sequence[ReadyStage]) -> tuple[ReadyStage, ...]:
        """Return these stages of a preset with this final as the last one."""
        *before, last = stages
        return (
            *before,
            replace(last, comes_in=(GoesOn(len(before) - 1, tables(self.tables)),), carries=self.carries),
        )


def _places(rule: Going, fields: Sequence[int], size: int) -> int:
    """Return how many qualify by a rule from stages with these numbers of players."""
    times = fields[rule.stage] // size if rule.among == Among.TABLES else 1
    return times * (rule.last - rule.first + 1)


_SEASON, _FINAL = pgettext_lazy("stage", "Regular season"), pgettext_lazy("stage", "Final")
_SEMIFINAL, _QUALIFYING = pgettext_lazy("stage", "Semifinal"), pgettext_lazy("stage", "Qualifying")
_HALF = Fraction(1, 2)

PRESETS: dict[str, Preset] = {
    "qualifying_final": Preset(
        gettext_lazy("Qualifying and a final at one table"),
        (ReadyStage(_QUALIFYING), ReadyStage(_FINAL, (GoesOn(0, tables()),), carries=Carries.RATIO)),
    ),
    "semifinal_final": Preset(
        gettext_lazy("Qualifying, a semifinal at four tables, a final at one"),
        (
            ReadyStage(_QUALIFYING),
            ReadyStage(_SEMIFINAL, (GoesOn(0, tables(4)),), carries=Carries.FULL),
            ReadyStage(_FINAL, (GoesOn(1, tables()),), carries=Carries.FULL),
        ),
    ),
    "best_games_final": Preset(
        gettext_lazy("Open qualifying (best five games count) and a final"),
        (ReadyStage(_QUALIFYING, best_games=5), ReadyStage(_FINAL, (GoesOn(0, tables()),))),
    ),
    "pools_final": Preset(
        gettext_lazy("Two pools and a final"),
        (
            ReadyStage(pgettext_lazy("stage", "Pool A"), ()),
            ReadyStage(pgettext_lazy("stage", "Pool B"), ()),
            ReadyStage(_FINAL, (GoesOn(0, tables(_HALF)), GoesOn(1, tables(_HALF)))),
        ),
    ),
    "knockout": Preset(
        gettext_lazy("Knockout: the better half of each table qualifies; at an odd table only the winner"),
        (
            ReadyStage(pgettext_lazy("stage", "First round")),
            ReadyStage(_SEMIFINAL, (GoesOn(0, better_half, among=Among.TABLES),)),
            ReadyStage(_FINAL, (GoesOn(1, better_half, among=Among.TABLES),)),
        ),
    ),
    "revival": Preset(
        gettext_lazy("Knockout with a second chance"),
        (
            ReadyStage(pgettext_lazy("stage", "First round")),
            ReadyStage(pgettext_lazy("stage", "Revival"), (GoesOn(0, all_but_the_last, 2, Among.TABLES),)),
            ReadyStage(
                _SEMIFINAL,
                (
                    GoesOn(0, winner, among=Among.TABLES),
                    GoesOn(1, better_half, among=Among.TABLES),
                    GoesOn(1, left_of_two_tables, among=Among.REMAINING),
                ),
            ),
            ReadyStage(_FINAL, (GoesOn(2, better_half, among=Among.TABLES),)),
        ),
    ),
    "m_league": Preset(
        gettext_lazy("Teams as in M-League: regular season, semifinal and final, carrying half each time"),
        (
            ReadyStage(_SEASON, quota=(10, 45)),
            ReadyStage(_SEMIFINAL, (GoesOn(0, tables(3 * _HALF)),), of_teams=True, carries=Carries.RATIO),
            ReadyStage(_FINAL, (GoesOn(1, tables()),), of_teams=True, carries=Carries.RATIO),
        ),
    ),
    "company_league": Preset(
        gettext_lazy("Company league: teams, then a final starting from fixed totals"),
        (
            ReadyStage(_SEASON),
            ReadyStage(
                _FINAL,
                (GoesOn(0, tables()),),
                of_teams=True,
                carries=Carries.BY_RANK,
                totals=(120, 70, 30, 0),
            ),
        ),
        minutes=55,
    ),
    "elimination": Preset(
        gettext_lazy("Teams in three phases: the last teams leave after each, totals carry over"),
        (
            ReadyStage(pgettext_lazy("stage", "Phase 1")),
            ReadyStage(
                pgettext_lazy("stage", "Phase 2"),
                (GoesOn(0, tables(3 * _HALF)),),
                of_teams=True,
                carries=Carries.FULL,
            ),
            ReadyStage(
                pgettext_lazy("stage", "Phase 3"), (GoesOn(1, tables()),), of_teams=True, carries=Carries.FULL
            ),
        ),
    ),
    "ema_event": Preset(
        gettext_lazy("EMA-style event: 90-minute rounds, substitutes score a fixed loss"),
        (ReadyStage(pgettext_lazy("stage", "All rounds")),),
        minutes=90,
        fixed_substitutes=True,
    ),
    "club_ladder": Preset(
        gettext_lazy("Club ladder: players open their own tables and are ranked after ten games"),
        (ReadyStage(pgettext_lazy("stage", "Ladder"), minimum_games=10, free_play=True),),
    ),
}


@transaction.atomic
def use_preset(
    *, tournament: Tournament, preset: str, by: Actor, first_stage: str = "", final: Final | None = None
) -> list[Stage]:
    """Give the tournament the stages of a preset and return them. Its existing stage becomes the first, named
    `first_stage` or as in the preset; the last is of the size of `final`, if given.

    Refuses an unknown preset, a tournament with more than one stage, and one whose stage has a draw or settings.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    if preset not in PRESETS:
        message = _("This preset does not exist. Please choose one of: %(names)s.") % {
            "names": ", ".join(PRESETS)
        }
        raise RulesRefuse(message, code="unknown_preset", fields={"preset": [message]})
    stages = list(tournament.stages.select_related(*SAID_OF_A_STAGE))
    if len(stages) != 1 or _is_begun(stages[0]):
        raise StateRefuses(
            _(
                "A preset needs a tournament with one stage in which nothing has been drawn or set yet. "
                "Please change the stages individually."
            ),
            code="stages_are_set",
        )
    chosen = PRESETS[preset]
    ready = chosen.stages if final is None else final.of(chosen.stages)
    stages = [
        rename_stage(
            stage=stages[0], name=first_stage or str(ready[0].name), seen=stage_tag(stages[0]), by=by
        )
    ]
    stages += [add_stage(tournament=tournament, name=str(one.name), by=by) for one in ready[1:]]
    size, units = tournament.usual_format.players, tournament.rulebook.units_per_point
    for stage, one in zip(stages, ready, strict=True):
        if one.comes_in is not None:
            set_qualification(
                stage=stage, terms=one.terms(units, size, stages), seen=qualification_tag(None), by=by
            )
        if one.counting():
            set_counting(stage=stage, by=by, **one.counting())
        if any(one.quota):
            set_game_quota(stage=stage, least=one.quota[0], most=one.quota[1], by=by)
        if one.free_play:
            set_free_play(stage=stage, is_on=True, by=by)
    if chosen.minutes and not TimeLimit.objects.filter(tournament=tournament).exists():
        set_time_limit(tournament=tournament, minutes=chosen.minutes, by=by)
    if chosen.fixed_substitutes and rulebook_score(tournament.usual_format.rulebook_id) is not None:
        fixed, withdrawn = Tournament.Substitutes.FIXED_SCORE, tournament.withdrawn
        set_ranking(tournament=tournament, substitutes=fixed, withdrawn=withdrawn, by=by)
    return stages


def _is_begun(stage: Stage) -> bool:
    """Whether the stage has a draw or settings. Related settings must be loaded."""
    is_set = any(hasattr(stage, name) for name in SAID_OF_A_STAGE)
    return is_set or Draw.objects.filter(stage=stage).exists() or stage.rounds.exists()
