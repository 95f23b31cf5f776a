"""Which step the desk offers, phase by phase of a day."""

import re
from html.parser import HTMLParser

import pytest

from tests.leagues.league import DEMO, import_league
from tests.tournaments.hall import BALANCED, open_hall, phones_of, play
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.finals import finals_of, make_final
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import Round, Stage
from tournaments.models.hall.staff_tasks import hall_now
from tournaments.standings.qualifying import proposed
from tournaments.views.desk.phases import Phase, phase_of

pytestmark = pytest.mark.django_db


def phase_now(hall) -> Phase:
    tournament = hall.tournament
    tournament.refresh_from_db()
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage", "draw")
    return phase_of(
        tournament,
        stages=list(
            tournament.stages.select_related("qualification", "game_quota", "planned_rounds").order_by(
                "ordinal"
            )
        ),
        rounds=list(rounds.order_by("stage__ordinal", "number")),
        hall=hall_now(tournament),
        has_players=tournament.entries.active().exists(),
    )


def step(hall) -> tuple[str, str, int | None]:
    """The verb, the round it is about, and how many its stage has."""
    phase = phase_now(hall)
    return phase.verb.value, str(phase.round or ""), phase.rounds


def schedule(hall, stage: Stage | None = None, rounds: int = 2) -> list[Round]:
    plan = Plan(method=Method.SCHEDULE, rounds=rounds)
    return publish_draw(draw=draw(stage=stage or hall.stage, plan=plan, by=hall.alice), by=hall.alice)


def played(hall, round_: Round) -> Round:
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.all():
        play(table, hall.alice)
    return close_round(round_=round_, by=hall.alice)


def test_a_day_drawn_as_a_whole_from_the_first_draw_to_the_results(hall) -> None:
    steps = [step(hall)]
    stored = draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=2), by=hall.alice)
    steps.append(step(hall))
    first, second = publish_draw(draw=stored, by=hall.alice)
    steps.append(step(hall))
    start_round(round_=first, by=hall.alice)
    steps.append(step(hall))
    one, other = first.tables.order_by("number")
    play(one, hall.alice)
    report_sheet(table=other, report=TableReport(BALANCED), by=phones_of(other, hall.alice)[0])
    steps.append(step(hall))
    waiting = phase_now(hall).table
    other.scoresheets.update(status="confirmed")
    steps.append(step(hall))
    close_round(round_=first, by=hall.alice, leave_open=True)
    steps.append(step(hall))
    played(hall, second)
    steps.append(step(hall))
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
    steps.append(step(hall))

    assert waiting is not None
    assert waiting.pk == other.pk
    assert steps == [
        ("draw", "", None),
        ("publish", "Round 1", 2),
        ("start", "Round 1", 2),
        ("type_sheets", "Round 1", 2),
        ("settle", "Round 1", 2),
        ("close", "Round 1", 2),
        ("start", "Round 2", 2),
        ("make_final", "Round 2", 2),
        ("results", "Round 2", None),
    ]


def test_without_players_they_come_first() -> None:
    hall = open_hall(players=0)

    assert step(hall) == ("add_players", "", None)


class TestRoundByRound:
    def test_of_planned_rounds_the_desk_draws_as_many_and_then_proposes_the_final(self, hall) -> None:
        set_planned_rounds(stage=hall.stage, rounds=2, by=hall.alice)
        steps = []
        for _round in range(2):
            round_ = hall.draw()
            publish_round(round_=round_, by=hall.alice)
            steps.append(step(hall))
            played(hall, round_)
            steps.append(step(hall))

        assert steps == [
            ("start", "Round 1", 2),
            ("draw", "Round 1", 2),
            ("start", "Round 2", 2),
            ("make_final", "Round 2", 2),
        ]

    def test_by_lot_the_desk_draws_the_next_one_itself(self, hall) -> None:
        round_ = hall.draw()
        publish_round(round_=round_, by=hall.alice)
        played(hall, round_)

        assert step(hall) == ("draw", "Round 1", None)

    def test_drawn_by_standings_the_next_one_is_planned(self, hall) -> None:
        first = hall.draw()
        publish_round(round_=first, by=hall.alice)
        played(hall, first)
        [second] = publish_draw(
            draw=draw(stage=hall.stage, plan=Plan(method=Method.SWISS), by=hall.alice), by=hall.alice
        )
        played(hall, second)

        assert step(hall) == ("plan", "Round 2", None)

    def test_where_everybody_may_play_so_many_games_no_further_round_is_offered(self, hall) -> None:
        round_ = hall.draw()
        publish_round(round_=round_, by=hall.alice)
        set_game_quota(stage=hall.stage, least=1, most=1, by=hall.alice)
        played(hall, round_)

        assert step(hall) == ("make_final", "Round 1", 1)


