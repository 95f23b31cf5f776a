"""Drawing at the desk: every step works without JavaScript, refusals keep what was typed, strangers see nothing."""

import re

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.actions import add_player
from players.models import Club, Player
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import start_round
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.forms.draws import METHODS
from tournaments.models import Draw, Entry, LedgerEntry, Round, Seat, SeatingConstraint, SeedCommitment

pytestmark = pytest.mark.django_db
PLAN = {"method": "schedule", "rounds": "3", "remainder": "refuse", "seed": ""}


@pytest.fixture
def wide() -> Hall:
    return open_hall(players=16)


@pytest.fixture
def desk(wide: Hall) -> Client:
    return signed_in(wide.alice)


@pytest.fixture
def stored(wide: Hall) -> Draw:
    return draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)


def page_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def at(name: str, *args: object) -> str:
    return reverse(name, args=["spring-open", *args])


def post(desk: Client, name: str, *args: object, **fields: object) -> HttpResponse:
    return desk.post(at(name, *args), fields)


def ask(wide: Hall, desk: Client, **fields: object) -> HttpResponse:
    return post(desk, "desk_plan", **{"stage": wide.stage.pk, **PLAN, **fields})


class TestPlan:
    def test_a_schedule_is_drawn_and_its_draft_is_shown(self, wide: Hall, desk: Client) -> None:
        answer = ask(wide, desk)

        made = Draw.objects.get()
        assert answer.headers["Location"] == at("desk_draft", made.pk)
        assert (made.method, made.rounds.count()) == ("schedule", 3)
        assert "No two players meet twice. This is optimal." in text_of(desk.get(at("desk_draft", made.pk)))

    def test_tables_of_three_have_three_places_in_the_names_of_methods(self, db: None) -> None:
        hall = open_hall(players=6, rulebook_id="mahjongsoul_sanma")

        page = signed_in(hall.alice).get("/t/spring-open/desk/draw/plan/").content.decode()

        assert ("By standing: 1–3, 4–6, …" in page, "1–4, 5–8" in page) == (True, False)

    def test_and_so_have_draws_wherever_they_are_shown(self, db: None) -> None:
        hall = open_hall(players=6, rulebook_id="mahjongsoul_sanma")
        made = draw(stage=hall.stage, plan=Plan(method=Draw.Method.BY_STANDING), by=hall.alice)
        publish_draw(draw=made, by=hall.alice)
        alice = signed_in(hall.alice)

        pages = [
            alice.get(address).content.decode()
            for address in (
                at("desk_draft", made.pk),
                "/t/spring-open/desk/draw/plan/",
                "/t/spring-open/draw/",
                f"/t/spring-open/draw/{made.pk}/",
            )
        ]

        assert ["By standing: 1–3, 4–6, …" in page for page in pages] == [True] * 4
        assert "Ranks 1–3 at the first table, 4–6 at the second" in pages[-1]
        assert [page for page in pages if "1–4" in page or "5–8" in page] == []

    def test_and_where_teams_come_first(self, db: None) -> None:
        hall = open_hall(players=6, rulebook_id="mahjongsoul_sanma")
        for number, name in enumerate(("Bears", "Cougars", "Deer"), 1):
            team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
            hall.tournament.entries.filter(number__in=(number, number + 3)).update(team=team)
        set_line_up_rule(stage=hall.stage, by=hall.alice)

        page = signed_in(hall.alice).get("/t/spring-open/desk/draw/plan/").content.decode()

        first = re.findall(r'<option value="(\w+)"', page.split('name="method"')[1])[0]
        assert (first, "1–4, 5–8" in page) == ("team_season", False)

    @pytest.mark.parametrize("method", ["swiss", "by_standing", "snake", "interval", "random", "met_least"])
    def test_every_method_draws_a_round(self, wide: Hall, desk: Client, method: str) -> None:
        assert ask(wide, desk, method=method, rounds="1").status_code == 302
        assert Draw.objects.get().method == method

    def test_what_does_not_go_comes_back_as_it_was_typed(self, wide: Hall, desk: Client) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)

        answer = ask(wide, desk, rounds="4")

        assert (answer.status_code, Draw.objects.count()) == (422, 0)
        assert "15 players do not fill tables of 4" in text_of(answer)
        assert 'value="4"' in answer.content.decode()

    @pytest.mark.parametrize(
        "odd",
        [
            {"rounds": "61"},
            {"rounds": "0"},
            {"rounds": "-1"},
            {"rounds": "2", "method": "swiss"},
            {"method": "imported"},
            {"method": "magic"},
            {"remainder": "six"},
            {"apart": "age"},
            {"stage": "0"},
            {"seed": "a b"},
            {"sit_out": "999999"},
        ],
    )
    def test_odd_plans_are_refused(self, wide: Hall, desk: Client, odd: dict[str, str]) -> None:
        assert ask(wide, desk, **odd).status_code == 422
        assert not Draw.objects.exists()

    def test_the_page_says_how_many_rounds_go_without_a_rematch(self, desk: Client) -> None:
        text = text_of(desk.get(at("desk_plan")))

        assert "a whole schedule without rematches: up to 5 rounds" in text
        assert "Swiss: about 3 rounds before rematches are needed" in text

    def test_one_round_is_one_round(self, hall: Hall, alice: Client) -> None:
        for entry in Entry.objects.filter(number__gt=4):
            withdraw(entry=entry, by=hall.alice)

        assert (
            "a whole schedule without rematches: up to 1 round " in f"{text_of(alice.get(at('desk_plan')))} "
        )

    def test_nobody_draws_one_round_because_one_stood_there(self, wide: Hall, desk: Client) -> None:
        page = desk.get(at("desk_plan")).content.decode()
        answer = ask(wide, desk, rounds="")

        assert re.search(r'<input[^>]*name="rounds"[^>]*>', page)[0].count("value=") == 0
        assert (answer.status_code, Draw.objects.count()) == (422, 0)
        assert "Please enter how many rounds to draw." in text_of(answer)

    def test_a_method_that_draws_round_by_round_needs_no_number(self, wide: Hall, desk: Client) -> None:
        assert ask(wide, desk, method="swiss", rounds="").status_code == 302
        assert Round.objects.count() == 1

    def test_the_style_sheet_knows_every_method_and_every_kind_of_wish(self, desk: Client) -> None:
        """What belongs to others is hidden by it alone: a method it does not know would show all options."""
        style = (settings.BASE_DIR / "static/css/draw.css").read_text()
        page = desk.get(at("desk_plan"))
        choices = [*page.context["form"]["method"], *page.context["constraint_form"]["kind"]]

        known = re.findall(r'\[value="(\w+)"\]:checked\) \[data-for\]:not\(\[data-for~="(\w+)"\]\)', style)

        assert known == [(choice.data["value"], choice.data["value"]) for choice in choices]

    def test_an_option_that_is_refused_is_seen_whatever_the_method(self, wide: Hall, desk: Client) -> None:
        def groups(page: HttpResponse) -> list[str]:
            """For which methods the box of the rounds is shown."""
            return re.findall(r'data-for="([^"]*)"[^>]*>\s*<label for="id_rounds"', page.content.decode())

        before = groups(desk.get(at("desk_plan")))
        refused = ask(wide, desk, method="swiss", rounds="2")

        assert before == ["schedule teams team_season"]
        assert "This method draws one round at a time" in text_of(refused)
        assert groups(refused) == []

    def test_once_there_are_rounds_a_method_that_can_go_on_is_chosen(self, wide: Hall, desk: Client) -> None:
        chosen = re.compile(r'<option value="(\w+)" selected>')
        before = chosen.findall(desk.get(at("desk_plan")).content.decode())
        draw(stage=wide.stage, plan=Plan(method="swiss"), by=wide.alice)

        after = chosen.findall(desk.get(at("desk_plan")).content.decode())

        assert ("schedule" in before, "swiss" in before, "schedule" in after, "swiss" in after) == (
            True,
            False,
            False,
            True,
        )

    def test_it_warns_when_so_many_swiss_rounds_cannot_stay_without_rematch(
        self, wide: Hall, desk: Client
    ) -> None:
        draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)

        assert "rematches become unavoidable after about 3 Swiss rounds" in text_of(desk.get(at("desk_plan")))

    def test_a_seed_is_fixed_beforehand(self, wide: Hall, desk: Client) -> None:
        post(desk, "desk_commit", 1)

        fixed = SeedCommitment.objects.get()
        page = desk.get(at("desk_plan")).content.decode()
        assert fixed.commitment in page
        assert fixed.seed not in page
        assert fixed.commitment in Client().get("/t/spring-open/draw/").content.decode()
        ask(wide, desk)
        assert Draw.objects.get().commitment == fixed

    def test_how_long_a_season_of_teams_is_stands_beside_what_was_refused_of_it(
        self, wide: Hall, desk: Client
    ) -> None:
        for name, first in (("Bears", 1), ("Cats", 5), ("Dogs", 9), ("Elks", 13)):
            team = form_team(tournament=wide.tournament, name=name, by=wide.alice)
            wide.tournament.entries.filter(number__range=(first, first + 3)).update(team=team)

        page = ask(wide, desk, method="team_season", at_a_time="0")

        said = "4 teams, 1 match at a time: every pair has met equally often after 1 match days."
        assert (page.status_code, Draw.objects.count()) == (422, 0)
        assert re.findall(r'<p class="muted"( data-for="[^"]*")?>\s*(4 teams.*?)\s*</p>', page_of(page)) == [
            ("", said)
        ]
        assert f'data-for="team_season">{said}' in re.sub(r">\s+", ">", page_of(desk.get(at("desk_plan"))))

    def test_what_was_typed_for_a_later_stage_is_seen_again(self, wide: Hall, desk: Client) -> None:
        final = add_stage(tournament=wide.tournament, name="Final", by=wide.alice)
        before = page_of(desk.get(at("desk_plan")))

        refused = post(desk, "desk_plan", **PLAN | {"stage": final.pk, "rounds": "", "best": "8"})

        part = re.compile(r"<details (open)?>\s*<summary>A later stage</summary>")
        assert (refused.status_code, Draw.objects.count()) == (422, 0)
        assert (part.findall(before), part.findall(page_of(refused))) == ([""], ["open"])


