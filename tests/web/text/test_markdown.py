"""What strangers write in Markdown is shown, and does nothing."""

import re

import pytest

from web.text.markdown import MARKDOWN, markdown_as_html

LINK = '<a href="{0}" rel="nofollow ugc noopener">'


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("# Come\nand **play**", "<h2>Come</h2>\n<p>and <strong>play</strong></p>\n"),
        ("###### Small", "<h2>Small</h2>\n"),
        ("# a\n## b\n# c", "<h2>a</h2>\n<h3>b</h3>\n<h2>c</h2>\n"),
        ("## a\n### b\n## c", "<h2>a</h2>\n<h3>b</h3>\n<h2>c</h2>\n"),
        ("# a\n### b\n### c", "<h2>a</h2>\n<h3>b</h3>\n<h3>c</h3>\n"),
        ("### a\n# b\n### c", "<h2>a</h2>\n<h2>b</h2>\n<h3>c</h3>\n"),
        ("one\ntwo", "<p>one<br />\ntwo</p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("[x](https://a.example/?b=1&c)", f"<p>{LINK.format('https://a.example/?b=1&amp;c')}x</a></p>\n"),
        ("<mailto:a@b.example>", f"<p>{LINK.format('mailto:a@b.example')}mailto:a@b.example</a></p>\n"),
        ("日本語", "<p>日本語</p>\n"),
        ("", ""),
    ],
)
def test_text_is_shown_as_it_was_meant(typed: str, shown: str) -> None:
    assert markdown_as_html(typed) == shown


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("a <b onclick=x>", "<p>a &lt;b onclick=x&gt;</p>\n"),
        ("<!-- -->", "<p>&lt;!-- --&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html,a)", "<p>[x](data:text/html,a)</p>\n"),
        ("[x](//evil.example)", "<p>[x](//evil.example)</p>\n"),
        ("[x](/accounts/logout/)", "<p>[x](/accounts/logout/)</p>\n"),
        ("[x](JAVASCRIPT&colon;alert(1))", "<p>[x](JAVASCRIPT:alert(1))</p>\n"),
        ("<vbscript:x>", "<p>&lt;vbscript:x&gt;</p>\n"),
        ("```desk danger\nx\n```", "<pre><code>x\n</code></pre>\n"),
    ],
)
def test_what_could_do_something_is_the_text_that_was_typed(typed: str, shown: str) -> None:
    assert markdown_as_html(typed).replace("&amp;colon;", ":") == shown


def test_an_address_that_is_none_is_no_link() -> None:
    assert not MARKDOWN.validateLink("http://[bad")


def test_a_picture_is_a_link_and_asks_no_other_server() -> None:
    assert markdown_as_html("![map](https://spy.example/a.png)") == (
        f"<p>!{LINK.format('https://spy.example/a.png')}map</a></p>\n"
    )


@pytest.mark.parametrize(
    "typed",
    [
        "[x]: https://a.example/" + "a" * 9_000 + "\n\n" + "[x]" * 3_600,
        "[" * 20_000,
        "> " * 10_000,
        "*_" * 10_000,
        "&" * 20_000,
        "- " * 10_000,
    ],
    ids=["references", "brackets", "quotes", "emphasis", "ampersands", "lists"],
)
def test_a_page_does_not_grow_out_of_all_proportion(typed: str) -> None:
    assert len(markdown_as_html(typed[:20_000])) < 10 * 20_000


def test_no_tag_has_a_class_a_style_or_an_id() -> None:
    html = markdown_as_html("# a {#b .c}\n\n1. x\n2. y\n\n|a|b|\n|:-|-:|\n|1|2|\n\n> q\n\n`c`\n\n---")

    assert re.findall(r"<[^>]*(?:class|style|id)=", html) == []
