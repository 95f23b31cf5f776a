"""The titles of a season: set by its league, awarded once all is finished, kept, and proven by the ledger."""

import random
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from scoring.standing.season_ranking import SeasonRanking
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.seasons.test_teams_of_seasons import season_of_teams
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.verification.columns import OF_AN_AWARD
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season, remove_season
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.people.entries import register
from tournaments.actions.people.teams import remove_team
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seasons.awards import award_season_titles, set_season_awards
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import (
    Award,
    Captain,
    Entry,
    Score,
    Season,
    SeasonAwardRule,
    Stage,
    Table,
    Team,
    Tournament,
)
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league

pytestmark = pytest.mark.django_db

ALL = AwardTerms(tuple(SeasonAwardRule.Title.values))
PAGE = "/l/river/seasons/1/"


@pytest.fixture
def season(hall: Hall) -> Season:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    made = create_season(league=league, name="2026", by=hall.charlie)
    set_divisions(season=made, divisions=[{"name": "A"}], seen=divisions_tag([]), by=hall.charlie)
    return made


def play_round(hall: Hall, dice: random.Random, stage: Stage | None = None) -> None:
    """A round at all tables, with results that no two share."""
    seed = f"{dice.random()}"
    round_ = draw_round(stage=stage or hall.tournament.stages.earliest("ordinal"), by=hall.alice, seed=seed)
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.order_by("number"):
        cuts = sorted(dice.sample(range(1, 1000), 3))
        points = [(b - a) * 100 for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)]
        correct_sheet(table=table, report=TableReport(Figures(points)), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)


def event(
    slug: str,
    season: Season,
    *,
    rounds: int = 3,
    level: int = 1,
    ends: bool = True,
    again: Hall | None = None,
) -> Hall:
    """An event of eight in the season; of the same eight as in another event."""
    hall = open_hall(slug, season=season, level=level, players=0 if again else 8)
    for entry in again.tournament.entries.order_by("number") if again else ():
        register(tournament=hall.tournament, player=entry.player, by=hall.alice)
    dice = random.Random(slug)
    for _round in range(rounds):
        play_round(hall, dice)
    if ends:
        end(hall)
    return hall


def end(hall: Hall) -> None:
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    publish_tournament(hall.tournament.pk)


def held(season: Season) -> dict[str, tuple[list[str], Fraction]]:
    """By title, who holds it and with which value."""
    found: dict[str, tuple[list[str], Fraction]] = {}
    for award in Award.objects.filter(season=season).select_related("entry__player", "team").order_by("pk"):
        holder = award.entry.player if award.entry is not None else award.team
        assert holder is not None
        names, value = found.setdefault(award.title, ([], award.value))
        assert value == award.value
        names.append(holder.name)
    return found


def from_the_games(*halls: Hall) -> dict[str, tuple[list[str], Fraction]]:
    """The titles of these events added up from their games alone. A point has 1,000 units."""
    games: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for hall in halls:
        rows = Score.objects.filter(seat__round__stage__tournament=hall.tournament, counts=True)
        for name, place, total in rows.values_list("entry__player__name", "place", "total"):
            games[name].append((place, total))
    figures: dict[str, Any] = {
        "total": lambda own: Fraction(sum(total for _place, total in own), 1000),
        "best_game": lambda own: Fraction(max(total for _place, total in own), 1000),
        "wins": lambda own: Fraction(sum(place == 1 for place, _total in own), len(own)),
        "first_or_second": lambda own: Fraction(sum(place <= 2 for place, _total in own), len(own)),
        "not_last": lambda own: Fraction(sum(place < 4 for place, _total in own), len(own)),
        "mean_place": lambda own: -Fraction(sum(place for place, _total in own), len(own)),
    }
    found = {}
    for title, figure in figures.items():
        best = max(figure(own) for own in games.values())
        found[title] = (sorted(name for name, own in games.items() if figure(own) == best), abs(best))
    return found


def in_order(found: dict[str, tuple[list[str], Fraction]]) -> dict[str, tuple[list[str], Fraction]]:
    return {title: (sorted(names), value) for title, (names, value) in found.items()}


def sound(season: Season) -> None:
    assert [str(one) for one in verify_league(season.league_id).problems] == []