class TestSeatingConstraints:
    def test_a_wish_is_made_and_dropped(self, desk: Client, wide: Hall) -> None:
        one, other = Entry.objects.order_by("number")[:2]

        post(
            desk,
            "desk_add_constraint",
            kind="never",
            entry=one.pk,
            other=other.pk,
            table="",
            wind="",
            reason="Twins",
        )

        constraint = SeatingConstraint.objects.get()
        assert "Twins" in text_of(desk.get(at("desk_plan")))
        post(desk, "desk_drop_constraint", constraint.pk)
        assert not SeatingConstraint.objects.exists()

    def test_a_contradiction_is_refused_and_named(self, desk: Client, wide: Hall) -> None:
        one, other = Entry.objects.order_by("number")[:2]
        post(desk, "desk_add_constraint", kind="never", entry=one.pk, other=other.pk)
        post(desk, "desk_add_constraint", kind="table", entry=one.pk, table="1")

        answer = post(desk, "desk_add_constraint", kind="table", entry=other.pk, table="1")

        assert (answer.status_code, SeatingConstraint.objects.count()) == (422, 2)
        assert "Bob, Dora are fixed at table 1 and must never meet." in text_of(answer)

    def test_a_wish_for_a_seat_says_which(self, desk: Client, wide: Hall) -> None:
        entry = Entry.objects.get(number=2)

        post(desk, "desk_add_constraint", kind="wind", entry=entry.pk, wind="2")

        assert "Always on this seat : 2 Dora · South" in text_of(desk.get(at("desk_plan")))

    @pytest.mark.parametrize("kind", ["never", "rather_not", "table", "wind", "always"])
    def test_half_a_wish_is_refused(self, desk: Client, wide: Hall, kind: str) -> None:
        answer = post(desk, "desk_add_constraint", kind=kind, entry=Entry.objects.order_by("number")[0].pk)

        assert (answer.status_code, SeatingConstraint.objects.count()) == (422, 0)


