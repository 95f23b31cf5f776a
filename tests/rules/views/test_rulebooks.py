"""The rulebooks as people read them: in both languages, with sources, doubts and differences."""

import html
import re
from dataclasses import replace
from functools import cache

import pytest
from django.template.loader import render_to_string
from django.test import Client

from rules.views.rulebook_wording import GROUPS, groups
from rules.views.rulebooks import score_tables_of
from scoring.rulebook.fields import FIELDS, NA
from scoring.rulebook.labels import label
from scoring.rulebook.provenance import Penalties, Phrase, provenance
from scoring.rulebook.rulebook import editions, load, plain
from tests.thorough import in_turn

pytestmark = pytest.mark.django_db


def text_of(address: str, status: int = 200) -> str:
    response = Client().get(address)
    assert response.status_code == status
    return text_in(response.content.decode())


def text_in(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@cache
def page_of(edition: str, language: str = "en") -> str:
    """The page of an edition as anybody reads it. The editions are files: it is the same for every test."""
    return Client().get(f"{'/ja' if language == 'ja' else ''}/rulebooks/{edition}/").content.decode()


@cache
def list_of_all() -> str:
    return Client().get("/rulebooks/").content.decode()


@pytest.mark.once("the editions are files")
@pytest.mark.parametrize("edition", editions())
def test_every_edition_has_a_page_that_says_each_field_that_applies(edition):
    book = load(edition)
    shown = {row.path for group in groups(book) for row in group.rows}

    assert edition in list_of_all()
    assert book.identity.name_en in page_of(edition).replace("&#x27;", "'")
    assert shown | {p for p in FIELDS if p.startswith("overlay.")} >= {
        path for path in FIELDS if book.value(path) is not NA
    }


def test_every_field_belongs_to_one_group():
    for path in FIELDS:
        assert sum(path.startswith(prefixes) for _key, _title, prefixes in GROUPS) == 1, path


def test_a_field_is_described_in_the_readers_language():
    english, japanese = text_of("/rulebooks/mleague/"), text_of("/ja/rulebooks/mleague/")

    assert "ties 同着の扱い share what their places bring" in english
    assert "同着の扱い ties 等分" in japanese


def test_each_value_has_its_source_and_how_sure_we_are_of_it():
    about = provenance("jpml_a")
    page = {
        row.path: row.origin
        for group in groups(load("jpml_a"), about)
        for row in group.rows
        if row.origin is not None
    }

    assert page["result.uma"].confidence == about.of("result.uma").confidence
    assert page["result.uma"].marks == about.of("result.uma").sources
    # Every abortive draw has a source of its own; the row shows them all, and the least certain letter.
    parts = [field for field in about.fields if field.path.startswith("draw.aborts.")]
    assert set(page["draw.aborts"].marks) == {mark for part in parts for mark in part.sources}
    assert page["draw.aborts"].confidence == max(
        (part.confidence for part in parts), key=lambda letter: "SP2IU".index(letter)
    )


def test_articles_are_named_in_the_readers_language():
    english, japanese = text_of("/rulebooks/shinhochi/"), text_of("/ja/rulebooks/shinhochi/")

    assert "S2 art.58-59" in english
    assert "S2 art.51-12,56-7" in english
    assert "S2 第58～59条" in japanese
    assert "S2 第51条-12、第56条-7" in japanese
    assert " art." not in japanese


@pytest.mark.parametrize("edition", [name for name in editions() if provenance(name).conflicts])
def test_no_conflict_between_sources_is_hidden(edition):
    page = page_of(edition)

    assert [one.id for one in provenance(edition).conflicts if f'id="{one.id}"' not in page] == []


def test_what_the_rulebook_leaves_open_is_listed_at_the_top():
    page = text_of("/rulebooks/shinhochi/")

    assert "An event must decide: starting points return points oka (top prize)" in page
    assert "Nothing: every field has a value." in text_of("/rulebooks/tenhou/")


def test_the_score_table_is_the_rulebooks_own():
    assert "7,700 2,000/3,900" in text_of("/rulebooks/jpml_a/")
    assert "7,700 2,000/3,900" not in text_of("/rulebooks/mleague/")


def test_a_score_table_that_depends_on_an_open_field_says_what_it_is_shown_with():
    open_books = [name for name in editions() if plain(load(name).value("score.kiriage")) == "unset"]

    for name in open_books:
        assert "Shown with: kiriage mangan: no" in text_in(page_of(name))


def test_a_score_table_that_depends_on_several_open_fields_names_them_all():
    book = load("danching").with_house_rules("open", {"score.kiriage": "unset"})

    shown = text_in(render_to_string("rules/_figures.html", score_tables_of(book)))

    assert "Shown with: kiriage mangan: no; counted yakuman: yakuman" in shown


def test_a_game_of_patterns_shows_its_patterns_and_what_they_bring():
    page = text_of("/rulebooks/wsom/")

    assert "2.2 Nine Gates 九蓮宝燈 480" in page
    assert "320 320 910 25 960" in page


@pytest.mark.once("the editions are files")
@pytest.mark.parametrize(
    ("edition", "language"),
    # Every day in one of the languages, in turn.
    [
        (edition, language)
        for turn, edition in enumerate(editions())
        for language in in_turn(["en", "ja"], turn, of=2)
    ],
)
def test_a_page_says_notes_conflicts_and_penalties_in_the_readers_language_alone(edition, language):
    page = html.unescape(text_in(page_of(edition, language)))
    about = provenance(edition)
    shown = {row.path for group in groups(load(edition)) for row in group.rows}
    phrases = [
        field.note for field in about.fields if field.note and field.path.startswith((*shown, "penalties."))
    ]
    phrases += [word for one in about.conflicts for word in (one.topic, one.sources_say, one.decision)]
    p = about.penalties
    phrases += [*p.chombo, *p.dead_hand, *p.minor]
    phrases += [word for word in (p.dead_hand_effect, p.time_limit, p.ranking) if word]

    assert [word for word in phrases if word.in_language(language) not in page] == []
    other = {"en": "ja", "ja": "en"}[language]
    # Not the short ones: the name of a field is shown in both languages, and a topic may be called the same.
    sentences = [word for word in phrases if len(word.en) > 40]
    assert [word for word in sentences if word.in_language(other) in page] == []


@pytest.mark.once("the editions are files")
@pytest.mark.parametrize("edition", in_turn(editions(), 0, of=2))
def test_every_page_has_its_score_table_and_its_penalties(edition):
    for language in ("en", "ja"):
        page = page_of(edition, language)
        tables = re.findall(r'<table class="scores">.*?</table>', page, re.DOTALL)
        penalties = re.search(r'<section aria-labelledby="penalties">(.*?)</section>', page, re.DOTALL)

        assert len(tables) == (1 if edition in ("mcr", "wsom") else 2)
        assert all(table.count('class="number"') > 10 for table in tables)
        assert penalties
        about = provenance(edition).penalties
        listed = [*about.chombo, *about.dead_hand, *about.minor]
        assert penalties[1].count("<li>") == len(listed)
        assert ("None are listed." in penalties[1] or "記載はありません。" in penalties[1]) == (not listed)


def test_an_edition_may_list_dead_hands_without_what_they_lead_to_and_a_time_limit_without_a_ranking():
    context = Client().get("/rulebooks/mleague/").context[0].flatten()
    dead, time = (Phrase({"en": words, "ja": words}) for words in ("A tile too many", "An hour"))
    about = replace(provenance("mleague"), penalties=Penalties(dead_hand=(dead,), time_limit=time))

    page = render_to_string("rules/rulebook.html", {**context, "about": about, "penalty_notes": []})

    section = text_in(page.partition('aria-labelledby="penalties"')[2].partition("</section>")[0])
    assert section.endswith("Dead hand A tile too many Time and ranking An hour")


def test_seats_and_wall_are_explained_step_by_step_from_a_seed_and_what_is_assumed_is_marked():
    page = Client().get("/rulebooks/mleague/?seed=table 7").content.decode()
    japanese = text_of("/ja/rulebooks/mcr/?seed=table 7")

    assert "The four winds are turned face down and mixed" in page
    assert re.search(r'<li class="assumed">Assumed: the player who took East deals first', page)
    assert page != Client().get("/rulebooks/mleague/?seed=table 8").content.decode()
    assert "もう一度振って" in japanese
    assert "推定：2回の目の合計を" in japanese


@pytest.mark.once("the editions are files")
@pytest.mark.parametrize("edition", in_turn(editions(), 1, of=2))
def test_steps_are_shown_where_the_rulebook_names_a_procedure(edition):
    book = load(edition)
    page = Client().get(f"/rulebooks/{edition}/?seed=%00<b>{'x' * 2000}").content.decode()
    named = [isinstance(value, str) for value in (book.seating.seat_draw, book.seating.wall_break)]

    assert page.count('<ol class="fell">') == (sum(named) if book.table.players == 4 else 0)
    assert "<b>x" not in page


def test_two_rulebooks_are_compared_in_words():
    page = text_of("/rulebooks/mleague/?with=jpml_a")

    assert "starting points 配給原点・持ち点 25,000 30,000" in page
    assert "three win on one discard 三人同時ロン" in page
    assert label("settlement.ron_three", "abort", "en") in page
    assert "number of players" not in page


def test_a_comparison_in_japanese_names_each_field_in_english_beside_it():
    page = Client().get("/ja/rulebooks/mleague/?with=jpml_a").content.decode()

    assert re.search(r'配給原点・持ち点\s*<small lang="en">starting points</small>', page)


def test_a_rulebook_does_not_differ_from_itself():
    assert "The two agree in every field." in text_of("/rulebooks/mleague/?with=mleague")


@pytest.mark.parametrize(
    "address", ["/rulebooks/nobodys/", "/rulebooks/mleague/?with=nobodys", "/rulebooks/_sources/"]
)
def test_a_rulebook_that_does_not_exist_is_not_found(address):
    assert Client().get(address).status_code == 404


def test_rulebook_pages_ask_for_the_brand_alone(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert Client().get("/rulebooks/mleague/").status_code == 200
