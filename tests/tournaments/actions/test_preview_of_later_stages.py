"""What a correction would do to later stages is known before it is made, and is what then happens."""

from functools import partial

import pytest

from tests.permissions import digest
from tests.tournaments.actions.stages.finals import Final, before_the_final, seated_in
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.preview import LaterStage, Move, preview
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.models import Entry, Standing, Table
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]
UPSIDE_DOWN = Figures([10_000, 20_000, 30_000, 40_000])


@pytest.fixture
def scene() -> Final:
    """The first four go on with everything."""
    scene = before_the_final()
    scene.set(carries="full")
    return scene


def correction(scene: Final) -> partial[object]:
    """The second table is turned upside down: +60 +10 -20 -50 become -50 -20 +10 +60."""
    table = scene.main.rounds.get().tables.get(number=2)
    tag = table.scoresheets.get().tag
    return partial(
        correct_sheet,
        table=table,
        report=TableReport(UPSIDE_DOWN, if_match=tag),
        reason="Counted again",
        by=scene.hall.rob,
    )


def second_table(scene: Final) -> list[int]:
    return scene.keys(*seated_in(scene.main.rounds.get())[1])


def test_who_would_go_on_instead_is_told_and_nothing_changes(scene: Final) -> None:
    e, f, g, h = second_table(scene)
    before = digest()

    found = preview(stage=scene.main, action=correction(scene))

    assert digest() == before
    assert [(move.key, move.total_before, move.total_after) for move in found.moves if move.key == e] == [
        (e, 60_000, -50_000)
    ]
    (later,) = found.later
    assert (later.stage, later.of_teams, later.is_confirmed) == (scene.final, False, False)
    assert (later.comes, later.goes) == ([h, g], [e, f])


def test_where_it_is_confirmed_totals_move_and_the_list_stays(scene: Final) -> None:
    scene.confirm()
    e, f, _g, _h = second_table(scene)

    (later,) = preview(stage=scene.main, action=correction(scene)).later

    assert later.is_confirmed
    assert later.moves == [
        *(move for move in later.moves if move.key not in (e, f)),
        Move(f, 4, 3, 10_000, -20_000),
        Move(e, 2, 4, 60_000, -50_000),
    ]


def test_what_was_shown_is_what_then_happens(scene: Final) -> None:
    scene.confirm()
    third = add_stage(tournament=scene.hall.tournament, name="Third", by=scene.hall.alice)
    terms = Terms(rules=[Places(scene.final.pk, last=2)], carries="ratio", numerator=1, denominator=2)
    of_third = set_qualification(stage=third, terms=terms, seen=qualification_tag(None), by=scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)
    went_on = [one.key for one in proposed(of_third).candidates]
    was = dict(Standing.objects.filter(stage=scene.final).values_list("entry", "total"))

    found = preview(stage=scene.main, action=correction(scene))
    correction(scene)()
    publish_tournament(scene.hall.tournament.pk)

    in_final, in_third = found.later
    now = dict(Standing.objects.filter(stage=scene.final).values_list("entry", "total"))
    assert {move.key: move.total_after for move in in_final.moves if move.total_after != was[move.key]} == {
        key: total for key, total in now.items() if total != was[key]
    }
    goes_on = [one.key for one in proposed(of_third).candidates]
    assert in_third.comes == [key for key in goes_on if key not in went_on]
    assert in_third.goes == [key for key in went_on if key not in goes_on]
    assert isinstance(in_third, LaterStage)


def test_a_decision_about_the_last_stage_touches_no_other(scene: Final) -> None:
    scene.confirm()

    assert preview(stage=scene.final, action=lambda: None).later == []


def test_the_referee_reads_it_at_the_desk(scene: Final) -> None:
    table = Table.objects.get(number=2)
    page = f"/t/spring-open/desk/tables/{table.pk}/"
    rob = signed_in(scene.hall.rob)
    shown = rob.get(page)
    points = {f"points_{seat}": str(score // 100) for seat, score in enumerate(UPSIDE_DOWN.points)}
    sent = {name: value(shown, name) for name in ("key", "seated", "if_match")}

    said = text_of(rob.post(page, {**sent, **points, "do": "preview", "reason": "x"}))

    names = dict(Entry.objects.values_list("pk", "player__name"))
    e, f, g, h = (names[key] for key in second_table(scene))
    assert f"In Final By the rules, these would qualify: {h}, {g}. These would not: {e}, {f}." in said


def test_who_would_come_without_anybody_going_is_named_alone(scene: Final) -> None:
    hall, final = scene.hall, add_stage(tournament=scene.hall.tournament, name="Last", by=scene.hall.alice)
    terms = Terms(rules=[Places(scene.final.pk, last=1, among="groups")])
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=hall.alice)
    scene.confirm()
    round_ = draw_round(stage=scene.final, by=hall.alice)
    publish_round(round_=round_, by=hall.alice)
    table = start_round(round_=round_, by=hall.alice).tables.get()
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    page = signed_in(hall.rob).post(f"/t/spring-open/desk/tables/{table.pk}/", {**points, "do": "preview"})

    first = table.seats.earliest("wind").entry.player.name
    assert f"In Last By the rules, these would qualify: {first}. " in text_of(page)
    assert "These would not" not in text_of(page)


@pytest.mark.slow
def test_who_would_go_without_anybody_coming_is_named_alone(scene: Final) -> None:
    """The best of all and the best of each table go on: fewer, where the best of all is one of the latter."""
    of_all, of_tables = Places(scene.main.pk, last=1), Places(scene.main.pk, last=1, among="groups")
    scene.set(rules=[of_all, of_tables])
    winners = [scene.keys(row[0])[0] for row in seated_in(scene.main.rounds.get())]
    for winner in winners:
        entry = Entry.objects.get(pk=winner)
        penalize(stage=scene.main, entry=entry, ruling=Ruling(60_000, "Late"), by=scene.hall.rob)
    [best] = [one.key for one in proposed(scene.qualification).candidates if one.key not in winners]

    bonus = {
        "stage": scene.main.pk,
        "entry": winners[0],
        "amount": "60",
        "reason": "Was not",
        "kind": "bonus",
    }
    page = signed_in(scene.hall.rob).post("/t/spring-open/desk/penalties/", {**bonus, "do": "preview"})

    name = Entry.objects.get(pk=best).player.name
    assert f"In Final These would not: {name}. " in text_of(page)
    assert "By the rules, these would qualify" not in text_of(page)
