"""Whatever people do, in whatever order, the published tables of two stages are those of a plain record of the games.

The machine enters players, draws, reports, disputes, confirms, corrects, voids, penalizes, lets players leave and
come back and others sit in for them, sends four on to a final and plays there. Its record knows points, penalties and
the rule text, and nothing of the product. After each step what is published agrees with it, and at the end with the
ledger and with adding up anew.
"""

from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from players.actions import add_player
from tests.permissions import undone
from tests.thorough import examples
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import register, reinstate, withdraw
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.play.seats import substitute
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import (
    Entry,
    Penalty,
    Publication,
    Qualification,
    Round,
    Scoresheet,
    Stage,
    Standing,
    Table,
)
from tournaments.standings import publish_tournament
from tournaments.standings.after_round import added_up
from tournaments.standings.kept_rounds import keep_rounds
from tournaments.standings.qualifying import proposed
from tournaments.verification import standings_differences, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# M-League: returned to 30,000; 50, 10, -10 and -30 points with the first's 20,000; the level share.
PRIZES = (50_000, 10_000, -10_000, -30_000)
MOST_PLAYERS = 12
STAND_INS = 2
# Figures that hardly any game ends with are asked about first.
MEANT = ("all_points_with_one", "strange_points")
POINTS = st.lists(st.integers(-100, 700), min_size=3, max_size=3).map(
    lambda three: [hundreds * 100 for hundreds in (*three, 1_000 - sum(three))]
)


