"""Who goes on to a stage is said before it is drawn, in terms that can be kept."""

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.actions.stages.finals import Final, before_the_final
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.editing import remove_stage
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import (
    Places,
    Terms,
    remove_qualification,
    set_qualification,
    terms_of,
)
from tournaments.models import Qualification, QualifyingRule
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Final:
    return before_the_final()


def test_terms_are_stored_and_stand_in_the_ledger(scene: Final) -> None:
    scene.set(carries="ratio", numerator=1, denominator=2, quantum=100)

    assert terms_of(scene.qualification) == Terms(
        rules=[Places(scene.main.pk, last=4)],
        carries="ratio",
        numerator=1,
        denominator=2,
        quantum=100,
        carries_points=False,
    )
    assert (scene.hall.kinds()[-1], scene.hall.last_payload()) == (
        "qualification_set",
        {
            "stage": scene.final.pk,
            "terms": {
                "rules": [{"source": scene.main.pk, "among": "ranking", "first": 1, "last": 4}],
                "of_teams": False,
                "carries": "ratio",
                "numerator": 1,
                "denominator": 2,
                "quantum": 100,
                "rounding": "half_up",
                "by_rank": [],
                "forgives_penalties": False,
                "carries_head_to_head": False,
                "carries_points": False,
            },
        },
    )
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_other_terms_replace_them(scene: Final) -> None:
    scene.set()

    scene.set(rules=[Places(scene.main.pk, last=1, among="groups"), Places(scene.main.pk, 2, 1, "remaining")])

    assert list(QualifyingRule.objects.values_list("ordinal", "among", "first", "last")) == [
        (1, "groups", 1, 1),
        (2, "remaining", 1, 2),
    ]
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_the_same_terms_again_change_nothing(scene: Final) -> None:
    scene.set(carries="full")
    before = digest()

    scene.set(carries="full")

    assert digest() == before


def test_whoever_did_not_see_what_stands_is_refused(scene: Final) -> None:
    scene.set()
    before = digest()

    with pytest.raises(StaleVersion):
        set_qualification(stage=scene.final, terms=Terms(), seen="e0", by=scene.hall.alice)

    assert digest() == before


def test_everybody_plays_again_once_they_are_removed(scene: Final) -> None:
    scene.set()

    remove_qualification(stage=scene.final, by=scene.hall.alice)
    remove_qualification(stage=scene.final, by=scene.hall.alice)

    assert not Qualification.objects.exists()
    assert (scene.hall.kinds()[-1], scene.hall.last_payload()) == (
        "qualification_removed",
        {"stage": scene.final.pk},
    )
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_what_is_confirmed_is_taken_back_first(scene: Final) -> None:
    scene.set()
    scene.confirm()
    before = digest()

    with pytest.raises(StateRefuses, match="take that back first") as refused:
        scene.set(carries="full")
    with pytest.raises(StateRefuses, match="take that back first"):
        remove_qualification(stage=scene.final, by=scene.hall.alice)

    assert refused.value.code == "qualifiers_confirmed"
    assert digest() == before