class TestMethods:
    def test_each_has_a_line_and_a_picture_and_the_usual_one_is_recommended(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        later = page_of(desk.get(at("desk_plan")))
        stored.rounds.all().delete()
        first = page_of(desk.get(at("desk_plan")))

        methods = [value for value, _name in METHODS]
        said = [re.findall(r'<div class="method" data-for="(\w+)">\s*<svg', page) for page in (first, later)]
        recommended = [
            re.findall(r'data-for="(\w+)">(?:(?!data-for).)*?Recommended for 16 players', page, re.DOTALL)
            for page in (first, later)
        ]
        assert [sorted(one) for one in said] == [sorted(methods)] * 2
        assert recommended == [["schedule"], ["swiss"]]


class TestDraft:
    def test_the_price_of_an_exchange_is_shown_before_it_is_done(self, desk: Client, stored: Draw) -> None:
        round_ = stored.rounds.get(number=1)
        tables = seats_of(round_)
        one, other = tables[0][0], tables[1][1]

        answer = desk.get(at("desk_draft", stored.pk), {"round": round_.pk, "pick": [one, other]})

        assert seats_of(round_) == tables
        assert "Effect of the exchange:" in text_of(answer)
        assert re.search(r"\d+ more rematch(es)?", text_of(answer))
        post(desk, "desk_draft_swap", stored.pk, round=round_.pk, one=one, other=other)
        after = seats_of(round_)
        assert (after[0][0], after[1][1]) == (other, one)

    def test_an_exchange_that_breaks_a_wish_says_so(self, wide: Hall, desk: Client) -> None:
        one, other = Entry.objects.order_by("number")[:2]
        post(desk, "desk_add_constraint", kind="never", entry=one.pk, other=other.pk)
        drawn = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=1), by=wide.alice)
        round_ = drawn.rounds.get()
        table = next(table for table in seats_of(round_) if one.pk in table)
        neighbour = next(pk for pk in table if pk != one.pk)

        answer = desk.get(at("desk_draft", drawn.pk), {"round": round_.pk, "pick": [neighbour, other.pk]})

        assert "1 more wish is broken." in text_of(answer)

    def test_an_exchange_that_costs_nothing_says_so_and_that_a_published_round_is_published_again(
        self, wide: Hall, desk: Client
    ) -> None:
        drawn = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=1), by=wide.alice)
        round_ = drawn.rounds.get()
        (one, *_rest), (other, *_others), *_tables = seats_of(round_)
        picked = {"round": round_.pk, "pick": [one, other]}
        published = (
            "This round is already published. It is published again, and both players need new seat cards."
        )

        of_a_draft = desk.get(at("desk_draft", drawn.pk), picked)
        publish_round(round_=round_, by=wide.alice)
        of_a_published_round = desk.get(at("desk_draft", drawn.pk), picked)

        free = "No drawbacks: no more rematches, no less even winds, no broken wish."
        said = [text_of(page) for page in (of_a_draft, of_a_published_round)]
        assert [(free in one, published in one) for one in said] == [(True, False), (True, True)]
        assert '<section class="note good" id="swap"' in of_a_draft.content.decode()

    @pytest.mark.parametrize("picked", [[], [1], [1, 1], [1, 999_999_999_999_999_999_999], ["x", "y"]])
    def test_an_exchange_needs_two_players_of_the_draft(
        self, desk: Client, stored: Draw, picked: list[object]
    ) -> None:
        answer = desk.get(
            at("desk_draft", stored.pk), {"round": stored.rounds.get(number=1).pk, "pick": picked}
        )

        assert answer.status_code == 200
        assert ("Please choose two players" in text_of(answer)) == bool(picked)

    @pytest.mark.parametrize("sent", [{}, {"round": "x", "one": "", "other": "9" * 30}])
    def test_a_swap_of_nobody_is_refused_and_changes_nothing(
        self, desk: Client, stored: Draw, sent: dict[str, str]
    ) -> None:
        before = list(Seat.objects.filter(round__draw=stored).order_by("pk").values_list())

        answer = post(desk, "desk_draft_swap", stored.pk, **sent)

        assert (answer.status_code, answer.headers["Location"]) == (302, at("desk_draft", stored.pk))
        assert "Please choose two players of one round." in text_of(desk.get(at("desk_draft", stored.pk)))
        assert list(Seat.objects.filter(round__draw=stored).order_by("pk").values_list()) == before

    def test_a_redraw_needs_a_reason_and_stands_beside_the_one_before(
        self, desk: Client, stored: Draw
    ) -> None:
        assert post(desk, "desk_draft_redraw", stored.pk, reason="").status_code == 422

        answer = post(desk, "desk_draft_redraw", stored.pk, reason="Two more came")

        new = Draw.objects.order_by("pk").last()
        assert new is not None
        assert (new.reason, answer.headers["Location"]) == ("Two more came", at("desk_draft", new.pk))
        assert "Compared with the previous draw" in text_of(desk.get(answer.headers["Location"]))
        assert desk.get(at("desk_draft", stored.pk)).status_code == 404

    def test_all_rounds_are_published_at_once(self, desk: Client, stored: Draw) -> None:
        post(desk, "desk_draft_publish", stored.pk)

        assert set(stored.rounds.values_list("status", flat=True)) == {"published"}

    def test_publishing_twice_by_a_double_tap_is_once(self, desk: Client, stored: Draw) -> None:
        for _tap in range(2):
            post(desk, "desk_draft_publish", stored.pk, key="the-same-form-sent-twice")

        assert LedgerEntry.objects.filter(kind="published").count() == 3

    def test_a_draft_is_thrown_away(self, desk: Client, stored: Draw) -> None:
        post(desk, "desk_draft_discard", stored.pk, confirm="sure")

        assert not Round.objects.exists()

    def test_who_sits_out_is_named(self, wide: Hall, desk: Client) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)
        made = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=2, remainder="byes"), by=wide.alice)

        assert text_of(desk.get(at("desk_draft", made.pk))).count("Sit out") == 2

    def test_a_draw_that_is_under_way_is_not_discarded_and_its_rounds_in_play_not_exchanged(
        self, wide: Hall, desk: Client
    ) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)
        made = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=2, remainder="byes"), by=wide.alice)
        before = page_of(desk.get(at("desk_draft", made.pk)))
        first = publish_round(round_=made.rounds.get(number=1), by=wide.alice)
        start_round(round_=first, by=wide.alice)
        seated = set(first.seats.values_list("entry", flat=True))
        resting = wide.tournament.entries.active().exclude(pk__in=seated)

        page = desk.get(at("desk_draft", made.pk))

        [named] = re.findall("Round 1 In play 3 tables : Round 1 Sit out: (.*?) Table 1", text_of(page))
        discard = at("desk_draft_discard", made.pk)
        ticks = [f'name="round" value="{round_.pk}"' for round_ in made.rounds.order_by("number")]
        assert sorted(named.split(" , ")) == sorted(resting.values_list("player__name", flat=True))
        assert (discard in before, discard in page_of(page)) == (True, False)
        assert [one in before for one in ticks] == [True, True]
        assert [one in page_of(page) for one in ticks] == [False, True]

    def test_who_sits_out_is_named_once_and_not_who_was_brought_in_since(
        self, wide: Hall, desk: Client
    ) -> None:
        withdraw(entry=Entry.objects.get(number=16), by=wide.alice)
        made = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=1, remainder="byes"), by=wide.alice)
        round_ = publish_round(round_=made.rounds.get(), by=wide.alice)
        seated = set(round_.seats.values_list("entry", flat=True))
        comes = wide.tournament.entries.active().exclude(pk__in=seated).earliest("number")
        goes = Entry.objects.get(pk=seats_of(round_)[0][0])
        published = text_of(desk.get(at("desk_draft", made.pk)))
        post(desk, "desk_draft_swap", made.pk, round=round_.pk, one=comes.pk, other=goes.pk)
        start_round(round_=round_, by=wide.alice)

        [named] = re.findall("Sit out: (.*?) Table 1", text_of(desk.get(at("desk_draft", made.pk))))

        still = wide.tournament.entries.active().exclude(pk__in=[*seated, comes.pk])
        now = set(round_.seats.values_list("entry", flat=True))
        assert (published.count("Sit out"), comes.pk in now, goes.pk in now) == (1, True, False)
        assert sorted(named.split(" , ")) == sorted(still.values_list("player__name", flat=True))

    def test_a_seed_that_was_fixed_beforehand_says_so(self, wide: Hall, desk: Client, stored: Draw) -> None:
        post(desk, "desk_commit", 1)
        fixed = draw(stage=wide.stage, plan=Plan(method="random"), by=wide.alice)

        said = [text_of(desk.get(at("desk_draft", one.pk))) for one in (stored, fixed)]

        assert ["fixed beforehand" in one for one in said] == [False, True]
        assert f"Seed {fixed.seed} · fixed beforehand" in said[1]

    def test_of_a_long_draw_one_round_is_shown_and_leads_to_the_others(self) -> None:
        hall = open_hall(players=4)
        long = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=13), by=hall.alice)
        desk, last = signed_in(hall.alice), long.rounds.get(number=13)

        first_page, last_page = (
            page_of(desk.get(at("desk_draft", long.pk), asked)) for asked in ({}, {"round": last.pk})
        )

        opened = re.compile(r'<h2 id="round-\d+">\s*<bdi>(.*?)</bdi>')
        assert (opened.findall(first_page), opened.findall(last_page)) == (["Round 1"], ["Round 13"])
        assert re.findall(r'<a href="\?round=(\d+)#round-\1">', first_page) == [
            str(round_.pk) for round_ in long.rounds.order_by("number")
        ]

    @pytest.mark.slow
    def test_a_draft_from_standings_that_have_changed_says_so_beside_its_own_form(self, hall: Hall) -> None:
        first = hall.started()
        for table in first.tables.all():
            play(table, hall.alice)
        drawn = draw(stage=hall.stage, plan=Plan(method="swiss"), by=hall.alice)
        desk = signed_in(hall.alice)
        before = text_of(desk.get(at("desk_draft", drawn.pk)))
        best = first.tables.get(number=1).seats.earliest("wind").entry
        penalize(stage=hall.stage, entry=best, ruling=Ruling(90_000, "Late"), by=hall.rob)

        draft = desk.get(at("desk_draft", drawn.pk))

        outdated = "The standings have changed since this round was drawn."
        again = at("desk_round_redraw", drawn.rounds.get().pk)
        assert (outdated in before, outdated in text_of(draft)) == (False, True)
        # With a reason, further down: it is a draft that nobody has seen.
        assert (again in page_of(draft), at("desk_draft_redraw", drawn.pk) in page_of(draft)) == (False, True)

    def test_an_action_that_is_none_is_not_found(self, desk: Client, stored: Draw) -> None:
        assert desk.post(at("desk_draft", stored.pk) + "burn/").status_code == 404