def results(points: list[int]) -> list[int]:
    """By the rule text: points less 30,000, and the prizes of the places that the level take, shared."""
    found = []
    for own in points:
        above, level = sum(other > own for other in points), points.count(own)
        share = Fraction(sum(PRIZES[above : above + level]), level)
        found.append(own - 30_000 + share)
    # A share that does not come out in hundreds goes to the earlier seats, a hundred each.
    for own in set(points):
        seats = [seat for seat, other in enumerate(points) if other == own]
        pot = int(sum(found[seat] for seat in seats)) // 100
        for turn, seat in enumerate(seats):
            found[seat] = (pot // len(seats) + (turn < pot % len(seats))) * 100
    return [int(one) for one in found]


@dataclass
class Played:
    """One table as it stands on record: who sat there, East first, and with what, once it is confirmed."""

    stage: int
    players: list[int]
    points: list[int] | None = None


@dataclass
class Record:
    games: dict[int, Played] = field(default_factory=dict)
    penalties: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    through: list[int] = field(default_factory=list)

    def totals(self, stage: int) -> dict[int, int]:
        """Sums of the confirmed games of a stage, less penalties."""
        found: defaultdict[int, int] = defaultdict(int)
        for game in self.games.values():
            if game.stage == stage and game.points is not None:
                for player, result in zip(game.players, results(game.points), strict=True):
                    found[player] += result
        for where, player, amount in self.penalties.values():
            if where == stage:
                found[player] -= amount
        return dict(found)

    def players(self, stage: int) -> set[int]:
        """Those with a confirmed game of a stage."""
        games = [game for game in self.games.values() if game.stage == stage and game.points is not None]
        return {player for game in games for player in game.players}


def half(total: int) -> int:
    return floor(Fraction(total, 200) + Fraction(1, 2)) * 100


class Event(RuleBasedStateMachine):
    """A tournament of eight to twelve, with a final of four who begin it with half of their points."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.stack.enter_context(undone())
        self.hall: Hall = open_hall()
        self.main = self.hall.stage
        self.final = add_stage(tournament=self.hall.tournament, name="Final", by=self.hall.alice)
        terms = Terms(
            rules=[Places(self.main.pk, last=4)],
            carries="ratio",
            numerator=1,
            denominator=2,
            quantum=100,
        )
        set_qualification(stage=self.final, terms=terms, seen=qualification_tag(None), by=self.hall.alice)
        self.record = Record()

    def teardown(self) -> None:
        try:
            tournament = self.hall.tournament.pk
            assert verify_ledger(tournament).problems == []
            publish_tournament(tournament)
            for publication in Publication.objects.filter(stage__tournament=tournament):
                assert standings_differences(publication) == []
        finally:
            self.stack.close()

    # What there is.

    def open_round(self) -> Round | None:
        return Round.objects.filter(stage__tournament=self.hall.tournament, status="started").first()

    def tables(self, *statuses: str) -> list[Table]:
        """The tables of the round in play whose sheet has one of these statuses; an empty one stands for none."""
        round_ = self.open_round()
        found = []
        for table in round_.tables.order_by("number") if round_ else ():
            sheet = table.scoresheets.live().first()
            if (sheet.status if sheet else "") in statuses:
                found.append(table)
        return found

    def pick(self, some: list[Any], number: int) -> Any:
        return some[number % len(some)]

    def stage(self) -> Stage:
        return self.final if self.record.through else self.main

    def is_quiet(self) -> bool:
        return self.open_round() is None

    # What people do.

    @initialize(points=st.lists(POINTS, min_size=3, max_size=3), is_final=st.booleans())
    def a_first_round(self, points: list[list[int]], is_final: bool) -> None:
        """Every event begins with one; some go on to the final at once."""
        self.begin_a_round()
        self.end_the_round(points)
        if is_final:
            self.go_on()

    @precondition(lambda self: self.is_quiet())
    @rule(what=st.sampled_from(["enters", "leaves", "returns"]), number=st.integers(0, 99))
    def somebody(self, what: str, number: int) -> None:
        """Late arrivals and leavers, between rounds. Finalists stay."""
        entries, alice = self.hall.tournament.entries.order_by("pk"), self.hall.alice
        entries = entries.filter(is_substitute=False)
        active = [one for one in entries.filter(status="active") if one.pk not in self.record.through]
        gone = list(entries.filter(status="withdrawn"))
        if what == "enters" and entries.count() < MOST_PLAYERS:
            late = add_player(name=f"Late {entries.count()}")
            register(tournament=self.hall.tournament, player=late, by=alice)
        elif what == "leaves" and len(active) > 5:
            withdraw(entry=self.pick(active, number), by=alice)
        elif what == "returns" and gone:
            reinstate(entry=self.pick(gone, number), by=alice)

    @precondition(lambda self: self.is_quiet())
    @rule()
    def begin_a_round(self) -> None:
        alice, stage = self.hall.alice, self.stage()
        drawn = draw(stage=stage, plan=Plan(remainder="byes"), by=alice).rounds.get()
        publish_round(round_=drawn, by=alice)
        for table in start_round(round_=drawn, by=alice).tables.order_by("number"):
            players = list(table.seats.order_by("wind").values_list("entry_id", flat=True))
            assert len(set(players)) == 4
            self.record.games[table.pk] = Played(stage.pk, players)

    @precondition(lambda self: self.tables(""))
    @rule(number=st.integers(0, 99), is_of_the_bench=st.booleans())
    def substitute(self, number: int, is_of_the_bench: bool) -> None:
        """Somebody sits in for a player before their table reports: who sits out, or who came for that alone."""
        alice, round_ = self.hall.alice, self.open_round()
        entries = self.hall.tournament.entries.filter(status="active").exclude(seats__round=round_)
        bench = list(entries.filter(is_substitute=False).order_by("pk")) if not self.record.through else []
        stand_ins = list(entries.filter(is_substitute=True).order_by("pk"))
        if not stand_ins and self.hall.tournament.entries.filter(is_substitute=True).count() < STAND_INS:
            player = add_player(name=f"Stand-in {number}")
            tournament = self.hall.tournament
            stand_ins = [register(tournament=tournament, player=player, is_substitute=True, by=alice)]
        if comes := bench if is_of_the_bench else stand_ins:
            table = self.pick(self.tables(""), number)
            seat = self.pick(list(table.seats.order_by("wind")), number)
            entry = self.pick(comes, number)
            substitute(seat=seat, entry=entry, by=alice)
            self.record.games[table.pk].players[seat.wind - 1] = entry.pk

    @precondition(lambda self: self.tables("", "submitted", "disputed"))
    @rule(number=st.integers(0, 9), points=POINTS)
    def report(self, number: int, points: list[int]) -> None:
        """A table reports, or what it has reported is changed, also after a dispute."""
        table = self.pick(self.tables("", "submitted", "disputed"), number)
        sheet = table.scoresheets.live().first()
        report_sheet(
            table=table,
            report=TableReport(Figures(points), if_match=sheet.tag if sheet else None, confirm=MEANT),
            by=self.hall.alice,
        )

    @precondition(lambda self: self.tables("", "submitted", "disputed"))
    @rule(number=st.integers(0, 9), points=POINTS)
    def dispute(self, number: int, points: list[int]) -> None:
        """A table reports, and somebody says that it is wrong."""
        self.report(number, points)
        sheet = self.pick(self.tables("submitted"), number).scoresheets.live().get()
        dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="I had more", by=self.hall.alice)

    @precondition(lambda self: self.tables("submitted", "disputed", "confirmed"))
    @rule(number=st.integers(0, 9))
    def void(self, number: int) -> None:
        """The referee takes a result out; the table may report again."""
        table = self.pick(self.tables("confirmed") or self.tables("submitted", "disputed"), number)
        sheet = table.scoresheets.live().get()
        void_sheet(sheet=sheet, if_match=sheet.tag, reason="Played twice", by=self.hall.rob)
        self.record.games[table.pk].points = None

    @precondition(lambda self: not self.is_quiet())
    @rule(points=st.lists(POINTS, min_size=3, max_size=3))
    def end_the_round(self, points: list[list[int]]) -> None:
        """Whoever has not reported does; disputes are decided, all is confirmed, and the round closed."""
        round_ = self.open_round()
        assert round_ is not None
        for table in self.tables("disputed"):
            self.decide(table, list(table.scoresheets.live().get().points))
        for table, figures in zip(self.tables(""), points, strict=False):
            report_sheet(table=table, report=TableReport(Figures(figures), confirm=MEANT), by=self.hall.alice)
        for table in self.tables("submitted"):
            sheet = table.scoresheets.live().get()
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=self.hall.rob, as_referee=True)
            self.record.games[table.pk].points = list(sheet.points)
        close_round(round_=round_, by=self.hall.alice)

    @precondition(lambda self: self.record.games)
    @rule(number=st.integers(0, 99), points=POINTS)
    def correct(self, number: int, points: list[int]) -> None:
        """The referee decides any table, also one of a stage that is over."""
        self.decide(Table.objects.get(pk=self.pick(sorted(self.record.games), number)), points)

    def decide(self, table: Table, points: list[int]) -> None:
        sheet = table.scoresheets.live().first()
        correct_sheet(
            table=table,
            report=TableReport(Figures(points), if_match=sheet.tag if sheet else None, confirm=MEANT),
            reason="From the paper sheet",
            by=self.hall.rob,
        )
        self.record.games[table.pk].points = points

    @rule(number=st.integers(0, 99), amount=st.integers(0, 400))
    def penalty(self, number: int, amount: int) -> None:
        """One is imposed, in hundredths of a point; of 0, an earlier one is lifted."""
        stage, rob = self.stage(), self.hall.rob
        keys = self.record.through or list(self.hall.tournament.entries.values_list("pk", flat=True))
        if amount:
            entry = Entry.objects.get(pk=self.pick(sorted(keys), number))
            made = penalize(stage=stage, entry=entry, ruling=Ruling(amount * 100, "Late"), by=rob)
            self.record.penalties[made.pk] = stage.pk, entry.pk, amount * 100
        elif self.record.penalties:
            pk = self.pick(sorted(self.record.penalties), number)
            lift_penalty(penalty=Penalty.objects.get(pk=pk), reason="A mistake", by=rob)
            del self.record.penalties[pk]

    @precondition(
        lambda self: (
            self.is_quiet()
            and not self.record.through
            and any(game.points for game in self.record.games.values())
        )
    )
    @rule()
    def go_on(self) -> None:
        """The best four of those who are still here, by the record; who is level there is the product's to order."""
        seen = proposed(Qualification.objects.select_related("stage__tournament").get(stage=self.final))
        keys = [one.key for one in seen.candidates]
        totals = self.record.totals(self.main.pk)
        entries = self.hall.tournament.entries.filter(status="active", is_substitute=False)
        active = set(entries.values_list("pk", flat=True))
        played = self.record.players(self.main.pk)

        def merit(entry: int) -> tuple[bool, int]:
            # Those without a game are last, unless they have a bonus.
            total = totals.get(entry, 0)
            return entry in played or total > 0, total

        assert [merit(key) for key in keys] == sorted(map(merit, active), reverse=True)[:4]
        assert active >= set(keys)
        confirm_qualifiers(
            stage=self.final, keys=keys, seen=proposal_tag(seen), by=self.hall.alice, confirm=["lot_decides"]
        )
        self.record.through = keys

    # What has to be so, whatever was done.

    @invariant()
    def what_is_published_is_on_record(self) -> None:
        publish_tournament(self.hall.tournament.pk)
        main, final = self.record.totals(self.main.pk), self.record.totals(self.final.pk)
        starts = {entry: half(main.get(entry, 0)) for entry in self.record.through}
        assert self._published(self.main) == main
        assert self._published(self.final) == {
            entry: starts.get(entry, 0) + final.get(entry, 0) for entry in {*starts, *final}
        }

    def _published(self, stage: Stage) -> dict[int, int]:
        standings = Standing.objects.filter(stage=stage).order_by("position")
        rows = list(standings.values_list("entry", "total", "games"))
        # Who sits in for others stands there, too, without a rank.
        assert not standings.filter(entry__is_substitute=True, rank__isnull=False).exists()
        ranked = [
            (stage == self.final or games > 0 or total > 0, total)
            for total, games in standings.exclude(rank=None).values_list("total", "games")
        ]
        # In the final everybody has half of a total to be ranked by.
        assert ranked == sorted(ranked, reverse=True)
        # Whoever has neither played nor been penalized stands there with nothing.
        known = self.record.totals(stage.pk) if stage == self.main else set(self.record.through)
        return {entry: total for entry, total, games in rows if games or total or entry in known}

    @invariant()
    def what_is_kept_of_earlier_rounds_is_what_adding_up_gives(self) -> None:
        publish_tournament(self.hall.tournament.pk)
        for stage in (self.main, self.final):
            kept = {one.number: one.rows for one in stage.standings_after_rounds.all()}
            fresh = Stage.objects.select_related("tournament__usual_format").get(pk=stage.pk)
            assert kept == {number: added_up(fresh, number)._asdict() for number in kept}
            keep_rounds(stage.pk)

    @invariant()
    def one_sheet_counts_for_a_table(self) -> None:
        live = Scoresheet.objects.live().filter(table__round__stage__tournament=self.hall.tournament)
        tables = list(live.values_list("table", flat=True))
        assert len(tables) == len(set(tables))


def test_published_tables_are_those_of_a_plain_record() -> None:
    # A failure prints its steps; making them fewer takes longer than reading them.
    phases = (Phase.explicit, Phase.generate)
    run_state_machine_as_test(
        Event, settings=settings(max_examples=examples(3, of=15), stateful_step_count=40, phases=phases)
    )
