"""Ordered draws: frozen when they are ordered, computed elsewhere, seated once and only by facts that still hold."""

import hashlib
import json
from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now

from players.actions import add_player
from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.progress import Stopped
from seating.requests import RandomRequest, ScheduleRequest, SwissRequest
from tests.tournaments.hall import Figures, Hall, open_hall, order_draw
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.costs import is_long, milliseconds
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import commit_seed, discard_draw, draw, plan_of
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.jobs import worker
from tournaments.actions.draws.jobs.orders import cancel_draw_job, draw_or_order
from tournaments.actions.draws.jobs.worker import work_off
from tournaments.actions.draws.plans import Apart, Plan
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import Draw, DrawJob, Round, Scoresheet
from tournaments.models.ledger import canonical
from tournaments.verification import verify_ledger

SCHEDULE, SWISS, RANDOM = Draw.Method.SCHEDULE, Draw.Method.SWISS, Draw.Method.RANDOM
Status = DrawJob.Status
LONG = Plan(method=SCHEDULE, rounds=4, effort=4)
SEED = "fedcba9876543210"


@pytest.fixture
def wide(db: None) -> Hall:
    return open_hall(players=16)


@pytest.fixture
def played(wide: Hall) -> Hall:
    """One round is played, so that there is a standing."""
    wide.draw()
    round_ = start_round(round_=publish_round(round_=Round.objects.get(), by=wide.alice), by=wide.alice)
    for table in round_.tables.all():
        correct_sheet(
            table=table,
            report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])),
            reason="Paper",
            by=wide.rob,
        )
    return wide


def rounds_of(stored: Draw) -> list[list[list[int]]]:
    return [seats_of(round_) for round_ in stored.rounds.order_by("number")]


def the_job() -> DrawJob:
    return DrawJob.objects.select_related("draw", "stage__tournament").get()


class TestOrdering:
    def test_what_is_quick_is_drawn_at_once(self, wide: Hall) -> None:
        stored = draw_or_order(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=4), by=wide.alice)

        assert isinstance(stored, Draw)
        assert not DrawJob.objects.exists()

    def test_a_longer_search_is_ordered_and_nothing_is_drawn_yet(self, wide: Hall) -> None:
        job = draw_or_order(stage=wide.stage, plan=LONG, by=wide.alice, seed=SEED)

        assert isinstance(job, DrawJob)
        assert (job.status, job.done, job.seed, job.ordered_by) == ("queued", 0, SEED, wide.alice.user)
        assert not Round.objects.exists()
        assert not Draw.objects.exists()

    def test_the_ledger_fixes_the_order_and_gives_nothing_away(self, wide: Hall) -> None:
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice, seed=SEED)

        request = json.loads(job.request)
        assert wide.kinds()[-1] == "draw_ordered"
        assert wide.last_payload() == {
            "job": job.pk,
            "stage": wide.stage.pk,
            "number": 1,
            "method": "schedule",
            "seed_hash": hashlib.sha256(SEED.encode()).hexdigest(),
            "request_hash": hashlib.sha256(
                canonical({"seed": SEED, "request": request}).encode()
            ).hexdigest(),
        }

    def test_one_draw_of_a_stage_at_a_time(self, wide: Hall) -> None:
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

        for again in (draw_or_order, draw):
            with pytest.raises(StateRefuses) as refusal:
                again(stage=wide.stage, plan=Plan(method=RANDOM), by=wide.alice)
            assert (refusal.value.code, refusal.value.fields) == ("draw_ordered", {"job": job.pk})

    @pytest.mark.parametrize("method", [RANDOM, Draw.Method.SNAKE, Draw.Method.BY_STANDING])
    def test_where_nothing_is_searched_searching_longer_is_refused(self, wide: Hall, method: str) -> None:
        with pytest.raises(RulesRefuse) as refusal:
            draw_or_order(stage=wide.stage, plan=Plan(method=method, effort=4), by=wide.alice)

        assert refusal.value.code == "nothing_to_search"

    def test_a_plan_that_cannot_be_is_refused_before_anything_is_ordered(self, wide: Hall) -> None:
        with pytest.raises(RulesRefuse):
            order_draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=200, effort=16), by=wide.alice)

        assert not DrawJob.objects.exists()


