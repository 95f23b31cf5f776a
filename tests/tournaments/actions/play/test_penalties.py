"""Deductions by the referee."""

import pytest
from django.db import IntegrityError, transaction

from players.actions import add_player
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.people.teams import remove_team
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.play.rounds import cancel_start
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Entry, Penalty, Round, Standing, Team, TeamStanding
from tournaments.models.play.penalty_kinds import PENALTY_KINDS, PenaltyKind
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")


@pytest.fixture
def entry(hall: Hall) -> Entry:
    return hall.tournament.entries.get(number=1)


def test_a_penalty_has_an_author_a_reason_and_a_ledger_entry(hall: Hall, entry: Entry) -> None:
    penalty = penalize(
        stage=hall.stage, entry=entry, ruling=Ruling(20_000, "  Late by   10 minutes "), by=hall.rob
    )

    assert (penalty.amount, penalty.reason, penalty.imposed_by) == (
        20_000,
        "Late by 10 minutes",
        hall.rob.user,
    )
    assert (hall.kinds()[-1], hall.last_payload()["amount"]) == ("penalized", 20_000)


@pytest.mark.parametrize(
    ("amount", "reason", "code"),
    [
        (-(10**9) - 1, "Bonus", "deduction_out_of_range"),
        (10**9 + 1, "Late", "deduction_out_of_range"),
        (5, " ", "reason_missing"),
        (-5, "", "reason_missing"),
    ],
)
def test_a_penalty_has_bounds_and_says_why(
    hall: Hall, entry: Entry, amount: int, reason: str, code: str
) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(amount, reason), by=hall.rob)

    assert (refusal.value.code, Penalty.objects.count()) == (code, 0)


def test_a_bonus_is_added_to_the_total_and_stays_on_record(hall: Hall, entry: Entry) -> None:
    bonus = penalize(stage=hall.stage, entry=entry, ruling=Ruling(-20_000, "Yakuman"), by=hall.rob)

    publish_tournament(hall.tournament.pk)
    row = Standing.objects.get(entry=entry)
    assert (row.total, row.penalty) == (20_000, -20_000)
    assert (hall.kinds()[-1], hall.last_payload()["amount"]) == ("bonus_given", -20_000)
    assert verify_ledger(hall.tournament.pk).problems == []

    lift_penalty(penalty=bonus, reason="It was none", by=hall.rob)

    publish_tournament(hall.tournament.pk)
    assert Standing.objects.get(entry=entry).total == 0
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_teams_bonus_moves_none_of_its_players(hall: Hall, entry: Entry) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    Entry.objects.filter(pk=entry.pk).update(team=team)

    penalize_team(stage=hall.stage, team=team, ruling=Ruling(-30_000, "Fair play"), by=hall.rob)

    publish_tournament(hall.tournament.pk)
    assert hall.kinds()[-1] == "team_bonus_given"
    assert TeamStanding.objects.values_list("total", "own_penalty").get() == (30_000, -30_000)
    assert Standing.objects.get(entry=entry).total == 0


def test_a_large_bonus_is_asked_about(hall: Hall, entry: Entry) -> None:
    with pytest.raises(StateRefuses) as question:
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(-200_000, "Yakuman"), by=hall.rob)

    assert (question.value.fields["confirm"], Penalty.objects.count()) == (["large_deduction"], 0)


def test_another_tournaments_player_is_refused(hall: Hall) -> None:
    foreign = open_hall("other").tournament.entries.get(number=1)

    with pytest.raises(RulesRefuse):
        penalize(stage=hall.stage, entry=foreign, ruling=Ruling(1_000, "Late"), by=hall.rob)

    assert not Penalty.objects.exists()


def test_nobody_in_particular_cannot_penalize(hall: Hall, entry: Entry) -> None:
    with pytest.raises(NotAllowed):
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=Actor())

    assert not Penalty.objects.exists()


def test_a_lifted_penalty_stays_on_record(hall: Hall, entry: Entry) -> None:
    penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(20_000, "Late"), by=hall.rob)

    lifted = lift_penalty(penalty=penalty, reason="The train was late", by=hall.alice)
    again = lift_penalty(penalty=penalty, reason="Another reason", by=hall.rob)

    assert lifted.lifted_at is not None
    assert (again.lifted_by, again.lift_reason, Penalty.objects.count()) == (
        hall.alice.user,
        "The train was late",
        1,
    )
    assert hall.kinds().count("penalty_lifted") == 1


def test_a_warning_deducts_nothing_and_stands_on_record(hall: Hall, entry: Entry) -> None:
    warning = penalize(stage=hall.stage, entry=entry, ruling=Ruling(0, "Wrong discard"), by=hall.rob)

    assert (warning.kind, hall.kinds()[-1], hall.last_payload()["amount"]) == ("warning", "warned", 0)


