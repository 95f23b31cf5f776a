"""Points at the table that are carried with the total: by the rulebook, by choice, in part, through corrections."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from random import Random

import pytest
from django.db import IntegrityError, transaction

from players.actions import add_player
from tests.leagues.league import MCR
from tests.permissions import digest
from tests.thorough import examples, part
from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.api.callers import body_of, program
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Qualification, Stage, Standing, Table, TeamStanding
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.qualifying import proposed
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

# As the semifinal of the MCR team league orders equals: https://github.com/tziakcha-stats/tziakcha-mahjong-league,
# content/events/sdu-mcr-team-semifinal/rules.json.
OF_THE_SEMIFINAL = (
    *("total", "points", "stage_total", "stage_points"),
    *("wins", "seconds", "thirds", "lot"),
)
OPEN = {"house_rules": MCR["house_rules"]}
TWELFTHS = 12
# Table points by place, shared by those who are level.
TABLE_POINTS = (4, 2, 1, 0)


@dataclass
class Reference:
    """What was played, stage by stage, and what follows from it by the rule text alone."""

    share: Fraction
    # By stage and table, what each player scored.
    games: list[dict[int, Mapping[int, int]]] = field(default_factory=list)
    # Who came into each stage; nobody is named for the first.
    fields: list[set[int]] = field(default_factory=list)
    side: Callable[[int], int] = int

    def made(self, stage: int) -> dict[int, tuple[int, int, list[int]]]:
        """Twelfths of table points, score and places of the stage alone."""
        totals, points = Counter[int](), Counter[int]()
        places: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for game in self.games[stage].values():
            scores = sorted(game.values(), reverse=True)
            for player, score in game.items():
                first, level = scores.index(score), scores.count(score)
                shared = Fraction(TWELFTHS * sum(TABLE_POINTS[first : first + level]), level)
                assert shared.denominator == 1
                totals[self.side(player)] += int(shared)
                points[self.side(player)] += score
                places[self.side(player)][first] += 1
        return {key: (totals[key], points[key], places[key]) for key in totals}

    def carried(self, stage: int) -> dict[int, tuple[int, int]]:
        if not stage:
            return {}
        whole = self.whole(stage - 1)
        return {key: (self.part(whole[key][0]), self.part(whole[key][1])) for key in self.fields[stage]}

    def part(self, units: int) -> int:
        return floor(units * self.share + Fraction(1, 2))

    def whole(self, stage: int) -> dict[int, tuple[int, int]]:
        made, start = self.made(stage), self.carried(stage)
        return {
            key: (
                start.get(key, (0, 0))[0] + made.get(key, (0, 0, []))[0],
                start.get(key, (0, 0))[1] + made.get(key, (0, 0, []))[1],
            )
            for key in start or made
        }

    def order(self, stage: int) -> list[tuple[int, ...]]:
        """What the semifinal's rules compare, best first; the lot alone tells those apart who are level here."""
        made = self.made(stage)
        rows = []
        for key, (total, points) in self.whole(stage).items():
            own, score, places = made.get(key, (0, 0, [0, 0, 0, 0]))
            rows.append((total, points, own, score, *places[:3]))
        return sorted(rows, reverse=True)


def next_stage(hall: Hall, before: Stage, last: int, **terms: object) -> Stage:
    stage = add_stage(tournament=hall.tournament, name=f"After {before.name}", by=hall.alice)
    wanted = Terms(rules=[Places(before.pk, last=last)], **terms)  # type: ignore[arg-type]
    set_qualification(stage=stage, terms=wanted, seen=qualification_tag(None), by=hall.alice)
    return stage


def confirmed(hall: Hall, stage: Stage) -> set[int]:
    qualification = Qualification.objects.select_related("stage__tournament").get(stage=stage)
    seen = proposed(qualification)
    keys = [one.key for one in seen.candidates]
    confirm_qualifiers(
        stage=stage, keys=keys, seen=proposal_tag(seen), by=hall.alice, confirm=["lot_decides"]
    )
    return set(keys)


def scores(dice: Random) -> list[int]:
    """Four scores of a game of MCR, every third time with two who are level."""
    one, two, three = (dice.randrange(-150, 150) for _turn in range(3))
    three = two if dice.randrange(3) == 0 else three
    found = [one, two, three, -one - two - three]
    dice.shuffle(found)
    return found


def write(hall: Hall, table: Table, made: list[int]) -> Mapping[int, int]:
    sheet = table.scoresheets.filter(status="confirmed").first()
    report = TableReport(Figures(made), if_match=sheet.tag if sheet else None)
    correct_sheet(table=table, report=report, reason="Paper", by=hall.rob)
    players = table.seats.order_by("wind").values_list("entry", flat=True)
    return dict(zip(players, made, strict=True))


def play(hall: Hall, stage: Stage, dice: Random, rounds: int) -> dict[int, Mapping[int, int]]:
    """Games by the ids of their tables."""
    games = {}
    for _turn in range(rounds):
        round_ = draw_round(stage=stage, by=hall.alice)
        publish_round(round_=round_, by=hall.alice)
        start_round(round_=round_, by=hall.alice)
        for table in round_.tables.order_by("number"):
            games[table.pk] = write(hall, table, scores(dice))
        close_round(round_=round_, by=hall.alice)
    return games


def rows(stage: Stage, *, of_teams: bool) -> dict[int, tuple[int, int]]:
    model, key = (TeamStanding, "team") if of_teams else (Standing, "entry")
    found = model.objects.filter(stage=stage).order_by("position")
    return {pk: (total, points) for pk, total, points in found.values_list(key, "carried", "carried_points")}


