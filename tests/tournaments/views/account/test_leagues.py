"""Founding a league by a page, for whom the installation allows it; and what its founder may do."""

import re

import pytest
from django.test import Client, override_settings

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.seen_versions import league_tag, season_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import League
from tournaments.permissions import can_create_leagues, can_run_league, usable_seasons

PAGE = "/leagues/new/"
FORM = {"name": "River League", "slug": "", "season": "2026", "about": "Wednesdays"}


@pytest.mark.parametrize(
    ("founders", "charlie", "alice"), [("nobody", 403, 403), ("founders", 403, 200), ("everybody", 200, 200)]
)
def test_who_may_found_a_league_is_a_setting(hall: Hall, founders: str, charlie: int, alice: int) -> None:
    hall.alice.user.is_founder = True
    hall.alice.user.save(update_fields=["is_founder"])

    with override_settings(LEAGUE_FOUNDERS=founders):
        statuses = [signed_in(one).get(PAGE).status_code for one in (hall.charlie, hall.alice)]
        links = [PAGE in signed_in(one).get("/me/").content.decode() for one in (hall.charlie, hall.alice)]

    assert statuses == [charlie, alice]
    assert links == [status == 200 for status in statuses]


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_a_league_is_founded_with_its_first_season(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)

    answer = charlie.post(PAGE, FORM)

    league = League.objects.get()
    assert answer["Location"] == "/l/river-league/edit/"
    landed = charlie.get(answer["Location"]).content.decode()
    assert "League created. Now set up its first tournament." in landed
    assert f'href="/new/?season={league.seasons.get().pk}"' in landed
    assert (league.name, league.staff.get().user, [season.name for season in league.seasons.all()]) == (
        "River League",
        hall.charlie.user,
        ["2026"],
    )


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_a_form_sent_twice_founds_one_league(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)
    sent = {**FORM, "key": "11111111-2222-3333-4444-555555555555"}

    answers = [charlie.post(PAGE, sent)["Location"] for _time in range(2)]

    assert answers == ["/l/river-league/edit/"] * 2
    assert League.objects.count() == 1


@override_settings(LEAGUE_FOUNDERS="everybody")
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": ""}, "required"),
        ({"season": ""}, "required"),
        ({"slug": "no good"}, "slug"),
    ],
)
def test_what_cannot_be_is_refused_in_words(hall: Hall, fields: dict[str, str], says: str) -> None:
    answer = signed_in(hall.charlie).post(PAGE, FORM | fields)

    assert (answer.status_code, League.objects.exists()) == (422, False)
    assert says in answer.content.decode()


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_a_japanese_name_has_an_address_that_can_be_read_and_is_never_refused(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)

    answers = [
        charlie.post(PAGE, FORM | {"name": "春のリーグ", "slug": ""})["Location"] for _time in range(2)
    ]

    assert answers == ["/l/haru-no-rigu/edit/", "/l/haru-no-rigu-2/edit/"]


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_an_address_that_is_taken_is_refused(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)
    charlie.post(PAGE, FORM)

    answer = charlie.post(PAGE, FORM | {"slug": "river-league"})

    assert (answer.status_code, League.objects.count()) == (422, 1)
    assert "This address already belongs to a league" in answer.content.decode()


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_a_league_is_its_founders_and_nobody_elses(hall: Hall) -> None:
    signed_in(hall.charlie).post(PAGE, FORM)
    league = League.objects.get()

    assert [can_run_league(one, league) for one in (hall.charlie, hall.alice)] == [True, False]
    assert [usable_seasons(one).count() for one in (hall.charlie, hall.alice)] == [1, 0]


