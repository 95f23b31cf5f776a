"""Who goes on to a stage by its rules, as the results are now."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter

from scoring.standing.carry_over import Start
from scoring.standing.cut import Group, Take, at_the_cut, qualify
from scoring.standing.ranking import Ranked
from tournaments.models import Entry, Qualification, QualifyingRule, Score, Stage, Team
from tournaments.standings.adding_up import add_up
from tournaments.standings.ranking import ranking_of
from tournaments.standings.stages.carried import NOTHING, Stood, rule_of, starts_from
from tournaments.standings.stages.cuts import AtTables, Field
from tournaments.standings.tally import Tally
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import counts_for


@dataclass(frozen=True)
class Candidate:
    """A player or team that goes on: its id, the stage it comes from and what brought it there.

    `place` is of the ranking, or of the table whose number stands in `table`; 0 for who was named by hand. `total`
    is what they had there and `start` what they begin with, both in smallest units; `start_points` are those at the
    table with which they begin.
    """

    key: int
    source: int | None
    place: int = 0
    table: str = ""
    total: int = 0
    start: int = 0
    start_points: int = 0


@dataclass(frozen=True)
class Cut:
    """A line in a stage's ranking, or at the table whose number stands in `table`, behind place `last`: of those who
    are `tied` only the lot put some above it.
    """

    source: int
    last: int
    tied: tuple[int, ...]
    table: str = ""


@dataclass(frozen=True)
class Proposal:
    """All who go on, in the order of their seeds, and where only the lot decided who does.

    With names by hand, `ties` are those of the rules where just those were named whom the lot preferred.
    """

    candidates: list[Candidate]
    ties: list[Cut]


Ranking = list[tuple[Ranked, Tally]]


class Ends:
    """How earlier stages ended, each added up once: those who can go on, best first."""

    def __init__(self, qualification: Qualification) -> None:
        self.qualification = qualification
        self.tournament = qualification.stage.tournament
        entries = Entry.objects.active().filter(tournament=self.tournament)
        of = "team_id" if qualification.of_teams else "pk"
        self.can_go_on = set(entries.exclude(**{of: None}).values_list(of, flat=True))
        self.rankings: dict[int, Ranking] = {}

    def ranking(self, stage: Stage) -> Ranking:
        """Withdrawn players and substitutes leave their place to the next."""
        if stage.pk not in self.rankings:
            stage.tournament = self.tournament
            tallies = add_up(stage)
            of_teams = self.qualification.of_teams
            everybody = ranking_of(tallies, tie_breaks_of(self.tournament), of_teams=of_teams)
            self.rankings[stage.pk] = [row for row in everybody if row[1].key in self.can_go_on]
        return self.rankings[stage.pk]

    def starts(self, stage: Stage, going_on: set[int]) -> dict[int, Start]:
        """What they begin with who come from this stage."""
        end = [
            Stood(tally.key, tally.total, tally.penalty, tally.points) for _rank, tally in self.ranking(stage)
        ]
        return starts_from(rule_of(self.qualification), end, going_on)


def proposed(qualification: Qualification, named: Sequence[int] | None = None) -> Proposal:
    """Who goes on by the rules, or exactly those `named`, in this order, each with what the rules say of them.

    Players who are named and come by no rule carry what the rules' only stage brings; nothing if there are several.
    """
    rules = list(qualification.rules.select_related("source").order_by("ordinal"))
    ends = Ends(qualification)
    found, cuts = _by_the_rules(rules, lambda stage: [rank for rank, _tally in ends.ranking(stage)])
    ties = list(dict.fromkeys(cut for _rule, cut in cuts))
    sources = {rule.source_id: rule.source for rule in rules}
    if named is not None:
        only = next(iter(sources)) if len(sources) == 1 else None
        ties = [tie for tie in ties if set(tie.tied) & found.keys() == set(tie.tied) & set(named)]
        found = {key: found.get(key) or Candidate(key, only) for key in named}
    starts: dict[tuple[int | None, int], Start] = {}
    totals: dict[tuple[int | None, int], int] = {}
    for pk, stage in sources.items():
        going_on = {one.key for one in found.values() if one.source == pk}
        starts.update({(pk, key): start for key, start in ends.starts(stage, going_on).items()})
        totals.update({(pk, tally.key): tally.total for _rank, tally in ends.ranking(stage)})
    candidates = []
    for one in found.values():
        start = starts.get((one.source, one.key), NOTHING)
        candidates.append(
            Candidate(
                key=one.key,
                # Players who did not play there have nothing to carry.
                source=one.source if (one.source, one.key) in totals else None,
                place=one.place,
                table=one.table,
                total=totals.get((one.source, one.key), 0),
                start=start.total,
                start_points=start.points,
            )
        )
    return Proposal(candidates, ties)


@dataclass(frozen=True)
class Tied:
    """Those who are level where rules send only some of them on to the stage called `leads_to`, whose id is `stage`:
    entries at a table, or, where `table` is empty, entries or teams of those who are not through yet. `is_confirmed`:
    it is decided who went on.
    """

    table: str
    tied: tuple[int, ...]
    leads_to: str
    is_confirmed: bool
    stage: int = 0
    of_teams: bool = False


def ties_at_tables(
    stage: Stage, ranking: Sequence[Ranked], rules: Sequence[AtTables], fields: Sequence[Field]
) -> list[Tied]:
    """Where only the lot decides who goes on from the tables of a stage's last round, by its published `ranking` of
    those who can go on. No query without rules, else two.

    Once the field of a later stage is confirmed, only those ties are left of which it has some and not all.
    """
    if not rules:
        return []
    confirmed = {field.stage: field.keys for field in fields}
    found = []
    for table, places in tables_of(stage, ranking).items():
        for pk, of_a_stage in groupby(sorted(rules, key=attrgetter("stage")), attrgetter("stage")):
            own = list(of_a_stage)
            through = {
                int(str(one.key)) for rule in own for one in places if rule.first <= one.rank <= rule.last
            }
            tied = {at_the_cut(places, last).tied for rule in own for last in (rule.first - 1, rule.last)} - {
                ()
            }
            for keys in sorted(tuple(int(str(key)) for key in one) for one in tied):
                some = confirmed.get(pk, through).intersection(keys)
                if 0 < len(some) < len(keys):
                    found.append(Tied(table, keys, own[0].leads_to, pk in confirmed, pk))
    return found


def ties_of_the_rest(
    qualification: Qualification, stage: Stage, ranking_of_stage: Callable[[Stage], Sequence[Ranked]]
) -> list[tuple[int, ...]]:
    """Who is level in a stage where only some of those go on to another who are not through by its other rules.
    `ranking_of_stage` are those who can go on, as it is published.
    """
    rules = list(qualification.rules.select_related("source__tournament").order_by("ordinal"))
    _found, cuts = _by_the_rules(rules, ranking_of_stage)
    return [
        cut.tied
        for rule, cut in cuts
        if rule.among == QualifyingRule.Among.REMAINING and rule.source_id == stage.pk
    ]


def names_of(qualification: Qualification) -> Mapping[int, str]:
    """What those are called who can go on, by the ids of their entries or teams."""
    tournament = qualification.stage.tournament_id
    if qualification.of_teams:
        return dict(Team.objects.filter(tournament=tournament).values_list("pk", "name"))
    entries = Entry.objects.filter(tournament=tournament)
    return dict(entries.order_by().values_list("pk", "player__name"))


def _by_the_rules(
    rules: Sequence[QualifyingRule], ranking_of_stage: Callable[[Stage], Sequence[Ranked]]
) -> tuple[dict[int, Candidate], list[tuple[QualifyingRule, Cut]]]:
    """Who goes on, and by its rule each line that falls among equals of whom only some go on."""
    found: dict[int, Candidate] = {}
    cuts: list[tuple[QualifyingRule, Cut]] = []
    for rule in rules:
        ranking = list(ranking_of_stage(rule.source))
        if rule.among == QualifyingRule.Among.REMAINING:
            ranking = [row for row in ranking if row.key not in found]
        keys = [row.key for row in ranking]
        if rule.among == QualifyingRule.Among.TABLES:
            tables = tables_of(rule.source, ranking)
            if not tables:
                continue
        else:
            tables = {}
        for table, places in tables.items() or [("", ranking)]:
            cuts += [(rule, cut) for cut in _cuts(rule, table, places)]
        groups = [Group(table, tuple(one.key for one in places)) for table, places in tables.items()]
        take = Take(rule.first, rule.last, among="groups" if groups else "ranking")
        for one in qualify([take], ranking=keys, groups=groups):
            key = int(str(one.key))
            found.setdefault(key, Candidate(key, rule.source_id, one.place, one.group))
    return found, [(rule, cut) for rule, cut in cuts if not found.keys() >= set(cut.tied)]


def tables_of(stage: Stage, ranking: Sequence[Ranked]) -> dict[str, list[Ranked]]:
    """By their number, the tables of a stage's last round with results, and who took which place there; of equals the
    better ranked first. Those share a rank whom neither the table nor the ranking separates. Whoever is not in
    `ranking` is left out.
    """
    counted = Score.objects.filter(stage=stage, counts=True)
    last = counted.order_by("-seat__round__number").values_list("seat__round_id", flat=True).first()
    if last is None:
        return {}
    ranked = {one.key: one for one in ranking}
    rows = counted.filter(seat__round=last).annotate(counts_for=counts_for(stage.tournament))
    listed = sorted(
        (number, place, ranked[entry].rank, entry)
        for number, place, entry in rows.order_by().values_list("seat__table__number", "place", "counts_for")
        if entry in ranked
    )
    return {
        str(number): _places([(place, ranked[entry]) for _number, place, _rank, entry in seats])
        for number, seats in groupby(listed, key=itemgetter(0))
    }


def _places(seats: Sequence[tuple[int, Ranked]]) -> list[Ranked]:
    """The places at a table, from their places there and in the ranking."""
    places: list[Ranked] = []
    last = None
    for number, (place, one) in enumerate(seats, 1):
        level = place, one.shared_rank
        shared = places[-1].shared_rank if level == last else number
        places.append(Ranked(one.key, number, shared, "lot" if level == last else ""))
        last = level
    return places


def _cuts(rule: QualifyingRule, table: str, places: Sequence[Ranked]) -> Iterator[Cut]:
    """Above the first and behind the last place that a rule names."""
    for last in (rule.first - 1, rule.last):
        tied = at_the_cut(places, last).tied
        if tied:
            yield Cut(rule.source_id, last, tuple(int(str(key)) for key in tied), table)
