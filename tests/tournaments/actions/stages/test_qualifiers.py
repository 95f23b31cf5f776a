"""Who plays in a stage is proposed by the rules, and confirmed by the organizer."""

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.actions.stages.finals import SECOND_TABLE, Final, before_the_final, seated_in
from tests.tournaments.hall import open_hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.rounds import reopen_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.actions.stages.qualification import Places
from tournaments.actions.stages.qualifiers import keys_of, take_back_qualifiers
from tournaments.models import Qualifier, Table
from tournaments.standings.qualifying import proposed
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Final:
    return before_the_final()


def tables_of(scene: Final) -> list[list[int]]:
    """The numbers of those at the two tables of the main stage, best first."""
    return seated_in(scene.main.rounds.get())


def numbers(scene: Final) -> list[int]:
    """Who goes on by the rules."""
    return [scene.number_of(one.key) for one in proposed(scene.qualification).candidates]


def test_the_first_of_the_standings_go_on(scene: Final) -> None:
    scene.set()

    (a, b, _c, _d), (e, f, _g, _h) = tables_of(scene)
    assert numbers(scene) == [a, e, b, f]


def test_places_of_every_table_go_on_and_then_the_best_of_the_rest(scene: Final) -> None:
    scene.set(
        rules=[
            Places(scene.main.pk, last=1, among="groups"),
            Places(scene.main.pk, last=2, among="remaining"),
        ]
    )

    (a, b, _c, _d), (e, f, _g, _h) = tables_of(scene)
    candidates = proposed(scene.qualification).candidates
    assert [(scene.number_of(one.key), one.place, one.table) for one in candidates] == [
        (a, 1, "1"),
        (e, 1, "2"),
        (b, 1, ""),
        (f, 2, ""),
    ]


def test_losers_get_another_chance(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, first=3, last=4, among="groups")])

    (_a, _b, c, d), (_e, _f, g, h) = tables_of(scene)
    assert numbers(scene) == [g, c, h, d]


def test_whoever_has_withdrawn_leaves_their_place_to_the_next(scene: Final) -> None:
    (a, b, _c, _d), (e, f, g, _h) = tables_of(scene)
    withdraw(entry=scene.hall.tournament.entries.get(number=b), by=scene.hall.alice)

    scene.set()

    assert numbers(scene) == [a, e, f, g]


def test_a_lot_at_the_cut_is_said(scene: Final) -> None:
    scene.set()
    assert proposed(scene.qualification).ties == []

    scene.correct(scene.main.rounds.get().tables.get(number=1), SECOND_TABLE)
    scene.set(rules=[Places(scene.main.pk, last=3)])

    (_a, b, _c, _d), (_e, f, _g, _h) = tables_of(scene)
    (tie,) = proposed(scene.qualification).ties
    assert (tie.source, tie.last, {scene.number_of(key) for key in tie.tied}) == (scene.main.pk, 3, {b, f})


def test_half_of_the_total_is_carried_to_a_tenth_halves_upwards(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=8)], carries="ratio", numerator=1, denominator=2, quantum=100)

    assert [(one.total, one.start) for one in proposed(scene.qualification).candidates] == [
        (62_800, 31_400),
        (60_000, 30_000),
        (12_600, 6_300),
        (10_000, 5_000),
        (-20_000, -10_000),
        (-20_300, -10_100),
        (-50_000, -25_000),
        (-55_100, -27_500),
    ]


def test_confirmed_they_are_a_fact_with_their_seeds(scene: Final) -> None:
    scene.set()

    scene.confirm()

    (a, b, _c, _d), (e, f, _g, _h) = tables_of(scene)
    expected = scene.keys(a, e, b, f)
    rows = Qualifier.objects.order_by("seed").values_list("seed", "entry_id", "source_id")
    assert list(rows) == [(seed, key, scene.main.pk) for seed, key in enumerate(expected, 1)]
    assert scene.qualification.confirmed_at is not None
    assert (scene.hall.kinds()[-1], scene.hall.last_payload()) == (
        "qualifiers_confirmed",
        {
            "stage": scene.final.pk,
            "qualifiers": [{"entry": key, "source": scene.main.pk} for key in expected],
        },
    )
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_others_may_be_named_and_the_same_again_changes_nothing(scene: Final) -> None:
    scene.set()
    (a, _b, _c, d), (e, f, _g, _h) = tables_of(scene)
    wild_card = scene.keys(d, a, e, f)
    scene.confirm(*wild_card)
    before = digest()

    scene.confirm(*wild_card)

    assert keys_of(scene.qualification) == wild_card
    assert digest() == before


