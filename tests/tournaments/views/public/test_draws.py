"""How rounds were drawn, for everybody: nothing of a draft, the whole truth of what is published."""

import json

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from seating.audit import Record, verify
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import commit_seed, draw, redraw
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.files import import_draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.models import Draw, Entry, Round, Seat

pytestmark = pytest.mark.django_db
LIST = "/t/spring-open/draw/"


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    cache.clear()


@pytest.fixture
def wide(db: None) -> Hall:
    return open_hall(players=16)


@pytest.fixture
def schedule(wide: Hall) -> Draw:
    """Three rounds from a seed fixed beforehand; the first is published."""
    commit_seed(stage=wide.stage, by=wide.alice)
    stored = draw(stage=wide.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=3), by=wide.alice)
    publish_round(round_=Round.objects.get(number=1), by=wide.alice)
    return stored


def page_of(stored: Draw, query: str = "") -> HttpResponse:
    return Client().get(f"{LIST}{stored.pk}/{query}")


class TestSecrets:
    def test_a_draft_has_no_page(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=Plan(), by=wide.alice)

        assert page_of(stored).status_code == page_of(stored, "record.json").status_code == 404
        assert page_of(stored, "?again=1").status_code == 404
        assert stored.seed not in Client().get(LIST).content.decode()

    def test_a_schedule_keeps_its_seed_while_a_round_is_a_draft(self, schedule: Draw) -> None:
        shown = [Client().get(LIST), page_of(schedule), page_of(schedule, "?again=1")]

        assert [answer.status_code for answer in shown] == [200, 200, 200]
        assert not [answer for answer in shown if schedule.seed in answer.content.decode()]
        assert page_of(schedule, "record.json").status_code == 404
        assert schedule.seed not in Client().get("/t/spring-open/ledger/").content.decode()
        published = Round.objects.get(number=1)
        assert Client().get(f"/api/v1/rounds/{published.pk}/").json()["seed"] == ""

    def test_whom_somebody_meets_in_a_draft_is_not_shown(self, schedule: Draw) -> None:
        bob = Entry.objects.get(number=1)
        mates = Seat.objects.filter(table__seats__entry=bob, round__number=1).exclude(entry=bob)

        answer = page_of(schedule, f"?who={bob.pk}")

        assert [(entry.pk, times) for entry, times in answer.context["met"]] == sorted(
            (seat.entry_id, 1) for seat in mates
        )
        assert answer.context["picture"].counts == [(0, 96), (1, 24)]

    def test_a_draft_changed_by_hand_does_not_show_before_it_is_published(
        self, wide: Hall, schedule: Draw
    ) -> None:
        second = Round.objects.get(number=2)
        one, other = (Seat.objects.get(round=second, table__number=n, wind=1).entry for n in (1, 2))
        swap_players(round_=second, one=one, other=other, by=wide.alice)

        assert "identical" in text_of(page_of(schedule, "?again=1"))
        assert wide.tournament.ledger.get(kind="swapped").content.keys() == {"round", "tables_hash"}
        publish_round(round_=second, by=wide.alice)
        assert "changed by hand" in text_of(page_of(schedule, "?again=1"))

    def test_who_is_kept_apart_and_why_is_not_on_the_pages(self, wide: Hall) -> None:
        one, other = Entry.objects.order_by("number")[:2]
        add_seating_constraint(
            tournament=wide.tournament, wish=Wish("never", one, other=other, reason="Divorced"), by=wide.alice
        )
        stored = draw(stage=wide.stage, plan=Plan(), by=wide.alice)
        publish_round(round_=stored.rounds.get(), by=wide.alice)

        text = text_of(page_of(stored))
        assert "All wishes are met." in text
        assert "Divorced" not in text + page_of(stored, "record.json").content.decode()

    def test_a_private_tournaments_draws_are_not_there(self) -> None:
        hall = open_hall("secret", visibility="private")
        publish_round(round_=hall.draw(), by=hall.alice)

        assert Client().get("/t/secret/draw/").status_code == 404
        assert Client().get(f"/t/secret/draw/{Draw.objects.get().pk}/").status_code == 404

    def test_another_tournaments_draw_is_not_here(self, wide: Hall) -> None:
        other = open_hall("other")
        publish_round(round_=other.draw(), by=other.alice)

        assert page_of(Draw.objects.get(stage=other.stage)).status_code == 404


