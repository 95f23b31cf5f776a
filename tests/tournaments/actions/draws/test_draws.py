"""Drawing rounds: whole schedules, Swiss, from seeds fixed beforehand, again, and by hand."""

import hashlib
import json
from itertools import combinations

import pytest

from players.actions import add_player, club_named
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Figures, Hall, open_hall, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round, redraw_round
from tournaments.actions.draws.draws import commit_seed, discard_draw, draw, redraw
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.inputs import refuse_too_large
from tournaments.actions.draws.inputs import seats_of as seats_of_round
from tournaments.actions.draws.plans import EFFORTS, Plan
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.play.seats import substitute
from tournaments.models import Draw, Entry, Round, SeatingConstraint, SeedCommitment, Tournament

pytestmark = pytest.mark.database("sqlite", thorough="both")

SCHEDULE = Draw.Method.SCHEDULE
SWISS = Draw.Method.SWISS


@pytest.fixture
def wide(db: None) -> Hall:
    """Sixteen players: five rounds are possible in which nobody meets twice."""
    return open_hall(players=16)


def pairs_of(round_: Round) -> list[tuple[int, int]]:
    return [pair for table in seats_of_round(round_) for pair in combinations(sorted(table), 2)]


def met(tournament: Tournament) -> list[tuple[int, int]]:
    return [
        pair for round_ in Round.objects.filter(stage__tournament=tournament) for pair in pairs_of(round_)
    ]


class TestSchedule:
    def test_a_whole_schedule_is_drawn_at_once_and_nobody_meets_twice(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=5), by=wide.alice)

        assert list(stored.rounds.order_by("number").values_list("number", "status")) == [
            (number, "drafted") for number in (1, 2, 3, 4, 5)
        ]
        pairs = met(wide.tournament)
        assert len(pairs) == len(set(pairs)) == 120
        assert stored.quality["repeated_pairs"] == stored.quality["bounds"]["excess_meetings"] == 0

    def test_winds_are_even_after_every_round(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=4), by=wide.alice)

        winds = [
            sorted(entry.seats.values_list("wind", flat=True)) for entry in wide.tournament.entries.all()
        ]
        assert winds == [[1, 2, 3, 4]] * 16

    def test_it_is_drawn_before_the_first_round(self, wide: Hall) -> None:
        wide.draw()

        with pytest.raises(RulesRefuse) as refusal:
            draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=3), by=wide.alice)

        assert (refusal.value.code, Round.objects.count()) == ("rounds_exist", 1)

    def test_where_nothing_was_played_it_says_that_drafts_are_in_the_way(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=2), by=wide.alice)

        with pytest.raises(RulesRefuse) as refusal:
            draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=3), by=wide.alice)

        assert (refusal.value.code, Round.objects.count()) == ("rounds_exist", 2)
        assert "Discard their drafts first" in str(refusal.value)

    @pytest.mark.parametrize("rounds", [0, -1, 61, 100_000])
    def test_a_number_of_rounds_that_cannot_be_is_refused(self, wide: Hall, rounds: int) -> None:
        with pytest.raises(RulesRefuse):
            draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=rounds), by=wide.alice)

        assert not Draw.objects.exists()


class TestBounds:
    @pytest.mark.parametrize(
        ("plan", "players"),
        [
            (Plan(method=SCHEDULE, rounds=60), 2_000),
            (Plan(method=SWISS), 2_000),
            (Plan(method=SWISS, balance_winds=True), 2_000),
        ],
    )
    def test_what_takes_seconds_is_drawn(self, plan: Plan, players: int) -> None:
        refuse_too_large(plan, players)

    @pytest.mark.parametrize(
        ("plan", "players"),
        [
            (Plan(method=SCHEDULE, rounds=60), 2_004),
            (Plan(method=SCHEDULE, rounds=2), 100_000),
            (Plan(method=SWISS, balance_winds=True), 2_004),
        ],
    )
    def test_what_would_take_longer_is_refused_before_it_is_tried(self, plan: Plan, players: int) -> None:
        with pytest.raises(RulesRefuse) as refusal:
            refuse_too_large(plan, players)

        assert refusal.value.code == "too_many_for_method"


