"""The pages of the guides: both languages, without a database, a tournament or the internet."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from guides.pages import SLUGS, guide, guides


@pytest.fixture(params=["en", "ja"])
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_anybody_reads_a_guide_and_the_brand_alone_is_looked_up(
    client, django_assert_num_queries, slug, language
):
    with django_assert_num_queries(1):
        answer = client.get(reverse("guide", args=[slug]), headers={"Accept-Language": language})

    assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    page = answer.content.decode()
    assert f"<h1>{guide(slug, language).title}</h1>" in page
    assert answer.headers["Cache-Control"] == "public, max-age=1, stale-while-revalidate=1"


@pytest.mark.django_db
def test_the_list_leads_to_every_guide(client, language):
    page = client.get(reverse("guides"), headers={"Accept-Language": language}).content.decode()

    led_to = re.findall(r'<h2><a href="([^"]+)">([^<]+)</a>', page)
    assert led_to == [(reverse("guide", args=[one.slug]), one.title) for one in guides(language)]


@pytest.mark.django_db
def test_a_guide_says_where_it_is_in_the_other_language(client):
    page = client.get("/guides/player/").content.decode()

    assert re.findall(r'<link rel="alternate" hreflang="(\w+)" href="http://[^/]+([^"]+)">', page) == [
        ("en", "/guides/player/"),
        ("ja", "/ja/guides/player/"),
    ]
    assert re.search(r'href="[^"]*/guides/player/\?language=ja"', page)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/guides/nothing/", "/guides/../settings/", "/ja/guides/install/"])
def test_there_is_no_other_guide(client, path):
    assert client.get(path).status_code == 404


def test_the_contents_lead_to_headings_of_the_page():
    shown = guide("player", "en")

    assert [section.name for section in shown.sections][:3] == ["register", "card", "seat"]
    assert shown.sections[3].heading == "Report the result"
    assert '<h2 id="report">Report the result</h2>' in shown.html


def test_a_guide_is_english_where_nobody_has_translated_it():
    assert guide("player", "fr").title == guide("player", "en").title


@pytest.mark.django_db
def test_every_public_page_leads_to_the_guides(client):
    assert '<a href="/guides/">Guides</a>' in client.get("/").content.decode()


def test_lines_of_japanese_are_joined_without_a_blank():
    lines = {
        language: "\n" in re.search(r"<p>.+?</p>", guide("player", language).html, re.S)[0]
        for language in ("en", "ja")
    }

    assert lines == {"en": True, "ja": False}
