"""What was typed when a tournament was set up can be mended; the ledger says that it was."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of
from tournaments.actions.errors import ActionError, NameTaken, RulesRefuse, StaleVersion
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.seen_versions import stage_tag, tournament_tag
from tournaments.actions.setup.editing import edit_tournament, remove_stage, rename_stage
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import Frame, add_stage, create_tournament
from tournaments.models import OldAddress, Tournament
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


def edit(hall: Hall, **changes: Any) -> Tournament:
    seen = tournament_tag(Tournament.objects.get(pk=hall.tournament.pk))
    return edit_tournament(tournament=hall.tournament, changes=changes, seen=seen, by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_name_address_days_venue_zone_and_visibility_change_and_the_ledger_agrees(hall: Hall) -> None:
    found = edit(
        hall,
        name="Autumn Open",
        slug="autumn-open",
        venue="River Hall",
        starts_on=date(2026, 11, 21),
        ends_on=date(2026, 11, 22),
        time_zone="Europe/Berlin",
        visibility="unlisted",
    )

    assert (found.name, found.slug, found.venue) == ("Autumn Open", "autumn-open", "River Hall")
    payload = hall.last_payload()
    assert hall.kinds()[-1] == "tournament_edited"
    assert payload.pop("name")
    assert payload == {
        "changed": ["name", "venue", "slug", "starts_on", "ends_on", "time_zone", "visibility"],
        "slug": "autumn-open",
        "starts_on": "2026-11-21",
        "ends_on": "2026-11-22",
        "time_zone": "Europe/Berlin",
        "visibility": "unlisted",
    }
    assert problems(hall) == []


def test_a_new_name_is_never_in_the_ledger(hall: Hall) -> None:
    edit(hall, name="Autumn Open")

    assert "Autumn" not in str(hall.last_payload())


def test_an_address_that_was_left_is_nobody_elses_and_can_be_taken_again(hall: Hall) -> None:
    edit(hall, slug="autumn-open")

    with pytest.raises(NameTaken):
        create_tournament(
            frame=Frame(slug="spring-open", name="Another", rulebook_id="mleague"), by=hall.alice
        )
    open_hall("third-open", players=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(slug="third-open").update(slug="spring-open")
    edit(hall, slug="spring-open")
    assert list(OldAddress.objects.values_list("slug", flat=True)) == ["autumn-open"]
    assert problems(hall) == []


def test_an_old_address_that_somebody_made_up_or_took_away_is_found(hall: Hall) -> None:
    edit(hall, slug="autumn-open")
    OldAddress.objects.update(slug="made-up")

    assert any("the old address “made-up”" in problem for problem in problems(hall))
    assert any("the old address “spring-open”" in problem for problem in problems(hall))


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    before = digest()

    edit(hall, name="Spring Open", slug="spring-open")

    assert digest() == before


def test_two_who_edit_at_once_do_not_undo_each_other(hall: Hall) -> None:
    seen = tournament_tag(hall.tournament)
    edit(hall, venue="River Hall")
    before = digest()

    with pytest.raises(StaleVersion):
        edit_tournament(tournament=hall.tournament, changes={"venue": "Hill Hall"}, seen=seen, by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"time_zone": "Atlantis"}, "unknown_time_zone"),
        ({"starts_on": date(1, 1, 1)}, "impossible_day"),
        ({"ends_on": date(9999, 12, 31)}, "impossible_day"),
        ({"starts_on": date(2026, 5, 2), "ends_on": date(2026, 5, 1)}, "days_reversed"),
        ({"confirmation_rule": "k_of_n"}, "confirmations_needed"),
        ({"name": ""}, "name_missing"),
        ({"live_delay": 0}, "live_delay"),
        ({"live_delay": 601}, "live_delay"),
        ({"photo_days": 0}, "photo_days"),
        ({"photo_days": 366}, "photo_days"),
    ],
)
def test_what_cannot_be_meant_is_refused(hall: Hall, changes: dict[str, Any], code: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        edit(hall, **changes)

    assert refusal.value.code == code
    assert digest() == before


@pytest.mark.parametrize("field", ["starts_on", "ends_on"])
def test_nor_can_a_tournament_be_set_up_with_such_days(hall: Hall, field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        create_tournament(
            frame=Frame(slug="next", name="Next", rulebook_id="mleague", **{field: date(1, 1, 1)}),
            by=hall.alice,
        )

    assert refusal.value.code == "impossible_day"
    assert digest() == before


def test_hands_are_everybodys_later_and_the_ledger_says_so(hall: Hall) -> None:
    edit(hall, live_delay=20)

    assert hall.last_payload()["live_delay"] == 20
    assert Tournament.objects.values_list("live_delay", flat=True).get() == 20
    assert verify_ledger(hall.tournament.pk).problems == []


def test_who_confirms_changes_unless_results_wait_for_it(hall: Hall) -> None:
    edit(hall, confirmation_rule="k_of_n", confirmations_needed=2)
    edit(hall, confirmation_rule="referee")
    assert Tournament.objects.values_list("confirmation_rule", "confirmations_needed").get() == (
        "referee",
        None,
    )
    table = hall.started().tables.get(number=1)
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    before = digest()

    with pytest.raises(ActionError) as refusal:
        edit(hall, confirmation_rule="all_others")

    assert refusal.value.code == "results_wait"
    assert digest() == before
    assert problems(hall) == []


def test_a_stage_is_renamed(hall: Hall) -> None:
    stage = hall.stage

    rename_stage(stage=stage, name="Final", seen=stage_tag(stage), by=hall.alice)

    assert hall.stage.name == "Final"
    assert hall.kinds()[-1] == "stage_renamed"
    assert "Final" not in str(hall.last_payload())
    assert problems(hall) == []
    with pytest.raises(StaleVersion):
        rename_stage(stage=stage, name="Semi-final", seen=stage_tag(stage), by=hall.alice)


def test_a_stage_without_rounds_goes_with_its_time_limits_and_may_go_twice(hall: Hall) -> None:
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    set_time_limit(tournament=hall.tournament, stage=final, number=1, minutes=60, by=hall.alice)

    remove_stage(stage=final, by=hall.alice)

    assert [stage.ordinal for stage in hall.tournament.stages.all()] == [1]
    assert (hall.kinds()[-1], hall.last_payload()) == ("stage_removed", {"stage": final.pk, "ordinal": 2})
    assert problems(hall) == []
    before = digest()
    remove_stage(stage=final, by=hall.alice)
    assert digest() == before


def test_a_stage_may_be_added_again_where_one_was_removed(hall: Hall) -> None:
    remove_stage(stage=add_stage(tournament=hall.tournament, name="Final", by=hall.alice), by=hall.alice)

    again = add_stage(tournament=hall.tournament, name="Semi-final", by=hall.alice)

    assert again.ordinal == 2
    assert problems(hall) == []


def test_the_last_stage_stays(hall: Hall) -> None:
    before = digest()

    with pytest.raises(ActionError, match="at least one stage"):
        remove_stage(stage=hall.stage, by=hall.alice)

    assert digest() == before


def test_a_stage_in_which_something_was_drawn_stays(hall: Hall, round_: object) -> None:
    stage = hall.stage
    add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    before = digest()

    with pytest.raises(ActionError, match="rounds, draws or penalties"):
        remove_stage(stage=stage, by=hall.alice)

    assert digest() == before


def test_a_stage_that_was_taken_away_behind_the_ledger_is_found(hall: Hall) -> None:
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    final.delete()

    assert any("gone" in problem for problem in problems(hall))


def test_a_time_limit_is_not_given_to_a_stage_of_another_tournament(hall: Hall) -> None:
    elsewhere = open_hall("other").stage

    says = refused(
        lambda: set_time_limit(
            tournament=hall.tournament, stage=elsewhere, number=1, minutes=60, by=hall.alice
        ),
        RulesRefuse,
        "foreign_stage",
    )

    assert says == "This stage belongs to another tournament."
