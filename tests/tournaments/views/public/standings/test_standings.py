import re

import pytest
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Entry, Publication, Tournament
from tournaments.standings import publish_standings
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/standings/"


def publish(hall: Hall) -> None:
    """What an evening leaves behind: two tables confirmed, teams, a penalty, everything published."""
    by = hall.alice
    for index, entry in enumerate(hall.tournament.entries.all()):
        entry.team = form_team(tournament=hall.tournament, name=f"Team {index % 2}", by=by)
        entry.save(update_fields=["team"])
    for table in hall.started().tables.all():
        play(table, by)
    penalize(
        stage=hall.stage,
        entry=hall.tournament.entries.get(number=8),
        ruling=Ruling(10_000, "late"),
        by=hall.rob,
    )
    Client().get(ADDRESS)  # the embedded mode's repair, so that what is counted is a plain reading


@pytest.mark.parametrize("players", [4, 12])
def test_the_standings_take_four_statements_however_many_play(players, django_assert_num_queries):
    hall = open_hall(players=max(players, 8))
    publish(hall)
    memory.clear()
    TABLES.clear()

    with django_assert_num_queries(4):
        answer = Client().get(ADDRESS)

    assert answer.status_code == 200


def test_the_next_to_ask_gets_the_same_page_after_one_statement(hall: Hall, django_assert_num_queries):
    publish(hall)
    first = Client().get(ADDRESS)

    with django_assert_num_queries(1):
        second = Client().get(ADDRESS)

    assert (second.content, second.headers["ETag"]) == (first.content, first.headers["ETag"])


def table_of(page: str) -> str:
    return page[page.index("<table") : page.rindex("</table>")]


def test_a_report_is_counted_above_a_table_that_is_not_made_anew(
    hall: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    publish(hall)
    before = Client().get(ADDRESS).content.decode()
    report_sheet(
        table=hall.started().tables.all()[0],
        report=TableReport(Figures([41_200, 30_100, 19_900, 8_800])),
        by=hall.rob,
    )

    with django_assert_num_queries(2):
        after = Client().get(ADDRESS).content.decode()

    assert "2 of 2 games confirmed" in " ".join(before.split())
    assert "2 of 3 games confirmed" in " ".join(after.split())
    assert table_of(after) == table_of(before)


def test_what_is_published_is_in_the_table_at_once(hall: Hall) -> None:
    publish(hall)
    before = table_of(Client().get(ADDRESS).content.decode())

    penalize(
        stage=hall.stage,
        entry=hall.tournament.entries.get(number=7),
        ruling=Ruling(77_000, "late"),
        by=hall.rob,
    )
    after = table_of(Client().get(ADDRESS).content.decode())

    assert "−77<" not in before
    assert "−77<" in after


def test_a_kept_table_is_not_shown_in_another_language_or_to_whoever_looks_for_a_name(hall: Hall) -> None:
    publish(hall)
    whole = Client().get(ADDRESS).content.decode()

    japanese = Client().get(f"/ja{ADDRESS}").content.decode()
    found = Client().get(f"{ADDRESS}?q=Fumi").content.decode()

    assert ("順位" in table_of(whole), "順位" in table_of(japanese)) == (False, True)
    assert (whole.count('<tr id="e'), found.count('<tr id="e')) == (8, 1)


def test_a_kept_page_is_not_shown_in_another_language_or_size(hall: Hall):
    publish(hall)
    addresses = [ADDRESS, "/ja" + ADDRESS, ADDRESS + "1/"]

    pages = [Client().get(address).content for address in addresses * 2]

    assert pages[:3] == pages[3:]
    assert len(set(pages)) == 3


def test_a_kept_page_of_a_private_tournament_stays_private(hall: Hall):
    publish(hall)
    Tournament.objects.update(visibility="private")
    staff = Client()
    staff.force_login(hall.alice.user)

    assert [staff.get(ADDRESS).status_code, Client().get(ADDRESS).status_code] == [200, 404]


def test_the_page_is_shown_without_the_cache_too(hall: Hall, settings):
    publish(hall)
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.RedisCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }

    assert Client().get(ADDRESS).status_code == 200


