"""Who moves at the end of a season is said once: the public page, the proposal and the confirmed moves agree,
whatever the league's shape.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from players.actions import add_player
from players.models import Player, User
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.presets import SEASON_PRESETS
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seasons.confirming import Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag, proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Entry, Move, Season, Stage, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed

pytestmark = pytest.mark.django_db

POINTS = {"by_rank": [0, 2, 1], "threshold": 2, "seasons": 2}
# Divisions from the top, each with its rule: a title match stands above the first.
SHAPES: dict[str, list[dict[str, Any]]] = {
    name: [dict(preset.boundary)] * (preset.divisions - 1) + [{}]
    for name, preset in SEASON_PRESETS.items()
    if preset.divisions
} | {
    "play-off": [{"up": 1, "down": 1, "play_off": 1}, {}],
    "points kept": [{"up": 1, "down": 1, "points_up": POINTS, "points_down": POINTS}, {}],
    "three levels": [{"up": 1, "down": 2, "play_off": 1}, {"up": "1/4", "down": "1/4"}, {}],
}


@dataclass
class League:
    """A league with its season, whose divisions are of eight players each; the dice are always the same."""

    lea: Actor
    season: Season
    halls: list[Hall]
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    def play(self, hall: Hall, stage: Stage | None = None) -> None:
        """A round, in which no two at a table are level."""
        stage = stage or hall.tournament.stages.order_by("ordinal")[0]
        round_ = draw_round(stage=stage, by=self.lea, seed=f"{self.dice.random()}")
        publish_round(round_=round_, by=self.lea)
        start_round(round_=round_, by=self.lea)
        for table in round_.tables.order_by("number"):
            cuts = sorted(self.dice.sample(range(1, 1000), 3))
            points = [(b - a) * 100 for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)]
            correct_sheet(table=table, report=TableReport(Figures(points)), reason="Paper", by=self.lea)
        close_round(round_=round_, by=self.lea)
        publish_tournament(hall.tournament.pk)

    def finish(self) -> None:
        for hall in self.halls:
            finish_tournament(tournament=hall.tournament, by=self.lea)
            publish_tournament(hall.tournament.pk)

    def follow(self, *changes: Change, confirm: Sequence[str] = ()) -> Season:
        seen = propose_next_season(self.season).tag
        return confirm_next_season(
            season=self.season,
            plan=SeasonPlan("next", changes=changes),
            seen=seen,
            by=self.lea,
            confirm=confirm,
        )

    def correct(self, level: int) -> None:
        """The first table of a division was read upside down."""
        stage = self.halls[level - 1].tournament.stages.order_by("ordinal")[0]
        table = stage.rounds.earliest("number").tables.get(number=1)
        sheet = table.scoresheets.get(status="confirmed")
        order = sorted(sheet.points)
        turned = dict(zip(order, reversed(order), strict=True))
        figures = Figures([turned[one] for one in sheet.points])
        correct_sheet(table=table, report=TableReport(figures, if_match=sheet.tag), reason="x", by=self.lea)
        publish_tournament(stage.tournament_id)


@replayed
def league_of(shape: str) -> League:
    """Nothing is played yet."""
    lea = Actor(User.objects.create_user("lea@river.example", name="Lea"))
    season = create_season(league=create_league(slug="river", name="River", by=lea), name="1", by=lea)
    rows = [{"name": f"D{level}", "boundary": rule} for level, rule in enumerate(SHAPES[shape], 1)]
    set_divisions(season=season, divisions=rows, seen=divisions_tag([]), by=lea)
    halls = [open_hall(f"d{level}", season=season, level=level) for level in range(1, len(rows) + 1)]
    return League(lea, season, halls)


def on_the_page(season: Season) -> list[list[tuple[int, str, bool]]]:
    """Division by division: player, way, whether they play off, in the order of the page."""
    shown = Client().get(f"/l/river/seasons/{season.ordinal}/")
    return [
        [(row.line.key, row.line.way, row.line.plays_off) for row in table.rows]
        for table in shown.context["tables"]
    ]


def as_proposed(season: Season) -> list[list[tuple[int, str, bool]]]:
    proposal = propose_next_season(season)
    off = {player for players in proposal.play_offs for player in players}
    return [
        [
            (place.player, place.way, place.player in off)
            for place in proposal.places.values()
            if place.level == ranking.division.level
        ]
        for ranking in proposal.rankings
    ]


def as_confirmed(season: Season) -> list[list[tuple[int, str, bool]]]:
    moves = list(Move.objects.filter(season=season, level__isnull=False).order_by("level", "position"))
    levels = sorted({move.level or 0 for move in moves})
    return [[(move.player_id, move.way, False) for move in moves if move.level == level] for level in levels]


def title_match(league: League, *, wins: int = 0) -> None:
    """The first three of the top division and the champion of last year, who enters only now."""
    top = league.halls[0].tournament
    main = top.stages.get()
    final = add_stage(tournament=top, name="Title match", by=league.lea)
    terms = Terms(rules=[Places(main.pk, last=3)])
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=league.lea)
    champion = register(tournament=top, player=add_player(name="The champion"), by=league.lea)
    found = proposed(final.qualification)
    keys = [*(one.key for one in found.candidates), champion.pk]
    confirm_qualifiers(stage=final, keys=keys, seen=proposal_tag(found), by=league.lea)
    league.play(league.halls[0], final)


def somebody_leaves(league: League) -> None:
    """The last of every division withdraws before its end."""
    for hall in league.halls:
        last = Entry.objects.filter(tournament=hall.tournament).order_by("-standings__position").first()
        assert last is not None
        withdraw(entry=last, by=league.lea)
        publish_tournament(hall.tournament.pk)


def nothing_more(_league: League) -> None:
    """The season ends with its games."""


@pytest.mark.parametrize("happens", [nothing_more, title_match, somebody_leaves])
@pytest.mark.parametrize(
    "shape",
    [
        shape if shape in ("points kept", "play-off") else pytest.param(shape, marks=pytest.mark.slow)
        for shape in SHAPES
    ],
)
def test_page_and_proposal_and_moves_are_one(shape: str, happens: Callable[[League], None]) -> None:
    league = league_of(shape)
    for hall in league.halls:
        league.play(hall)
    happens(league)
    while_it_runs = on_the_page(league.season)

    league.finish()
    by_the_rules = as_proposed(league.season)

    assert while_it_runs == on_the_page(league.season) == by_the_rules
    # Points alone move nobody in a first season.
    ways = {way for division in by_the_rules for _player, way, _off in division}
    assert ways > {"stays"} or (shape, ways) == ("points_kept", {"stays"})

    newcomer, leaves = add_player(name="Wild card"), by_the_rules[0][0][0]
    league.follow(
        Change(newcomer.pk, 1, "wild card"),
        Change(leaves, None, "moves away"),
        Change(by_the_rules[1][-1][0], 1, "won the play-off"),
    )
    confirmed = on_the_page(league.season)

    assert confirmed == as_confirmed(league.season)
    assert confirmed[0][0] == (leaves, "leaves", False)
    for level in range(1, len(league.halls) + 1):
        league.correct(level)
    assert on_the_page(league.season) == confirmed


def test_neither_the_champion_nor_the_first_of_the_division_goes_down_by_the_title_match() -> None:
    """Of 8 and the champion the last goes down: never one of the four of the title match."""
    league = league_of("play-off")
    for hall in league.halls:
        league.play(hall)
    top = league.halls[0].tournament
    last = top.entries.order_by("-standings__position")[0].player_id

    title_match(league)

    [upper, _lower] = on_the_page(league.season)
    finalists = set(Entry.objects.filter(qualified_for__isnull=False).values_list("player", flat=True))
    assert {player for player, _way, _off in upper[:4]} == finalists
    assert [(player, way) for player, way, _off in upper if way != "stays"] == [(last, "down")]


def tables_of(season: Season) -> list[Any]:
    shown = Client().get(f"/l/river/seasons/{season.ordinal}/")
    tables: list[Any] = shown.context["tables"]
    return tables


def test_a_column_of_distances_stands_only_where_somebody_has_one() -> None:
    league = league_of("three levels")
    alone = create_season(league=league.season.league, name="Alone", by=league.lea)
    set_divisions(season=alone, divisions=[{"name": "D1"}], seen=divisions_tag([]), by=league.lea)
    for hall in (*league.halls, open_hall("alone", season=alone, level=1)):
        league.play(hall)

    with_lines, without = (
        [table.has_distances for table in tables_of(season)] for season in (league.season, alone)
    )
    page = Client().get(f"/l/river/seasons/{alone.ordinal}/").content.decode()

    assert (with_lines, without, "Distance to the line" in page) == ([True] * 3, [False], False)


def test_points_kept_are_shown_with_what_earlier_seasons_left_of_them() -> None:
    """2 points for the last but one and 1 for the one before; 2 of them within two seasons move."""
    league = league_of("points kept")
    for hall in league.halls:
        league.play(hall)

    [upper, lower] = tables_of(league.season)

    assert [row.points for row in upper.rows] == [
        *[[]] * 5,
        ["down: 1 of 2 points"],
        ["down: 2 of 2 points"],
        [],
    ]
    assert [row.line.way for row in upper.rows][-2:] == ["points_down", "down"]
    league.finish()
    carries = upper.rows[5].line.key
    following = league.follow()
    again = League(league.lea, following, [], random.Random(3))
    for tournament in following.tournaments.order_by("level"):
        again.halls.append(Hall(tournament, league.lea, league.lea, league.lea, User()))
        again.play(again.halls[-1])
    proposal = propose_after(again)
    balances = {row.line.key: row.points for table in tables_of(following) for row in table.rows}
    assert proposal.places[carries].kept_down == 1
    assert balances[carries] == [f"down: {1 + proposal.places[carries].points_down} of 2 points"]
    assert on_the_page(following) == as_proposed(following)
    assert lower.has_points


def propose_after(league: League) -> Any:
    league.finish()
    return propose_next_season(league.season)


def test_after_a_correction_the_page_says_what_was_confirmed_and_that_results_changed() -> None:
    league = league_of("play-off")
    for hall in league.halls:
        league.play(hall)
    league.finish()
    league.follow()
    before = Client().get("/l/river/seasons/1/").content.decode()

    league.correct(1)

    after = Client().get("/l/river/seasons/1/").content.decode()
    note = "Ranks and totals here are those that were confirmed."
    assert (note in before, note in after) == (False, True)
    assert after.count(">Relegated<") == 1
    assert [table.found.has_changed for table in tables_of(league.season)] == [True, False]


def test_a_division_that_not_everybody_may_see_is_not_shown_and_counts() -> None:
    league = league_of("play-off")
    for hall in league.halls:
        league.play(hall)
    Tournament.objects.filter(slug="d2").update(visibility=Tournament.Visibility.PRIVATE)
    league.finish()

    shown = on_the_page(league.season)

    assert shown == [as_proposed(league.season)[0], []]
    league.follow(Change(add_player(name="Wild card").pk, 2, "a wild card"))
    assert on_the_page(league.season) == [as_confirmed(league.season)[0], []]
    assert "a wild card" not in Client().get("/l/river/seasons/1/").content.decode()
    assert Player.objects.filter(name="Wild card").exists()


def test_once_the_next_season_is_open_rules_stay_and_names_can_be_mended() -> None:
    league = league_of("play-off")
    for hall in league.halls:
        league.play(hall)
    league.finish()
    league.follow()
    shown, before = on_the_page(league.season), digest()
    stored = list(league.season.divisions.order_by("level"))
    rows = [{"name": one.name, "boundary": one.boundary} for one in stored]

    for changed in (
        [{**rows[0], "boundary": {"up": 3, "down": 3}}, rows[1]],
        [*rows, {"name": "D3"}],
        rows[:1],
    ):
        with pytest.raises(StateRefuses, match="Change them in the next season") as refusal:
            set_divisions(season=league.season, divisions=changed, seen=divisions_tag(stored), by=league.lea)
        assert refusal.value.code == "season_confirmed"

    assert (digest(), on_the_page(league.season)) == (before, shown)
    renamed = [{**rows[0], "name": "Premier"}, rows[1]]
    set_divisions(season=league.season, divisions=renamed, seen=divisions_tag(stored), by=league.lea)
    assert league.season.divisions.get(level=1).name == "Premier"