def an_amount_of(kind: PenaltyKind) -> int:
    return 1_000 * kind.sign


@pytest.mark.parametrize("kind", PENALTY_KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_is_on_record_in_the_ledger_and_moves_the_total_if_it_has_points(
    hall: Hall, kind: PenaltyKind
) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    player = add_player(name="Rose")
    entry = register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
    how = {
        "stage": hall.stage,
        "ruling": Ruling(an_amount_of(kind), "Said so", kind=kind.name),
        "by": hall.rob,
    }

    of_player, of_team = penalize(entry=entry, **how), penalize_team(team=team, **how)

    publish_tournament(hall.tournament.pk)
    assert [(one.kind, one.amount) for one in (of_player, of_team)] == [(kind.name, an_amount_of(kind))] * 2
    assert hall.kinds()[-2:] == [kind.of_player.kind, kind.of_team.kind]
    assert Standing.objects.get(entry=entry).total == -an_amount_of(kind)
    assert TeamStanding.objects.get(team=team).total == -2 * an_amount_of(kind)
    assert verify_ledger(hall.tournament.pk).problems == []

    for penalty in (of_player, of_team):
        lift_penalty(penalty=penalty, reason="It was none", by=hall.rob)

    publish_tournament(hall.tournament.pk)
    assert hall.kinds()[-2:] == ["penalty_lifted", "team_penalty_lifted"]
    assert (Standing.objects.get(entry=entry).total, TeamStanding.objects.get(team=team).total) == (0, 0)
    assert verify_ledger(hall.tournament.pk).problems == []


@pytest.mark.parametrize("kind", PENALTY_KINDS.values(), ids=lambda kind: kind.name)
def test_points_of_another_sign_than_the_kinds_are_refused(
    hall: Hall, entry: Entry, kind: PenaltyKind
) -> None:
    for sign in {1, 0, -1} - {kind.sign}:
        ruling = Ruling(1_000 * sign, "Said so", kind=kind.name)

        with pytest.raises(RulesRefuse) as refusal:
            penalize(stage=hall.stage, entry=entry, ruling=ruling, by=hall.rob)

        assert (refusal.value.code, Penalty.objects.count()) == ("amount_of_another_kind", 0)


def test_the_database_holds_to_it(hall: Hall, entry: Entry) -> None:
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=hall.rob)

    for wrong in ({"kind": "warning"}, {"kind": "none_there_is"}, {"amount": -1}):
        with transaction.atomic(), pytest.raises(IntegrityError):
            Penalty.objects.update(**wrong)

    assert Penalty.objects.values_list("kind", "amount").get() == ("deduction", 1_000)


def test_a_warning_can_be_lifted(hall: Hall, entry: Entry) -> None:
    warning = penalize(stage=hall.stage, entry=entry, ruling=Ruling(0, "Wrong discard"), by=hall.rob)

    lifted = lift_penalty(penalty=warning, reason="It was right", by=hall.rob)

    assert lifted.lifted_at is not None
    assert hall.kinds()[-1] == "penalty_lifted"


def test_it_says_in_which_round_it_was(hall: Hall, round_: Round, entry: Entry) -> None:
    penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late", round=round_), by=hall.rob)

    assert (penalty.round, hall.last_payload()["round"]) == (round_, round_.pk)


def test_a_round_that_has_not_been_started_is_refused(hall: Hall, entry: Entry) -> None:
    drawn = hall.draw()

    with pytest.raises(RulesRefuse) as refusal:
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late", round=drawn), by=hall.rob)

    assert (refusal.value.code, Penalty.objects.count()) == ("round_not_started", 0)


def test_so_is_a_round_of_another_stage(hall: Hall, round_: Round, entry: Entry) -> None:
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    with pytest.raises(RulesRefuse):
        penalize(stage=final, entry=entry, ruling=Ruling(1_000, "Late", round=round_), by=hall.rob)

    assert not Penalty.objects.exists()


def test_a_round_in_which_somebody_was_penalized_has_been_started(
    hall: Hall, round_: Round, entry: Entry
) -> None:
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(0, "Late", round=round_), by=hall.rob)

    with pytest.raises(StateRefuses) as refusal:
        cancel_start(round_=round_, by=hall.alice)

    round_.refresh_from_db()
    assert (refusal.value.code, round_.status) == ("penalties_exist", Round.Status.STARTED)


