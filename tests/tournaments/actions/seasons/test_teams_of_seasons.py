"""In a season of teams it is teams that are proposed, move and leave, each with its players."""

import pytest
from django.db.models import F
from django.test import Client

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Figures, Hall, open_hall, play, seats_of
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.replay import replayed
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.seasons.confirming import Change, SeasonPlan, TeamChange, confirm_next_season
from tournaments.actions.seasons.proposal import moves_so_far, propose_next_season
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revoke_next_season
from tournaments.actions.seen_versions import divisions_tag, team_tag
from tournaments.actions.teams.captains import name_captain
from tournaments.models import Captain, LeagueLedgerEntry, Season, Staff, Table, Team, TeamMove, Tournament
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league, verify_ledger

pytestmark = pytest.mark.django_db

UPPER = ("Bears", "Foxes", "Hares", "Owls")
LOWER = ("Crows", "Ducks", "Elks", "Gulls")


@replayed
def season_of_teams() -> tuple[Hall, Season]:
    """Two divisions of four teams: of each one player at the table, who ranks as the names do, and one who is absent.
    The last of the upper division goes down, the first of the lower one up.
    """
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    divisions = [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}]
    set_divisions(season=season, divisions=divisions, seen=divisions_tag([]), by=hall.charlie)
    for level, teams in enumerate((UPPER, LOWER), 1):
        one = open_hall(f"level-{level}", players=0, season=season, level=level)
        for name in teams:
            team = form_team(tournament=one.tournament, name=name, by=one.alice)
            player = add_player(name=f"{name} 1")
            entry = register(tournament=one.tournament, player=player, team=team, by=one.alice)
            name_captain(team=team, entry=entry, by=one.alice)
        table = one.started().tables.get()
        order = [teams.index(seat.entry.player.name.split()[0]) for seat in seats_of(table)]
        points = [[40_000, 30_000, 20_000, 10_000][place] for place in order]
        play(table, one.alice, Figures(points))
        for name in teams:
            team = Team.objects.get(tournament=one.tournament, name=name)
            register(
                tournament=one.tournament,
                player=add_player(name=f"{name} 2"),
                team=team,
                is_substitute=name == "Crows",
                by=one.alice,
            )
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)
    return hall, season


@pytest.fixture
def scene(db: None) -> tuple[Hall, Season]:
    return season_of_teams()


def confirm(season: Season, hall: Hall, *teams: TeamChange, changes: tuple[Change, ...] = ()) -> Season:
    return confirm_next_season(
        season=season,
        plan=SeasonPlan("2027", changes=changes, team_changes=teams),
        seen=propose_next_season(season).tag,
        by=hall.charlie,
    )


def rosters(season: Season) -> list[dict[str, list[str]]]:
    """The players of each division by team, the captain first."""
    found = []
    for tournament in season.tournaments.order_by("level"):
        teams: dict[str, list[str]] = {}
        for team in tournament.teams.order_by("pk"):
            entries = team.entries.order_by(F("captain_of").desc(nulls_last=True), "number")
            teams[team.name] = list(entries.values_list("player__name", flat=True))
        found.append(teams)
    return found


def with_both(*teams: str) -> dict[str, list[str]]:
    return {team: [f"{team} 1", f"{team} 2"] for team in teams}


def the_team(name: str) -> int:
    return Team.objects.get(name=name).pk


def sound(season: Season) -> None:
    assert verify_league(season.league_id).problems == []
    for tournament in Tournament.objects.all():
        assert verify_ledger(tournament.pk).problems == []


