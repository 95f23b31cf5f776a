"""An ordered draw at the desk: the plan leads to it, it shows how far it is, and it leads to the draft."""

import re

import pytest
from django.test import Client

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall, order_draw
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import discard_draw, draw
from tournaments.actions.draws.jobs import worker
from tournaments.actions.draws.jobs.orders import cancel_draw_job
from tournaments.actions.draws.jobs.worker import work_off
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import register
from tournaments.models import Draw, DrawJob, Round

SCHEDULE = {"method": "schedule", "rounds": "3", "remainder": "refuse", "effort": "4"}
LONG = Plan(method="schedule", rounds=3, effort=4)


@pytest.fixture
def wide(db: None) -> Hall:
    return open_hall(players=16)


@pytest.fixture
def desk(wide: Hall, client: Client) -> Client:
    client.force_login(wide.alice.user)
    return client


def plan_of(hall: Hall) -> str:
    return f"/t/{hall.tournament.slug}/desk/draw/plan/"


def page_of(job: DrawJob) -> str:
    return f"/t/{job.stage.tournament.slug}/desk/draw/jobs/{job.pk}/"


def text_of(content: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode()))


def test_the_plan_leads_to_the_job_and_the_job_to_the_draft(desk: Client, wide: Hall) -> None:
    answer = desk.post(plan_of(wide), {"stage": wide.stage.pk, **SCHEDULE})
    job = DrawJob.objects.get()
    assert (answer.status_code, answer.url) == (302, page_of(job))

    waiting = desk.get(page_of(job))
    assert 'value="0" max="1000"' in waiting.content.decode()
    assert "Waiting for the worker to start." in text_of(waiting.content)

    work_off()

    assert desk.get(page_of(job)).url == f"/t/spring-open/desk/draw/{Draw.objects.get().pk}/"


def test_a_form_sent_twice_orders_once_and_leads_to_the_same_page(desk: Client, wide: Hall) -> None:
    sent = {"stage": wide.stage.pk, **SCHEDULE, "key": "0123456789abcdef-twice"}

    answers = {desk.post(plan_of(wide), sent).url for _time in range(2)}

    assert answers == {page_of(DrawJob.objects.get())}


