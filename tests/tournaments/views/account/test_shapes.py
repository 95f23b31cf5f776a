"""The first steps of a new tournament: what is played, and by which rules."""

import re
from datetime import date, time, timedelta

import pytest
from django.test import override_settings

from tests.tournaments.actions.refusals import facts
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.actions.stages.shapes import OF_A_TOURNAMENT, OTHERS, SHAPES, USUAL
from tournaments.forms.setup import next_saturday
from tournaments.models import LineUpRule, PlannedRounds, Qualification, TimeLimit, Tournament

pytestmark = pytest.mark.django_db

FRAME = {"name": "Autumn Open", "time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others"}


def links(page: str) -> list[str]:
    return re.findall(r'href="(/(?:new|leagues)/[^"]*shape=\w+)', page)


def test_every_shape_leads_to_its_rules_and_a_league_to_its_own_page(hall):
    hall.alice.user.is_founder = True
    hall.alice.user.save(update_fields=["is_founder"])

    page = signed_in(hall.alice).get("/new/").content.decode()

    assert links(page) == [
        *(
            f"/leagues/new/?shape={key}" if shape.season_preset else f"/new/rules/?shape={key}"
            for key, shape in USUAL.items()
        ),
        *(f"/new/rules/?shape={key}" for key in OTHERS),
    ]
    assert page.count('<svg class="shape-picture"') == len(USUAL) == 7


@override_settings(LEAGUE_FOUNDERS="superusers")
def test_who_may_create_no_league_is_offered_none(charlie):
    assert links(charlie.get("/new/").content.decode()) == [
        f"/new/rules/?shape={key}" for key in OF_A_TOURNAMENT
    ]


def test_a_league_begins_with_the_season_of_its_shape(hall):
    hall.alice.user.is_founder = True
    hall.alice.user.save(update_fields=["is_founder"])

    page = signed_in(hall.alice).get("/leagues/new/?shape=series").content.decode()

    assert '<option value="series" selected>' in page


@pytest.mark.parametrize("key", ["", "nothing", "series", "x" * 5_000])
def test_an_address_without_a_shape_of_a_tournament_means_one_day(key, charlie):
    page = charlie.get("/new/rules/", {"shape": key}).content.decode()

    assert set(re.findall(r'href="/new/[\w-]+/\?shape=(\w+)', page)) == {"one_day"}


@pytest.mark.parametrize(
    ("tables", "carries", "last", "carried"),
    [
        ("", "", 4, ("ratio", 2)),
        ("2", "ratio", 8, ("ratio", 2)),
        ("4", "full", 16, ("full", 1)),
        ("1", "none", 4, ("none", 1)),
    ],
)
def test_a_final_has_the_size_and_the_carry_that_were_chosen(tables, carries, last, carried, charlie):
    form = FRAME | {"final_tables": tables, "final_carries": carries}

    answer = charlie.post("/new/mleague/?shape=qualifying_final", form)

    assert answer["Location"] == "/t/autumn-open/desk/entries/"
    final = Qualification.objects.get(stage__tournament__slug="autumn-open")
    assert [(rule.first, rule.last) for rule in final.rules.all()] == [(1, last)]
    assert (final.carries, final.denominator) == carried


def test_a_final_at_tables_of_three_is_of_as_many_tables(charlie):
    page = charlie.get("/new/tenhou_sanma/?shape=qualifying_final").content.decode()

    chosen = re.search(r'name="final_tables".*?</select>', page, re.DOTALL)
    assert re.findall(r"<option[^>]*>(\d+)<", chosen[0]) == ["3", "6", "12"]


@pytest.mark.parametrize(("field", "bad"), [("final_tables", "3"), ("final_carries", "by_rank")])
def test_another_final_than_those_offered_sets_nothing_up(field, bad, hall, charlie):
    before = facts()

    answer = charlie.post("/new/mleague/?shape=qualifying_final", FRAME | {field: bad})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, [field], before)


@pytest.mark.parametrize(
    ("book", "shape", "shown", "typed", "stored"),
    [
        ("ema_2025", "one_day", "75", "75", []),
        ("ema_2025", "one_day", "75", "60", [(60, "one_more_hand")]),
        ("ema_2025", "ema_event", "90", "90", [(90, "finish_hand")]),
        ("mleague", "one_day", "", "", []),
        ("mleague", "one_day", "", "50", [(50, "finish_hand")]),
    ],
)
def test_a_round_takes_as_long_as_the_rules_say_or_the_organizer(book, shape, shown, typed, stored, charlie):
    address = f"/new/{book}/?shape={shape}"

    form = charlie.get(address).context["form"]
    charlie.post(address, FRAME | {"minutes": typed})

    assert str(form.initial["minutes"] or "") == shown
    assert list(TimeLimit.objects.values_list("minutes", "after_gong")) == stored


@pytest.mark.parametrize("minutes", ["0", "601", "9" * 400, "x"])
def test_a_round_that_takes_no_time_or_ten_hours_sets_nothing_up(minutes, hall, charlie):
    before = facts()

    answer = charlie.post("/new/mleague/", FRAME | {"minutes": minutes})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, ["minutes"], before)


def test_a_team_league_has_line_ups(charlie):
    charlie.post("/new/mleague/?shape=m_league", FRAME)

    stages = Tournament.objects.get(slug="autumn-open").stages.order_by("ordinal")
    assert [stage.name for stage in stages] == ["Regular season", "Semifinal", "Final"]
    assert [LineUpRule.objects.filter(stage=stage).exists() for stage in stages] == [True, False, False]