class TestTheFinal:
    """Two clicks once the last round is over: how many play, and who it is."""

    FINAL = f"{DESK}stages/final/"

    @pytest.fixture
    def over(self):
        hall = open_hall(players=12)
        played(hall, schedule(hall, rounds=1)[0])
        return hall

    def offered(self, over) -> list[str]:
        return re.findall(r'name="size" value="(\d+)"', signed_in(over.alice).get(DESK).content.decode())

    def test_is_offered_for_each_number_of_full_tables_below_all_players(self, over) -> None:
        assert self.offered(over) == ["4", "8"]

    @pytest.mark.parametrize(("carries", "start"), [("ratio", 30_000), ("full", 60_000), ("none", 0)])
    def test_has_the_best_with_what_they_carry(self, over, carries: str, start: int) -> None:
        client = signed_in(over.alice)

        answer = client.post(self.FINAL, {"size": 8, "carries": carries})

        final = over.tournament.stages.get(ordinal=2)
        proposal = proposed(final.qualification)
        assert answer["Location"] == f"{DESK}stages/{final.pk}/players/"
        assert (final.name, step(over)) == ("Final", ("confirm_qualifiers", "Round 1", 1))
        assert len(proposal.candidates) == 8
        assert [one.total for one in proposal.candidates] == [60_000] * 3 + [10_000] * 3 + [-20_000] * 2
        assert proposal.candidates[0].start == start
        assert over.kinds()[-2:] == ["stage_added", "qualification_set"]

    @pytest.mark.parametrize("typed", [{"size": 12}, {"size": 5}, {}, {"size": 4, "carries": "x"}])
    def test_of_any_other_size_is_refused_and_nothing_changes(self, over, typed) -> None:
        before = over.kinds()

        signed_in(over.alice).post(self.FINAL, {"carries": "ratio", **typed})

        assert (over.tournament.stages.count(), over.kinds()) == (1, before)

    def test_is_of_players_where_teams_only_keep_club_mates_apart(self, over) -> None:
        form_team(tournament=over.tournament, name="Red", by=over.alice)

        assert self.offered(over) == ["4", "8"]

    def test_is_of_teams_where_teams_play(self) -> None:
        hall, _report = import_league((DEMO / "mleague_2018.csv").read_text())
        teams = hall.tournament.teams.count()

        final = make_final(tournament=hall.tournament, size=4, carries="full", by=hall.alice)

        proposal = proposed(final.qualification)
        assert (teams, finals_of(hall.tournament)) == (7, (True, [4]))
        assert (final.qualification.of_teams, len(proposal.candidates)) == (True, 4)

    def test_is_made_by_hand_where_no_final_has_full_tables(self, hall) -> None:
        played(hall, schedule(hall, rounds=1)[0])
        for entry in hall.tournament.entries.order_by("number")[:4]:
            withdraw(entry=entry, by=hall.alice)

        html = signed_in(hall.alice).get(DESK).content.decode()

        assert ('name="size"' in html, "Make the final" in html) == (False, True)


class TestALaterStage:
    def test_leads_from_who_goes_on_to_its_draw_and_the_end(self, hall) -> None:
        first = hall.stage
        played(hall, schedule(hall, rounds=1)[0])
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        steps = [step(hall)]
        played(hall, schedule(hall, final, rounds=1)[0])
        steps.append(step(hall))

        assert first.ordinal < final.ordinal
        assert steps == [("set_qualifying", "Round 1", 1), ("finish", "Round 1", 1)]
        assert phase_now(hall).stage == final