def test_without_a_script_the_page_asks_again_by_itself(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

    live = desk.get(page_of(job)).content.decode()
    cancel_draw_job(job=job, by=wide.alice)
    ended = desk.get(page_of(job)).content.decode()

    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in live
    assert 'http-equiv="refresh"' not in ended
    assert "<script>" not in live


def test_it_says_in_words_what_is_being_done(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
    assert worker._take() is not None
    DrawJob.objects.filter(pk=job.pk).update(phase="annealing", done=350)

    shown = desk.get(page_of(job)).content.decode()

    assert "Exchanging players for a better round" in shown
    assert 'value="350" max="1000"' in shown


def test_whoever_comes_second_is_told_that_they_come_next(desk: Client, wide: Hall) -> None:
    other = open_hall("autumn-open", players=16)
    order_draw(stage=other.stage, plan=LONG, by=other.alice)
    assert worker._take() is not None

    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

    assert "Another draw is being computed" in desk.get(page_of(job)).content.decode()


def test_cancelling_ends_it_and_shows_the_way_back(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

    answer = desk.post(page_of(job) + "cancel/", follow=True)

    assert DrawJob.objects.get().status == "cancelled"
    assert "The draw was cancelled. Nothing was drawn" in text_of(answer.content)
    assert plan_of(wide) in answer.content.decode()
    again = desk.post(page_of(job) + "cancel/", follow=True)
    assert "no longer being computed" in text_of(again.content)


def test_a_refusal_is_shown_with_the_way_back_to_the_plan(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
    for name in ("One", "Two", "Three", "Four"):
        register(tournament=wide.tournament, player=add_player(name=name), by=wide.alice)
    work_off()

    shown = desk.get(page_of(job))

    assert (shown.status_code, DrawJob.objects.get().status) == (200, "refused")
    assert "Players, results, rounds or wishes changed" in text_of(shown.content)
    assert plan_of(wide) in shown.content.decode()


def test_the_refusal_is_in_the_language_of_whoever_ordered(desk: Client, wide: Hall) -> None:
    desk.post("/ja" + plan_of(wide), {"stage": wide.stage.pk, **SCHEDULE})
    register(tournament=wide.tournament, player=add_player(name="Late"), by=wide.alice)
    work_off()

    assert re.search("[ぁ-ん]", DrawJob.objects.get().refusal["message"])


def test_a_second_draw_meanwhile_is_refused_on_the_plan_which_shows_the_first(
    desk: Client, wide: Hall
) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)

    answer = desk.post(plan_of(wide), {"stage": wide.stage.pk, **SCHEDULE, "effort": "1"})

    assert answer.status_code == 409
    assert "A draw of this stage is already being computed" in text_of(answer.content)
    assert page_of(job) in answer.content.decode()


def test_a_draft_is_drawn_again_with_a_longer_search(desk: Client, wide: Hall) -> None:
    old = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)

    answer = desk.post(
        f"/t/spring-open/desk/draw/{old.pk}/redraw/", {"reason": "Search longer", "effort": "16"}
    )

    job = DrawJob.objects.get()
    assert (answer.url, job.old, job.reason) == (page_of(job), old, "Search longer")


def test_a_draw_that_was_to_replace_a_draft_leads_back_to_it(desk: Client, wide: Hall) -> None:
    old = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice, old=old, reason="Search longer")
    cancel_draw_job(job=job, by=wide.alice)

    shown = re.sub(r"\s+", " ", desk.get(page_of(job)).content.decode())

    assert f'<a class="button" href="/t/spring-open/desk/draw/{old.pk}/">Back to the draft</a>' in shown
    assert f'<a class="button secondary outline" href="{plan_of(wide)}">' in shown


def test_a_draw_that_was_interrupted_too_often_says_what_to_do(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
    DrawJob.objects.filter(pk=job.pk).update(status="lost", ended_at=job.ordered_at)

    shown = text_of(desk.get(page_of(job)).content)

    assert "The computation was interrupted several times. Nothing was drawn." in shown
    assert "Please tell the operator of this server, or choose a shorter search." in shown


def test_a_draw_whose_drafts_are_gone_does_not_lead_nowhere(desk: Client, wide: Hall) -> None:
    job = order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
    work_off()
    discard_draw(old=Draw.objects.get(), by=wide.alice)

    assert "but its drafts have since been drawn again or discarded" in text_of(
        desk.get(page_of(job)).content
    )


def test_the_form_says_where_searching_longer_is_of_no_use(desk: Client, wide: Hall) -> None:
    answer = desk.post(plan_of(wide), {"stage": wide.stage.pk, **SCHEDULE, "method": "random", "rounds": "1"})

    assert (answer.status_code, DrawJob.objects.count()) == (422, 0)
    assert "A longer search does not improve a draw by this method" in text_of(answer.content)


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (10_000, "Repeated: all 3 rounds are identical. All players sit as the seed says."),
        (0, "too long for a page"),
    ],
)
def test_anybody_draws_it_again_unless_that_takes_too_long_for_a_page(
    wide: Hall, client: Client, monkeypatch: pytest.MonkeyPatch, limit: int, words: str
) -> None:
    order_draw(stage=wide.stage, plan=LONG, by=wide.alice)
    work_off()
    stored = Draw.objects.get()
    publish_draw(draw=stored, by=wide.alice)
    monkeypatch.setattr("tournaments.actions.draws.checks.LONGEST_CHECK", limit)

    answer = client.get(f"/t/spring-open/draw/{stored.pk}/?again=1")

    assert (answer.status_code, words in text_of(answer.content)) == (200, True)
    assert Round.objects.filter(status="published").count() == 3
