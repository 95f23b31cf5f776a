"""What counts as a way on from a page."""

import pytest
from playwright.sync_api import Browser

from tests.journeys.event.hands import Diary, Hands

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60), pytest.mark.slow]

FRAME = """
<header><a href="/">Home</a></header>
<main><nav><a href="/desk/">The desk</a></nav><a class="guide-link" href="/guides/">Guide</a>%s</main>
<footer><a href="/guides/">Guides</a></footer>
"""


@pytest.mark.parametrize(
    ("content", "is_end"),
    [
        ("<p>This round is closed.</p>", True),
        ('<a href="#top">To the top</a>', True),
        ('<a href="/desk/" hidden>Back</a>', True),
        ('<a href="/desk/">Back to the desk</a>', False),
        ("<form><button>Close the round</button></form>", False),
        ("<details><summary>Stages and finishing</summary></details>", False),
        ('<form><input name="number"></form>', False),
    ],
)
def test_a_page_is_a_dead_end_if_nothing_but_its_frame_leads_on(
    browser: Browser, content: str, is_end: bool
) -> None:
    diary, page = Diary(), browser.new_page()
    page.set_content(FRAME % content)

    Hands(page, diary).look()

    page.close()
    assert bool(diary.dead_ends) == is_end
