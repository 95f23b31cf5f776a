"""Where a question arises, a page leads to the section that answers it."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from guides.pages import guide, section
from tools.environment import ROOT

LINK = re.compile(r'{% guide_link "([a-z-]+)"(?: "([a-z-]+)")?(?: in_words=True)? %}')
LINKS = [
    (str(template.relative_to(ROOT / "templates")), slug, name)
    for template in sorted((ROOT / "templates").rglob("*.html"))
    for slug, name in LINK.findall(template.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("template", "slug", "name"), LINKS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_leads_to_a_section_that_is_there(template, slug, name, language):
    shown = guide(slug, language)

    assert shown.title
    assert not name or section(shown, name).heading


@pytest.mark.parametrize(
    ("template", "slug"),
    [
        ("desk/base.html", "the-day"),
        ("desk/draws/plan.html", "the-day-before"),
        ("desk/draws/free_play.html", "club-season"),
        ("desk/play/phones.html", "the-day-before"),
        ("desk/play/table.html", "referee"),
        ("desk/paper_sheets/entry.html", "the-day"),
        ("seat/table.html", "player"),
        ("allauth/layouts/base.html", "the-day-before"),
        ("publishing/downloads.html", "the-day-after"),
    ],
)
def test_the_pages_where_questions_arise_have_a_link(template, slug):
    assert (template, slug) in {(found, led_to) for found, led_to, _name in LINKS}


def linked(source: str, language: str) -> str:
    with translation.override(language):
        return Template("{% load guides %}" + source).render(Context())


def test_a_link_says_what_it_leads_to():
    short = linked('{% guide_link "player" "report" %}', "en")
    in_words = linked('{% guide_link "player" "report" in_words=True %}', "ja")

    assert short == (
        '<a class="guide-link" href="/guides/player/#report">Guide<span class="vh">: Report the result</span></a>'
    )
    assert in_words == '<a class="guide-link" href="/ja/guides/player/#report">ガイド：結果を送る</a>'


def test_a_section_that_is_not_there_is_no_link():
    with pytest.raises(KeyError, match="player#nowhere"):
        linked('{% guide_link "player" "nowhere" %}', "en")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/login/", "/accounts/first/"])
def test_who_signs_up_is_led_to_the_first_account(client, path):
    page = client.get(path).content.decode()

    assert 'href="/guides/the-day-before/#first-account"' in page
