"""A team's colour and mark: chosen by an organizer or the captain, seen on every page, told by the ledger."""

import re

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from players.models import NameTrace
from tests.permissions import digest
from tests.static.styles import colours, source
from tests.tournaments.actions.seasons.test_teams_of_seasons import season_of_teams
from tests.tournaments.brands import brand
from tests.tournaments.hall import Hall
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.people.entries import form_team
from tournaments.actions.people.teams import remove_team
from tournaments.actions.seen_versions import team_look_tag
from tournaments.actions.teams.looks import set_team_look
from tournaments.models import Team, TeamLook, Tournament
from tournaments.models.teams.looks import MOST_LOOKS, USUAL, look_of, looks_address, sheet_of
from tournaments.verification.ledger import verify_ledger
from web.colours import steps_of

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


@pytest.fixture
def bears(hall: Hall) -> Team:
    return form_team(tournament=hall.tournament, name="Bears", by=hall.alice)


def choose(hall: Hall, team: Team, colour: str = "", mark: str = "") -> TeamLook | None:
    seen = team_look_tag(TeamLook.objects.filter(team=team).first())
    return set_team_look(team=team, colour=colour, mark=mark, seen=seen, by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_it_is_kept_and_the_ledger_tells_the_colour_and_proves_the_mark(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#AB3", " 熊 ")

    assert TeamLook.objects.values_list("team", "colour", "mark").get() == (bears.pk, "#aabb33", "熊")
    trace = NameTrace.objects.get(subject=f"team_mark:{bears.pk}")
    assert hall.last_payload() == {"team": bears.pk, "colour": "#aabb33", "mark": trace.digest}
    assert problems(hall) == []


def test_the_same_again_changes_nothing(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#aabb33", "熊")
    before = digest()

    choose(hall, bears, "#AABB33", "熊")

    assert digest() == before


def test_without_a_colour_and_a_mark_it_is_as_usual_again(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#aabb33", "熊")

    found = choose(hall, bears)

    assert (found, TeamLook.objects.exists()) == (None, False)
    assert problems(hall) == []


@pytest.mark.parametrize(
    ("colour", "mark"),
    [("red", ""), ("#fff}", ""), ("#aabb33", "abc"), ("", "\u202ea"), ("", "a\n"), ("", "\u200b")],
)
def test_what_is_no_colour_or_no_mark_is_refused(hall: Hall, bears: Team, colour: str, mark: str) -> None:
    if mark == "a\n":
        mark = "a\nb"
    before = digest()

    with pytest.raises(RulesRefuse) as refused:
        choose(hall, bears, colour, mark)

    assert refused.value.code == "team_look_refused"
    assert digest() == before


def test_two_who_choose_at_once_do_not_undo_each_other(hall: Hall, bears: Team) -> None:
    seen = team_look_tag(None)
    choose(hall, bears, "#aabb33")
    before = digest()

    with pytest.raises(StaleVersion):
        set_team_look(team=bears, colour="#112233", mark="", seen=seen, by=hall.alice)

    assert digest() == before


def test_a_team_that_goes_takes_its_look_along(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#aabb33", "熊")

    remove_team(team=bears, by=hall.alice)

    assert not TeamLook.objects.exists()
    assert problems(hall) == []


def test_an_edit_behind_the_ledgers_back_is_found(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#aabb33", "熊")

    TeamLook.objects.update(colour="#000000", mark="猫")

    assert problems(hall)[0].endswith("differs from the ledger in: colour, mark.")


@pytest.mark.parametrize("look", [{"colour": "", "mark": ""}, {"colour": "red"}, {"mark": "abc"}])
def test_the_database_keeps_its_promises(bears: Team, look: dict[str, str]) -> None:
    # PostgreSQL calls a text that is too long an error of data.
    with pytest.raises(DatabaseError), transaction.atomic():
        TeamLook.objects.create(team=bears, **look)


def test_usual_colours_are_those_of_pages_and_neighbours_differ() -> None:
    tokens = colours(source("css/tokens.css"))

    assert [tuple(tokens[f"--s{number}"]) for number in range(1, 9)] == [tuple(one) for one in USUAL]
    assert len({look_of(team, None) for team in range(40, 48)}) == 8


def test_every_page_of_the_event_has_it_and_no_other_events(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#ffff00", "熊")
    page = Client().get(f"/t/spring-open/teams/{bears.pk}/").content.decode()
    [address] = re.findall(r'<link rel="stylesheet" href="(/t/spring-open/teams-[^"]+)"', page)

    sheet = Client().get(address)

    light, dark = steps_of("#ffff00")
    assert f".team-{bears.pk}{{--own:light-dark({light},{dark})}}" in sheet.content.decode()
    assert f'.team-{bears.pk}.team-mark::before{{content:"\\718a "/""}}' in sheet.content.decode()
    assert (sheet["Content-Type"], sheet["Cache-Control"]) == (
        "text/css; charset=utf-8",
        "max-age=31536000, immutable, public",
    )
    assert f"team-mark own-{bears.pk % 8 + 1} team-{bears.pk}" in page


def test_a_tournament_whose_teams_look_as_usual_has_no_sheet(hall: Hall, bears: Team) -> None:
    page = Client().get(f"/t/spring-open/teams/{bears.pk}/").content.decode()

    assert "teams-" not in page


def sheets_of(address: str) -> list[str]:
    """The sheets that a page names besides the house's."""
    page = Client().get(address).content.decode()
    return re.findall(r'<link rel="stylesheet" href="(/(?:t|brand)/[^"]+)"', page.replace("&amp;", "&"))


def test_an_event_with_a_brand_has_one_sheet_for_both(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#ffff00")
    brand(hall.tournament, hall.alice, colour="#7a1f5c", accent="")

    [address] = sheets_of(f"/t/spring-open/teams/{bears.pk}/")

    sheet = Client().get(address)
    of_brand = Client().get("/brand/7a1f5c.-.css").content.decode()
    light, dark = steps_of("#ffff00")
    assert address.endswith(".css?brand=7a1f5c.-")
    assert sheet.content.decode() == of_brand + f".team-{bears.pk}{{--own:light-dark({light},{dark})}}\n"
    assert "immutable" in sheet["Cache-Control"]
    assert Client().get(address + "}").status_code == 404


def test_pages_of_a_player_a_league_and_a_season_have_the_looks_of_their_teams_in_one_sheet() -> None:
    season_of_teams()
    bears = Team.objects.get(name="Bears", tournament__slug="level-1")
    TeamLook.objects.create(team=bears, colour="#ffff00", mark="熊B")
    player = bears.entries.order_by("pk")[0].player_id
    light, dark = steps_of("#ffff00")

    for page in (f"/players/{player}/", "/l/river/", "/l/river/seasons/1/"):
        assert sheets_of(page) == [f"/brand/-.-.css?teams={bears.pk}-ffff00-718a_42"], page
    sheet = Client().get(f"/brand/-.-.css?teams={bears.pk}-ffff00-718a_42")

    assert f".team-{bears.pk}{{--own:light-dark({light},{dark})}}" in sheet.content.decode()
    assert '::before{content:"\\718a \\42 "/""}' in sheet.content.decode()
    Tournament.objects.update(visibility="private")
    assert sheets_of("/l/river/") == []


@pytest.mark.parametrize(
    "teams",
    ["", "1", "0--41", "1-ffff00", "1-FFFF00-", "1-ffff00-41_42_43", "1-ffff00-110000", "1-ffff00-}", "1--x"],
)
def test_a_sheet_of_teams_is_of_looks_and_of_nothing_else(teams: str) -> None:
    assert Client().get("/brand/-.-.css", {"teams": teams}).status_code == 404


def test_of_very_many_teams_those_of_the_newest_tournaments_have_their_looks(
    hall: Hall, bears: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = Team.objects.bulk_create(
        [Team(tournament=hall.tournament, name=f"Team {number}") for number in range(MOST_LOOKS + 5)]
    )
    TeamLook.objects.bulk_create([TeamLook(team=team, colour="#0a0b0c") for team in many])

    address = looks_address([hall.tournament.pk])

    assert address.count(".") == MOST_LOOKS - 1
    assert Client().get("/brand/-.-.css", {"teams": address}).status_code == 200


def test_an_old_address_is_kept_by_nobody(hall: Hall, bears: Team) -> None:
    choose(hall, bears, "#ffff00")

    assert "immutable" not in Client().get("/t/spring-open/teams-000000000000.css")["Cache-Control"]


@pytest.mark.parametrize("mark", ['"}', "</", "\\a", "*/", "}{", "<>"])
def test_no_mark_gets_out_of_the_sheet(mark: str) -> None:
    css = sheet_of([(7, "#aabb33", mark)])

    content = re.search(r'content:"([^"]*)"', css)
    assert content is not None
    assert re.fullmatch(r"(\\[0-9a-f]+ ){2}", content[1])
    assert (css.count("{"), css.count("}"), css.count('"')) == (3, 3, 4)