@pytest.mark.parametrize(
    ("terms", "field", "words"),
    [
        ({"rules": "the final itself"}, "rules", "an earlier stage of the same tournament"),
        ({"rules": "a stage of elsewhere"}, "rules", "an earlier stage of the same tournament"),
        ({"rules": "of a table, as teams", "of_teams": True}, "rules", "Teams have no places at a table"),
        ({"rules": "3 to 2"}, "rules", "from better to worse"),
        ({"rules": "from 0"}, "rules", "starting at 1"),
        ({"rules": "by taste"}, "rules", "This choice of places does not exist"),
        ({"rules": "51 of them"}, "rules", "at most 50 rules"),
        ({"of_teams": True}, "of_teams", "has no teams"),
        ({"carries": "half"}, "carries", "This way of carrying over does not exist"),
        ({"carries": "ratio", "numerator": 3, "denominator": 2}, "numerator", "between 0 and all of it"),
        ({"carries": "ratio", "numerator": 1, "denominator": 0}, "numerator", "between 0 and all of it"),
        ({"quantum": 0}, "quantum", "a step above 0"),
        ({"rounding": "to even"}, "rounding", "This rounding does not exist"),
        ({"carries": "by_rank"}, "by_rank", "are required with"),
        ({"by_rank": [1]}, "by_rank", "are required with"),
        ({"carries": "by_rank", "by_rank": [10**10]}, "by_rank", "at most 50 totals"),
    ],
)
def test_terms_that_are_none_are_refused(
    scene: Final, terms: dict[str, object], field: str, words: str
) -> None:
    rules = {
        "the final itself": [Places(scene.final.pk, last=4)],
        "a stage of elsewhere": [Places(scene.final.pk + 100, last=4)],
        "of a table, as teams": [Places(scene.main.pk, last=1, among="groups")],
        "3 to 2": [Places(scene.main.pk, last=2, first=3)],
        "from 0": [Places(scene.main.pk, last=2, first=0)],
        "by taste": [Places(scene.main.pk, last=2, among="taste")],
        "51 of them": [Places(scene.main.pk, last=2)] * 51,
    }
    if "rules" in terms:
        terms = {**terms, "rules": rules[str(terms["rules"])]}
    before = digest()

    with pytest.raises(RulesRefuse, match=words) as refused:
        scene.set(**terms)

    assert list(refused.value.fields) == [field]
    assert digest() == before


def test_nothing_changes_in_a_finished_tournament(scene: Final) -> None:
    finish_tournament(tournament=scene.hall.tournament, by=scene.hall.alice, confirm=["stages_empty"])
    before = digest()

    with pytest.raises(StateRefuses, match="finished"):
        scene.set()

    assert digest() == before


def test_a_stage_from_which_others_come_stays(scene: Final) -> None:
    third = add_stage(tournament=scene.hall.tournament, name="Third", by=scene.hall.alice)
    scene.set()
    set_qualification(
        stage=third,
        terms=Terms(rules=[Places(scene.final.pk, last=2)]),
        seen=qualification_tag(None),
        by=scene.hall.alice,
    )
    before = digest()

    with pytest.raises(
        StateRefuses, match="Players qualify from the stage “Final” for another one"
    ) as refused:
        remove_stage(stage=scene.final, by=scene.hall.alice)

    assert refused.value.code == "stage_leads_on"
    assert digest() == before
    remove_stage(stage=third, by=scene.hall.alice)
    remove_stage(stage=scene.final, by=scene.hall.alice)
    assert verify_ledger(scene.hall.tournament.pk).problems == []


@pytest.mark.parametrize(
    "columns",
    [
        {"first": 0},
        {"first": 5},
        {"last": 10_001},
        {"among": "taste"},
    ],
)
def test_the_database_refuses_rules_that_are_none(scene: Final, columns: dict[str, object]) -> None:
    qualification = scene.set()

    with pytest.raises(IntegrityError), transaction.atomic():
        qualification.rules.update(**columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"numerator": 2},
        {"denominator": 0, "numerator": 0},
        {"quantum": 0},
        {"carries": "half"},
        {"rounding": "even"},
        {"carries": "by_rank"},
        {"by_rank": [5]},
    ],
)
def test_the_database_refuses_terms_that_are_none(scene: Final, columns: dict[str, object]) -> None:
    scene.set()

    with pytest.raises(IntegrityError), transaction.atomic():
        Qualification.objects.update(**columns)


def test_the_database_lets_nobody_come_from_a_later_stage(scene: Final) -> None:
    qualification = scene.set()

    with pytest.raises(IntegrityError, match="players_go_on_from_an_earlier_stage"), transaction.atomic():
        qualification.rules.update(source=scene.final)
