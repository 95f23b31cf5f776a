"""Times of all rounds from a start, a length and breaks."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import SEED
from tests.tournaments.views.desk.browser import DESK, send
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.round_times import Rhythm
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import Draw, Round

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}times/"
TYPED = {"day": "2027-03-27", "start": "10:00", "minutes": "75", "pause": "15"}
BERLIN = ZoneInfo("Europe/Berlin")


def clock_times(rhythm: Rhythm, rounds: int) -> list[str]:
    return [f"{begins:%d. %H:%M}" for begins in rhythm.times(rounds, BERLIN)]


def test_two_days_begin_at_the_same_hour_with_lunch_on_each():
    rhythm = Rhythm(
        day=date(2027, 3, 27), start=time(10), minutes=75, pause=15, lunch_after=2, lunch=60, a_day=3
    )

    # Summer time begins in between.
    assert clock_times(rhythm, 5) == ["27. 10:00", "27. 11:30", "27. 13:45", "28. 10:00", "28. 11:30"]
    assert rhythm.times(4, BERLIN)[3] == datetime(2027, 3, 28, 8, tzinfo=UTC)


def test_lunch_may_be_shorter_than_the_pause_or_missing():
    without = Rhythm(day=date(2027, 5, 1), start=time(18, 30), minutes=60, pause=30)
    shorter = Rhythm(day=date(2027, 5, 1), start=time(18, 30), minutes=60, pause=30, lunch_after=1)

    assert clock_times(without, 3) == ["01. 18:30", "01. 20:00", "01. 21:30"]
    assert clock_times(shorter, 3) == ["01. 18:30", "01. 19:30", "01. 21:00"]


def test_an_organizer_gives_all_rounds_their_times_at_once(hall, alice):
    tournament = hall.tournament
    changes = {"time_zone": "Europe/Berlin", "starts_on": date(2027, 3, 27), "ends_on": date(2027, 3, 28)}
    edit_tournament(tournament=tournament, changes=changes, seen=tournament_tag(tournament), by=hall.alice)
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=hall.alice, seed=SEED)

    form = alice.get(PAGE).context["form"]
    answer = send(alice, PAGE, **TYPED, lunch_after="1", lunch="45", a_day="2")

    assert (form.initial["day"], form.initial["a_day"]) == (date(2027, 3, 27), 2)
    assert answer.redirect_chain == [(PAGE, 302)]
    planned = Round.objects.order_by("number").values_list("planned_at", flat=True)
    assert [f"{at.astimezone(BERLIN):%d. %H:%M}" for at in planned] == [
        "27. 10:00",
        "27. 12:00",
        "28. 10:00",
        "28. 12:00",
    ]
    assert answer.content.decode().count("<time datetime=") >= 4


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("day", ""),
        ("day", "9999-12-31"),
        ("day", "1999-12-31"),
        ("start", "ten"),
        ("minutes", "0"),
        ("minutes", "9" * 400),
        ("pause", "-1"),
        ("a_day", "0"),
        ("lunch", "601"),
    ],
)
def test_a_rhythm_that_cannot_be_changes_nothing(hall, alice, field, bad):
    draw(stage=hall.stage, plan=Plan(), by=hall.alice, seed=SEED)
    before = facts()

    answer = alice.post(PAGE, TYPED | {field: bad})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, [field], before)


def test_before_anything_is_drawn_the_page_leads_to_the_draw(alice):
    page = alice.get(PAGE).content.decode()

    assert "Rounds get their times once they are drawn." in page
    assert f'href="{DESK}draw/plan/"' in page
