"""What players need in the last round to end above a line, as the standings say it."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.conditions.at_the_line import Enough
from tests.rules.views.test_rulebooks import text_of
from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.hall import SEED, play
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.play.rounds import start_round
from tournaments.actions.stages.counting import set_counting
from tournaments.models import Entry, Publication, Round, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.needs.needed import Need, OpenRound, Outcome, needed, open_round
from tournaments.standings.stages.cuts import Line
from tournaments.standings.stages.published_rows import published_rows
from tournaments.templatetags.last_round import need_in_words
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/standings/1/"
DRAWN = [
    "2nd or better, or 3rd with 13,200",
    "2nd or better, or 3rd with 16,000",
    "1st, or 2nd with 43,400",
    "1st, or 2nd with 46,000",
    "1st with 36,000",
    "1st with 33,700",
    "1st with 66,000",
    "1st with 68,500",
]


@pytest.fixture
def scene() -> Final:
    """Four of eight go on. After the first round they have +62.8 +60 +12.6 +10 | -20 -20.3 -50 -55.1."""
    scene = before_the_final()
    scene.set()
    publish_tournament(scene.hall.tournament.pk)
    return scene


def draft(scene: Final) -> Round:
    return draw_round(stage=scene.main, by=scene.hall.alice, seed=SEED)


def drawn(scene: Final) -> Round:
    """The second round, published: its tables are known."""
    round_ = publish_round(round_=draft(scene), by=scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)
    return round_


def with_one_result(scene: Final) -> Round:
    """The second round, in play; at its first table +62.8, +12.6, -20.3 and -55.1 have played."""
    round_ = start_round(round_=drawn(scene), by=scene.hall.alice)
    play(round_.tables.order_by("number")[0], scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)
    return round_


def page(address: str = ADDRESS) -> str:
    memory.clear()
    TABLES.clear()
    return Client().get(address).content.decode()


def needs_on(shown: str) -> list[str]:
    """What stands in the column, best first."""
    return re.findall(r'<td class="enough">(.*?)</td>', shown)


def test_once_the_round_is_published_everybody_reads_what_is_enough(scene: Final) -> None:
    assert needs_on(page()) == []
    round_ = draft(scene)
    assert needs_on(page()) == []

    publish_round(round_=round_, by=scene.hall.alice)
    assert needs_on(page()) == []
    publish_tournament(scene.hall.tournament.pk)

    shown = page()
    assert needs_on(shown) == DRAWN
    assert '<span class="enough">Needed: 1st with 68,500</span>' in shown
    assert "what is enough in Round 2 to finish above the line, if it is the last round" in " ".join(
        shown.split()
    )


def test_with_each_result_it_is_said_anew(scene: Final) -> None:
    with_one_result(scene)

    assert needs_on(page()) == [
        "Safe",
        "Total is enough",
        "2nd or better, 3rd with 13,400, or 4th with 20,000",
        "1st, or 2nd with 43,400",
        "1st",
        "1st with 56,700",
        "",
        "",
    ]


def test_in_japanese(scene: Final) -> None:
    with_one_result(scene)

    assert needs_on(page(f"/ja{ADDRESS}"))[:4] == [
        "進出確定",
        "現在の合計で進出",
        "2着以上、3着で13,400点以上、または4着で20,000点以上",
        "1着、または2着で43,400点以上",
    ]


def test_while_two_rounds_are_to_be_played_nothing_is_said(scene: Final) -> None:
    drawn(scene)
    drawn(scene)

    assert needs_on(page()) == []


def test_when_all_results_are_in_nothing_is_said(scene: Final) -> None:
    round_ = with_one_result(scene)
    play(round_.tables.order_by("number")[1], scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)

    assert needs_on(page()) == []


def test_once_it_is_confirmed_who_goes_on_nothing_is_said(scene: Final) -> None:
    scene.confirm()
    drawn(scene)

    assert needs_on(page()) == []


def test_where_not_all_games_count_nothing_is_said(scene: Final) -> None:
    set_counting(
        stage=scene.main, selection="best", number=1, confirm=["ranks_may_change"], by=scene.hall.alice
    )
    publish_tournament(scene.hall.tournament.pk)
    drawn(scene)

    assert needs_on(page()) == []


def test_after_an_earlier_round_nothing_is_said(scene: Final) -> None:
    with_one_result(scene)

    assert needs_on(page(f"{ADDRESS}?after=1")) == []


def test_whoever_looks_for_a_name_reads_it_too(scene: Final) -> None:
    drawn(scene)
    row = published_rows(scene.main.pk)[3]

    assert needs_on(page(f"{ADDRESS}?q={row.player_name}")) == [DRAWN[3]]


@pytest.mark.parametrize("change", [{"status": Entry.Status.WITHDRAWN}, {"is_substitute": True}])
def test_who_cannot_go_on_is_nobodys_rival(scene: Final, change: dict[str, object]) -> None:
    drawn(scene)
    first, *others = published_rows(scene.main.pk)
    found = open_round(scene.main, 10**9)
    assert found is not None

    said = needed(scene.main, [first._replace(**change), *others], [Line(4, "Final")], found)

    assert first.entry_id not in said
    # With the first as a rival +60 needed 16,000 in 3rd place.
    assert need_in_words(said[others[0].entry_id]) == "2nd or better, 3rd with 13,400, or 4th with 20,000"


def test_a_page_is_kept_until_others_sit_there(scene: Final) -> None:
    round_ = drawn(scene)
    before = Client().get(ADDRESS)
    one, other = (table.seats.order_by("wind")[0].entry for table in round_.tables.order_by("number"))

    swap_players(round_=round_, one=one, other=other, confirm=["too_many_games"], by=scene.hall.alice)
    memory.clear()
    assert needs_on(Client().get(ADDRESS).content.decode()) == []
    publish_tournament(scene.hall.tournament.pk)
    memory.clear()

    after = Client().get(ADDRESS)
    assert needs_on(before.content.decode()) == DRAWN
    assert before["ETag"] != after["ETag"]
    assert needs_on(after.content.decode()) not in (DRAWN, [])


def test_between_a_result_and_its_publication_nothing_is_said(scene: Final) -> None:
    round_ = start_round(round_=drawn(scene), by=scene.hall.alice)
    publication = Publication.objects.get(pk=scene.main.pk)
    before = open_round(scene.main, publication.as_of_seq)
    play(round_.tables.order_by("number")[0], scene.hall.alice)

    assert before is not None
    assert len(before.tables) == 2
    assert open_round(scene.main, publication.as_of_seq) is None


@pytest.mark.parametrize("substitutes", Tournament.Substitutes.values)
def test_the_tables_are_the_same_whatever_substitutes_play_for(scene: Final, substitutes: str) -> None:
    round_ = drawn(scene)
    scene.main.tournament.substitutes = substitutes

    found = open_round(scene.main, 10**9)

    assert found == OpenRound(
        round_.pk,
        tuple(
            tuple(table.seats.order_by("wind").values_list("entry", flat=True))
            for table in round_.tables.order_by("pk")
        ),
    )


def test_it_takes_one_statement_more(scene: Final, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    page()
    with django_assert_num_queries(4):
        page()
    drawn(scene)
    page()

    with django_assert_num_queries(5):
        page()


def test_the_page_of_a_table_says_what_is_enough_there(scene: Final) -> None:
    table = drawn(scene).tables.order_by("number")[0]

    said = text_of(f"/t/spring-open/tables/{table.pk}/conditions/")

    ranks = re.findall(r"Rank \d Needed: ([^+−]*?) (?=[東南西北]|Needed)", said)
    # +62.8, +12.6, -20.3 and -55.1 meet there.
    assert sorted(ranks) == sorted(DRAWN[place] for place in (0, 2, 5, 7))
    assert "if it is the last round" in said


def test_the_page_of_a_table_says_nothing_of_it_before_the_last_round(scene: Final) -> None:
    table = drawn(scene).tables.order_by("number")[0]
    drawn(scene)

    assert "Needed" not in text_of(f"/t/spring-open/tables/{table.pk}/conditions/")


def test_below_a_line_that_does_not_begin_with_the_first_place_nothing_is_said(scene: Final) -> None:
    drawn(scene)
    rows = published_rows(scene.main.pk)
    found = open_round(scene.main, 10**9)
    assert found is not None

    assert needed(scene.main, rows, [Line(4, "Final", first=2)], found) == {}
    assert len(needed(scene.main, rows, [Line(4, "Final")], found)) == len(rows)
    # Whoever sits there without a published row may be a substitute, or carry something.
    assert needed(scene.main, rows[1:], [Line(4, "Final")], found) == {}


@pytest.mark.parametrize(
    ("need", "words"),
    [
        (Need(Outcome.SAFE), "Safe"),
        (Need(Outcome.OUT), "Out of reach"),
        (Need(Outcome.ENOUGH), "Total is enough"),
        (Need(Outcome.NEEDS, tuple(Enough(n, None) for n in range(1, 5)), is_any=True), "Any result"),
        (Need(Outcome.NEEDS, (Enough(1, None),)), "1st"),
        (Need(Outcome.NEEDS, (Enough(1, None), Enough(2, None), Enough(3, None))), "3rd or better"),
        (Need(Outcome.NEEDS, (Enough(1, 30_000), Enough(2, None))), "1st with 30,000, or 2nd"),
        (
            Need(Outcome.NEEDS, (Enough(1, None), Enough(2, 31_000), Enough(3, 33_000))),
            "1st, 2nd with 31,000, or 3rd with 33,000",
        ),
    ],
)
def test_it_is_said_by_place(need: Need, words: str) -> None:
    assert need_in_words(need) == words