@pytest.mark.parametrize("seed", range(examples(1, of=12)))
@pytest.mark.parametrize("of_teams", [False, True])
@pytest.mark.parametrize("share", part([Fraction(1), Fraction(2, 3)], [Fraction(1, 2)]))
@pytest.mark.slow
def test_shares_and_corrections_run_through_three_stages(share: Fraction, of_teams: bool, seed: int) -> None:
    hall, dice = open_hall(players=0, **MCR, tie_breaks=OF_THE_SEMIFINAL), Random(seed)
    teams: dict[int, int] = {}
    for number in range(16):
        if of_teams and number % 2 == 0:
            team = form_team(tournament=hall.tournament, name=f"Team {number // 2}", by=hall.alice)
        player = add_player(name=f"Player {number:02}")
        side = {"team": team} if of_teams else {}
        entry = register(tournament=hall.tournament, player=player, by=hall.alice, **side)
        teams[entry.pk] = team.pk if of_teams else entry.pk
    carries = {"carries": "ratio", "numerator": share.numerator, "denominator": share.denominator}
    first = hall.stage
    second = next_stage(hall, first, 6 if of_teams else 8, of_teams=of_teams, **carries)
    third = next_stage(hall, second, 4, of_teams=of_teams, **carries)
    expected = Reference(share, side=teams.__getitem__)
    for stage in (first, second, third):
        expected.fields.append(confirmed(hall, stage) if stage != first else set())
        expected.games.append(play(hall, stage, dice, 2))

    for number, corrected in enumerate((None, 0, 1)):
        if corrected is not None:
            pk = dice.choice(list(expected.games[corrected]))
            expected.games[corrected][pk] = write(hall, Table.objects.get(pk=pk), scores(dice))
        publish_tournament(hall.tournament.pk)

        for ordinal, stage in enumerate((first, second, third)):
            answer = program(hall.alice.user).call("GET", f"/v1/stages/{stage.pk}/standings/")
            shown = body_of(answer)["teams" if of_teams else "standings"]
            listed = [row for row in shown if row["games"] or row["carried"] or row["carried_points"]]
            who = "team" if of_teams else "entry"
            assert {row[who]["id"]: (row["total"], row["points"]) for row in listed} == expected.whole(
                ordinal
            )
            assert {
                key: made
                for key, made in rows(stage, of_teams=of_teams).items()
                if key in expected.whole(ordinal)
            } == (expected.carried(ordinal) or dict.fromkeys(expected.whole(ordinal), (0, 0)))
            assert [
                tuple(row["figures"][name] for name in OF_THE_SEMIFINAL[:-1]) for row in listed
            ] == expected.order(ordinal)
            publish_standings(stage.pk, anew=True)
        assert verify_ledger(hall.tournament.pk).problems == [], number


@pytest.fixture
def scene() -> Final:
    return before_the_final()


@pytest.mark.parametrize(
    ("rulebook", "carries", "expected"),
    [
        ("mcr", "full", True),
        ("mcr", "ratio", True),
        ("mcr", "none", False),
        ("mcr", "by_rank", False),
        ("wsom", "full", True),
        ("mleague", "full", False),
        ("ema_2025", "ratio", False),
    ],
)
def test_unless_it_is_said_the_rulebook_decides(rulebook: str, carries: str, expected: bool) -> None:
    settings = {"rulebook_id": rulebook, **(OPEN if rulebook in ("mcr", "wsom") else {})}
    hall = open_hall(players=0, **settings)
    totals = {"by_rank": [12]} if carries == "by_rank" else {}

    stage = next_stage(hall, hall.stage, 4, carries=carries, **totals)

    assert stage.qualification.carries_points is expected
    assert hall.last_payload()["terms"]["carries_points"] is expected  # type: ignore[index]


def test_organizers_decide_otherwise(scene: Final) -> None:
    scene.set(carries="ratio", numerator=1, denominator=2, quantum=100, carries_points=True)
    scene.confirm()
    publish_tournament(scene.hall.tournament.pk)

    found = Standing.objects.filter(stage=scene.final).order_by("position")
    assert list(found.values_list("carried", "points", "carried_points")) == [
        (31_400, 21_400, 21_400),
        (30_000, 20_000, 20_000),
        (6_300, 16_300, 16_300),
        (5_000, 15_000, 15_000),
    ]
    assert [(one.start, one.start_points) for one in proposed(scene.qualification).candidates] == [
        (31_400, 21_400),
        (30_000, 20_000),
        (6_300, 16_300),
        (5_000, 15_000),
    ]
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_points_are_not_carried_without_a_total(scene: Final) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refused:
        scene.set(carries="none", carries_points=True)

    assert (list(refused.value.fields), digest()) == (["carries_points"], before)
    scene.set(carries="full")
    with pytest.raises(IntegrityError, match="points_are_carried_with_a_total"), transaction.atomic():
        Qualification.objects.update(carries="none", carries_points=True)


def test_the_desk_offers_it_as_the_rulebook_ranks_and_says_it() -> None:
    hall = open_hall(players=0, **MCR)
    stage = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    desk, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{stage.pk}/who/"

    form = desk.get(path).context["form"]
    assert form["carries_points"].value() is True
    typed = {
        **{name: form[name].value() or "" for name in form.fields},
        **{f"rules-{name}": value for name, value in form.rules.management_form.initial.items()},
        "carries": "full",
        "rules-0-source": hall.tournament.stages.order_by("ordinal")[0].pk,
        "rules-0-among": "ranking",
        "rules-0-first": 1,
        "rules-0-last": 4,
    }
    assert desk.post(path, typed).status_code == 302

    assert Qualification.objects.get().carries_points
    said = "All players start with their whole total. Points at the table carry over in the same proportion."
    assert said in desk.get(f"/t/spring-open/desk/stages/{stage.pk}/players/").content.decode()
