"""A correction in round 1 of three stages, in the upper of two divisions: what is foreseen is what happens."""

import re
from dataclasses import dataclass
from functools import partial

import pytest
from django.http import HttpResponse

from players.models import Player, User
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.preview import Move, preview
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Season, Stage, Standing
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.qualifying import proposed
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
# By table, East first. Who is third at the first table and fourth at the second is close in the end.
POINTS = ([42_800, 32_600, 19_700, 4_900], [40_000, 31_000, 19_000, 10_000])
UPSIDE_DOWN = [4_900, 19_700, 32_600, 42_800]


@dataclass
class Scene:
    lea: Actor
    season: Season
    upper: Hall
    lower: Hall
    stages: list[Stage]

    def correction(self) -> partial[object]:
        """The first table of round 1 is turned upside down."""
        table = self.stages[0].rounds.get().tables.get(number=1)
        return partial(
            correct_sheet,
            table=table,
            report=TableReport(Figures(UPSIDE_DOWN), if_match=table.scoresheets.live().get().tag),
            reason="Counted again",
            by=self.upper.rob,
        )


@pytest.fixture
@replayed
def scene(db: None) -> Scene:
    """Eight play in each division; of the upper four go on with everything, and then with half. All is played."""
    lea = Actor(User.objects.create_user("lea@river.example", name="Lea"))
    league = create_league(slug="river", name="River", by=lea)
    season = open_season(league=league, name="2026", preset="two_divisions", by=lea)
    upper, lower = (
        open_hall(slug, season=season, level=level) for slug, level in (("upper", 1), ("lower", 2))
    )
    main = upper.tournament.stages.get()
    semifinal, final = (add_stage(tournament=upper.tournament, name=name, by=upper.alice) for name in "SF")
    for stage, source, ratio in ((semifinal, main, (1, 1)), (final, semifinal, (1, 2))):
        terms = Terms(
            rules=[Places(source.pk, last=4)], carries="ratio", numerator=ratio[0], denominator=ratio[1]
        )
        set_qualification(stage=stage, terms=terms, seen=qualification_tag(None), by=upper.alice)
    play_a_round(lower, lower.tournament.stages.get())
    for stage in (main, semifinal, final):
        if stage is not main:
            found = proposed(stage.qualification)
            confirm_qualifiers(
                stage=stage,
                keys=[one.key for one in found.candidates],
                seen=proposal_tag(found),
                by=upper.alice,
            )
        play_a_round(upper, stage)
    return Scene(lea, season, upper, lower, [main, semifinal, final])


def play_a_round(hall: Hall, stage: Stage) -> None:
    round_ = draw_round(stage=stage, by=hall.alice, seed=f"{hall.tournament.slug} 0123456789")
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table, points in zip(round_.tables.order_by("number"), POINTS, strict=False):
        correct_sheet(table=table, report=TableReport(Figures(points)), by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)


def published(stages: list[Stage]) -> list[dict[int, tuple[int | None, int]]]:
    """Rank and total by entry, stage by stage."""
    return [
        {pk: (rank, total) for pk, rank, total in stage.standings.values_list("entry", "rank", "total")}
        for stage in stages
    ]


def moved(before: dict[int, tuple[int | None, int]], after: dict[int, tuple[int | None, int]]) -> set[Move]:
    return {
        Move(key, before[key][0], after[key][0], before[key][1], after[key][1])
        for key in before
        if before[key] != after[key]
    }


def test_what_is_foreseen_in_every_stage_is_what_happens(scene: Scene) -> None:
    before = published(scene.stages)
    foreseen = preview(stage=scene.stages[0], action=scene.correction())
    assert published(scene.stages) == before

    scene.correction()()
    publish_tournament(scene.upper.tournament.pk)

    after = published(scene.stages)
    by_stage = {one.stage: set(one.moves) for one in foreseen.later}
    assert set(foreseen.moves) == moved(before[0], after[0]) != set()
    assert by_stage == {
        stage: moved(before[number], after[number]) for number, stage in enumerate(scene.stages) if number
    }
    # Who plays in the later stages was confirmed, and stays.
    assert [set(one) for one in after] == [set(one) for one in before]


