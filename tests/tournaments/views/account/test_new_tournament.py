"""Setting up a tournament under a rulebook."""

import re

import pytest
from django.test import Client, override_settings

from scoring.rulebook.rulebook import load, unset_fields
from tests.thorough import in_turn
from tests.tournaments.actions.refusals import facts
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.models import TableFormat, Tournament

pytestmark = pytest.mark.django_db

STEPS = ("/new/", "/new/rules/", "/new/mleague/", "/new/from-a-file/")


def test_a_tournament_is_set_up_under_a_rulebook_that_leaves_things_open(charlie):
    fields = {
        "name": "Friday night",
        "time_zone": "Europe/Berlin",
        "visibility": "public",
        "confirmation_rule": "k_of_n",
        "confirmations_needed": "1",
        "rule_result_tie": "seat_order",
        "rule_result_leftover_deposits": "top",
        "rule_chombo_kind": "after_game",
        "rule_chombo_amount": "20",
    }

    answer = send(charlie, "/new/danching/", **fields)

    tournament = Tournament.objects.get(slug="friday-night")
    assert answer.redirect_chain == [("/t/friday-night/desk/entries/", 302)]
    assert tournament.usual_format.house_rules == {
        "result.tie": "seat_order",
        "result.leftover_deposits": "top",
        "chombo.kind": "after_game",
        "chombo.amount": 20,
    }


def test_what_only_hands_depend_on_is_asked_at_set_up_and_may_be_left_open(charlie):
    page = charlie.get("/new/beginner/").content.decode()
    fields = {"time_zone": "Asia/Tokyo", "visibility": "public", "confirmation_rule": "referee"}
    fields |= {"rule_result_tie": "split", "rule_result_leftover_deposits": "top"}
    some = {"rule_settlement_honba_ron": "300", "rule_settlement_pao_yaku": ["none"]}

    for slug, more in (("points-only", {}), ("by-hand", some)):
        assert send(charlie, "/new/beginner/", name=slug, slug=slug, **fields, **more).redirect_chain

    shown = set(re.findall(r'name="rule_([a-z_0-9]+)"', page))
    assert shown == {path.replace(".", "_") for path in unset_fields(load("beginner"))}
    rules = {
        one.tournament.slug: one.house_rules for one in TableFormat.objects.filter(rulebook_id="beginner")
    }
    decided = {"result.tie": "split", "result.leftover_deposits": "top"}
    assert rules == {
        "points-only": decided,
        "by-hand": decided | {"settlement.honba_ron": 300, "settlement.pao_yaku": []},
    }


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", ""),
        ("slug", "Ü ü"),
        ("time_zone", "Mars/Base"),
        ("confirmation_rule", "nobody"),
    ],
)
def test_a_tournament_is_not_set_up_half(field, bad, hall, charlie):
    fields = {"name": "Friday", "time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others"}

    answer = charlie.post("/new/mleague/", {**fields, field: bad})

    assert answer.status_code == 422
    assert Tournament.objects.count() == 1


def test_two_tournaments_of_one_japanese_name_both_have_an_address_that_can_be_read(hall, charlie):
    fields = {"time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others", "slug": ""}

    answers = [charlie.post("/new/mleague/", {"name": "春の麻雀大会 2026", **fields}) for _time in range(2)]

    assert [answer["Location"] for answer in answers] == [
        "/t/haru-no-mahjong-taikai-2026/desk/entries/",
        "/t/haru-no-mahjong-taikai-2026-2/desk/entries/",
    ]


@pytest.mark.parametrize("page", ["/new/mleague/", "/t/spring-open/desk/edit/"])
@pytest.mark.parametrize("typed", ["Spring Open", "春の大会", "a/b"])
def test_an_address_that_cannot_be_says_what_it_is_made_of(hall, alice, page, typed):
    answer = alice.post(page, {"name": "Friday", "slug": typed, "time_zone": "UTC"})

    assert answer.status_code == 422
    assert "An address has lowercase letters, digits and hyphens, such as spring-open." in text_of(answer)
    assert "slug”" not in text_of(answer)


@pytest.mark.slow
def test_every_rulebook_can_be_chosen(charlie):
    page = charlie.get("/new/rules/").content.decode()
    addresses = set(re.findall(r'href="(/new/[\w-]+/)\?shape=one_day"', page)) - {"/new/rules/"}

    assert len(addresses) == 27
    # It is one page for all of them: usually every fourth is opened.
    opened = in_turn(sorted(addresses), 0, of=4)
    assert {charlie.get(address).status_code for address in opened} == {200}


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("m-league official", ["mleague"]),
        ("最高位", ["saikouisen", "saikouisen_classic"]),
        ("MLEAGUE", ["mleague"]),
        ("xyz", []),
    ],
)
def test_a_rulebook_is_found_by_a_part_of_its_name(charlie, sought, found):
    page = charlie.get("/new/rules/", {"q": sought}).content.decode()

    assert re.findall(r'href="/new/(?!rules)([\w-]+)/\?shape=one_day"', page) == found
    assert ("No rulebook matches this name." in page) == (not found)


