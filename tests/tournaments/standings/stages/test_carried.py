"""What a stage begins with is published with it, moves with corrections before it, and is proven by the ledger."""

import pytest

from players.actions import add_player
from tests.tournaments.actions.stages.finals import (
    FIRST_TABLE,
    SECOND_TABLE,
    Final,
    before_the_final,
    seated_in,
)
from tests.tournaments.hall import BALANCED, Hall, open_hall
from tests.tournaments.replay import replayed
from tests.tournaments.standings.test_publish import rows_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.from_standings import standing_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.editing import HAS_A_SEAT, edit_entry
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places
from tournaments.models import Publication, Round, Score, Standing, TeamStanding
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.meetings import Meetings, OfTeams
from tournaments.standings.qualifying import proposed
from tournaments.standings.teams.rosters import Rosters
from tournaments.verification import standings_differences, verify_ledger

pytestmark = pytest.mark.django_db

HALF = {"carries": "ratio", "numerator": 1, "denominator": 2, "quantum": 100}
UPSIDE_DOWN = Figures([10_000, 20_000, 30_000, 40_000])


@pytest.fixture
def scene() -> Final:
    return before_the_final()


def published(scene: Final) -> list[tuple[int, int, int]]:
    """Number, total and what was carried, best first; found to be what adding up everybody anew gives."""
    publish_tournament(scene.hall.tournament.pk)
    names = ("entry__number", "total", "carried")
    rows = list(Standing.objects.filter(stage=scene.final).order_by("position").values_list(*names))
    whole = rows_of(scene.final)
    publish_standings(scene.final.pk, anew=True)
    assert rows_of(scene.final) == whole
    assert standings_differences(Publication.objects.get(pk=scene.final.pk)) == []
    assert verify_ledger(scene.hall.tournament.pk).problems == []
    return rows


def first_final_round(scene: Final) -> Round:
    round_ = draw(stage=scene.final, plan=Plan(method="by_standing"), by=scene.hall.alice).rounds.get()
    publish_round(round_=round_, by=scene.hall.alice)
    return start_round(round_=round_, by=scene.hall.alice)


def four(scene: Final) -> tuple[int, int, int, int]:
    """The numbers of the four best of the main stage: +62.8, +60, +12.6, +10."""
    (a, b, _c, _d), (e, f, _g, _h) = seated_in(scene.main.rounds.get())
    return a, e, b, f


def test_before_it_is_confirmed_nobody_stands_in_the_stage(scene: Final) -> None:
    scene.set(**HALF)

    assert published(scene) == []