class TestRepairAndFiles:
    def test_a_latecomer_takes_over(self, wide: Hall, desk: Client, stored: Draw) -> None:
        first = publish_round(round_=stored.rounds.get(number=1), by=wide.alice)
        start_round(round_=first, by=wide.alice)
        out = Entry.objects.get(number=3)
        late = register(tournament=wide.tournament, player=add_player(name="Late"), by=wide.alice)

        answer = post(
            desk,
            "desk_repair",
            stage=wide.stage.pk,
            out=out.pk,
            into=late.pk,
            remainder="refuse",
            reason="Ill",
        )

        new = Draw.objects.get(method="repaired")
        assert answer.headers["Location"] == at("desk_draft", new.pk)
        assert [late.pk in {p for t in seats_of(r) for p in t} for r in Round.objects.order_by("number")] == [
            False,
            True,
            True,
        ]

    def test_who_comes_is_typed_by_name_and_seated_in_the_same_step(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        answer = post(
            desk,
            "desk_repair",
            stage=wide.stage.pk,
            newcomers="遅井 来太郎, Winds\nLate O’Comer",
            remainder="byes",
        )

        new = Draw.objects.get(method="repaired")
        assert answer.headers["Location"] == at("desk_draft", new.pk)
        late = Entry.objects.filter(number__gt=16).order_by("number").select_related("player__club")
        assert [(entry.player.name, entry.player.club and entry.player.club.name) for entry in late] == [
            ("遅井 来太郎", "Winds"),
            ("Late O’Comer", None),
        ]
        for entry in late:
            assert Round.objects.filter(seats__entry=entry).count() >= 2

    def test_a_newcomer_who_may_be_somebody_on_file_is_asked_about_and_nothing_is_done_before(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        known = add_player(name="Nora")
        sent = {"stage": wide.stage.pk, "newcomers": "Mia\nNora", "remainder": "byes"}

        asked = post(desk, "desk_repair", **sent)

        assert (asked.status_code, Draw.objects.count(), Player.objects.filter(name="Mia").count()) == (
            422,
            1,
            0,
        )
        assert "Is this Nora one of the players on file?" in text_of(asked)
        assert 'name="player_1"' in asked.content.decode()

        post(desk, "desk_repair", **sent, player_1=known.pk)

        assert Entry.objects.filter(player=known, seats__round__stage=wide.stage).exists()
        assert Player.objects.filter(name="Nora").count() == 1

    def test_another_person_of_the_same_name_is_somebody_new(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        add_player(name="Nora")

        post(desk, "desk_repair", stage=wide.stage.pk, newcomers="Nora", remainder="byes", player_0="new")

        assert Player.objects.filter(name="Nora").count() == 2

    def test_who_fills_no_table_is_treated_as_when_the_rounds_were_drawn(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        post(desk, "desk_repair", stage=wide.stage.pk, newcomers="Late", remainder="byes")

        page = desk.get(at("desk_repair"))

        assert page.context["form"]["remainder"].value() == "byes"

    def test_who_takes_over_is_seen_again_after_a_refusal(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        part = re.compile(r'<details class="card" (open)?>')
        before = part.findall(page_of(desk.get(at("desk_repair"))))

        answer = post(
            desk, "desk_repair", stage=wide.stage.pk, out=Entry.objects.get(number=3).pk, remainder="refuse"
        )

        assert (answer.status_code, Draw.objects.count()) == (422, 1)
        assert (before, part.findall(page_of(answer))) == ([""], ["open"])

    def test_who_is_meant_stays_chosen_when_the_repair_is_refused(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        known = add_player(name="Nora")
        sent = {"stage": wide.stage.pk, "newcomers": "Nora", "player_0": known.pk, "remainder": "refuse"}

        refused = post(desk, "desk_repair", **sent)

        assert (refused.status_code, Draw.objects.count()) == (422, 1)
        assert "17 players do not fill tables of 4" in text_of(refused)
        assert re.findall(r'name="player_0" value="(\w+)"[^>]* checked>', page_of(refused)) == [str(known.pk)]

    def test_an_answer_about_one_name_stays_chosen_while_another_is_asked_about(
        self, wide: Hall, desk: Client, stored: Draw
    ) -> None:
        known = add_player(name="Nora", club=Club.objects.create(name="Winds"))
        add_player(name="Mia")
        sent = {"stage": wide.stage.pk, "newcomers": "Nora\nMia", "remainder": "byes"}

        pages = [post(desk, "desk_repair", **sent, player_0=chosen) for chosen in (known.pk, "new")]

        ticked = re.compile(r'name="player_0" value="(\w+)"[^>]* checked>')
        assert [(page.status_code, ticked.findall(page_of(page))) for page in pages] == [
            (422, [str(known.pk)]),
            (422, ["new"]),
        ]
        assert f"Nora · Winds #{known.pk}" in text_of(pages[0])
        assert Draw.objects.count() == 1

    def test_a_repair_of_nothing_is_refused(self, wide: Hall, desk: Client, stored: Draw) -> None:
        answer = post(desk, "desk_repair", stage=wide.stage.pk, remainder="refuse")

        assert (answer.status_code, Draw.objects.count()) == (422, 1)
        assert "Please choose who leaves or who joins." in text_of(answer)

    @pytest.mark.parametrize("name", ["out", "into"])
    def test_seats_are_taken_over_from_somebody_by_somebody(
        self, wide: Hall, desk: Client, stored: Draw, name: str
    ) -> None:
        late = register(tournament=wide.tournament, player=add_player(name="Late"), by=wide.alice)
        who = {"out": wide.tournament.entries.get(number=1), "into": late}[name]

        answer = post(desk, "desk_repair", stage=wide.stage.pk, remainder="refuse", **{name: who.pk})

        says = "Please choose both whose seats are taken over and by whom."
        assert (answer.status_code, Draw.objects.count()) == (422, 1)
        assert answer.context["form"].errors == {"__all__": [says]}

    def test_a_file_is_looked_at_first_and_then_taken_over(
        self, desk: Client, wide: Hall, stored: Draw
    ) -> None:
        text = desk.get(at("desk_draw_export", stored.pk)).content.decode()
        post(desk, "desk_draft_discard", stored.pk, confirm="sure")

        look = post(desk, "desk_take_over", stage=wide.stage.pk, text=text, do="look")
        assert (look.status_code, Round.objects.count()) == (200, 0)
        assert "Import as drafts" in text_of(look)
        post(desk, "desk_take_over", stage=wide.stage.pk, text=text, do="import")

        assert Round.objects.filter(status="drafted").count() == 3

    def test_mistakes_in_a_file_are_listed_by_line(self, desk: Client, wide: Hall) -> None:
        text = "round,table,east,south,west,north\n1,1,1,2,3,99\n"

        answer = post(desk, "desk_take_over", stage=wide.stage.pk, text=text, do="import")

        assert answer.status_code == 422
        assert "Line 2: “99” is not taking part." in text_of(answer)


def test_none_of_it_is_for_strangers_or_referees(wide: Hall, desk: Client, stored: Draw) -> None:
    pages = [
        at("desk_plan"),
        at("desk_repair"),
        at("desk_take_over"),
        at("desk_draft", stored.pk),
        at("desk_draw_export", stored.pk),
    ]
    for who in (wide.charlie, wide.rob):
        assert [signed_in(who).get(page).status_code for page in pages] == [403] * 5
        assert signed_in(who).post(at("desk_draft_publish", stored.pk)).status_code == 403
    assert [Client().get(page).status_code for page in pages] == [302] * 5
    assert [desk.get(page).status_code for page in pages] == [200] * 5


def test_another_tournaments_draw_is_not_at_this_desk(wide: Hall, desk: Client) -> None:
    other = open_hall("other")
    other.draw()

    assert desk.get(at("desk_draft", Draw.objects.get(stage=other.stage).pk)).status_code == 404
    assert post(desk, "desk_draft_publish", Draw.objects.get().pk).status_code == 404
    assert Round.objects.get().status == "drafted"


def test_a_drawn_file_is_shown_by_name_as_it_was_understood(wide: Hall, desk: Client) -> None:
    lines = [
        "round,table,south,east,west,north",
        "1,1,Bob,2,3,4",
        "1,2,5,6,7,8",
        "1,3,9,10,11,12",
        "1,4,13,14,15,16",
    ]

    page = post(desk, "desk_take_over", stage=wide.stage.pk, text="\n".join(lines), do="look")

    shown = re.findall(r"<td><bdi>(.*?)</bdi></td>", page.content.decode())
    assert shown[:8] == ["2 Dora", "1 Bob", "3 Emil", "4 Fumi", "6 Hana", "5 Goro", "7 Iris", "8 Jun"]
    assert (len(shown), Round.objects.count()) == (16, 0)


def test_a_drawn_file_with_an_error_shows_no_table_that_would_not_come(wide: Hall, desk: Client) -> None:
    text = "round,table,east,south,west,north\n1,1,Nobody,2,3,4\n1,2,5,6,7,8\n"

    page = post(desk, "desk_take_over", stage=wide.stage.pk, text=text, do="look")

    assert "How the file was read" not in text_of(page)
    assert "Cannot be imported yet" in text_of(page)


def test_of_a_long_file_the_first_tables_are_shown_and_how_many_more_there_are(
    wide: Hall, desk: Client
) -> None:
    rows = [
        f"{round_},{table},{','.join(str(table * 4 + seat - 4) for seat in range(1, 5))}"
        for round_ in range(1, 7)
        for table in range(1, 5)
    ]
    text = "\n".join(["round,table,east,south,west,north", *rows])

    page = post(desk, "desk_take_over", stage=wide.stage.pk, text=text, do="look")

    assert page.content.decode().count("<td><bdi>") == 20 * 4
    assert "and 4 more" in text_of(page)