class TestComputing:
    def test_it_is_the_draw_that_the_same_seed_gives_at_once(self, wide: Hall) -> None:
        with transaction.atomic():
            at_once = rounds_of(draw(stage=wide.stage, plan=LONG, by=wide.alice, seed=SEED))
            transaction.set_rollback(True)
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice, seed=SEED)

        assert work_off() == 1

        job = the_job()
        assert (job.status, job.done, job.attempt) == ("done", job.total, 1)
        assert job.draw is not None
        assert rounds_of(job.draw) == at_once
        assert check_draw(job.draw).is_same
        assert job.draw.drawn_by == wide.alice.user
        assert plan_of(job.draw).as_json() == LONG.as_json()
        assert wide.kinds()[-5:] == ["draw_ordered", *["drawn"] * 4]
        assert verify_ledger(wide.tournament.pk).problems == []

    def test_a_second_worker_finds_nothing_to_do(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        work_off()

        assert work_off() == 0
        assert Draw.objects.count() == 1

    def test_a_seed_fixed_beforehand_is_used_and_opened_with_the_draw(self, wide: Hall) -> None:
        fixed = commit_seed(stage=wide.stage, by=wide.alice)
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

        work_off()

        stored = the_job().draw
        assert stored is not None
        assert (stored.seed, stored.commitment) == (fixed.seed, fixed)

    @pytest.mark.slow
    def test_drafts_are_drawn_again_with_a_longer_search(self, played: Hall) -> None:
        old = draw(stage=played.stage, plan=Plan(method=SWISS), by=played.alice)
        order_draw(
            plan=Plan(method=SWISS, effort=16),
            by=played.alice,
            seed=SEED,
            reason="closer",
            old=old,
        )
        assert old.rounds.count() == 1
        # Who sits in the draft that is replaced has not met.
        assert len(json.loads(the_job().request)["history"]) == 1

        work_off()

        stored = the_job().draw
        assert stored is not None
        assert (stored.reason, stored.rounds.get().number, old.rounds.count()) == ("closer", 2, 0)
        assert check_draw(stored).is_same

    def test_what_no_draw_can_give_is_said_by_name(self, wide: Hall) -> None:
        team = wide.tournament.teams.create(name="Tigers")
        wide.tournament.entries.filter(number__lte=5).update(team=team)
        apart: list[Apart] = ["team"]
        plan = Plan(method=SCHEDULE, rounds=2, apart=apart, effort=4)
        order_draw(stage=wide.stage, plan=plan, by=wide.alice)

        work_off()

        job = the_job()
        assert (job.status, job.refusal["code"]) == ("refused", "group_too_large")
        assert "Tigers" in job.refusal["message"]
        assert wide.kinds()[-1] == "draw_refused"
        assert not Draw.objects.exists()


class TestStaleFacts:
    def test_somebody_who_came_meanwhile_is_not_left_standing(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        register(tournament=wide.tournament, player=add_player(name="Late"), by=wide.alice)

        work_off()

        job = the_job()
        assert (job.status, job.refusal["code"]) == ("refused", "players_do_not_fill_tables")
        assert not Round.objects.exists()

    def test_nobody_is_seated_by_a_standing_that_was_corrected_meanwhile(self, played: Hall) -> None:
        order_draw(stage=played.stage, plan=Plan(method=SWISS, effort=4), by=played.alice)
        sheet = Scoresheet.objects.live().first()
        assert sheet is not None
        correct_sheet(
            table=sheet.table,
            report=TableReport(Figures([10_000, 20_000, 30_000, 40_000]), if_match=sheet.tag),
            reason="Upside down",
            by=played.rob,
        )

        work_off()

        job = the_job()
        assert (job.status, job.refusal["code"]) == ("refused", "facts_changed")
        assert (Round.objects.count(), played.kinds()[-1]) == (1, "draw_refused")

    def test_drafts_thrown_away_meanwhile_do_not_come_back(self, played: Hall) -> None:
        old = draw(stage=played.stage, plan=Plan(method=SWISS), by=played.alice)
        order_draw(plan=Plan(method=SWISS, effort=4), by=played.alice, old=old)
        discard_draw(old=old, by=played.alice)

        work_off()

        assert the_job().status == "refused"
        assert Round.objects.count() == 1


class TestCancelling:
    def test_nothing_is_drawn_and_the_ledger_says_so(self, wide: Hall) -> None:
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

        cancel_draw_job(job=job, by=wide.alice)

        assert work_off() == 0
        assert (the_job().status, wide.kinds()[-1]) == ("cancelled", "draw_cancelled")
        assert wide.last_payload() == {"job": job.pk, "stage": wide.stage.pk}
        assert not Round.objects.exists()

    def test_a_search_stops_at_the_next_word_about_it(
        self, wide: Hall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(worker, "HEARTBEAT", 0.0)
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        job = worker._take()
        assert job is not None
        heartbeat = worker._Heartbeat(job)
        heartbeat("annealing", 1, 2)
        assert (the_job().phase, the_job().done) == ("annealing", 350)

        cancel_draw_job(job=job, by=wide.alice)

        with pytest.raises(Stopped):
            heartbeat("annealing", 2, 2)
        assert worker.compute(job) is False
        assert not Round.objects.exists()

    def test_what_came_of_it_after_all_is_not_said(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        job = worker._take()
        assert job is not None
        cancel_draw_job(job=job, by=wide.alice)

        ended = worker.finish(job, SeatingError("too_few_players", "Too few."))

        assert ended is False
        assert (the_job().status, the_job().refusal, wide.kinds()[-1]) == (
            "cancelled",
            None,
            "draw_cancelled",
        )

    def test_what_has_ended_is_not_cancelled(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        work_off()

        with pytest.raises(StateRefuses) as refusal:
            cancel_draw_job(job=the_job(), by=wide.alice)

        assert refusal.value.code == "draw_job_done"

    def test_the_seed_fixed_beforehand_waits_for_the_next_draw(self, wide: Hall) -> None:
        fixed = commit_seed(stage=wide.stage, by=wide.alice)
        cancel_draw_job(job=order_draw(stage=wide.stage, plan=LONG, by=wide.alice), by=wide.alice)

        assert draw(stage=wide.stage, plan=Plan(), by=wide.alice).commitment == fixed


class TestDeadWorkers:
    def test_a_job_whose_worker_is_silent_is_computed_by_the_next_once(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice, seed=SEED)
        dead = worker._take()
        assert dead is not None
        assert work_off() == 0  # it may still be alive
        silence(dead)

        assert work_off() == 1

        job = the_job()
        assert (job.status, job.attempt) == ("done", 2)
        # The dead one wakes up: it finds that its words no longer count.
        assert worker.compute(dead) is False
        assert Draw.objects.count() == 1

    def test_a_job_that_kills_its_workers_is_given_up(self, wide: Hall) -> None:
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        for _worker in range(worker.MOST_ATTEMPTS):
            dead = worker._take()
            assert dead is not None
            silence(dead)

        assert work_off() == 0

        assert (the_job().status, wide.kinds()[-1]) == ("lost", "draw_lost")
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

    def test_one_draw_is_computed_at_a_time(self, wide: Hall) -> None:
        other = open_hall("autumn-open", players=16)
        order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        order_draw(stage=other.stage, plan=LONG, by=other.alice)

        assert worker._take() is not None
        assert worker._take() is None


def silence(job: DrawJob) -> None:
    DrawJob.objects.filter(pk=job.pk).update(heartbeat_at="2026-01-01T00:00:00Z")


class TestPromises:
    @pytest.mark.parametrize(
        ("changes", "promise"),
        [
            ({"done": 1_001}, "a_draw_jobs_progress_is_from_none_to_all"),
            ({"done": -1}, "(?i)check|done"),
            ({"status": "sleeping"}, "a_draw_job_is_in_a_known_state"),
            ({"status": "done", "ended_at": Now()}, "a_draw_job_has_a_draw_when_done_and_only_then"),
            ({"status": "refused", "ended_at": Now()}, "a_refused_draw_job_says_why"),
            ({"status": "cancelled"}, "a_draw_job_that_ended_says_when"),
            ({"ended_at": Now()}, "a_draw_job_that_ended_says_when"),
            ({"status": "running"}, "a_running_draw_job_has_a_heartbeat"),
            ({"seed": "another"}, "what_was_ordered_is_never_rewritten"),
            ({"request": "{}"}, "what_was_ordered_is_never_rewritten"),
        ],
    )
    def test_the_database_keeps_it(self, wide: Hall, changes: dict[str, object], promise: str) -> None:
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

        with pytest.raises(DatabaseError, match=promise), transaction.atomic():
            DrawJob.objects.filter(pk=job.pk).update(**changes)

    def test_one_live_job_of_a_stage(self, wide: Hall) -> None:
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
        job.pk = None

        with pytest.raises(DatabaseError), transaction.atomic():
            job.save(force_insert=True)

    def test_what_has_ended_never_changes(self, wide: Hall) -> None:
        job = cancel_draw_job(job=order_draw(stage=wide.stage, plan=LONG, by=wide.alice), by=wide.alice)

        with pytest.raises(DatabaseError, match="an_ended_draw_job_never_changes"), transaction.atomic():
            DrawJob.objects.filter(pk=job.pk).update(status="queued", ended_at=None)

    def test_it_is_for_its_own_stage(self, wide: Hall) -> None:
        other = open_hall("autumn-open", players=16)
        foreign = draw(stage=other.stage, plan=Plan(), by=other.alice)
        job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

        with pytest.raises(DatabaseError, match="a_draw_job_is_for_its_own_stage"), transaction.atomic():
            DrawJob.objects.filter(pk=job.pk).update(old=foreign)


class TestCosts:
    def test_what_a_club_draws_is_never_ordered(self) -> None:
        history = [[(0, 1, 2, 3)] * 25] * 10
        apart = SeatingConstraints(never=[(1, 2)])
        assert not is_long(SwissRequest(standing=range(100), history=history))
        assert not is_long(ScheduleRequest(players=range(100), rounds=12, constraints=apart))
        assert not is_long(RandomRequest(players=range(2_000), history=history))

    def test_a_large_hall_is_and_so_is_a_longer_search(self) -> None:
        large = SwissRequest(standing=range(1_000))
        assert is_long(large)
        assert is_long(SwissRequest(standing=range(8), effort=4))
        assert milliseconds(replace(large, effort=16)) == 16 * milliseconds(large)

    def test_the_largest_that_may_be_ordered_takes_a_few_minutes(self) -> None:
        everything = SwissRequest(standing=range(2_000), balance_winds=True, effort=16)
        assert milliseconds(everything) < 180_000
