"""Season after season, whatever is played and corrected in between, the divisions are those of a plain record.

Two divisions of four, of which the best of the lower and the last of the upper change places. The machine plays,
penalizes, gives bonuses, corrects, also in seasons that are over, and promotes. Its record knows points, and who was
in which division. After each step every published table agrees with it, at the end all ledgers and chains.
"""

from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field

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

from tests.leagues.test_any_order import MEANT, POINTS, results
from tests.permissions import undone
from tests.thorough import examples
from tests.tournaments.hall import open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.actions.staff.roles import appoint
from tournaments.models import Entry, Move, Publication, Season, Staff, Standing, Table, Tournament
from tournaments.standings import publish_tournament
from tournaments.verification import standings_differences, verify_league, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

UPPER, LOWER = 1, 2
MOST_SEASONS = 4


@dataclass
class Played:
    """One table: its tournament, the players' ids, East first, and their points."""

    tournament: int
    players: list[int]
    points: list[int]


@dataclass
class Record:
    games: dict[int, Played] = field(default_factory=dict)
    # Tournament, player, and what was taken.
    deductions: list[tuple[int, int, int]] = field(default_factory=list)
    # By season, from 1: who was in which division.
    fields: dict[int, dict[int, set[int]]] = field(default_factory=dict)

    def totals(self, tournament: int) -> dict[int, int]:
        found: defaultdict[int, int] = defaultdict(int)
        for game in self.games.values():
            if game.tournament == tournament:
                for player, result in zip(game.players, results(game.points), strict=True):
                    found[player] += result
        for where, player, amount in self.deductions:
            if where == tournament:
                found[player] -= amount
        return dict(found)