def test_rebuilt_from_nothing_it_is_the_same_and_the_ledger_says_so(scene: Scene) -> None:
    scene.correction()()
    publish_tournament(scene.upper.tournament.pk)
    after = published(scene.stages)

    Standing.objects.filter(stage__in=scene.stages).update(total=1, rank=None)
    for stage in scene.stages:
        publish_standings(stage.pk, anew=True)

    assert published(scene.stages) == after
    assert verify_ledger(scene.upper.tournament.pk).is_sound


def last_two(scene: Scene) -> set[int]:
    """The players who are last in the upper division: finalists stand before everybody else."""
    main, _semifinal, final = published(scene.stages)
    entries = dict(scene.upper.tournament.entries.values_list("pk", "player"))
    finalists = sorted(final, key=lambda pk: final[pk][0])
    others = sorted(main.keys() - final.keys(), key=lambda pk: main[pk][0])
    return {entries[pk] for pk in (*finalists, *others)[-2:]}


def test_who_would_go_down_is_foreseen_too(scene: Scene) -> None:
    before = last_two(scene)

    foreseen = preview(stage=scene.stages[0], action=scene.correction())

    assert last_two(scene) == before
    scene.correction()()
    publish_tournament(scene.upper.tournament.pk)
    after = last_two(scene)
    assert {(one.player, one.before, one.after) for one in foreseen.divisions} == {
        *((player, "down", "stays") for player in before - after),
        *((player, "stays", "down") for player in after - before),
    }
    assert (before != after, foreseen.is_season_confirmed) == (True, False)


def foreseen_at_the_desk(scene: Scene) -> HttpResponse:
    """The page on which the referee looks at the correction before it is made."""
    table = scene.stages[0].rounds.get().tables.get(number=1)
    page = f"/t/upper/desk/tables/{table.pk}/"
    rob = signed_in(scene.upper.rob)
    shown = rob.get(page)
    points = {f"points_{seat}": str(score // 100) for seat, score in enumerate(UPSIDE_DOWN)}
    sent = {name: value(shown, name) for name in ("key", "seated", "if_match")}
    return rob.post(page, {**sent, **points, "do": "preview", "reason": "x"})


def test_the_referee_reads_it_at_the_desk(scene: Scene) -> None:
    said = text_of(foreseen_at_the_desk(scene))

    [between] = re.findall("Promotion and relegation (.*?) Based on the results so far", said)
    moves = preview(stage=scene.stages[0], action=scene.correction()).divisions
    names = dict(Player.objects.values_list("pk", "name"))
    ways = {"down": "Relegated", "stays": "Stays"}
    assert between == " ".join(
        f"{names[one.player]} : {ways[one.before]} → {ways[one.after]}" for one in moves
    )


def test_once_the_next_season_is_open_it_is_said_that_nobody_moves(scene: Scene) -> None:
    for hall in (scene.upper, scene.lower):
        finish_tournament(tournament=hall.tournament, by=hall.alice)
    confirm_next_season(
        season=scene.season,
        plan=SeasonPlan("2027"),
        seen=propose_next_season(scene.season).tag,
        by=scene.lea,
    )

    foreseen = preview(stage=scene.stages[0], action=scene.correction())
    said = text_of(foreseen_at_the_desk(scene))

    assert (bool(foreseen.divisions), foreseen.is_season_confirmed) == (True, True)
    assert "The next season is already open and stays as it is." in said
    assert "Based on the results so far." not in said


def test_who_goes_down_follows_and_the_other_division_stays(scene: Scene) -> None:
    before = last_two(scene)
    scene.correction()()
    for hall in (scene.upper, scene.lower):
        publish_tournament(hall.tournament.pk)
        finish_tournament(tournament=hall.tournament, by=hall.alice)

    places = propose_next_season(scene.season).places

    assert {
        player for player, place in places.items() if (place.level, place.to_level) == (1, 2)
    } == last_two(scene)
    assert last_two(scene) != before
    [lower] = published([scene.lower.tournament.stages.get()])
    best = dict(scene.lower.tournament.entries.values_list("pk", "player"))
    first_two = {best[pk] for pk in sorted(lower, key=lambda pk: lower[pk][0])[:2]}
    assert {
        player for player, place in places.items() if (place.level, place.to_level) == (2, 1)
    } == first_two
