"""Captains say whom they send, in secret; all are shown at once, and whoever was late pays."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.permissions import digest
from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.replay import replayed
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.draws.draft_rounds import discard_round, publish_round, unpublish_round
from tournaments.actions.draws.draws import discard_draw, plan_of, redraw
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.penalties import lift_penalty
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import cancel_start, start_round
from tournaments.actions.teams.line_ups import (
    LINE_UPS_MISSING,
    hand_in_line_up,
    set_line_up_rule,
    show_line_ups,
)
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import LedgerEntry, LineUp, LineUpRule, Penalty, Round, Seat
from tournaments.models.digests import sha256
from tournaments.models.play.games_of_players import Games, games_of_players, games_with_line_ups
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfTeams:
    return with_line_ups()


@replayed
def with_line_ups() -> LeagueOfTeams:
    found = league_of_teams()
    set_line_up_rule(stage=found.hall.stage, closes_before=60, late_penalty=20_000, by=found.hall.alice)
    return found


def hand_in(league: LeagueOfTeams, *names: str, round_: Round | None = None, **how: Any) -> LineUp:
    """The team of the first of these names sends them."""
    return hand_in_line_up(
        round_=round_ or league.rounds[0],
        team=league.team(names[0].split()[0]),
        entries=[league.player(name) for name in names],
        by=league.hall.alice,
        **how,
    )


def show(league: LeagueOfTeams, *confirm: str) -> Round:
    return show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=confirm)


def bench_of(league: LeagueOfTeams, team: str) -> str:
    """Somebody, but not the captain, who sits in no round."""
    playing = {name for round_ in league.rounds for name in league.seated(round_)[team]}
    return next(name for name in (f"{team} {n}" for n in range(2, 5)) if name not in playing)


def planned(league: LeagueOfTeams, in_minutes: int) -> None:
    moment = timezone.now() + timedelta(minutes=in_minutes)
    plan_times(tournament=league.hall.tournament, times={league.rounds[0].pk: moment}, by=league.hall.alice)


def content_of(kind: str) -> dict[str, object]:
    return LedgerEntry.objects.filter(kind=kind).latest("seq").content


def problems(league: LeagueOfTeams) -> list[str]:
    return [str(problem) for problem in verify_ledger(league.hall.tournament.pk).problems]


def refused(act: Callable[[], object], error: type[ActionError], code: str) -> ActionError:
    before = digest()
    with pytest.raises(error) as refusal:
        act()
    assert (refusal.value.code, digest()) == (code, before)
    return refusal.value


class TestHandingIn:
    def test_the_ledger_gets_a_digest_and_the_seats_stay(self, league: LeagueOfTeams) -> None:
        drawn = league.seated(league.rounds[0])

        line_up = hand_in(league, "Foxes 3")

        said = content_of("line_up_handed_in")
        assert said == {
            "round": league.rounds[0].pk,
            "number": 1,
            "team": league.team("Foxes").pk,
            "hash": sha256(line_up.content),
            "is_late": False,
        }
        assert json.loads(line_up.content)["entries"] == [league.player("Foxes 3").pk]
        assert league.seated(league.rounds[0]) == drawn
        assert problems(league) == []

    def test_two_digests_of_one_line_up_are_not_the_same(self, league: LeagueOfTeams) -> None:
        first = hand_in(league, "Foxes 3").content
        hand_in(league, "Foxes 2")

        assert hand_in(league, "Foxes 3").content != first

    def test_the_same_again_changes_nothing_and_another_one_replaces_it(self, league: LeagueOfTeams) -> None:
        first, before = hand_in(league, "Foxes 3"), None
        before = digest()

        assert hand_in(league, "Foxes 3") == first
        assert digest() == before

        hand_in(league, "Foxes 4")
        [kept] = LineUp.objects.all()
        assert (kept.pk, kept.entries) == (first.pk, [league.player("Foxes 4").pk])
        assert problems(league) == []

    def test_after_the_deadline_the_phone_is_refused_and_the_desk_is_late(
        self, league: LeagueOfTeams
    ) -> None:
        planned(league, in_minutes=59)

        error = refused(lambda: hand_in(league, "Foxes 3"), StateRefuses, "line_up_too_late")
        assert "were due by" in error.message
        assert hand_in(league, "Foxes 3", may_be_late=True).is_late is True
        assert content_of("line_up_handed_in")["is_late"] is True
        assert problems(league) == []

    def test_until_the_deadline_nobody_is_late(self, league: LeagueOfTeams) -> None:
        planned(league, in_minutes=61)

        assert hand_in(league, "Foxes 3", may_be_late=True).is_late is False

    @pytest.mark.parametrize(
        ("names", "code"),
        [
            (["Foxes 1", "Foxes 2"], "line_up_size"),
            (["Foxes 1", "Foxes 1"], "line_up_size"),
        ],
    )
    def test_another_number_of_players_than_tables(
        self, league: LeagueOfTeams, names: list[str], code: str
    ) -> None:
        refused(lambda: hand_in(league, *names), RulesRefuse, code)

    def test_a_team_that_sits_out_names_nobody(self, league: LeagueOfTeams) -> None:
        wolves = form_team(tournament=league.hall.tournament, name="Wolves", by=league.hall.alice)

        def send() -> LineUp:
            return hand_in_line_up(round_=league.rounds[0], team=wolves, entries=[], by=league.hall.alice)

        refused(send, RulesRefuse, "team_sits_out")

    def test_players_of_other_teams_and_who_has_withdrawn(self, league: LeagueOfTeams) -> None:
        bench = bench_of(league, "Foxes")
        withdraw(entry=league.player(bench), by=league.hall.alice)

        def send(name: str) -> LineUp:
            return hand_in_line_up(
                round_=league.rounds[0],
                team=league.team("Foxes"),
                entries=[league.player(name)],
                by=league.hall.alice,
            )

        refused(lambda: send("Bears 2"), RulesRefuse, "not_of_the_team")
        refused(lambda: send(bench), RulesRefuse, "withdrawn")

    def test_what_the_draw_proposes_is_nobodys_game(self, league: LeagueOfTeams) -> None:
        set_game_quota(stage=league.hall.stage, most=1, by=league.hall.alice)
        [plays] = league.seated(league.rounds[1])["Foxes"]

        assert hand_in(league, plays).entries == [league.player(plays).pk]

    def test_a_captain_is_refused_who_has_no_game_left(self, league: LeagueOfTeams) -> None:
        set_game_quota(stage=league.hall.stage, most=1, by=league.hall.alice)
        hand_in(league, "Foxes 3", round_=league.rounds[1])

        error = refused(lambda: hand_in(league, "Foxes 3"), RulesRefuse, "too_many_games")
        assert (
            error.message
            == "Foxes 3 has no games left in this stage: 0 played, 1 scheduled, at most 1 allowed."
        )

    def test_what_is_shown_counts_as_what_was_handed_in(self, league: LeagueOfTeams) -> None:
        set_game_quota(stage=league.hall.stage, most=1, by=league.hall.alice)
        hand_in(league, "Foxes 3")
        show(league, LINE_UPS_MISSING)

        send = lambda: hand_in(league, "Foxes 3", round_=league.rounds[1])  # noqa: E731
        refused(send, RulesRefuse, "too_many_games")

    def test_the_organizer_is_asked_and_decides(self, league: LeagueOfTeams) -> None:
        set_game_quota(stage=league.hall.stage, most=1, by=league.hall.alice)
        hand_in(league, "Foxes 3", round_=league.rounds[1])

        error = refused(lambda: hand_in(league, "Foxes 3", confirm=[]), StateRefuses, PLEASE_CONFIRM)
        assert error.fields["confirm"] == ["too_many_games"]
        assert hand_in(league, "Foxes 3", confirm=["too_many_games"]).entries == [league.player("Foxes 3").pk]

    def test_whom_a_team_names_in_secret_is_in_nobodys_figures(self, league: LeagueOfTeams) -> None:
        before = games_of_players(league.hall.stage)
        hand_in(league, "Foxes 3")

        assert games_of_players(league.hall.stage) == before == {}
        foxes = [league.player(f"Foxes {number}") for number in (3, 4)]
        assert games_with_line_ups(league.hall.stage, foxes) == {
            foxes[0].pk: Games(0, 1),
            foxes[1].pk: Games(0, 0),
        }

    def test_only_of_rounds_that_are_published_and_have_not_started(self, league: LeagueOfTeams) -> None:
        unpublish_round(round_=league.rounds[1], by=league.hall.alice)
        start_round(round_=league.rounds[0], by=league.hall.alice)

        refused(lambda: hand_in(league, "Foxes 3"), StateRefuses, "round_started")
        refused(lambda: hand_in(league, "Foxes 3", round_=league.rounds[1]), StateRefuses, "round_drafted")

    def test_only_in_a_stage_of_line_ups(self, league: LeagueOfTeams) -> None:
        set_line_up_rule(stage=league.hall.stage, is_on=False, by=league.hall.alice)

        refused(lambda: hand_in(league, "Foxes 3"), StateRefuses, "no_line_ups")

    def test_a_round_that_is_discarded_takes_its_line_ups_along(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3", round_=league.rounds[1])
        unpublish_round(round_=league.rounds[1], by=league.hall.alice)
        discard_round(round_=league.rounds[1], by=league.hall.alice)

        assert LineUp.objects.count() == 0
        assert problems(league) == []


class TestShowing:
    def test_those_who_were_named_take_their_seats(self, league: LeagueOfTeams) -> None:
        for name in ("Bears 4", "Foxes 3", "Hares 2", "Owls 2"):
            hand_in(league, name)
        handed_in = {one.team_id: one for one in LineUp.objects.all()}

        shown = show(league)

        assert league.seated(shown) == {
            "Bears": ["Bears 4"],
            "Foxes": ["Foxes 3"],
            "Hares": ["Hares 2"],
            "Owls": ["Owls 2"],
        }
        said = content_of("line_ups_shown")
        assert said["late"] == []
        assert said["line_ups"] == [
            {"team": team, "entries": one.entries, "content": one.content} for team, one in handed_in.items()
        ]
        assert set(LineUp.objects.values_list("is_shown", flat=True)) == {True}
        assert Penalty.objects.count() == 0
        assert (shown.status, shown.publications, shown.method[-5:]) == ("published", 2, "+hand")
        assert problems(league) == []

    def test_each_sits_at_the_table_they_were_named_for(self) -> None:
        league = league_of_teams(line_up=2)
        set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)
        drawn = league.seated(league.rounds[0])["Foxes"]
        hand_in(league, *reversed(drawn))

        shown = show(league, LINE_UPS_MISSING)

        assert league.seated(shown)["Foxes"] == [drawn[1], drawn[0]]
        assert problems(league) == []

    def test_while_some_are_missing_it_asks_and_their_drawn_players_play(self, league: LeagueOfTeams) -> None:
        drawn = league.seated(league.rounds[0])
        hand_in(league, "Foxes 3")

        error = refused(lambda: show(league), StateRefuses, PLEASE_CONFIRM)
        assert "Bears, Hares, Owls" in str(error.fields)
        shown = show(league, LINE_UPS_MISSING)

        assert league.seated(shown) == {**drawn, "Foxes": ["Foxes 3"]}

    def test_whoever_was_late_or_handed_in_nothing_pays(self, league: LeagueOfTeams) -> None:
        for name in ("Bears 4", "Foxes 3"):
            hand_in(league, name)
        planned(league, in_minutes=30)
        hand_in(league, "Hares 2", may_be_late=True)

        show(league, LINE_UPS_MISSING)

        rows = Penalty.objects.order_by("team__name")
        assert list(rows.values_list("team__name", "amount", "reason", "round__number")) == [
            (team, 20_000, "Line-up for Round 1 late or missing", 1) for team in ("Hares", "Owls")
        ]
        assert content_of("line_ups_shown")["late"] == [league.team("Hares").pk, league.team("Owls").pk]
        assert problems(league) == []

    def test_they_are_shown_once_and_nobody_answers_to_what_others_showed(
        self, league: LeagueOfTeams
    ) -> None:
        hand_in(league, "Foxes 3")
        show(league, LINE_UPS_MISSING)

        refused(lambda: hand_in(league, "Bears 3"), StateRefuses, "line_ups_shown")
        refused(lambda: show(league, LINE_UPS_MISSING), StateRefuses, "line_ups_shown")
        set_line_up_rule(stage=league.hall.stage, is_on=False, by=league.hall.alice)
        assert problems(league) == []

    def test_where_nobody_has_handed_in_the_drawn_players_are_shown(self, league: LeagueOfTeams) -> None:
        drawn = league.seated(league.rounds[0])

        shown = show(league, LINE_UPS_MISSING)

        assert league.seated(shown) == drawn
        assert Penalty.objects.count() == 4
        refused(lambda: show(league, LINE_UPS_MISSING), StateRefuses, "line_ups_shown")
        assert problems(league) == []

    def test_drawn_anew_it_is_another_round(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3")
        show(league, LINE_UPS_MISSING)
        hand_in(league, "Foxes 3", round_=league.rounds[1])
        for round_ in league.rounds:
            unpublish_round(round_=round_, by=league.hall.alice)
        drawn = league.rounds[0].draw
        redraw(old=drawn, plan=plan_of(drawn), by=league.hall.alice)

        assert LineUp.objects.count() == 0
        assert problems(league) == []

    def test_a_round_for_which_a_team_was_late_is_drawn_anew_but_not_discarded(
        self, league: LeagueOfTeams
    ) -> None:
        show(league, LINE_UPS_MISSING)
        for round_ in league.rounds:
            unpublish_round(round_=round_, by=league.hall.alice)
        first, drawn = league.rounds[0], league.rounds[0].draw

        refused(lambda: discard_round(round_=first, by=league.hall.alice), StateRefuses, "penalties_exist")
        refused(lambda: discard_draw(old=drawn, by=league.hall.alice), StateRefuses, "penalties_exist")
        redraw(old=drawn, plan=plan_of(drawn), by=league.hall.alice)
        assert set(Penalty.objects.values_list("round", flat=True)) == {first.pk}
        assert problems(league) == []

    def test_a_round_that_is_drawn_and_shown_again_costs_nobody_twice(self, league: LeagueOfTeams) -> None:
        """Nor whose deduction was lifted; who was in time before and is late now pays."""
        for name in ("Bears 4", "Foxes 3"):
            hand_in(league, name)
        show(league, LINE_UPS_MISSING)
        lift_penalty(penalty=Penalty.objects.get(team__name="Owls"), reason="Power cut", by=league.hall.alice)
        for round_ in league.rounds:
            unpublish_round(round_=round_, by=league.hall.alice)
        first, drawn = league.rounds[0], league.rounds[0].draw
        redraw(old=drawn, plan=plan_of(drawn), by=league.hall.alice)
        publish_round(round_=Round.objects.get(pk=first.pk), by=league.hall.alice)
        hand_in(league, "Foxes 3")

        show(league, LINE_UPS_MISSING)

        paid = Penalty.objects.order_by("team__name").values_list("team__name", "round")
        late = ("Bears", "Hares", "Owls")
        assert list(paid) == [(team, first.pk) for team in late]
        assert content_of("line_ups_shown")["late"] == [league.team(name).pk for name in late]
        assert problems(league) == []

    def test_a_start_is_taken_back_although_a_team_was_late(self, league: LeagueOfTeams) -> None:
        started = start_round(round_=show(league, LINE_UPS_MISSING), by=league.hall.alice)

        assert cancel_start(round_=started, by=league.hall.alice).status == "published"
        assert problems(league) == []

    def test_before_drawn_players_have_too_many_games_it_asks(self, league: LeagueOfTeams) -> None:
        set_game_quota(stage=league.hall.stage, most=1, by=league.hall.alice)
        [plays] = league.seated(league.rounds[0])["Foxes"]
        hand_in(league, plays, round_=league.rounds[1])

        error = refused(lambda: show(league, LINE_UPS_MISSING), StateRefuses, PLEASE_CONFIRM)
        assert error.fields["confirm"] == ["too_many_games"]
        assert league.seated(show(league, LINE_UPS_MISSING, "too_many_games"))["Foxes"] == [plays]

    def test_without_a_deduction_in_the_rule_nobody_pays(self, league: LeagueOfTeams) -> None:
        set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)
        hand_in(league, "Foxes 3")

        show(league, LINE_UPS_MISSING)

        assert Penalty.objects.count() == 0

    def test_of_a_line_up_that_no_longer_fits_the_drawn_players_play(self, league: LeagueOfTeams) -> None:
        drawn = league.seated(league.rounds[0])
        bench = bench_of(league, "Foxes")
        hand_in(league, bench)
        withdraw(entry=league.player(bench), by=league.hall.alice)

        shown = show(league, LINE_UPS_MISSING)

        assert league.seated(shown) == drawn
        assert league.team("Foxes").pk not in content_of("line_ups_shown")["late"]
        assert problems(league) == []

    def test_a_seat_of_somebody_else_is_another_seat(self, league: LeagueOfTeams) -> None:
        drawn = {seat.entry.team.name: seat.pk for seat in Seat.objects.filter(round=league.rounds[0])}
        [plays] = league.seated(league.rounds[0])["Bears"]
        other = bench_of(league, "Foxes")
        hand_in(league, plays)
        hand_in(league, other)

        show(league, LINE_UPS_MISSING)

        now = {seat.entry.team.name: seat.pk for seat in Seat.objects.filter(round=league.rounds[0])}
        assert {team for team in drawn if now[team] != drawn[team]} == {"Foxes"}

    def test_only_a_published_round_of_such_a_stage(self, league: LeagueOfTeams) -> None:
        start_round(round_=league.rounds[0], by=league.hall.alice)

        refused(lambda: show(league), StateRefuses, "round_started")


class TestRule:
    def test_it_is_set_changed_and_taken_away(self, league: LeagueOfTeams) -> None:
        stage, by = league.hall.stage, league.hall.alice

        def terms() -> list[tuple[int, int]]:
            return list(LineUpRule.objects.values_list("closes_before", "late_penalty"))

        before = digest()
        set_line_up_rule(stage=stage, closes_before=60, late_penalty=20_000, by=by)
        assert (terms(), digest()) == ([(60, 20_000)], before)

        set_line_up_rule(stage=stage, closes_before=5, by=by)
        assert terms() == [(5, 0)]
        assert set_line_up_rule(stage=stage, is_on=False, by=by) is None
        assert terms() == []
        assert set_line_up_rule(stage=stage, is_on=False, by=by) is None
        assert content_of("line_up_rule_set") == {
            "stage": stage.pk,
            "is_on": False,
            "closes_before": 0,
            "late_penalty": 0,
        }
        assert problems(league) == []

    @pytest.mark.parametrize(
        "terms",
        [{"closes_before": -1}, {"closes_before": 20_161}, {"late_penalty": -1}, {"late_penalty": 10**9 + 1}],
    )
    def test_what_is_out_of_bounds_is_refused(self, league: LeagueOfTeams, terms: dict[str, int]) -> None:
        error = refused(
            lambda: set_line_up_rule(stage=league.hall.stage, by=league.hall.alice, **terms),
            RulesRefuse,
            "line_up_rule",
        )
        assert list(error.fields) == list(terms)

    def test_a_round_starts_once_they_are_shown(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3")

        refused(
            lambda: start_round(round_=league.rounds[0], by=league.hall.alice), StateRefuses, "line_ups_wait"
        )
        show(league, LINE_UPS_MISSING)
        assert start_round(round_=league.rounds[0], by=league.hall.alice).status == "started"

    def test_it_stays_while_line_ups_wait(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3")

        refused(
            lambda: set_line_up_rule(stage=league.hall.stage, is_on=False, by=league.hall.alice),
            StateRefuses,
            "line_ups_wait",
        )

    def test_the_database_refuses_the_same(self, league: LeagueOfTeams) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            LineUpRule.objects.update(closes_before=20_161)
        hand_in(league, "Foxes 3")
        with pytest.raises(IntegrityError), transaction.atomic():
            LineUp.objects.create(round=league.rounds[0], team=league.team("Foxes"), content="{}")


class TestVerification:
    def test_a_line_up_that_was_exchanged_before_it_was_shown_is_found(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3")
        other = LineUp.of(
            league.rounds[0], league.team("Foxes"), [league.player("Foxes 2").pk], is_late=False
        )
        LineUp.objects.update(content=other.content)

        team, round_ = league.team("Foxes").pk, league.rounds[0].pk
        [found] = problems(league)
        assert f"the line-up of team {team} for round {round_} differs from the ledger in: content." in found

        show(league, LINE_UPS_MISSING)
        said = f"the line-up shown for team {team} differs from the one handed in."
        assert [said in found for found in problems(league)].count(True) == 1

    def test_one_that_is_gone_and_one_that_nobody_handed_in(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 3")
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tournaments_lineup SET team_id = %s", [league.team("Owls").pk])

        assert len(problems(league)) == 2