def test_teams_are_proposed_and_move_with_all_their_players(scene: tuple[Hall, Season]) -> None:
    hall, season = scene

    proposal = propose_next_season(season)
    following = confirm(season, hall)

    ways = {proposal.team_names[team]: place.way for team, place in proposal.teams.items()}
    assert ways == {**dict.fromkeys((*UPPER, *LOWER), "stays"), "Owls": "down", "Crows": "up"}
    assert rosters(following) == [
        with_both("Bears", "Foxes", "Hares", "Crows"),
        with_both("Owls", "Ducks", "Elks", "Gulls"),
    ]
    entry = LeagueLedgerEntry.objects.get(kind="season_confirmed").content
    assert (entry["up"], entry["down"], len(entry["moves"])) == (1, 1, 16)
    ways = dict(season.moves.values_list("player__name", "way"))
    assert {ways[f"Owls {number}"] for number in (1, 2)} == {"down"}
    sound(season)


def test_a_team_leaves_and_another_is_placed_and_a_player_leaves_a_team(scene: tuple[Hall, Season]) -> None:
    hall, season = scene
    absent = season.tournaments.get(level=1).entries.get(player__name="Hares 2").player

    following = confirm(
        season,
        hall,
        TeamChange(the_team("Bears"), None, "dissolved"),
        TeamChange(the_team("Owls"), 1, "takes its place"),
        changes=(Change(absent.pk, None, "moves away"),),
    )

    assert rosters(following) == [
        {**with_both("Foxes"), "Hares": ["Hares 1"], **with_both("Owls", "Crows")},
        with_both("Ducks", "Elks", "Gulls"),
    ]
    ways = dict(season.moves.values_list("player__name", "way"))
    assert (ways["Bears 1"], ways["Owls 2"], ways["Hares 2"]) == ("leaves", "placed", "leaves")
    sound(season)


def test_it_is_revoked_and_opened_again_with_the_same_teams(scene: tuple[Hall, Season]) -> None:
    hall, season = scene
    before = rosters(confirm(season, hall))

    revoke_next_season(season=season, confirm=[SEASON_REVOKED], by=hall.charlie)

    assert rosters(confirm(season, hall)) == before
    sound(season)


def test_a_teams_move_is_never_changed_and_stays_as_long_as_its_season(scene: tuple[Hall, Season]) -> None:
    hall, season = scene
    following = confirm(season, hall)
    moves = TeamMove.objects.all()

    refuses(lambda: moves.update(total=7), "moves_of_teams_are_never_changed")
    refuses(lambda: moves.delete(), "moves_of_teams_into_a_season_in_use_are_never_deleted")
    foreign = form_team(tournament=hall.tournament, name="Nobody's", by=hall.alice)
    terms = {"season": season, "next_season": following, "total": 0, "to_level": 1, "way": "stays"}
    refuses(
        lambda: TeamMove.objects.create(team=foreign, level=1, position=9, rank=9, **terms),
        "a_team_moves_from_its_division_to_the_season_that_follows",
    )


def test_what_was_confirmed_of_teams_stays_to_the_rank_and_the_total(scene: tuple[Hall, Season]) -> None:
    """The two in the middle of the upper division were level; a correction parts them, and turns it round."""
    hall, season = scene
    upper = season.tournaments.get(level=1)
    reopen_tournament(tournament=upper, by=hall.charlie)
    decide(upper, [40_000, 25_000, 25_000, 10_000])
    finish_tournament(tournament=upper, by=hall.charlie, confirm=["rounds_open"])
    publish_tournament(upper.pk)
    confirm(season, hall)
    before = Client().get("/l/river/seasons/1/").content.decode()
    confirmed = list(upper_moves(season))

    decide(upper, [10_000, 20_000, 30_000, 40_000])

    publish_tournament(upper.pk)
    after = Client().get("/l/river/seasons/1/")
    found = after.context["tables"][0].found
    assert sorted(confirmed) == [("Bears", 1), ("Foxes", 2), ("Hares", 2), ("Owls", 4)]
    assert [(line.name, line.rank) for line in found.teams] == confirmed
    assert [line.name for line in found.teams if line.way == "down"] == ["Owls"]
    note = "Ranks and totals here are those that were confirmed."
    assert (note in before, note in after.content.decode(), found.has_changed) == (False, True, True)
    sound(season)


