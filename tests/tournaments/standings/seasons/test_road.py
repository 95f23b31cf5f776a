"""The road to the final says who comes into each stage: the rules until it is confirmed, then those who came."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.hall import Hall
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.standings import publish_tournament
from tournaments.standings.seasons.road import StageOnRoad, roads_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(db: None) -> Final:
    found = before_the_final()
    publish_tournament(found.hall.tournament.pk)
    return found


def road(final: Final) -> list[tuple[str, int | None, list[str], list[int], int]]:
    """Of each stage: name, size, who plays, sources and row."""
    return [
        (one.stage.name, one.size, [who.name for who in one.who], list(one.sources), one.row)
        for one in roads_of([final.hall.tournament.pk])[final.hall.tournament.pk]
    ]


def test_without_anybody_who_qualifies_there_is_no_road(hall: Hall) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert roads_of([hall.tournament.pk]) == {}

    assert len(queries) == 1


def test_until_it_is_confirmed_a_final_has_the_size_of_its_rules(final: Final) -> None:
    final.set()

    assert road(final) == [("Main stage", 8, [], [], 0), ("Final", 4, [], [0], 1)]


def test_a_confirmed_final_has_those_who_came_best_seed_first(final: Final) -> None:
    final.set()
    final.confirm(*final.keys(5, 2, 8, 1))

    names = dict(final.hall.tournament.entries.values_list("number", "player__name"))
    assert road(final)[1] == ("Final", 4, [names[number] for number in (5, 2, 8, 1)], [0], 1)


def test_a_rule_of_every_table_does_not_say_how_many(final: Final) -> None:
    final.set(rules=[Places(final.main.pk, among="groups", last=2)])

    assert road(final)[1] == ("Final", None, [], [0], 1)


def test_no_more_come_than_take_part(final: Final) -> None:
    final.set(rules=[Places(final.main.pk, last=16)])

    assert road(final)[1][1] == 8


def test_two_finals_stand_beside_each_other_and_the_last_one_below_both(final: Final) -> None:
    final.set()
    tournament, by = final.hall.tournament, final.hall.alice
    second = add_stage(tournament=tournament, name="Final B", by=by)
    last = add_stage(tournament=tournament, name="Last", by=by)
    for stage, rules in (
        (second, [Places(final.main.pk, first=5, last=8)]),
        (last, [Places(final.final.pk, last=2), Places(second.pk, last=2)]),
    ):
        set_qualification(stage=stage, terms=Terms(rules=rules), seen=qualification_tag(None), by=by)

    assert road(final) == [
        ("Main stage", 8, [], [], 0),
        ("Final", 4, [], [0], 1),
        ("Final B", 4, [], [0], 1),
        ("Last", 4, [], [1, 2], 2),
    ]


def test_it_takes_the_same_queries_for_one_player_and_for_eight(final: Final) -> None:
    final.set(rules=[Places(final.main.pk, last=8)])
    final.confirm()

    with CaptureQueriesContext(connection) as queries:
        (found,) = roads_of([final.hall.tournament.pk]).values()

    assert [len(one.who) for one in found] == [0, 8]
    assert len(queries) == 4
    assert isinstance(found[0], StageOnRoad)
