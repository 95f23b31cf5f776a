"""Who is ranked is set by the organizer, stands in the ledger, and may be changed until the end."""

from typing import Any

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game, open_hall
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE, set_ranking
from tournaments.models import LedgerEntry, Publication, Tournament
from tournaments.standings import is_stale, publish_standings
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


def in_force() -> tuple[object, ...]:
    return Tournament.objects.values_list("substitutes", "substitute_score", "withdrawn").get()


def test_new_tournaments_leave_substitutes_out_and_say_so_in_the_ledger() -> None:
    hall = open_hall(players=0)

    created = LedgerEntry.objects.get(tournament=hall.tournament, kind="created").content
    assert in_force() == ("own_score", None, "ranked")
    assert [created[name] for name in ("substitutes", "substitute_score", "withdrawn")] == [
        "own_score",
        None,
        "ranked",
    ]


def test_a_change_is_in_force_in_the_ledger_and_moves_the_standings(hall: Hall) -> None:
    publish_standings(hall.stage.pk)

    set_ranking(
        tournament=hall.tournament,
        substitutes="fixed_score",
        substitute_score=-25,
        withdrawn="below",
        by=hall.alice,
    )

    assert in_force() == ("fixed_score", -25, "below")
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "ranking_set",
        {"substitutes": "fixed_score", "substitute_score": -25, "withdrawn": "below"},
    )
    assert is_stale(Publication.objects.select_related("stage__tournament__head").get(stage=hall.stage))
    assert verify_ledger(hall.tournament.pk).is_sound


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    before = digest()

    set_ranking(tournament=hall.tournament, substitutes="own_score", withdrawn="ranked", by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize("edition", ["ema_2016", "ema_2025"])
def test_a_rulebook_that_has_a_fixed_score_gives_it(edition: str) -> None:
    open_hall(players=0, rulebook_id=edition, substitutes="fixed_score")

    assert in_force() == ("fixed_score", -30, "ranked")


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"substitutes": "fixed_score"}, "This rulebook has no fixed score for substitutes."),
        (
            {"substitutes": "own_score", "substitute_score": -30},
            "A fixed score can be set only if substitutes get a fixed score",
        ),
        ({"substitutes": "fixed_score", "substitute_score": -30_000}, "between -10,000 and 10,000"),
    ],
)
def test_what_is_no_fixed_score_is_refused(hall: Hall, wanted: dict[str, Any], says: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse, match=says) as refusal:
        set_ranking(tournament=hall.tournament, withdrawn="ranked", by=hall.alice, **wanted)

    assert refusal.value.code == "substitute_score"
    assert digest() == before


def test_once_results_are_in_it_is_asked_first() -> None:
    hall = hall_with_a_game()
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        set_ranking(tournament=hall.tournament, substitutes="ranked", withdrawn="ranked", by=hall.alice)

    assert (refusal.value.code, refusal.value.fields["confirm"]) == ("please_confirm", [RANKS_MAY_CHANGE])
    assert digest() == before
    set_ranking(
        tournament=hall.tournament,
        substitutes="ranked",
        withdrawn="ranked",
        by=hall.alice,
        confirm=[RANKS_MAY_CHANGE],
    )
    assert in_force() == ("ranked", None, "ranked")


def test_when_all_is_over_it_stays(hall: Hall) -> None:
    hall.started()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    before = digest()

    with pytest.raises(ActionError) as refusal:
        set_ranking(tournament=hall.tournament, substitutes="ranked", withdrawn="ranked", by=hall.alice)

    assert refusal.value.code == "tournament_finished"
    assert digest() == before