def upper_moves(season: Season) -> list[tuple[str, int]]:
    return list(season.team_moves.filter(level=1).values_list("team__name", "rank"))


def decide(tournament: Tournament, points: list[int]) -> None:
    """Give these points to the upper teams in the order of their names, whatever is confirmed."""
    alice = Actor(tournament.staff.get(role=Staff.Role.ORGANIZER).user)
    table = Table.objects.get(round__stage__tournament=tournament)
    order = [UPPER.index(seat.entry.player.name.split()[0]) for seat in seats_of(table)]
    sheet = table.scoresheets.live().get()
    figures = Figures([points[place] for place in order])
    correct_sheet(table=table, report=TableReport(figures, if_match=sheet.tag), reason="Misread", by=alice)


def test_a_team_that_has_moved_is_not_removed(scene: tuple[Hall, Season]) -> None:
    """Its players went elsewhere after the tournament was opened again."""
    hall, season = scene
    confirm(season, hall)
    upper = season.tournaments.get(level=1)
    reopen_tournament(tournament=upper, by=hall.charlie)
    bears = upper.teams.get(name="Bears")
    Captain.objects.filter(team=bears).delete()
    bears.entries.update(team=upper.teams.get(name="Foxes"))
    before = digest()

    says = refused(lambda: remove_team(team=bears, by=hall.charlie), StateRefuses, "team_in_use")

    assert says == "The next season was opened with the team “Bears”; it stays on record."
    assert digest() == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: TeamChange(10**9, 1, "x"), "There is no team 1000000000."),
        (lambda: TeamChange(the_team("Bears"), 9, "x"), "There is no division at level 9."),
        (lambda: TeamChange(the_team("Bears"), None, " "), "Please give a reason for each change."),
    ],
)
def test_a_change_of_a_team_that_cannot_be_is_refused(scene: tuple[Hall, Season], change, says: str) -> None:
    hall, season = scene
    before = digest()

    assert refused(lambda: confirm(season, hall, change()), RulesRefuse, "bad_change") == says
    assert digest() == before


def test_two_teams_of_one_name_do_not_meet_in_a_division(scene: tuple[Hall, Season]) -> None:
    hall, season = scene
    ducks = Team.objects.get(name="Ducks")
    rename_team(team=ducks, name="Owls", seen=team_tag(ducks), by=hall.charlie)
    publish_tournament(ducks.tournament_id)
    before = digest()

    says = refused(lambda: confirm(season, hall), RulesRefuse, "same_team_name")

    assert says == "Two teams called “Owls” would play in B. Please rename one of them first."
    assert digest() == before


def test_the_page_lists_teams_with_their_players_and_the_public_one_marks_who_goes_with_them(
    scene: tuple[Hall, Season],
) -> None:
    hall, season = scene
    charlie, page = signed_in(hall.charlie), "/l/river/seasons/1/next/"
    bears = the_team("Bears")

    shown = charlie.get(page)
    public = text_of(charlie.get("/l/river/seasons/1/"))

    assert "Owls −50.0 Relegated Owls 1, Owls 2" in " ".join(text_of(shown).split())
    assert "4 teams · 8 players" in " ".join(text_of(shown).split())
    assert public.count("Relegated") == 1
    so_far = moves_so_far(season)
    assert so_far is not None
    assert {place.way for place in so_far.places.values()} == {"stays", "up", "down"}
    form = shown.context["form"]
    typed = {name: str(form[name].value()) for name in form.fields if name.startswith("to_")}
    typed |= {f"to_team_{bears}": "", f"reason_team_{bears}": "dissolved", "name": "2027"}
    answer = charlie.post(page, {**typed, "seen": form["seen"].value()})
    assert answer["Location"] == "/l/river/seasons/2/"
    assert "Bears" not in rosters(Season.objects.get(ordinal=2))[0]