class Ladder(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.stack.enter_context(undone())
        self.record = Record()
        hall = open_hall(players=0)
        self.alice: Actor = hall.alice
        self.rob: Actor = hall.rob
        league = create_league(slug="river", name="River League", by=self.alice)
        self.season = create_season(league=league, name="1", by=self.alice)
        divisions = [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}]
        set_divisions(season=self.season, divisions=divisions, seen=divisions_tag([]), by=self.alice)
        self.record.fields[1] = {}
        for level in (UPPER, LOWER):
            one = open_hall(f"level-{level}", season=self.season, level=level, players=4)
            for actor, role in ((self.alice, Staff.Role.ORGANIZER), (self.rob, Staff.Role.REFEREE)):
                assert actor.user is not None
                appoint(tournament=one.tournament, user=actor.user, role=role, by=one.alice)
            self.record.fields[1][level] = set(one.tournament.entries.values_list("player", flat=True))

    def teardown(self) -> None:
        try:
            assert verify_league(self.season.league_id).problems == []
            for tournament in Tournament.objects.filter(season__league=self.season.league_id):
                assert verify_ledger(tournament.pk).problems == []
                for publication in Publication.objects.filter(stage__tournament=tournament):
                    assert standings_differences(publication) == []
        finally:
            self.stack.close()

    def division(self, level: int) -> Tournament:
        return Tournament.objects.get(season=self.season, level=level)

    def all_played(self) -> bool:
        played = {game.tournament for game in self.record.games.values()}
        return all(self.division(level).pk in played for level in (UPPER, LOWER))

    # What people do.

    @initialize(points=st.lists(POINTS, min_size=2, max_size=2))
    def a_first_round(self, points: list[list[int]]) -> None:
        self.play_both(points)

    @rule(points=st.lists(POINTS, min_size=2, max_size=2))
    def play_both(self, points: list[list[int]]) -> None:
        for level, figures in zip((UPPER, LOWER), points, strict=True):
            self.play(level, figures)

    @rule(level=st.sampled_from([UPPER, LOWER]), points=POINTS)
    def play(self, level: int, points: list[int]) -> None:
        tournament = self.division(level)
        stage = tournament.stages.get()
        round_ = draw(stage=stage, plan=Plan(), by=self.alice).rounds.get()
        publish_round(round_=round_, by=self.alice)
        (table,) = start_round(round_=round_, by=self.alice).tables.all()
        correct_sheet(
            table=table, report=TableReport(Figures(points), confirm=MEANT), reason="Paper", by=self.rob
        )
        close_round(round_=round_, by=self.alice)
        players = list(table.seats.order_by("wind").values_list("entry__player", flat=True))
        self.record.games[table.pk] = Played(tournament.pk, players, points)

    @rule(level=st.sampled_from([UPPER, LOWER]), number=st.integers(0, 3), amount=st.integers(-400, 400))
    def penalize(self, level: int, number: int, amount: int) -> None:
        """In hundredths of a point; less than nothing is a bonus."""
        tournament = self.division(level)
        entry = tournament.entries.order_by("number")[number]
        stage = tournament.stages.get()
        penalize(stage=stage, entry=entry, ruling=Ruling(amount * 100, "By the rules"), by=self.rob)
        self.record.deductions.append((tournament.pk, entry.player_id, amount * 100))

    @rule(number=st.integers(0, 99), points=POINTS)
    def correct(self, number: int, points: list[int]) -> None:
        """Any game, also one of a season that is over: it is opened again for that, and who plays where stays."""
        pks = sorted(self.record.games)
        table = Table.objects.select_related("round__stage__tournament").get(pk=pks[number % len(pks)])
        tournament = table.round.stage.tournament
        was_finished = tournament.status == Tournament.Status.FINISHED
        if was_finished:
            reopen_tournament(tournament=tournament, by=self.alice)
        sheet = table.scoresheets.live().get()
        correct_sheet(
            table=table,
            report=TableReport(Figures(points), if_match=sheet.tag, confirm=MEANT),
            reason="Misread",
            by=self.rob,
        )
        if was_finished:
            finish_tournament(tournament=tournament, by=self.alice)
        self.record.games[table.pk].points = points

    @precondition(lambda self: self.all_played() and self.season.ordinal < MOST_SEASONS)
    @rule()
    def promote(self) -> None:
        """By the record the best of the lower division and the last of the upper change places."""
        tournaments = {level: self.division(level) for level in (UPPER, LOWER)}
        for tournament in tournaments.values():
            finish_tournament(tournament=tournament, by=self.alice)
            publish_tournament(tournament.pk)

        following = confirm_next_season(
            season=self.season,
            plan=SeasonPlan(str(self.season.ordinal + 1)),
            seen=propose_next_season(self.season).tag,
            by=self.alice,
            confirm=["lot_decides"],
        )

        before = self.record.fields[self.season.ordinal]
        after = {
            one.level: set(one.entries.values_list("player", flat=True))
            for one in following.tournaments.order_by("level")
        }
        (down,), (up,) = before[UPPER] - after[UPPER], before[LOWER] - after[LOWER]
        upper, lower = (self.record.totals(tournaments[level].pk) for level in (UPPER, LOWER))
        assert (upper.get(down, 0), lower.get(up, 0)) == (
            min(upper.get(player, 0) for player in before[UPPER]),
            max(lower.get(player, 0) for player in before[LOWER]),
        )
        assert after == {
            UPPER: before[UPPER] - {down} | {up},
            LOWER: before[LOWER] - {up} | {down},
        }
        moves = Move.objects.filter(season=self.season).exclude(way="stays")
        assert dict(moves.values_list("player", "way")) == {down: "down", up: "up"}
        self.season = following
        self.record.fields[following.ordinal] = after

    # What has to be so, whatever was done.

    @invariant()
    def what_is_published_is_on_record(self) -> None:
        for tournament in Tournament.objects.filter(season__league=self.season.league_id):
            publish_tournament(tournament.pk)
            rows = Standing.objects.filter(stage__tournament=tournament).order_by("position")
            table = list(rows.values_list("entry__player", "total"))
            totals = self.record.totals(tournament.pk)
            assert {player: total for player, total in table if total or player in totals} == totals
            assert [total for _player, total in table] == sorted((t for _p, t in table), reverse=True)

    @invariant()
    def everybody_is_in_one_division_of_every_season(self) -> None:
        everybody = set.union(*self.record.fields[1].values())
        for season in Season.objects.filter(league=self.season.league_id):
            entries = Entry.objects.filter(tournament__season=season)
            players = list(entries.values_list("player", flat=True))
            assert (len(players), set(players)) == (8, everybody)
            for one in season.tournaments.all():
                here = set(one.entries.values_list("player", flat=True))
                assert here == self.record.fields[season.ordinal][one.level]


def test_the_divisions_are_those_of_a_plain_record() -> None:
    # A failure prints its steps; making them fewer takes longer than reading them.
    phases = (Phase.explicit, Phase.generate)
    run_state_machine_as_test(
        Ladder, settings=settings(max_examples=examples(1, of=6), stateful_step_count=25, phases=phases)
    )