def test_what_looks_like_sticks_is_asked_about_and_taken_when_it_is_meant(hall: Hall, entry: Entry) -> None:
    twenty_thousand = 20_000 * 1_000
    how = {"stage": hall.stage, "entry": entry, "ruling": Ruling(twenty_thousand, "Late"), "by": hall.rob}

    with pytest.raises(StateRefuses) as question:
        penalize(**how)
    before = Penalty.objects.count()
    meant = penalize(**how, confirm=[LARGE_DEDUCTION])

    assert question.value.fields == {
        "confirm": [LARGE_DEDUCTION],
        LARGE_DEDUCTION: ["The total would change by −20,000.0; even a very good game brings only +70.0."],
    }
    assert (before, meant.amount) == (0, twenty_thousand)


class TestTeam:
    @pytest.fixture
    def team(self, hall: Hall) -> Team:
        team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
        hall.tournament.entries.filter(number__lte=4).update(team=team)
        return team

    def test_it_has_an_author_a_reason_and_a_ledger_entry_of_its_own(self, hall: Hall, team: Team) -> None:
        penalty = penalize_team(
            stage=hall.stage, team=team, ruling=Ruling(20_000, " No  line-up "), by=hall.rob
        )

        assert (penalty.entry, penalty.team, penalty.name, penalty.reason) == (
            None,
            team,
            "Reds",
            "No line-up",
        )
        assert (hall.kinds()[-1], hall.last_payload()) == (
            "team_penalized",
            {
                "penalty": penalty.pk,
                "team": team.pk,
                "stage": hall.stage.pk,
                "amount": 20_000,
                "round": None,
                "reason": "No line-up",
            },
        )

    def test_without_points_it_is_a_warning(self, hall: Hall, team: Team) -> None:
        penalize_team(stage=hall.stage, team=team, ruling=Ruling(0, "Loud"), by=hall.rob)

        assert hall.kinds()[-1] == "team_warned"

    def test_it_is_lifted_once_and_stays(self, hall: Hall, team: Team) -> None:
        penalty = penalize_team(stage=hall.stage, team=team, ruling=Ruling(20_000, "Late"), by=hall.rob)

        lifted = lift_penalty(penalty=penalty, reason="The bus", by=hall.rob)
        again = lift_penalty(penalty=penalty, reason="Another", by=hall.rob)

        assert lifted.lifted_at is not None
        assert (again.lift_reason, hall.kinds().count("team_penalty_lifted")) == ("The bus", 1)
        assert Penalty.objects.count() == 1

    def test_one_of_another_tournament_is_refused(self, hall: Hall) -> None:
        foreign = form_team(tournament=open_hall("other").tournament, name="Reds", by=hall.alice)

        with pytest.raises(RulesRefuse) as refusal:
            penalize_team(stage=hall.stage, team=foreign, ruling=Ruling(1, "Late"), by=hall.rob)

        assert (refusal.value.code, Penalty.objects.count()) == ("foreign_team", 0)

    def test_one_without_players_is_refused(self, hall: Hall) -> None:
        empty = form_team(tournament=hall.tournament, name="Blues", by=hall.alice)

        with pytest.raises(RulesRefuse) as refusal:
            penalize_team(stage=hall.stage, team=empty, ruling=Ruling(1, "Late"), by=hall.rob)

        assert (refusal.value.code, Penalty.objects.count()) == ("team_without_players", 0)

    def test_nobody_in_particular_cannot(self, hall: Hall, team: Team) -> None:
        with pytest.raises(NotAllowed):
            penalize_team(stage=hall.stage, team=team, ruling=Ruling(1, "Late"), by=Actor())

        assert not Penalty.objects.exists()

    def test_what_looks_like_sticks_is_asked_about(self, hall: Hall, team: Team) -> None:
        with pytest.raises(StateRefuses) as question:
            penalize_team(stage=hall.stage, team=team, ruling=Ruling(20_000_000, "Late"), by=hall.rob)

        assert question.value.fields["confirm"] == [LARGE_DEDUCTION]
        assert not Penalty.objects.exists()

    def test_whose_players_are_gone_it_stays_on_record(self, hall: Hall, team: Team) -> None:
        penalize_team(stage=hall.stage, team=team, ruling=Ruling(0, "Loud"), by=hall.rob)
        hall.tournament.entries.update(team=None)

        with pytest.raises(StateRefuses) as refusal:
            remove_team(team=team, by=hall.alice)

        assert (refusal.value.code, Team.objects.count()) == ("team_penalized", 1)


def test_nobody_in_particular_cannot_lift_a_penalty(hall: Hall, entry: Entry) -> None:
    penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(5, "Late"), by=hall.rob)

    says = refused(
        lambda: lift_penalty(penalty=penalty, reason="Was in time", by=Actor()), NotAllowed, "not_allowed"
    )

    assert says == "Only the referee can lift penalties."
