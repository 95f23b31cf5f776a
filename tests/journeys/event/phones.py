"""Players' phones: they scan a card once, then report, confirm or dispute."""

from django.utils import translation
from django.utils.translation import gettext, pgettext
from playwright.sync_api import Page, expect

from tests.journeys.event.hands import Diary, Hands, named
from tests.journeys.event.organizer import Card

# Texts that phones press or look for.
WORDS = (
    "Send the result",
    "Confirm: this is right",
    "This is wrong",
    "What is wrong?",
    "Dispute this result",
    "This result is disputed",
    "On this phone",
)
HEADINGS = ("You reported",)
# The longest time a phone takes to notice changes at its table on a busy machine.
NOTICES = 15_000


def words_in(language: str) -> dict[str, str]:
    """Return these texts in a language, by the English ones."""
    with translation.override(language):
        sentences = {words: gettext(words) for words in WORDS}
        return sentences | {words: pgettext("heading", words) for words in HEADINGS}


class Phone(Hands):
    """A player's phone. In Japanese it presses the translated texts."""

    def __init__(self, page: Page, diary: Diary, name: str, card: Card, *, japanese: bool = False) -> None:
        super().__init__(page, diary)
        self.context = page.context
        self.name, self.card = name, card
        self.words = words_in("ja" if japanese else "en")
        with self.task("scan the card, for the whole event"):
            self.scan(f"/seat/#{card.code}")

    def lose(self, page: Page) -> None:
        """Lose the browser's storage, or use another phone: scan the card again."""
        self.context.close()
        self.page, self.context = page, page.context
        self.words = words_in("en")
        self.scan(f"/seat/#{self.card.code}")
        self.see("card is already in use on another phone")

    def pocket(self) -> None:
        """Leave the page; the browser remembers the card."""
        self.page.goto("about:blank")

    def take_out(self) -> None:
        """Open the page again, if left; the browser remembers it."""
        if self.page.url == "about:blank":
            self.page.goto("/seat/table/")

    def come_back_by_pin(self, page: Page) -> None:
        with self.task("come back with another phone, by the PIN"):
            self.lose(page)
            self.type("PIN on the card", self.card.pin)
            self.press("Let me in")
        self.page.wait_for_url("**/seat/table/**")

    def report(self, points: list[int]) -> None:
        """Type all scores but the last, which the page fills in; the focus moves from field to field."""
        with self.task("report a result"):
            self.type_result(points)
            self.press(self.words["Send the result"])
        self.sees_it_sent()

    def report_into_the_void(self, points: list[int]) -> None:
        """Report while no server answers: the phone stores the report and says so."""
        self.type_result(points)
        self.page.get_by_role("button", name=named(self.words["Send the result"])).click()
        expect(self.page.locator("[data-outbox-list] .note.wait")).to_contain_text(
            self.words["On this phone"]
        )
        self.picture("phone-without-server")

    def type_result(self, points: list[int]) -> None:
        boxes = self.page.locator("[data-points]")
        expect(boxes.first).to_be_visible(timeout=NOTICES)
        self.click(boxes.first)
        for number, typed in enumerate(points[:-1]):
            expect(boxes.nth(number)).to_be_focused()
            for key in str(typed):
                self.key(key)
            if len(str(typed)) < 3:
                self.key("Enter")
        expect(boxes.nth(len(points) - 1)).to_have_value(str(points[-1]))

    def sees_it_sent(self) -> None:
        expect(self.page.get_by_role("heading", name=self.words["You reported"])).to_be_visible()

    def confirm(self) -> None:
        """Confirm; the question appears without reloading."""
        button = self.page.get_by_role("button", name=self.words["Confirm: this is right"])
        expect(button).to_be_visible(timeout=NOTICES)
        with self.task("confirm it"):
            self.go(button)

    def object_to_it(self, reason: str) -> None:
        expect(self.page.get_by_text(self.words["This is wrong"])).to_be_visible(timeout=NOTICES)
        with self.task("object to it"):
            self.unfold(self.words["This is wrong"])
            self.type(self.words["What is wrong?"], reason)
            self.press(self.words["Dispute this result"])
        self.see(self.words["This result is disputed"])
