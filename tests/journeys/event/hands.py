"""A person at a screen, who clicks, types and reads pages; all of it is counted.

No address is typed after the first one: everything is reached by links and buttons, or by scanning a code.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Download, Locator, Page, expect

# Times of a person who types slowly and sees these pages for the first time. Keys and pages of paper sheets, typed
# from a pile, take the times in test_paper_sheets.py.
CLICK = 2.0  # seconds to find, reach and press a button
KEY = 0.4
PAGE = 3.0  # until a page has loaded and its main content is read
SCAN = 8.0  # to take out the phone and point it at a code
SHEET = 5.0  # to take the next paper sheet from the pile and read it
SHEET_PAGE = 1.0  # until the page says that the sheet is in
# Ways to continue from a page: not its frame, help, or links to itself.
LEADS_ON = """
() => [...document.querySelectorAll("main a[href], main button, main summary, main input:not([type=hidden])")]
  .filter((it) => it.checkVisibility() && !it.closest("nav, .guide-link"))
  .some((it) => !it.href || it.href.split("#")[0] !== location.href.split("#")[0])
"""


@dataclass
class Tally:
    """What a person did."""

    clicks: int = 0
    keys: int = 0
    pages: int = 0
    scans: int = 0
    sheets: int = 0

    @property
    def minutes(self) -> float:
        seconds = self.clicks * CLICK + self.keys * KEY + self.pages * PAGE + self.scans * SCAN
        return (seconds + self.sheets * (SHEET + SHEET_PAGE)) / 60

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


@dataclass
class Diary:
    """The desk's actions in each phase of the event, the longest tasks of each role, and dead ends."""

    phases: dict[str, Tally] = field(default_factory=dict)
    tasks: dict[str, Tally] = field(default_factory=dict)
    # Addresses of pages without a way to continue.
    dead_ends: set[str] = field(default_factory=set)

    def begin(self, phase: str) -> Tally:
        self.phases[phase] = Tally()
        return self.phases[phase]

    def note(self, task: str, took: Tally) -> None:
        if task not in self.tasks or took.minutes > self.tasks[task].minutes:
            self.tasks[task] = took


def named(name: str, of: str = "") -> re.Pattern[str]:
    """Match the name of a button or a link; for screen readers it ends with the person it concerns."""
    about = rf":\s*{re.escape(of)}\s*" if of else ""
    return re.compile(rf"^\s*{re.escape(name)}\s*{about}$")


class Hands:
    """A person with a browser window. Actions are counted in `tally`."""

    def __init__(self, page: Page, diary: Diary) -> None:
        self.page, self.diary, self.tally = page, diary, Tally()

    def begin(self, phase: str) -> None:
        """Start a phase of the event."""
        self.tally = self.diary.begin(phase)

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        """Count a person's continuous task."""
        took = self.tally = Tally()
        yield
        self.tally = Tally()
        self.diary.note(name, took)

    def see(self, text: str) -> None:
        """Wait until these words are on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def sees(self, text: str) -> bool:
        return self.page.get_by_text(text).first.is_visible()

    def look(self) -> None:
        """Check that a new page offers a way to continue."""
        self.tally.pages += 1
        if not self.page.evaluate(LEADS_ON):
            self.diary.dead_ends.add(self.path)

    def click(self, thing: Locator) -> None:
        """Click something that stays on the page: a checkbox, a collapsible part, a field."""
        thing.click()
        self.tally.clicks += 1

    def go(self, thing: Locator) -> None:
        """Follow a link, and look at the new page."""
        with self.page.expect_navigation():
            thing.click()
        self.tally.clicks += 1
        self.look()

    def follow(self, name: str, of: str = "") -> None:
        self.go(self.page.get_by_role("link", name=named(name, of)).first)

    def press(self, name: str, of: str = "") -> None:
        """Press a button; `of` is the person or thing concerned if many have the same label."""
        self.go(self.page.get_by_role("button", name=named(name, of)).first)

    def unfold(self, name: str) -> None:
        """Open a collapsible part, if closed."""
        summary = self.page.locator("summary", has_text=name).first
        if not summary.evaluate("it => it.parentElement.open"):
            self.click(summary)

    def tick(self, label: str, within: Locator | None = None) -> None:
        box = (within or self.page).get_by_label(label, exact=True).first
        box.check()
        self.tally.clicks += 1

    def type(self, label: str, text: str, within: Locator | None = None) -> None:
        """Click into a field and replace its content by typing."""
        self.fill((within or self.page).get_by_label(label, exact=True).first, text)

    def tick_person(self, name: str) -> None:
        self.click(self.page.locator("label", has_text=name).locator("visible=true").first)

    def fill(self, box: Locator, text: str) -> None:
        box.fill(text)
        self.tally.clicks += 1
        self.tally.keys += len(text)

    def paste(self, label: str, text: str) -> None:
        """Click into a field and replace its content by pasting."""
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.tally.clicks += 1
        self.tally.keys += 2

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.tally.keys += 1

    def choose_by(self, label: str, words: str) -> None:
        """Choose the option that contains these words."""
        options = self.page.get_by_label(label, exact=True).first.locator("option").all_inner_texts()
        self.choose(label, next(option for option in options if words in option))

    def choose(self, label: str, option: str) -> None:
        """Choose from a list: one click opens it, one selects the option."""
        self.page.get_by_label(label, exact=True).first.select_option(label=option)
        self.tally.clicks += 2

    def bring(self, label: str, file: Path) -> None:
        """Choose a file: the button, the file, and Open."""
        self.page.get_by_label(label).first.set_input_files(file)
        self.tally.clicks += 3

    def take(self, name: re.Pattern[str], section: str = "") -> Download:
        """Click a link to a file; in the section with this heading, if several have one."""
        within: Page | Locator = self.page
        if section:
            within = self.page.locator("section").filter(has=self.page.get_by_role("heading", name=section))
        with self.page.expect_download() as waiting:
            within.get_by_role("link", name=name).first.click()
        self.tally.clicks += 1
        return waiting.value

    def open_link(self, address: str) -> None:
        """Open a printed or sent address."""
        self.page.goto(address)
        self.tally.clicks += 1
        self.look()

    def scan(self, address: str) -> None:
        """Point the phone's camera at a code."""
        self.page.goto(address)
        self.tally.scans += 1
        self.look()

    def look_again(self) -> None:
        """Reload the page by pulling it down."""
        self.page.reload()
        self.tally.clicks += 1
        self.look()

    def picture(self, name: str) -> None:
        """Save a screenshot if JANTAKU_PICTURES names a folder."""
        if folder := os.environ.get("JANTAKU_PICTURES"):
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path