def test_nobody_who_is_not_signed_in_founds_anything(hall: Hall) -> None:
    with override_settings(LEAGUE_FOUNDERS="everybody"):
        answer = Client().post(PAGE, FORM)

    assert answer.status_code == 302
    assert not League.objects.not_removed().exists()
    assert not can_create_leagues(type(hall.alice)())


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_the_next_season_is_opened_with_a_preset(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)
    charlie.post(PAGE, FORM)

    refused = charlie.post("/l/river-league/seasons/", {"name": "2027", "preset": "luck"}, follow=True)
    assert [one.name for one in League.objects.get().seasons.all()] == [FORM["season"]]
    charlie.post("/l/river-league/seasons/", {"name": "2027", "preset": "two_divisions"})

    assert "luck" in refused.content.decode()
    opened = League.objects.get().seasons.get(name="2027")
    assert [one.boundary for one in opened.divisions.order_by("level")] == [{"up": 2, "down": 2}, {}]


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_its_founder_edits_it_and_its_seasons_by_a_page(hall: Hall) -> None:
    charlie = signed_in(hall.charlie)
    charlie.post(PAGE, FORM)
    league = League.objects.get()
    season = league.seasons.get()
    page = "/l/river-league/edit/"
    fields = {"name": "Lake League", "slug": "lake", "about": "", "seen": league_tag(league)}

    assert page in charlie.get("/me/").content.decode()
    assert charlie.post(page, fields)["Location"] == "/l/lake/edit/"
    charlie.post("/l/lake/seasons/", {"name": "2027"})
    charlie.post(f"/l/lake/seasons/{season.ordinal}/rename/", {"name": "2025", "seen": season_tag(season)})
    charlie.post(f"/l/lake/seasons/{season.ordinal}/rename/", {"name": ""})

    found = League.objects.get()
    assert (found.name, found.slug) == ("Lake League", "lake")
    assert [one.name for one in found.seasons.order_by("ordinal")] == ["2025", "2027"]
    for one in found.seasons.all():
        charlie.post(f"/l/lake/seasons/{one.ordinal}/remove/")
    assert charlie.post("/l/lake/remove/", {"confirm": "sure"})["Location"] == "/me/"
    assert not League.objects.not_removed().exists()


@override_settings(LEAGUE_FOUNDERS="everybody")
def test_nobody_else_edits_it(hall: Hall) -> None:
    signed_in(hall.charlie).post(PAGE, FORM)

    answer = signed_in(hall.alice).get("/l/river-league/edit/")

    assert answer.status_code == 403
    assert "/l/river-league/edit/" not in signed_in(hall.alice).get("/me/").content.decode()


def test_a_league_without_seasons_is_removed_by_its_page(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    charlie = signed_in(hall.charlie)
    page = "/l/river/edit/"
    before = charlie.get(page).content.decode()
    charlie.post(f"/l/river/seasons/{season.ordinal}/remove/")

    after = charlie.get(page).content.decode()
    charlie.post("/l/river/remove/", {"confirm": "sure"})

    assert ["A league without seasons can be removed." in text for text in (before, after)] == [False, True]
    assert not League.objects.not_removed().exists()


@pytest.mark.parametrize("seasons", [1, 3])
def test_a_season_lists_its_divisions_with_what_is_set_up_for_them(
    hall: Hall, seasons: int, django_assert_num_queries
) -> None:
    league = create_league(slug="river", name="River", by=hall.alice)
    for number in range(seasons):
        season = open_season(league=league, name=f"20{26 + number}", by=hall.alice, preset="two_divisions")
    for name, level in (("Upper", 1), ("Upper too", 1), ("Gone", 2)):
        tournament = create_tournament(
            frame=Frame(
                slug=name.lower().replace(" ", "-"),
                name=name,
                rulebook_id="mleague",
                season=season,
                level=level,
            ),
            by=hall.alice,
        )
    discard_tournament(tournament=tournament, by=hall.alice)

    alice = signed_in(hall.alice)
    with django_assert_num_queries(8):
        page = alice.get("/l/river/edit/").content.decode()

    first, second = (
        page[page.index(f"<strong>Division {level}</strong>") :].partition("</p>")[0] for level in (1, 2)
    )
    assert re.findall('href="(.*?)"', first) == [
        *("/t/upper/desk/", "/t/upper-too/desk/", f"/new/?season={season.pk}&amp;level=1")
    ]
    assert re.findall('href="(.*?)"', second) == [f"/new/?season={season.pk}&amp;level=2"]


def test_an_address_of_another_league_is_refused_beside_its_field(hall: Hall) -> None:
    create_league(slug="lake", name="Lake League", by=hall.charlie)
    league = create_league(slug="river", name="River League", by=hall.charlie)
    sent = {"name": "River League", "slug": "lake", "about": "", "seen": league_tag(league)}
    charlie, before = signed_in(hall.charlie), facts()

    answer = charlie.post("/l/river/edit/", sent)

    form = answer.context["form"]
    assert (answer.status_code, list(form.errors), facts()) == (409, ["slug"], before)
    assert form.errors["slug"] == ["This address already belongs to a league. Please choose another."]
