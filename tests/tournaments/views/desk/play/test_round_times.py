"""Times of all rounds from a start, a length and breaks."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.utils.html import strip_tags

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import SEED
from tests.tournaments.views.desk.browser import DESK, send
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.round_times import Rhythm, plan_times
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


SEASON = {**TYPED, "day": "2027-03-24", "start": "19:00", "a_day": "2", "weekdays": ["0", "1", "3", "4"]}


def shown_times(answer) -> list[str]:
    """Days and rounds as the page lists them."""
    listed = answer.content.decode().partition('<ul class="rows">')[2].partition("</ul>")[0]
    return [" ".join(strip_tags(row).split()) for row in listed.split("</li>")][:-1]


def drawn(hall, rounds: int) -> list[Round]:
    hall.tournament.time_zone = "Europe/Berlin"
    hall.tournament.save(update_fields=["time_zone"])
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=rounds), by=hall.alice, seed=SEED)
    return list(Round.objects.order_by("number"))


def test_a_season_is_shown_first_and_nothing_is_saved(hall, alice):
    drawn(hall, 4)
    before = facts()

    answer = alice.post(PAGE, SEASON | {"breaks": "2027-03-26\n2027年3月29日 ～ 2027-04-04", "do": "preview"})

    assert shown_times(answer) == [
        "March 25, 2027 (Thu) 19:00 Round 1 · 20:30 Round 2",
        "April 5, 2027 (Mon) 19:00 Round 3 · 20:30 Round 4",
    ]
    assert "Nothing is saved yet." in answer.content.decode()
    assert (answer.status_code, facts()) == (200, before)


def test_a_season_is_saved_for_all_rounds_from_one_on(hall, alice):
    rounds = drawn(hall, 3)

    answer = send(alice, PAGE, **SEASON, first=str(rounds[1].pk))

    assert "The times of 2 rounds were saved." in answer.content.decode()
    assert shown_times(answer) == [
        "No date Round 1",
        "March 25, 2027 (Thu) 19:00 Round 2 · 20:30 Round 3",
    ]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"a_day": ""}, "a_day"),
        ({"weekdays": ["7"]}, "weekdays"),
        ({"first": "1000000"}, "first"),
        ({"breaks": "Christmas"}, "breaks"),
        ({"breaks": "5/3"}, "breaks"),
        ({"breaks": "2027-04-04 – 2027-03-29"}, "breaks"),
        ({"breaks": "2027-03-01 – 2027-03-02 – 2027-03-03"}, "breaks"),
        ({"breaks": "\n".join(["2027-03-01"] * 101)}, "breaks"),
        ({"breaks": "2027-03-01\x00"}, "breaks"),
        ({"breaks": "9" * 7_000}, "breaks"),
    ],
)
def test_a_season_that_cannot_be_changes_nothing(hall, alice, changes, field):
    drawn(hall, 2)
    before = facts()

    answer = alice.post(PAGE, SEASON | changes)

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, [field], before)


def test_all_rounds_are_moved_by_two_weeks_after_a_look(hall, alice):
    drawn(hall, 2)
    send(alice, PAGE, **SEASON)
    typed = {"amount": "2", "unit": "7"}

    before = facts()
    preview = alice.post(f"{PAGE}move/", typed | {"do": "preview"})
    unchanged = facts() == before
    answer = send(alice, f"{PAGE}move/", **typed)

    # Summer time begins in between.
    assert (
        shown_times(preview) == shown_times(answer) == ["April 8, 2027 (Thu) 19:00 Round 1 · 20:30 Round 2"]
    )
    assert (unchanged, answer.redirect_chain) == (True, [(PAGE, 302)])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"amount": "0"}, "amount"),
        ({"amount": "9" * 400}, "amount"),
        ({"unit": "30"}, "unit"),
        ({"first": "0"}, "first"),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(hall, alice, changes, field):
    drawn(hall, 2)
    send(alice, PAGE, **SEASON)
    before = facts()

    answer = alice.post(f"{PAGE}move/", {"amount": "2", "unit": "7"} | changes)

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, [field], before)


def test_times_are_changed_one_by_one_and_those_set_elsewhere_meanwhile_stay(hall, alice):
    first, second, third = drawn(hall, 3)
    send(alice, PAGE, **SEASON)
    form = alice.get(f"{PAGE}each/").context["form"]
    sent = {}
    for field in form:
        sent[field.html_name] = sent[field.html_initial_name] = field.value().strftime("%Y-%m-%dT%H:%M")
    elsewhere = datetime(2027, 5, 1, 10, tzinfo=UTC)
    plan_times(tournament=hall.tournament, times={third.pk: elsewhere}, by=hall.alice)

    answer = send(
        alice, f"{PAGE}each/", **sent | {f"at_{first.pk}": "2027-04-01T18:00", f"at_{second.pk}": ""}
    )

    assert list(Round.objects.order_by("number").values_list("planned_at", flat=True)) == [
        datetime(2027, 4, 1, 16, tzinfo=UTC),
        None,
        elsewhere,
    ]
    assert "The times of 2 rounds were saved." in answer.content.decode()


def test_a_time_that_cannot_be_changes_none_of_them(hall, alice):
    first, second = drawn(hall, 2)
    before = facts()

    answer = alice.post(f"{PAGE}each/", {f"at_{first.pk}": "2027-04-01T18:00", f"at_{second.pk}": "soon"})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (
        422,
        [f"at_{second.pk}"],
        before,
    )


def test_a_long_season_has_fifty_rounds_a_page(hall, alice, django_assert_max_num_queries):
    Round.objects.bulk_create(
        Round(stage=hall.stage, number=number, status="published") for number in range(1, 121)
    )

    with django_assert_max_num_queries(25):
        third = alice.get(f"{PAGE}each/?page=3")

    assert [round_.number for round_, _field in third.context["rows"]] == list(range(101, 121))


def test_before_anything_is_drawn_the_page_leads_to_the_draw(alice):
    page = alice.get(PAGE).content.decode()

    assert "Rounds get their times once they are drawn." in page
    assert f'href="{DESK}draw/plan/"' in page