class TestWhatIsShown:
    def test_once_all_rounds_are_published_anybody_can_draw_again(self, wide: Hall, schedule: Draw) -> None:
        for number in (2, 3):
            publish_round(round_=Round.objects.get(number=number), by=wide.alice)

        text = text_of(page_of(schedule))
        taken = json.loads(page_of(schedule, "record.json").content)

        assert schedule.seed in text
        assert schedule.commitment is not None
        assert schedule.commitment.commitment in text
        assert taken["seed"] == schedule.seed
        assert verify(Record(**taken["record"]), taken["seed"]).same

    def test_drawing_again_here_is_equal(self, schedule: Draw) -> None:
        assert "Repeated: identical. All players sit as the seed says." in text_of(
            page_of(schedule, "?again=1")
        )

    def test_quality_says_why_it_cannot_be_better(self, schedule: Draw) -> None:
        text = text_of(page_of(schedule))

        assert "No two players meet twice. This is optimal." in text
        assert "perfectly balanced" in text

    @pytest.mark.slow
    def test_every_method_has_a_page(self, wide: Hall) -> None:
        for method in ("random", "swiss", "by_standing", "snake", "interval", "met_least"):
            stored = draw(
                stage=wide.stage, plan=Plan(method=method), by=wide.alice, confirm=["results_missing"]
            )
            publish_round(round_=stored.rounds.get(), by=wide.alice)
            assert "Repeated: identical" in text_of(page_of(stored, "?again=1"))

    def test_an_imported_draw_says_so(self, hall: Hall) -> None:
        import_draw(
            stage=hall.stage,
            text="round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n",
            by=hall.alice,
        )
        publish_round(round_=Round.objects.get(), by=hall.alice)
        stored = Draw.objects.get()

        assert "drawn elsewhere" in text_of(page_of(stored))
        assert "cannot be drawn again here" in text_of(page_of(stored, "?again=1"))

    def test_a_redraw_shows_its_reason_and_that_there_was_another(self, wide: Hall) -> None:
        old = draw(stage=wide.stage, plan=Plan(), by=wide.alice)
        new = redraw(old=old, plan=Plan(), by=wide.alice, reason="One more came")
        publish_round(round_=new.rounds.get(), by=wide.alice)

        assert "Why it was drawn again: One more came" in text_of(page_of(new))
        assert "1 draw was discarded before publication" in text_of(Client().get(LIST))

    def test_a_seed_that_was_fixed_beforehand_is_opened_with_the_last_round(
        self, wide: Hall, schedule: Draw
    ) -> None:
        before = text_of(Client().get(LIST))
        for number in (2, 3):
            publish_round(round_=Round.objects.get(number=number), by=wide.alice)

        after = text_of(Client().get(LIST))

        assert ("Not revealed yet" in before, schedule.seed in before) == (True, False)
        assert ("Not revealed yet" in after, f"Seed {schedule.seed}" in after) == (False, True)
        assert "Revealed SHA-256" in after

    def test_whom_somebody_met_more_than_once_is_listed_with_how_often(self, db: None) -> None:
        hall = open_hall(players=4)
        for _round in range(2):
            publish_round(round_=hall.draw(), by=hall.alice)
        bob = Entry.objects.get(player__name="Bob")

        text = text_of(page_of(Draw.objects.latest("pk"), f"?who={bob.pk}"))

        assert "Bob Dora ×2 Emil ×2 Fumi ×2" in text

    def test_the_round_links_to_its_draw(self, schedule: Draw) -> None:
        assert f'href="{LIST}{schedule.pk}/"' in Client().get("/t/spring-open/rounds/1/").content.decode()

    def test_drawing_again_is_done_once_while_nothing_changes(self, schedule: Draw) -> None:
        page_of(schedule, "?again=1")
        with CaptureQueriesContext(connection) as first:
            page_of(schedule, "?again=1")

        assert not [query for query in first if "ledgerentry" in query["sql"]]

    def test_odd_questions_are_harmless(self, schedule: Draw) -> None:
        for query in ("?who=x", "?who=999999999999999999999", "?again", "?who=", "?again=1&who=0"):
            assert page_of(schedule, query).status_code == 200

    def test_a_large_hall_takes_no_more_statements_and_no_picture(self) -> None:
        counts = []
        for slug, players in (("spring-open", 8), ("large", 80)):
            hall = open_hall(slug, players=players)
            publish_round(round_=hall.draw(), by=hall.alice)
            stored = Draw.objects.get(stage=hall.stage)
            with CaptureQueriesContext(connection) as captured:
                answer = Client().get(f"/t/{slug}/draw/{stored.pk}/")
            counts.append((len(captured), b"<svg" in answer.content))

        # Without the picture nobody's name is read for it.
        assert counts == [(counts[0][0], True), (counts[0][0] - 1, False)]


class TestPatience:
    # Drawing again is counted by the minute of the clock: it must not turn while we count.
    @time_machine.travel("2026-11-21 09:30:30Z", tick=False)
    @override_settings(DRAWS_AGAIN_PER_MINUTE=1)
    def test_who_draws_too_many_again_is_asked_to_wait_and_what_is_kept_stays_free(
        self, wide: Hall, schedule: Draw
    ) -> None:
        other = draw(stage=wide.stage, plan=Plan(), by=wide.alice)
        publish_round(round_=other.rounds.get(), by=wide.alice)

        statuses = [page_of(stored, "?again=1").status_code for stored in (schedule, other, schedule)]
        refused = page_of(other, "?again=1")

        assert statuses == [200, 429, 200]
        assert "Please try again in a minute." in text_of(refused)
        assert (refused["Retry-After"], refused["Cache-Control"]) == ("60", "private, no-store")
        assert page_of(other).status_code == 200

    @override_settings(DRAWS_AGAIN_PER_MINUTE=0)
    def test_programs_are_asked_to_wait_too(self, schedule: Draw) -> None:
        answer = Client().get(f"/api/v1/draws/{schedule.pk}/check/")

        assert (answer.status_code, answer["Retry-After"]) == (429, "60")
        assert answer.json()["error"]["code"] == "too_many_attempts"