@pytest.mark.parametrize(
    ("founders", "charlie_may", "founder_may", "league_founder_may"),
    [("everybody", True, True, True), ("founders", False, True, True)],
)
def test_who_may_set_up_tournaments_is_a_setting(
    hall, founders, charlie_may, founder_may, league_founder_may
):
    hall.alice.user.is_founder = True
    hall.alice.user.save(update_fields=["is_founder"])
    create_league(slug="river", name="River League", by=Actor(hall.bob))
    people = {hall.charlie: charlie_may, hall.alice: founder_may, Actor(hall.bob): league_founder_may}

    with override_settings(TOURNAMENT_FOUNDERS=founders):
        statuses = [[signed_in(one).get(page).status_code for page in STEPS] for one in people]
        links = ['href="/new/"' in signed_in(one).get("/me/").content.decode() for one in people]
        front = 'href="/new/"' in Client().get("/").content.decode()

    assert statuses == [[200 if may else 403] * len(STEPS) for may in people.values()]
    assert links == list(people.values())
    assert front == (founders == "everybody")


@override_settings(TOURNAMENT_FOUNDERS="founders")
def test_whoever_may_not_set_up_tournaments_sets_none_up(hall, charlie):
    form = {"name": "Friday", "time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others"}

    answer = charlie.post("/new/mleague/", form)

    assert answer.status_code == 403
    assert Tournament.objects.count() == 1


def test_the_address_names_the_season_and_the_division_it_is_for(hall):
    league = create_league(slug="river", name="River", by=hall.alice)
    season = open_season(league=league, name="2026", by=hall.alice, preset="two_divisions")
    place = f"?season={season.pk}&level=2"
    alice = signed_in(hall.alice)

    shapes = alice.get(f"/new/{place}").content.decode()
    books = alice.get(f"/new/rules/{place}&shape=one_day&q=m-league").content.decode()
    form = alice.get(f"/new/mleague/{place}").content.decode()

    assert f'href="/new/rules/?shape=one_day&amp;season={season.pk}&amp;level=2"' in shapes
    assert f'href="/new/mleague/?shape=one_day&amp;season={season.pk}&amp;level=2"' in books
    assert f'<input type="hidden" name="season" value="{season.pk}">' in books
    assert "<bdi>River 2026</bdi> · <bdi>Division 2</bdi>" in form
    assert f'<option value="{season.pk}" selected>' in form
    assert re.search(r'name="level" value="2"', form)


@pytest.mark.parametrize(
    "place", ["season={}&level=1", "season=x&level=-1", "season=²", f"season={'9' * 30}"]
)
def test_another_league_s_season_or_nonsense_fills_in_nothing(hall, place):
    theirs = open_season(
        league=create_league(slug="lake", name="Lake", by=hall.rob), name="2026", by=hall.rob, preset="series"
    )
    open_season(league=create_league(slug="river", name="River", by=hall.alice), name="2026", by=hall.alice)

    answer = signed_in(hall.alice).get(f"/new/mleague/?{place.format(theirs.pk)}")

    page = answer.content.decode()
    assert (answer.status_code, "Lake" in page, "<bdi>River" in page) == (200, False, False)
    chosen = re.search(r'name="season".*?</select>', page, re.DOTALL)
    assert re.findall(r'value="(\d+)" selected', chosen[0]) == []


def test_a_rulebook_that_is_none_has_no_form(charlie):
    assert charlie.get("/new/nothing/").status_code == 404


SETTINGS = {
    "name": "Friday",
    "slug": "friday",
    "time_zone": "UTC",
    "visibility": "public",
    "confirmation_rule": "all_others",
}


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        (
            {"starts_on": "2026-11-22", "ends_on": "2026-11-21"},
            "ends_on",
            "The last day is before the first day.",
        ),
        (
            {"confirmation_rule": "k_of_n"},
            "confirmations_needed",
            "Please enter a number from 1 to 3.",
        ),
        (
            {"slug": "spring-open"},
            "slug",
            "The address “spring-open” already belongs to a tournament. Please choose another.",
        ),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(hall, charlie, typed, field, says):
    before = facts()

    form = charlie.post("/new/mleague/", SETTINGS | typed).context["form"]

    assert (form.errors, facts()) == ({field: [says]}, before)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("30, 10, -10, -20", "The numbers of an uma must sum to 0, such as 15, 5, -5, -15."),
        ("", "This field is required."),
    ],
)
def test_a_uma_that_a_rulebook_leaves_open_is_asked_and_shared_out(hall, charlie, typed, says):
    before = facts()

    form = charlie.post("/new/uspml_interim/", SETTINGS | {"rule_result_uma": typed}).context["form"]

    assert (form.errors["rule_result_uma"], facts()) == ([says], before)