class TestSwiss:
    def test_the_next_round_follows_the_standing_and_nobody_meets_again(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=1), by=wide.alice)
        round_ = start_round(round_=publish_round(round_=Round.objects.get(), by=wide.alice), by=wide.alice)
        for table in round_.tables.all():
            correct_sheet(
                table=table,
                report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])),
                reason="Paper",
                by=wide.rob,
            )

        stored = draw(stage=wide.stage, plan=Plan(method=SWISS), by=wide.alice)

        pairs = met(wide.tournament)
        assert len(pairs) == len(set(pairs))
        winners = {seats_of(table)[0].entry_id for table in round_.tables.all()}
        assert winners in [set(table) for table in seats_of_round(stored.rounds.get())]
        assert stored.quality["round"]["rematches"] == 0


class TestSeatingConstraints:
    def test_team_mates_do_not_meet(self, wide: Hall) -> None:
        for number in range(4):
            team = form_team(tournament=wide.tournament, name=f"Team {number}", by=wide.alice)
            wide.tournament.entries.filter(number__in=range(4 * number + 1, 4 * number + 5)).update(team=team)

        draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=4, apart=["team"]), by=wide.alice)

        team_of = dict(wide.tournament.entries.values_list("pk", "team"))
        assert not [pair for pair in met(wide.tournament) if team_of[pair[0]] == team_of[pair[1]]]

    def test_two_brothers_do_not_meet(self, wide: Hall) -> None:
        one, other = wide.tournament.entries.order_by("pk")[:2]
        SeatingConstraint.objects.create(
            tournament=wide.tournament, kind=SeatingConstraint.Kind.NEVER, entry=one, other=other
        )

        draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=4), by=wide.alice)

        assert (one.pk, other.pk) not in met(wide.tournament)

    def test_what_cannot_be_kept_apart_is_named(self, wide: Hall) -> None:
        club = club_named("Red Club")
        for entry in wide.tournament.entries.order_by("number")[:5]:
            entry.player.club = club
            entry.player.save(update_fields=["club"])

        with pytest.raises(RulesRefuse) as refusal:
            draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=2, apart=["club"]), by=wide.alice)

        assert refusal.value.code == "group_too_large"
        assert "cannot be kept apart on 4 tables" in refusal.value.message
        assert not Draw.objects.exists()


class TestSubstitutesAndByes:
    def test_substitutes_fill_the_last_table(self, wide: Hall) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)
        stand_by = register(
            tournament=wide.tournament, player=add_player(name="Walter"), by=wide.alice, is_substitute=True
        )

        stored = draw(
            stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=2, remainder="substitutes"), by=wide.alice
        )

        assert [sum(stand_by.pk in table for table in seats_of_round(r)) for r in stored.rounds.all()] == [
            1,
            1,
        ]
        assert check_draw(stored).is_same

    def test_too_few_substitutes_are_named(self, wide: Hall) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)

        with pytest.raises(RulesRefuse) as refusal:
            draw(
                stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=2, remainder="substitutes"), by=wide.alice
            )

        assert (refusal.value.code, Round.objects.count()) == ("too_few_substitutes", 0)


class TestSeed:
    def test_a_seed_is_fixed_by_its_hash_and_shown_with_the_published_round(self, wide: Hall) -> None:
        fixed = commit_seed(stage=wide.stage, by=wide.alice)
        assert wide.last_payload() == {"stage": wide.stage.pk, "commitment": fixed.commitment}
        register(tournament=wide.tournament, player=add_player(name="Late"), by=wide.alice)

        stored = draw(stage=wide.stage, plan=Plan(remainder="byes"), by=wide.alice)
        assert fixed.seed not in json.dumps(wide.last_payload())
        publish_round(round_=stored.rounds.get(), by=wide.alice)

        shown = wide.last_payload()
        assert (
            hashlib.sha256(str(shown["seed"]).encode()).hexdigest() == shown["commitment"] == fixed.commitment
        )
        assert SeedCommitment.objects.get().revealed_at is not None

    def test_a_hidden_seed_is_not_exchanged_for_another(self, wide: Hall) -> None:
        first = commit_seed(stage=wide.stage, by=wide.alice)

        assert commit_seed(stage=wide.stage, by=wide.alice) == first

    def test_a_redraw_does_not_use_the_fixed_seed_again(self, wide: Hall) -> None:
        fixed = commit_seed(stage=wide.stage, by=wide.alice)
        old = draw(stage=wide.stage, plan=Plan(), by=wide.alice)

        new = redraw(old=old, plan=Plan(), by=wide.alice, reason="One more player came")

        assert (old.seed, new.seed != fixed.seed, new.commitment) == (fixed.seed, True, None)
        assert new.reason == "One more player came"


