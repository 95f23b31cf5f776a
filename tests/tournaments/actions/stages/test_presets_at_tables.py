"""By every preset, at tables of every size that a rulebook has, each stage is drawn with full tables."""

from random import Random
from typing import TypeAlias

import pytest

from players.actions import add_player
from scoring.rulebook.rulebook import editions, load
from tests.thorough import part
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import proposal_tag
from tournaments.actions.stages.presets import PRESETS, Preset, use_preset
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Qualification, Round, Stage
from tournaments.standings.qualifying import proposed
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.pools import pool_of
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

# One rulebook for each number of players at a table.
RULEBOOKS = {load(name).table.players: name for name in ("mleague", "tenhou_sanma")}
# Another draw may leave a place in the final to the lot, which an organizer is asked about.
SEED = "0123456789abcdef"
Lines: TypeAlias = list[tuple[int, int]]


def of_teams(preset: Preset) -> bool:
    return any(stage.of_teams for stage in preset.stages)


def filled(preset: str, size: int, members: int = 0) -> tuple[Hall, list[Stage]]:
    """A tournament by this preset with the fewest players, or teams of so many, that fill its tables."""
    chosen = PRESETS[preset]
    hall = open_hall(players=0, rulebook_id=RULEBOOKS[size])
    for number in range(1, chosen.smallest_field(size) + 1):
        if not of_teams(chosen):
            register(tournament=hall.tournament, player=add_player(name=f"Player {number:02}"), by=hall.alice)
            continue
        team = form_team(tournament=hall.tournament, name=f"Team {number}", by=hall.alice)
        for place in range(1, (members or size) + 1):
            player = add_player(name=f"Team {number}, {place}")
            register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
    return hall, use_preset(tournament=hall.tournament, preset=preset, by=hall.alice)


def confirm(hall: Hall, stage: Stage) -> int:
    """Let those play whom the rules or the pools propose; return how many, 0 where everybody plays."""
    stage = Stage.objects.select_related("qualification").get(pk=stage.pk)
    if qualification_of(stage) is None:
        return 0
    qualification = Qualification.objects.select_related("stage__tournament").get(stage=stage)
    pool, seen = pool_of(qualification), proposed(qualification)
    keys = [one.key for one in seen.candidates]
    if pool is not None:
        keys = [pool.entries[number] for number in pool.proposed]
    confirm_qualifiers(stage=stage, keys=keys, seen=proposal_tag(seen), by=hall.alice)
    return len(keys)


def play(hall: Hall, round_: Round, dice: Random) -> None:
    """Play a round; no two at a table end with the same points, and no two tables with the same."""
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.order_by("number"):
        size = table.seats.count()
        start = hall.tournament.rulebook_for(size).table.starting_points
        assert isinstance(start, int)
        more = [hundred * 100 for hundred in dice.sample(range(1, 200), size - 1)]
        points = [start + one for one in (*more, -sum(more))]
        dice.shuffle(points)
        correct_sheet(table=table, report=TableReport(Figures(points)), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "size"), part([(name, 3) for name in PRESETS], [(name, 4) for name in PRESETS])
)
def test_every_stage_is_drawn_with_full_tables(preset: str, size: int) -> None:
    """As the desk draws the next round, without another word."""
    hall, stages = filled(preset, size)
    dice, chosen = Random(size), PRESETS[preset]

    for stage, ready in zip(stages, chosen.stages, strict=True):
        field = confirm(hall, stage)
        round_ = draw_round(stage=stage, by=hall.alice, seed=SEED)

        tables = [list(table.seats.values_list("entry", "entry__team")) for table in round_.tables.all()]
        seated = [player for table in tables for player, _team in table]
        assert {len(table) for table in tables} == {size}
        if of_teams(chosen):
            assert all(len({team for _player, team in table}) == size for table in tables)
        else:
            assert len(seated) == (field or chosen.smallest_field(size))
        if ready.name == chosen.stages[-1].name and of_teams(chosen):
            assert field == size
        play(hall, round_, dice)

    assert verify_ledger(hall.tournament.pk).problems == []