class TestTheButton:
    def verbs(self, page: str) -> list[str]:
        """What the head of the desk offers."""
        head = page[page.index('<div class="desk-verb">') : page.index("</header>", page.index("desk-verb"))]
        found = re.findall(r"<(?:a|button)\b[^>]*>(.*?)</(?:a|button)>", head, re.DOTALL)
        return [" ".join(re.sub("<[^>]+>", "", one).split()) for one in found]

    def test_after_the_last_round_neither_a_final_nor_the_end_is_a_further_round(self, hall, alice) -> None:
        played(hall, schedule(hall, rounds=1)[0])

        page = alice.get(DESK)

        assert self.verbs(page.content.decode()) == ["Final of 4", "Finish the tournament"]
        assert "All rounds are played" in text_of(page)

    def test_a_final_drawn_round_by_round_may_end_after_any(self, hall, alice) -> None:
        played(hall, schedule(hall, rounds=1)[0])
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        stored = draw(stage=final, plan=Plan(method=Method.SNAKE), by=hall.alice)
        played(hall, publish_draw(draw=stored, by=hall.alice)[0])

        assert step(hall) == ("plan", "Round 1", None)
        assert self.verbs(alice.get(DESK).content.decode()) == [
            "Draw the next round",
            "Finish the tournament",
        ]

    def test_making_the_final_is_one_tap_and_leads_to_who_goes_on(self, hall, alice) -> None:
        played(hall, schedule(hall, rounds=1)[0])

        answer = alice.post(DESK + "stages/", {"name": "Final"})

        final = hall.tournament.stages.get(ordinal=2)
        assert (final.name, answer["Location"]) == ("Final", f"{DESK}stages/{final.pk}/who/")

    def test_a_referee_settles_and_a_helper_types_but_neither_starts_or_closes(self, hall) -> None:
        rob = signed_in(hall.rob)
        round_ = schedule(hall, rounds=1)[0]
        before = rob.get(DESK).content.decode()
        start_round(round_=round_, by=hall.alice)
        typing = rob.get(DESK).content.decode()
        for table in round_.tables.all():
            report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
        settling = rob.get(DESK).content.decode()

        assert [self.verbs(page) for page in (before, typing, settling)] == [
            [],
            ["Enter paper sheets"],
            ["Confirm results"],
        ]


class Choices(HTMLParser):
    """What a person can press on a page without opening anything, but for tables, closed rounds and what needs them:
    those are what the page shows. The bar of the site and its foot are not the desk's.
    """

    SHOWN = frozenset(
        {"tiles", "cards", "closed-rounds", "todo", "site", "name", "foot", "skip", "guide-link"}
    )
    VOID = frozenset({"input", "meta", "link", "img", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        hidden = any(is_hidden for _tag, is_hidden in self.open) or "hidden" in of
        hidden = hidden or not self.SHOWN.isdisjoint((of.get("class") or "").split())
        is_pressed = tag in ("a", "button", "select", "textarea") or (
            tag == "input" and of.get("type") != "hidden"
        )
        # The summary of a fold that is closed is to be seen, as long as the fold itself is.
        if tag == "summary":
            self.found += not any(is_hidden for _tag, is_hidden in self.open[:-1])
        elif is_pressed and not hidden and "aria-current" not in of:
            self.found += 1
        if tag not in self.VOID:
            # A box is shown once the script opens it, and then alone.
            self.open.append((tag, hidden or (tag in ("details", "dialog") and "open" not in of)))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


def test_in_no_phase_there_are_more_than_fifteen_things_to_choose_from(hall, alice) -> None:
    set_time_limit(tournament=hall.tournament, minutes=75, by=hall.alice)
    choices = {}

    def count(name: str) -> None:
        choices[name] = Choices(alice.get(DESK).content.decode()).found

    count("draw")
    stored = draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=5), by=hall.alice)
    count("publish")
    rounds = publish_draw(draw=stored, by=hall.alice)
    count("start")
    played(hall, rounds[0])
    start_round(round_=rounds[1], by=hall.alice, clock=True)
    count("type sheets")
    for table in rounds[1].tables.all():
        play(table, hall.alice)
    count("close")
    close_round(round_=rounds[1], by=hall.alice)
    count("next")
    for round_ in rounds[2:]:
        played(hall, round_)
    count("make the final")
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    count("results")

    assert {name: number for name, number in choices.items() if number > 15} == {}
    assert min(choices.values()) >= 8  # the six other nouns, and the verb