class TestAgain:
    @pytest.mark.parametrize("plan", [Plan(), Plan(method=SCHEDULE, rounds=3), Plan(method=SWISS)])
    def test_every_draw_can_be_drawn_again_and_is_equal(self, wide: Hall, plan: Plan) -> None:
        stored = draw(stage=wide.stage, plan=plan, by=wide.alice)

        assert check_draw(stored).is_same

    def test_players_exchanged_by_hand_are_seen(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=Plan(), by=wide.alice)
        round_ = stored.rounds.get()
        first, second = (seats_of(round_.tables.get(number=number))[0].entry for number in (1, 2))

        swap_players(round_=round_, one=first, other=second, by=wide.alice)

        round_.refresh_from_db()
        assert (round_.method, wide.kinds()[-1]) == ("random/3+hand", "swapped")
        assert [seats_of(round_.tables.get(number=number))[0].entry for number in (1, 2)] == [second, first]
        assert not check_draw(stored).is_same

    def test_a_substitute_during_the_event_does_not_make_the_draw_false(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=Plan(), by=wide.alice)
        round_ = publish_round(round_=stored.rounds.get(), by=wide.alice)
        walk_in = register(
            tournament=wide.tournament, player=add_player(name="Walter"), by=wide.alice, is_substitute=True
        )

        substitute(seat=seats_of(round_.tables.get(number=1))[0], entry=walk_in, by=wide.rob)

        assert check_draw(stored).is_same

    def test_a_published_draw_is_not_thrown_away(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=Plan(method=SCHEDULE, rounds=2), by=wide.alice)
        publish_round(round_=stored.rounds.get(number=1), by=wide.alice)

        with pytest.raises(StateRefuses):
            discard_draw(old=stored, by=wide.alice)

        assert stored.rounds.count() == 2


def test_a_draw_whose_rounds_are_published_has_nothing_left_to_publish(hall: Hall) -> None:
    stored = draw(stage=hall.stage, plan=Plan(method=SCHEDULE, rounds=2), by=hall.alice)
    publish_draw(draw=stored, by=hall.alice)

    says = refused(lambda: publish_draw(draw=stored, by=hall.alice), StateRefuses, "no_drafts")

    assert says == "This draw has no drafts left."


def test_a_seed_is_fixed_by_a_person(hall: Hall) -> None:
    console = Actor(is_console=True)

    says = refused(lambda: commit_seed(stage=hall.stage, by=console), NotAllowed, "not_allowed")

    assert says == "Only an organizer can fix the seed."


def test_once_a_round_has_started_rounds_are_drawn_one_by_one(hall: Hall, round_: Round) -> None:
    plan = Plan(method=SCHEDULE, rounds=2)

    says = refused(lambda: draw(stage=hall.stage, plan=plan, by=hall.alice), RulesRefuse, "rounds_exist")

    assert says == (
        "A whole schedule is drawn before the first round. Draw the next round by lot or Swiss instead."
    )


@pytest.mark.parametrize("effort", [0, 65])
def test_a_draw_is_searched_for_a_number_of_times_that_is_offered(hall: Hall, effort: int) -> None:
    plan = Plan(method=SCHEDULE, rounds=2, effort=effort)

    says = refused(
        lambda: draw(stage=hall.stage, plan=plan, by=hall.alice), RulesRefuse, "effort_out_of_range"
    )

    assert says == f"A search can take 1 to {max(EFFORTS)} times as long as usual."


@pytest.mark.parametrize("method", [Draw.Method.REPAIRED, Draw.Method.IMPORTED, "dice"])
def test_by_what_is_no_method_nothing_is_drawn(hall: Hall, method: str) -> None:
    says = refused(
        lambda: draw(stage=hall.stage, plan=Plan(method=method), by=hall.alice), RulesRefuse, "unknown_method"
    )

    assert says == "This method of drawing rounds does not exist."


def test_a_round_of_which_no_draw_is_stored_is_not_drawn_again(hall: Hall) -> None:
    round_ = hall.draw()
    Round.objects.update(draw=None)

    says = refused(lambda: redraw_round(round_=round_, by=hall.alice), StateRefuses, "not_drawn")

    assert says == "This round was not drawn here, so it cannot be drawn again."