def test_no_rulebook_has_tables_of_another_size() -> None:
    assert {load(name).table.players for name in editions()} == set(RULEBOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("preset", [name for name, preset in PRESETS.items() if of_teams(preset)])
def test_teams_of_four_fill_tables_of_three(preset: str) -> None:
    hall, stages = filled(preset, 3, members=4)

    for stage in stages:
        confirm(hall, stage)
        round_ = draw_round(stage=stage, by=hall.alice, seed=SEED)

        teams = [set(table.seats.values_list("entry__team", flat=True)) for table in round_.tables.all()]
        assert {len(table) for table in teams} == {3}
        play(hall, round_, Random(3))


@pytest.mark.parametrize(
    ("preset", "of_three", "of_four"),
    [
        ("qualifying_final", [[(1, 3)]], [[(1, 4)]]),
        ("semifinal_final", [[(1, 12)], [(1, 3)]], [[(1, 16)], [(1, 4)]]),
        ("best_games_final", [[(1, 3)]], [[(1, 4)]]),
        ("pools_final", [[(1, 3), (1, 3)]], [[(1, 2), (1, 2)]]),
        ("knockout", [[(1, 1)], [(1, 1)]], [[(1, 2)], [(1, 2)]]),
        ("revival", [[(2, 2)], [(1, 1), (1, 1), (1, 1)], [(1, 1)]], [[(2, 3)], [(1, 1), (1, 2)], [(1, 2)]]),
        ("m_league", [[(1, 6)], [(1, 3)]], [[(1, 6)], [(1, 4)]]),
        ("company_league", [[(1, 3)]], [[(1, 4)]]),
        ("elimination", [[(1, 6)], [(1, 3)]], [[(1, 6)], [(1, 4)]]),
        ("ema_event", [], []),
        ("club_ladder", [], []),
    ],
)
def test_these_places_go_on(preset: str, of_three: list[Lines], of_four: list[Lines]) -> None:
    chosen = PRESETS[preset].stages

    found = [
        [[(one.first, one.last) for one in stage.rules(size)] for stage in chosen if stage.rules(size)]
        for size in (3, 4)
    ]

    assert found == [of_three, of_four]


def test_every_preset_says_who_goes_on() -> None:
    [mark] = [one for one in test_these_places_go_on.pytestmark if one.name == "parametrize"]

    assert [row[0] for row in mark.args[1]] == list(PRESETS)


@pytest.mark.parametrize(
    ("rulebook", "says", "totals"),
    [
        (
            "mleague",
            ("Places 1 to 4 of Qualifying.", "With 16 players, every table is full in every stage."),
            "+120 · +70 · +30 · 0, by",
        ),
        (
            "tenhou_sanma",
            ("Places 1 to 3 of Qualifying.", "With 27 players, every table is full in every stage."),
            "+120 · +70 · +30, by",
        ),
    ],
)
def test_pages_say_it_for_the_tables_of_the_rulebook(
    rulebook: str, says: tuple[str, ...], totals: str
) -> None:
    hall = open_hall(rulebook_id=rulebook)
    alice = signed_in(hall.alice)

    shapes = [
        f"/new/{rulebook}/?shape={key}"
        for key in ("best_games_final", "knockout", "revival", "company_league")
    ]
    set_up = "".join(alice.get(path).content.decode() for path in shapes)
    desk = alice.get("/t/spring-open/desk/preset/").content.decode()

    for page in (set_up, desk):
        assert [words for words in (*says, totals) if words not in page] == []


def test_the_api_sets_up_fields_of_three() -> None:
    hall = open_hall(rulebook_id="tenhou_sanma")
    alice = program(hall.alice.user)

    made = alice.post("/v1/tournaments/spring-open/preset/", {"preset": "semifinal_final"})

    stages = [stage["id"] for stage in made.json()["stages"][1:]]
    rules = [alice.call("GET", f"/v1/stages/{pk}/qualification/").json()["rules"] for pk in stages]
    assert [[(rule["first"], rule["last"]) for rule in one] for one in rules] == [[(1, 12)], [(1, 3)]]