def test_results_that_change_who_goes_on_are_seen_first(scene: Final) -> None:
    scene.set()
    seen = proposed(scene.qualification)
    table = scene.main.rounds.get().tables.get(number=2)
    scene.correct(table, Figures([10_000, 20_000, 30_000, 40_000]))
    before = digest()

    with pytest.raises(StaleVersion, match="Results have changed who qualifies"):
        scene.confirm_seen(seen)

    assert digest() == before


def test_missing_results_are_asked_about(scene: Final) -> None:
    table = Table.objects.get(number=1)
    reopen_round(round_=scene.main.rounds.get(), by=scene.hall.alice)
    sheet = table.scoresheets.get()
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Illegible", by=scene.hall.rob)
    scene.set()
    before = digest()

    with pytest.raises(StateRefuses, match="Results that the standings need are missing: 1") as refused:
        scene.confirm()

    # The first four are those who have played: no lot decides between others.
    assert refused.value.fields["confirm"] == ["results_missing"]
    assert digest() == before
    scene.confirm(confirm=["results_missing"])
    assert len(keys_of(scene.qualification)) == 4


def test_who_plays_can_be_left_open_again(scene: Final) -> None:
    scene.set()
    scene.confirm()

    take_back_qualifiers(stage=scene.final, by=scene.hall.alice)
    take_back_qualifiers(stage=scene.final, by=scene.hall.alice)

    assert (keys_of(scene.qualification), scene.qualification.confirmed_at) == ([], None)
    assert scene.hall.kinds()[-2:] == ["qualifiers_confirmed", "qualifiers_taken_back"]
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_once_the_stage_is_drawn_they_stay(scene: Final) -> None:
    scene.set()
    scene.confirm()
    draw(stage=scene.final, plan=Plan(), by=scene.hall.alice)
    before = digest()

    with pytest.raises(StateRefuses, match="Rounds of this stage are already drawn") as refused:
        take_back_qualifiers(stage=scene.final, by=scene.hall.alice)
    with pytest.raises(StateRefuses, match="Rounds of this stage are already drawn"):
        scene.confirm(*scene.keys(1, 2, 3, 4, 5))

    assert refused.value.code == "stage_is_drawn"
    assert digest() == before


def test_a_stage_in_which_everybody_plays_has_nobody_to_confirm(scene: Final) -> None:
    before = digest()

    with pytest.raises(StateRefuses, match="Everyone plays in this stage"):
        take_back_qualifiers(stage=scene.final, by=scene.hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("nobody", "choose who plays"),
        ("twice", "is listed twice"),
        ("stranger", "is not entered in this tournament"),
        ("withdrawn", "has withdrawn"),
    ],
)
def test_a_list_that_is_none_is_refused(scene: Final, who: str, words: str) -> None:
    scene.set()
    stranger = open_hall("elsewhere").tournament.entries.first()
    assert stranger is not None
    if who == "withdrawn":
        withdraw(entry=scene.hall.tournament.entries.get(number=4), by=scene.hall.alice)
    keys = {
        "nobody": [],
        "twice": scene.keys(1, 2, 3, 1),
        "stranger": [*scene.keys(1, 2, 3), stranger.pk],
        "withdrawn": scene.keys(1, 2, 3, 4),
    }[who]
    before = digest()

    with pytest.raises(RulesRefuse, match=words) as refused:
        scene.confirm_seen(proposed(scene.qualification), keys)

    assert list(refused.value.fields) == ["qualifiers"]
    assert digest() == before