def test_once_confirmed_they_stand_there_with_what_they_begin_with(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()

    a, e, b, f = four(scene)
    assert published(scene) == [
        (a, 31_400, 31_400),
        (e, 30_000, 30_000),
        (b, 6_300, 6_300),
        (f, 5_000, 5_000),
    ]


@pytest.mark.parametrize(
    ("terms", "starts"),
    [
        ({}, [0, 0, 0, 0]),
        ({"carries": "full"}, [62_800, 60_000, 12_600, 10_000]),
        ({**HALF, "quantum": 1_000, "rounding": "down"}, [31_000, 30_000, 6_000, 5_000]),
        ({"carries": "by_rank", "by_rank": [120_000, 70_000, 30_000]}, [120_000, 70_000, 30_000, 0]),
    ],
)
def test_what_is_carried_is_a_rule_of_the_stage(
    scene: Final, terms: dict[str, object], starts: list[int]
) -> None:
    scene.set(**terms)
    scene.confirm()

    assert sorted((start for _n, _total, start in published(scene)), reverse=True) == starts


def test_penalties_can_stay_behind(scene: Final) -> None:
    a, *_others = four(scene)
    entry = scene.hall.tournament.entries.get(number=a)
    penalize(stage=scene.main, entry=entry, ruling=Ruling(20_000, "Chombo"), by=scene.hall.rob)
    scene.set(carries="full", forgives_penalties=True)
    scene.confirm()

    assert {number: start for number, _total, start in published(scene)}[a] == 62_800


def test_games_of_the_stage_come_on_top(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()
    (table,) = first_final_round(scene).tables.all()
    correct_sheet(table=table, report=TableReport(SECOND_TABLE), reason="Paper", by=scene.hall.rob)

    begun = dict(zip(four(scene), [31_400, 30_000, 6_300, 5_000], strict=True))
    made = [60_000, 10_000, -20_000, -50_000]
    expected = {
        number: (begun[number] + more, begun[number])
        for number, more in zip(seated_in(table.round)[0], made, strict=True)
    }
    assert {number: (total, start) for number, total, start in published(scene)} == expected


def test_a_correction_before_it_moves_what_is_carried_and_not_who_plays(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()
    (table,) = first_final_round(scene).tables.all()
    correct_sheet(table=table, report=TableReport(BALANCED), reason="Paper", by=scene.hall.rob)
    before = {number: (total, start) for number, total, start in published(scene)}

    second = scene.main.rounds.get().tables.get(number=2)
    scene.correct(second, UPSIDE_DOWN)

    a, e, b, f = four(scene)
    after = {number: (total, start) for number, total, start in published(scene)}
    # e had +60 there and has -50 now, f had +10 and has -20.
    assert after == {
        a: before[a],
        b: before[b],
        e: (before[e][0] - 55_000, -25_000),
        f: (before[f][0] - 15_000, -10_000),
    }


def test_totals_by_rank_move_for_those_whom_no_action_names(scene: Final) -> None:
    scene.set(carries="by_rank", by_rank=[120_000, 70_000, 30_000])
    scene.confirm()
    a, e, b, f = four(scene)
    assert [row[:2] for row in published(scene)] == [(a, 120_000), (e, 70_000), (b, 30_000), (f, 0)]

    scene.correct(scene.main.rounds.get().tables.get(number=2), UPSIDE_DOWN)

    assert [row[:2] for row in published(scene)] == [(a, 120_000), (b, 70_000), (f, 30_000), (e, 0)]


def test_what_is_behind_is_still_what_the_ledger_gave_then(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()
    published(scene)

    scene.correct(scene.main.rounds.get().tables.get(number=2), UPSIDE_DOWN)
    behind = verify_ledger(scene.hall.tournament.pk)

    assert behind.problems == []
    assert len(behind.remarks) == 2
    Standing.objects.filter(stage=scene.final, carried=31_400).update(carried=31_500, total=31_500)
    (problem,) = verify_ledger(scene.hall.tournament.pk).problems
    assert "The standings of Final match neither the ledger" in str(problem)


def test_a_stage_can_be_published_before_the_one_it_comes_from(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()

    publish_standings(scene.final.pk)

    assert Publication.objects.get(pk=scene.main.pk).as_of_seq == 0
    assert [row[1] for row in published(scene)] == [31_400, 30_000, 6_300, 5_000]


def test_the_first_round_is_drawn_by_seeds_where_nothing_is_carried(scene: Final) -> None:
    scene.set()
    scene.confirm()

    everybody = set(scene.hall.entries())
    assert [scene.number_of(key) for key in standing_of(scene.final, everybody)] == list(four(scene))


def test_who_withdraws_stays_in_the_list_and_a_substitute_plays_for_them(scene: Final) -> None:
    scene.set(**HALF)
    scene.confirm()
    a, *_others = four(scene)

    withdraw(entry=scene.hall.tournament.entries.get(number=a), by=scene.hall.alice)

    assert a in {number for number, _total, _start in published(scene)} or len(published(scene)) == 3


# Teams


@pytest.fixture
def teams() -> Final:
    return teams_before_the_final()


@replayed
def teams_before_the_final() -> Final:
    """Four teams of two after a round; the Aces were deducted 30.1 points."""
    hall: Hall = open_hall(players=0)
    main = hall.stage
    for name in ("Aces", "Bears", "Cats", "Dogs"):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        for number in (1, 2):
            player = add_player(name=f"{name} {number}")
            register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
    round_ = hall.started()
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(FIRST_TABLE), reason="Paper", by=hall.rob)
    aces = hall.tournament.teams.get(name="Aces")
    penalize_team(stage=main, team=aces, ruling=Ruling(30_100, "No line-up"), by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    return Final(hall, main, final)


def totals_of_teams(scene: Final) -> dict[str, int]:
    """What each team has made in the main stage, added up of the scores themselves."""
    names = scene.hall.tournament.teams.values_list("name", flat=True)
    made = dict.fromkeys(names, 0)
    for name, total in Score.objects.filter(stage=scene.main).values_list("entry__team__name", "total"):
        made[name] += total
    made["Aces"] -= 30_100
    return made


def test_teams_go_on_with_all_their_players_and_carry_half(teams: Final) -> None:
    teams.set(rules=[Places(teams.main.pk, last=2)], of_teams=True, **HALF)

    teams.confirm()

    made = totals_of_teams(teams)
    best = sorted(made, key=lambda name: -made[name])[:2]
    publish_tournament(teams.hall.tournament.pk)
    rows = TeamStanding.objects.filter(stage=teams.final).order_by("position")
    # A tenth of a point is 100; halves go up.
    half = {name: (made[name] + 100) // 200 * 100 for name in best}
    assert list(rows.values_list("team__name", "total", "carried")) == [
        (name, half[name], half[name]) for name in best
    ]
    listed = Standing.objects.filter(stage=teams.final).values_list("entry__team__name", "total", "carried")
    assert sorted(listed) == sorted((name, 0, 0) for name in best for _ in range(2))
    assert standings_differences(Publication.objects.get(pk=teams.final.pk)) == []
    assert verify_ledger(teams.hall.tournament.pk).problems == []


def test_a_teams_penalties_can_stay_behind(teams: Final) -> None:
    teams.set(rules=[Places(teams.main.pk, last=4)], of_teams=True, carries="full", forgives_penalties=True)
    teams.confirm()
    publish_tournament(teams.hall.tournament.pk)

    made = totals_of_teams(teams)
    rows = TeamStanding.objects.filter(stage=teams.final)
    assert dict(rows.values_list("team__name", "carried")) == made | {"Aces": made["Aces"] + 30_100}


def test_a_player_who_joins_a_team_that_is_through_plays_too(teams: Final) -> None:
    teams.set(rules=[Places(teams.main.pk, last=2)], of_teams=True)
    teams.confirm()
    team = teams.qualification.qualifiers.get(seed=1).team
    assert team is not None

    late = register(
        tournament=teams.hall.tournament, player=add_player(name="Late"), team=team, by=teams.hall.alice
    )

    publish_tournament(teams.hall.tournament.pk)
    assert Standing.objects.filter(stage=teams.final, entry=late).exists()
    assert verify_ledger(teams.hall.tournament.pk).problems == []


class TestHeadToHead:
    """Everybody begins at 0, and equals are told apart by the games in which they met."""

    @pytest.fixture
    def met(self) -> Final:
        hall = open_hall()
        order = ["total", "head_to_head", "lot"]
        set_tie_breaks(tournament=hall.tournament, tie_breaks=order, by=hall.alice)
        round_ = hall.started()
        for table, figures in zip(round_.tables.order_by("number"), (FIRST_TABLE, SECOND_TABLE), strict=True):
            correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)
        return Final(hall, hall.stage, add_stage(tournament=hall.tournament, name="Final", by=hall.alice))

    @staticmethod
    def lots(scene: Final) -> list[int]:
        lots = dict(scene.hall.tournament.entries.values_list("number", "lot"))
        return sorted(four(scene), key=lots.__getitem__)

    def test_games_of_the_stage_before_count_on_where_that_is_carried(self, met: Final) -> None:
        met.set(carries_head_to_head=True)
        met.confirm()

        assert published(met) == [(number, 0, 0) for number in four(met)]

    def test_else_only_those_of_the_stage_itself_do(self, met: Final) -> None:
        met.set()
        met.confirm()

        assert [number for number, _total, _carried in published(met)] == self.lots(met)

    def test_a_correction_there_turns_the_order_here(self, met: Final) -> None:
        met.set(carries_head_to_head=True)
        met.confirm()
        a, e, b, f = four(met)
        first = met.main.rounds.get().tables.order_by("number").first()

        met.correct(first, Figures([30_100, 41_200, 19_900, 8_800]))

        assert [number for number, _total, _carried in published(met)] == [b, e, a, f]

    def test_a_stage_that_carries_it_hands_it_on(self, met: Final) -> None:
        met.set(carries_head_to_head=True)
        met.confirm()
        last = add_stage(tournament=met.hall.tournament, name="The very last", by=met.hall.alice)
        scene = Final(met.hall, met.final, last)
        scene.set(rules=[Places(met.final.pk, last=4)], carries_head_to_head=True)
        scene.confirm_seen(proposed(scene.qualification), confirm=["results_missing"])

        assert published(scene) == [(number, 0, 0) for number in four(met)]

    def test_of_teams_every_game_is_of_the_team_of_then(self, met: Final) -> None:
        hall, (a, e, b, f) = met.hall, four(met)
        entries = {entry.number: entry for entry in hall.tournament.entries.select_related("player")}
        teams = {}
        for name, numbers in (("Cranes", (a, b)), ("Foxes", (e, f))):
            teams[name] = form_team(tournament=hall.tournament, name=name, by=hall.alice)
            for number in numbers:
                entry = entries[number]
                changes, seen = {"team": teams[name]}, entry_tag(entry)
                edit_entry(entry=entry, changes=changes, seen=seen, by=hall.alice, confirm=[HAS_A_SEAT])
        met.set(carries_head_to_head=True)
        met.confirm()

        # Whoever plays for nobody now played for them then; and each had a table of its own.
        games = list(OfTeams(Meetings(met.final), Rosters({entries[n].pk: None for n in (a, b, e, f)})))
        assert [sorted(game) for game in games] == [[teams["Cranes"].pk], [teams["Foxes"].pk]]