@pytest.mark.parametrize(("shape", "days"), [("one_day", 0), ("ema_event", 1)])
def test_the_last_day_follows_from_the_shape(shape, days, charlie):
    charlie.post(f"/new/mleague/?shape={shape}", FRAME | {"starts_on": "2026-11-07"})

    made = Tournament.objects.get(slug="autumn-open")
    assert made.ends_on - made.starts_on == timedelta(days=days)


def test_the_first_day_is_the_next_saturday(charlie):
    page = charlie.get("/new/mleague/").content.decode()

    day = next_saturday()
    assert f'name="starts_on" value="{day.isoformat()}"' in page
    assert (day.weekday(), 0 < (day - date.today()).days <= 8) == (5, True)


def test_rules_used_last_come_first_then_popular_ones(hall, charlie):
    for number, (book, by) in enumerate(
        [
            ("saikouisen", hall.charlie),
            ("wrc_2022", hall.bob),
            ("wrc_2022", hall.bob),
            ("jpml_b", hall.charlie),
        ]
    ):
        create_tournament(
            frame=Frame(slug=f"one-{number}", name="One", rulebook_id=book),
            by=by if isinstance(by, Actor) else Actor(by),
        )

    page = charlie.get("/new/rules/").content.decode()

    first = re.search(r'<ul class="rows rulebooks">.*?</ul>', page, re.DOTALL)[0]
    assert re.findall(r'/new/(\w+)/\?shape=one_day".*?<span class="chip good">(.*?)<', first, re.DOTALL) == [
        ("jpml_b", "Used last"),
        ("saikouisen", "Used last"),
        ("wrc_2022", "Popular"),
    ]
    assert page.count("/new/jpml_b/") == 1


def test_the_rules_take_as_many_statements_in_a_house_of_many_tournaments(
    hall, charlie, django_assert_num_queries
):
    with django_assert_num_queries(5) as few:
        charlie.get("/new/rules/")
    for number in range(5):
        create_tournament(
            frame=Frame(slug=f"one-{number}", name="One", rulebook_id="mleague"), by=hall.charlie
        )

    with django_assert_num_queries(len(few)):
        charlie.get("/new/rules/")


def test_every_shape_has_one_meaning():
    assert not set(USUAL) & set(OTHERS)
    assert all(
        key in (shape.preset, shape.season_preset) for key, shape in SHAPES.items() if key != "one_day"
    )


RHYTHM = {
    "starts_at": "9:30",
    "rounds": "6",
    "minutes": "75",
    "pause": "15",
    "lunch_after": "2",
    "lunch": "60",
}


def test_rounds_and_their_times_are_asked_where_a_shape_has_rounds(charlie):
    form = charlie.get("/new/ema_2025/?shape=one_day").context["form"]
    usual = {name: form[name].value() for name in RHYTHM}
    charlie.post("/new/mleague/?shape=one_day", FRAME | RHYTHM | {"starts_on": "2027-05-01"})

    page = charlie.get("/t/autumn-open/").content.decode()

    assert usual == {
        "starts_at": time(10),
        "rounds": 6,
        "minutes": 75,
        "pause": 15,
        "lunch_after": 2,
        "lunch": 60,
    }
    assert 'value="10:00"' in str(form["starts_at"])
    assert PlannedRounds.objects.values_list(
        "rounds", "starts_at", "minutes", "pause", "lunch_after", "lunch", "a_day"
    ).get() == (6, 570, 75, 15, 2, 60, 0)
    shown = re.findall(r">(\d\d:\d\d)</time></dt>\s*<dd>\s*(Round \d)", page)
    assert shown == [
        ("09:30", "Round 1"),
        ("11:00", "Round 2"),
        ("13:15", "Round 3"),
        ("14:45", "Round 4"),
        ("16:15", "Round 5"),
        ("17:45", "Round 6"),
    ]


def test_two_days_share_the_rounds_and_an_open_number_plans_none(charlie):
    charlie.post(
        "/new/ema_2025/?shape=ema_event", FRAME | RHYTHM | {"rounds": "9", "starts_on": "2027-05-01"}
    )
    charlie.post("/new/mleague/", FRAME | RHYTHM | {"name": "Open end", "rounds": ""})

    assert list(PlannedRounds.objects.values_list("rounds", "a_day")) == [(9, 5)]
    assert Tournament.objects.filter(slug="open-end").exists()


@pytest.mark.parametrize("shape", OF_A_TOURNAMENT)
def test_no_shape_asks_for_more_than_twelve_things_at_once(shape, charlie):
    form = charlie.get(f"/new/mleague/?shape={shape}").context["form"]

    in_view = [*form.open_fields, *form.main_fields, *form.rhythm_fields]

    assert len(in_view) <= 12
    assert len(in_view) + len(form.more_fields) + len(form.hand_fields) == len(form.fields)


@pytest.mark.parametrize(
    ("field", "bad"),
    [("rounds", "0"), ("rounds", "61"), ("starts_at", "25:00"), ("pause", "-1"), ("lunch", "x")],
)
def test_impossible_rounds_set_nothing_up(field, bad, hall, charlie):
    before = facts()

    answer = charlie.post("/new/mleague/", FRAME | RHYTHM | {field: bad})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (422, [field], before)