def test_only_they_are_drawn(scene: Final) -> None:
    scene.set()
    with pytest.raises(StateRefuses, match=r"^Please confirm who plays in the stage “Final” first\.$"):
        draw(stage=scene.final, plan=Plan(), by=scene.hall.alice)
    scene.confirm()

    drawn = draw(stage=scene.final, plan=Plan(method="by_standing"), by=scene.hall.alice)

    (a, b, _c, _d), (e, f, _g, _h) = tables_of(scene)
    assert sorted(seated_in(drawn.rounds.get())[0]) == sorted([a, e, b, f])
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_the_database_takes_one_qualifier_once_and_from_its_own_tournament(scene: Final) -> None:
    qualification = scene.set()
    scene.confirm()
    stranger = open_hall("elsewhere").tournament.entries.first()
    taken = qualification.qualifiers.first()
    assert taken is not None

    for columns, name in (
        ({"entry": stranger, "seed": 9}, "a_qualifier_is_of_the_stages_own_tournament"),
        ({"entry": taken.entry, "seed": 9}, None),
        ({"seed": 9}, None),
        ({"entry": scene.hall.tournament.entries.get(number=8), "seed": 1}, None),
        (
            {"entry": scene.hall.tournament.entries.get(number=8), "seed": 9, "source": scene.final},
            "a_qualifier_comes_from_an_earlier_stage",
        ),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Qualifier.objects.create(qualification=qualification, **columns)


def test_teams_go_on_that_are_of_this_tournament(scene: Final) -> None:
    form_team(tournament=scene.hall.tournament, name="Bears", by=scene.hall.alice)
    scene.set(of_teams=True)
    elsewhere = open_hall("elsewhere")
    foreign = form_team(tournament=elsewhere.tournament, name="Foxes", by=elsewhere.alice)
    seen = proposed(scene.qualification)
    before = digest()

    with pytest.raises(RulesRefuse) as refused:
        scene.confirm_seen(seen, [foreign.pk])

    says = "A team in the list does not belong to this tournament."
    assert (refused.value.code, refused.value.fields) == ("qualifiers", {"qualifiers": [says]})
    assert digest() == before


LEVEL_SECONDS = Figures([40_000, 25_000, 25_000, 10_000])


def level_seconds() -> Final:
    """At both tables the second and the third have the same points: all four are level."""
    scene = before_the_final()
    for table in scene.main.rounds.get().tables.all():
        scene.correct(table, LEVEL_SECONDS)
    return scene


def test_a_lot_at_a_table_is_said_and_asked_about() -> None:
    scene = level_seconds()
    scene.set(rules=[Places(scene.main.pk, last=2, among="groups")])
    (_a, b, c, _d), (_e, f, g, _h) = tables_of(scene)

    ties = proposed(scene.qualification).ties

    assert [(tie.table, tie.last, {scene.number_of(key) for key in tie.tied}) for tie in ties] == [
        ("1", 2, {b, c}),
        ("2", 2, {f, g}),
    ]
    before = digest()
    with pytest.raises(StateRefuses, match="only the lot decides between") as refusal:
        scene.confirm()
    assert (refusal.value.fields["confirm"], digest()) == (["lot_decides"], before)
    scene.confirm(confirm=["lot_decides"])
    assert len(keys_of(scene.qualification)) == 4


def test_whoever_names_others_than_the_lot_is_not_asked() -> None:
    """The play-off was won by the one whom the lot had put below."""
    scene = level_seconds()
    scene.set(rules=[Places(scene.main.pk, last=2, among="groups")])
    going_on = [one.key for one in proposed(scene.qualification).candidates]
    ties = proposed(scene.qualification).ties
    for tie in ties:
        [out] = set(tie.tied) - set(going_on)
        going_on = [out if key in tie.tied else key for key in going_on]

    scene.confirm(*going_on)

    assert keys_of(scene.qualification) == going_on


def test_a_lot_among_those_who_remain_is_said() -> None:
    scene = level_seconds()
    scene.set(
        rules=[
            Places(scene.main.pk, last=1, among="groups"),
            Places(scene.main.pk, last=1, among="remaining"),
        ]
    )

    [tie] = proposed(scene.qualification).ties

    assert (tie.table, tie.last, len(tie.tied)) == ("", 1, 4)


def test_a_tie_of_those_who_all_go_on_is_none() -> None:
    scene = level_seconds()
    scene.set(rules=[Places(scene.main.pk, last=1), Places(scene.main.pk, first=2, last=6)])

    assert proposed(scene.qualification).ties == []


def test_a_lot_above_the_first_place_that_a_rule_names_is_said() -> None:
    """Both firsts are level, and only the second of them plays for the third chance."""
    scene = level_seconds()
    scene.set(rules=[Places(scene.main.pk, first=2, last=2)])

    [tie] = proposed(scene.qualification).ties

    assert (tie.last, len(tie.tied)) == (1, 2)