def test_who_has_them_already_gets_304_after_one_statement(hall: Hall, django_assert_num_queries):
    publish(hall)
    etag = Client().get(ADDRESS).headers["ETag"]

    with django_assert_num_queries(1):
        answer = Client().get(ADDRESS, headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", etag)


def test_the_etag_changes_with_every_confirmed_game(hall: Hall):
    round_ = hall.started()
    seen = {Client().get(ADDRESS).headers["ETag"]}
    for table in round_.tables.all():
        play(table, hall.alice)
        seen.add(Client().get(ADDRESS).headers["ETag"])

    assert len(seen) == 3


def test_each_language_has_an_etag_of_its_own(hall: Hall):
    etags = {Client().get(address).headers["ETag"] for address in (ADDRESS, "/ja" + ADDRESS)}

    assert len(etags) == 2


@pytest.mark.parametrize("language", ["", "/ja"])
def test_where_projectors_once_found_them_leads_to_the_halls_screen(hall: Hall, language: str):
    answer = Client().get(f"{language}{ADDRESS}?view=hall")

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"{language}/t/spring-open/hall/screen/?show=standings",
    )
    assert Client().get(answer.headers["Location"]).status_code == 200
    assert Client().get("/t/never-there/standings/?view=hall").status_code == 404


def test_all_places_are_listed_with_totals_places_and_penalties(hall: Hall):
    publish(hall)

    page = Client().get(ADDRESS).content.decode()

    assert page.count('class="rank"') == 8 + 2
    assert "2 of 2 games confirmed" in page
    assert '<span class="total">+60.0</span>' in page
    assert '<td><span class="total neg">−10</span></td>' in page
    for name in ("Bob", "Dora", "Emil", "Fumi", "Goro", "Hana", "Iris", "Jun"):
        assert f"<bdi>{name}</bdi>" in page


def test_a_negative_total_is_marked_by_a_sign_and_not_by_colour_alone(hall: Hall):
    publish(hall)

    english, japanese = (Client().get(prefix + ADDRESS).content.decode() for prefix in ("", "/ja"))

    assert '<span class="total neg">−50.0</span>' in english
    assert '<span aria-hidden="true">▲</span><span class="vh">−</span>50.0' in japanese


def test_a_reader_repairs_standings_that_fell_behind(hall: Hall):
    for table in hall.started().tables.all():
        play(table, hall.alice)
    # As if the process had died between commit and message: the trigger lets a publication fall behind, not ahead.
    Publication.objects.update(as_of_seq=0, games_counted=0)

    page = Client().get(ADDRESS).content.decode()

    assert "2 of 2 games confirmed" in page
    assert "being updated" not in page


def test_they_name_the_ledger_entry_they_follow_from(hall: Hall):
    publish(hall)
    publication = Publication.objects.get(stage=hall.stage)
    entry = hall.tournament.ledger.get(seq=publication.as_of_seq)

    page = text_of(Client().get(ADDRESS))

    assert f"Ledger {publication.as_of_seq} {entry.hash[:8]}" in page


def test_the_page_names_itself_in_the_other_language(hall: Hall):
    english, japanese = Client().get(ADDRESS).content.decode(), Client().get("/ja" + ADDRESS).content.decode()

    assert '<html lang="en">' in english
    assert '<html lang="ja">' in japanese
    assert "順位表" in japanese
    for page in (english, japanese):
        assert 'hreflang="ja" href="http://127.0.0.1:8000/ja/t/spring-open/standings/"' in page
        assert 'hreflang="en" href="http://127.0.0.1:8000/t/spring-open/standings/"' in page


def test_a_name_is_shown_and_never_run(hall: Hall):
    player = Entry.objects.get(tournament=hall.tournament, number=1).player
    player.name = "<script>alert(1)</script>"
    player.save(update_fields=["name"])

    page = Client().get(ADDRESS).content.decode()

    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page
    assert "<script>alert" not in page


def test_a_stage_that_does_not_exist_is_not_found(hall: Hall):
    assert Client().get(ADDRESS + "2/").status_code == 404


def played_mcr(slug: str = "mcr-cup") -> Hall:
    """Two tables of MCR after which A and B have 6 table points each; B has scored more."""
    hall = open_hall(
        slug, players=0, rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0}
    )
    games = [[("A", 10), ("B", 9), ("C", -9), ("D", -10)], [("B", 6), ("A", 4), ("D", -5), ("C", -5)]]
    rows = [f"{number},{name},{points}" for number, game in enumerate(games, 1) for name, points in game]
    import_results(stage=hall.stage, text="\n".join(["game,player,points", *rows]), by=hall.alice)
    publish_standings(hall.stage.pk)
    return hall


def test_of_equal_totals_the_figure_that_decided_is_shown(db: None) -> None:
    played_mcr()

    text = text_of(Client().get("/t/mcr-cup/standings/"))

    assert "Ties: total score, then the lot (the rank is shared)" in text
    assert ("6.0 Total score 15" in text, "6.0 Total score 14" in text) == (True, True)
    # C has 1.5 and D 0.5: nobody else has that.
    assert ("1.5 Total score" in text, "0.5 Total score" in text) == (False, False)