def test_the_rule_is_set_once_in_the_order_of_titles_and_taken_back(season: Season, hall: Hall) -> None:
    terms = AwardTerms(("not_last", "total"), 10, "first", "total")
    for one in (terms, terms, None, None):
        set_season_awards(season=season, terms=one, by=hall.charlie)

    entries = season.league.ledger.filter(kind="season_awards_set").order_by("seq")
    assert [entry.content["rule"] for entry in entries] == [
        {"titles": ["total", "not_last"], "minimum": 10, "stages": "first", "ties": "total"},
        None,
    ]
    assert not SeasonAwardRule.objects.exists()
    sound(season)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (AwardTerms(()), "titles"),
        (AwardTerms(("luck",)), "titles"),
        (AwardTerms(("total",), -1), "minimum"),
        (AwardTerms(("total",), 1_001), "minimum"),
        (AwardTerms(("total",), 0, "last"), "stages"),
        (AwardTerms(("total",), 0, "all", "lot"), "ties"),
    ],
)
def test_what_is_no_rule_is_refused(season: Season, hall: Hall, terms: AwardTerms, field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_season_awards(season=season, terms=terms, by=hall.charlie)

    assert list(refusal.value.fields) == [field]
    assert digest() == before


def test_titles_are_those_of_the_games(season: Season, hall: Hall) -> None:
    played = event("spring", season)
    set_season_awards(season=season, terms=ALL, by=hall.charlie)

    award_season_titles(season=season, by=hall.charlie)

    found = in_order(held(season))
    expected = from_the_games(played)
    assert found.pop("champion") == expected["total"]
    assert found == expected
    sound(season)


def test_of_a_series_titles_are_over_all_of_its_events(season: Season, hall: Hall) -> None:
    spring = event("spring", season)
    played = spring, event("autumn", season, rounds=4, again=spring)
    set_season_awards(season=season, terms=ALL, by=hall.charlie)

    award_season_titles(season=season, by=hall.charlie)

    assert in_order(held(season)) == from_the_games(*played)
    set_season_ranking(season=season, rule=SeasonRanking(), by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)
    assert in_order(held(season))["champion"] == from_the_games(*played)["total"]
    sound(season)


def test_each_division_has_its_own(season: Season, hall: Hall) -> None:
    rows = [{"name": "A"}, {"name": "B"}]
    seen = divisions_tag(list(season.divisions.order_by("level")))
    set_divisions(season=season, divisions=rows, seen=seen, by=hall.charlie)
    upper, lower = event("upper", season), event("lower", season, level=2)
    set_season_awards(season=season, terms=AwardTerms(("total",)), by=hall.charlie)

    awards = award_season_titles(season=season, by=hall.charlie)

    assert [(one.level, one.entry.player.name) for one in awards if one.entry] == [
        (level, name)
        for level, played in ((1, upper), (2, lower))
        for name in from_the_games(played)["total"][0]
    ]


def test_only_those_with_enough_games_hold_a_rate_but_anybody_the_best_game(
    season: Season, hall: Hall
) -> None:
    event("spring", season)
    terms = AwardTerms(("total", "best_game", "wins"), minimum=4)
    set_season_awards(season=season, terms=terms, by=hall.charlie)

    award_season_titles(season=season, by=hall.charlie)

    assert list(held(season)) == ["best_game"]


def test_a_title_is_shared_or_goes_to_the_one_with_the_most_points(season: Season, hall: Hall) -> None:
    played = event("spring", season, rounds=1)
    set_season_awards(season=season, terms=AwardTerms(("wins",)), by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)
    shared, _value = held(season)["wins"]
    assert len(shared) == 2

    set_season_awards(season=season, terms=AwardTerms(("wins",), ties="total"), by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)

    assert held(season)["wins"] == (from_the_games(played)["total"][0], Fraction(1))
    assert len(shared) > len(held(season)["wins"][0])
    sound(season)


def test_the_first_stage_alone_counts_if_it_is_said(season: Season, hall: Hall) -> None:
    played = event("spring", season, ends=False)
    before = from_the_games(played)
    final = add_stage(tournament=played.tournament, name="Final", by=played.alice)
    play_round(played, random.Random(1), final)
    end(played)
    for stages in ("all", "first"):
        terms = AwardTerms(ALL.titles[1:], stages=stages)
        set_season_awards(season=season, terms=terms, by=hall.charlie)
        award_season_titles(season=season, by=hall.charlie)
        assert in_order(held(season)) == (before if stages == "first" else from_the_games(played))


def test_where_teams_play_a_team_is_the_champion() -> None:
    hall, season = season_of_teams()
    set_season_awards(season=season, terms=AwardTerms(("champion", "total")), by=hall.charlie)

    awards = award_season_titles(season=season, by=hall.charlie)

    assert [(one.level, one.title, one.team and one.team.name) for one in awards] == [
        (1, "champion", "Bears"),
        (1, "total", None),
        (2, "champion", "Crows"),
        (2, "total", None),
    ]
    assert "Titles Bears Champion +60.0 Bears 1 Most points +60.0" in text_of(Client().get(PAGE))
    sound(season)


def test_a_team_with_a_title_is_not_removed() -> None:
    hall, season = season_of_teams()
    set_season_awards(season=season, terms=AwardTerms(("champion",)), by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)
    bears = Team.objects.select_related("tournament").get(name="Bears")
    reopen_tournament(tournament=bears.tournament, by=hall.alice)
    Captain.objects.filter(team=bears).delete()
    Entry.objects.filter(team=bears).update(team=None)

    message = refused(lambda: remove_team(team=bears, by=hall.alice), StateRefuses, "team_in_use")

    assert message == "The team “Bears” was awarded a title of the season; it stays on record."


def test_nothing_is_awarded_without_a_rule_or_before_the_end(season: Season, hall: Hall) -> None:
    played = event("spring", season, ends=False)
    before = digest()
    with pytest.raises(StateRefuses) as refusal:
        award_season_titles(season=season, by=hall.charlie)
    assert (refusal.value.code, digest()) == ("no_awards", before)
    set_season_awards(season=season, terms=ALL, by=hall.charlie)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        award_season_titles(season=season, by=hall.charlie)

    assert (refusal.value.code, digest()) == ("tournaments_not_finished", before)
    end(played)
    assert award_season_titles(season=season, by=hall.charlie)


def test_again_it_changes_nothing_and_after_a_correction_it_follows(season: Season, hall: Hall) -> None:
    played = event("spring", season)
    set_season_awards(season=season, terms=ALL, by=hall.charlie)
    first = award_season_titles(season=season, by=hall.charlie)
    before = digest()
    assert award_season_titles(season=season, by=hall.charlie) == first
    assert digest() == before
    table = Table.objects.filter(round__stage__tournament=played.tournament).earliest("pk")
    sheet = table.scoresheets.get(status="confirmed")
    figures = Figures([91_000, 4_000, 3_000, 2_000])

    correct_sheet(
        table=table, report=TableReport(figures, if_match=sheet.tag), reason="Upside down", by=played.rob
    )
    publish_tournament(played.tournament.pk)

    assert list(Award.objects.order_by("pk")) == first
    award_season_titles(season=season, by=hall.charlie)
    found = in_order(held(season))
    assert found.pop("champion") == from_the_games(played)["total"]
    assert found == from_the_games(played)
    assert season.league.ledger.filter(kind="season_titles_awarded").count() == 2
    sound(season)


def test_opening_the_next_season_awards_them_and_gives_it_the_same_rule(season: Season, hall: Hall) -> None:
    played = event("spring", season)
    terms = AwardTerms(("total", "wins"), 2, "first", "total")
    set_season_awards(season=season, terms=terms, by=hall.charlie)

    following = confirm_next_season(
        season=season, plan=SeasonPlan("2027"), seen=propose_next_season(season).tag, by=hall.charlie
    )

    assert in_order(held(season))["total"] == from_the_games(played)["total"]
    assert SeasonAwardRule.objects.get(season=following).terms == terms
    assert held(following) == {}
    sound(season)


def test_without_a_rule_they_are_withdrawn_and_go_with_their_season(season: Season, hall: Hall) -> None:
    event("spring", season)
    set_season_awards(season=season, terms=ALL, by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)

    set_season_awards(season=season, terms=None, by=hall.charlie)

    assert not Award.objects.exists()
    sound(season)
    empty = create_season(league=season.league, name="2027", by=hall.charlie)
    set_season_awards(season=empty, terms=ALL, by=hall.charlie)
    remove_season(season=empty, by=hall.charlie)
    sound(season)


def test_the_database_keeps_titles_as_they_are(season: Season, hall: Hall) -> None:
    played = event("spring", season)
    other = open_hall("elsewhere")
    set_season_awards(season=season, terms=ALL, by=hall.charlie)
    one = award_season_titles(season=season, by=hall.charlie)[0]
    rows, rules = Award.objects.filter(pk=one.pk), SeasonAwardRule.objects.filter(season=season)

    refuses(lambda: rows.update(numerator=1), "titles_are_never_changed")
    team = Team.objects.create(tournament=played.tournament, name="Bears")
    figures = {"numerator": 1, "denominator": 1, "games": 1}
    refuses(
        lambda: Award.objects.create(season=season, level=1, title="total", team=team, **figures),
        "a_title_is_a_players_or_a_champion_team",
    )
    refuses(
        lambda: Award.objects.create(
            season=season,
            level=1,
            title="total",
            entry=other.tournament.entries.earliest("pk"),
            **figures,
        ),
        "a_title_is_of_its_season",
    )
    refuses(lambda: rules.update(titles=[]), "a_rule_of_titles_names_one")
    refuses(lambda: rules.update(minimum=1_001), "a_rule_of_titles_within_bounds")


EDITS = {
    "season": "(SELECT MAX(id) FROM tournaments_season)",
    "level": "9",
    "title": "'wins'",
    "entry": "(SELECT MIN(id) FROM tournaments_entry)",
    "team": "(SELECT MAX(id) FROM tournaments_team), entry_id = NULL, title = 'champion'",
    "numerator": "numerator + 1",
    "denominator": "denominator + 1",
    "games": "games + 1",
}


@pytest.mark.database("sqlite")
@pytest.mark.parametrize("name", [*OF_AN_AWARD, "gone"])
def test_an_edit_of_any_column_of_a_title_is_found(season: Season, hall: Hall, name: str) -> None:
    event("spring", season)
    set_season_awards(season=season, terms=AwardTerms(("champion", "best_game")), by=hall.charlie)
    award_season_titles(season=season, by=hall.charlie)
    create_season(league=season.league, name="2027", by=hall.charlie)
    Team.objects.create(tournament=hall.tournament, name="Bears")
    sound(season)
    take_guards_down()
    last = "(SELECT MAX(id) FROM tournaments_award WHERE title = 'best_game')"

    if name == "gone":
        run(f"DELETE FROM tournaments_award WHERE id = {last}")
    else:
        column = Award._meta.get_field(name).column
        run(f"UPDATE tournaments_award SET {column} = {EDITS[name]} WHERE id = {last}")

    assert any("the title “" in str(one).lower() for one in verify_league(season.league_id).problems)


def test_pages_show_who_holds_them(season: Season, hall: Hall) -> None:
    played = event("spring", season)
    set_season_awards(season=season, terms=AwardTerms(("total", "not_last")), by=hall.charlie)
    shown = text_of(Client().get(PAGE))
    assert "Titles at the end of the season: Most points · Last-place avoidance" in shown

    award_season_titles(season=season, by=hall.charlie)

    expected = from_the_games(played)
    (name,), total = expected["total"]
    shown = text_of(Client().get(PAGE))
    assert f"Titles {name} Most points +{float(total):.1f}" in shown
    assert "Titles at the end" not in shown
    player = Award.objects.get(title="total").entry
    assert player is not None
    career = text_of(Client().get(f"/players/{player.player_id}/"))
    assert f"River League 2026 +{float(total):.1f} Most points" in career
    Tournament.objects.filter(pk=played.tournament.pk).update(visibility="private")
    assert "Most points +" not in text_of(Client().get(PAGE))


def test_an_organizer_chooses_and_awards_them_on_a_page(season: Season, hall: Hall) -> None:
    event("spring", season)
    charlie, page = signed_in(hall.charlie), PAGE + "edit-awards/"
    form = {"titles": ["total", "wins"], "minimum": "2", "stages": "all", "ties": "shared"}

    assert charlie.post(page, {**form, "minimum": "many"}).status_code == 422
    assert charlie.post(page, form).status_code == 302
    assert SeasonAwardRule.objects.get().terms == AwardTerms(("total", "wins"), 2)
    assert "Award the titles" in text_of(charlie.get(page))
    charlie.post(PAGE + "award/")

    assert set(held(season)) == {"total", "wins"}
    assert "Awarded titles" in text_of(charlie.get(page))
    charlie.post(page, {**form, "titles": []})
    assert not SeasonAwardRule.objects.exists()
    sound(season)