def test_in_japanese(db: None) -> None:
    played_mcr()

    text = text_of(Client().get("/ja/t/mcr-cup/standings/"))

    assert "合計が同じ場合：得点の合計、抽選（同順位）の順" in text
    assert "6.0 得点の合計 15" in text


def test_where_wins_decided_their_number_is_shown(hall: Hall) -> None:
    house = {"result.uma": {"*": [0, 0, 0, 0]}, "result.oka": 0, "result.return_points": 25_000}
    hall = open_hall("flat", players=0, house_rules=house)
    games = [
        [("A", 40_000), ("B", 30_000), ("C", 20_000), ("D", 10_000)],
        [("E", 40_000), ("F", 30_000), ("B", 20_000), ("A", 10_000)],
    ]
    rows = [f"{number},{name},{points}" for number, game in enumerate(games, 1) for name, points in game]
    import_results(stage=hall.stage, text="\n".join(["game,player,points", *rows]), by=hall.alice)
    publish_standings(hall.stage.pk)

    text = text_of(Client().get("/t/flat/standings/"))

    assert ("0.0 Most 1st places 1" in text, "0.0 Most 1st places 0" in text) == (True, True)


def test_one_tap_leads_to_the_teams_below_the_players(hall: Hall) -> None:
    alone = Client().get(ADDRESS).content.decode()
    publish(hall)

    page = Client().get(f"{ADDRESS}1/").content.decode()

    assert (alone.count('href="#teams"'), page.count('href="#teams"'), page.count('id="teams"')) == (0, 1, 1)


def test_the_teams_show_it_too(db: None) -> None:
    hall = played_mcr()
    for entry in hall.tournament.entries.all():
        name = "Reds" if entry.player.name in "AD" else "Blues"
        entry.team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        entry.save(update_fields=["team"])
    publish_standings(hall.stage.pk, anew=True)

    text = text_of(Client().get("/t/mcr-cup/standings/"))

    assert re.search(r"Blues Total score 1 .{,60} 7\.5 ", text)
    assert re.search(r"Reds Total score −1 .{,60} 6\.5 ", text)


FLAT = {"result.uma": {"*": [0, 0, 0, 0]}, "result.oka": 0, "result.return_points": 25_000}
# A was 1st, 3rd and 1st, B was 2nd and 1st.
THREE_GAMES = [
    [("A", 40_000), ("B", 30_000), ("C", 20_000), ("D", 10_000)],
    [("E", 40_000), ("F", 30_000), ("A", 20_000), ("G", 10_000)],
    [("A", 35_000), ("E", 28_000), ("C", 27_000), ("D", 10_000)],
    [("B", 26_000), ("G", 25_000), ("F", 25_000), ("D", 24_000)],
]


@pytest.mark.parametrize(
    ("first", "rows", "order"),
    [
        (
            "mean_place",
            [("E", "Average place 1.50"), ("B", "Average place 1.50"), ("A", "Average place 1.67")],
            "Ranked by average place, then total, then the lot (the rank is shared)",
        ),
        (
            "average",
            [
                ("E", "Average of a game 9.00"),
                ("A", "Average of a game 6.67"),
                ("B", "Average of a game 3.00"),
            ],
            "Ranked by average of a game, then total, then the lot (the rank is shared)",
        ),
    ],
)
def test_whoever_is_ranked_by_an_average_reads_it(
    db: None, first: str, rows: list[tuple[str, str]], order: str
) -> None:
    hall = open_hall("flat", players=0, house_rules=FLAT, tie_breaks=[first, "total", "lot"])
    lines = [f"{n},{name},{points}" for n, game in enumerate(THREE_GAMES, 1) for name, points in game]
    import_results(stage=hall.stage, text="\n".join(["game,player,points", *lines]), by=hall.alice)
    publish_standings(hall.stage.pk)

    page = Client().get("/t/flat/standings/").content.decode()

    found = re.findall(r'<td class="who">.*?<bdi>(.)</bdi>.*?<small class="decided">(.*?)</small>', page)
    assert found[:3] == rows
    assert order in text_of(Client().get("/t/flat/standings/"))


def test_before_anybody_is_registered_the_page_says_so() -> None:
    open_hall(players=0)

    page = text_of(Client().get(ADDRESS))

    assert "No players are registered yet." in page
    assert "0 of 0 games confirmed" in page


@override_settings(EMBEDDED=False)
def test_before_a_worker_has_published_anything_no_ledger_entry_is_named() -> None:
    hall = open_hall()
    page = text_of(Client().get(ADDRESS))
    publish_standings(hall.stage.pk)
    published = text_of(Client().get(ADDRESS))

    assert ("being updated" in page, "reported being updated Ledger" in page) == (True, False)
    assert f"0 of 0 games confirmed Ledger {hall.tournament.ledger.count()} " in published
