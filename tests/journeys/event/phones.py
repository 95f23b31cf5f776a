"""What players do with their phones: they scan their card once, and then report, confirm or object."""

from playwright.sync_api import Page, expect

from tests.journeys.event.hands import Diary, Hands
from tests.journeys.event.organizer import Card

# How long a phone takes to notice by itself what happened at its table, at most, on a busy machine.
NOTICES = 15_000


class Phone(Hands):
    """A player's phone. One in Japanese presses what means the same."""

    def __init__(self, page: Page, diary: Diary, name: str, card: Card, *, japanese: bool = False) -> None:
        super().__init__(page, diary, "players")
        self.name, self.card = name, card
        self.confirm_words = "正しい：確認する" if japanese else "Confirm: this is right"
        self.scan(f"/seat/#{card.code}")

    def lose(self, page: Page) -> None:
        """The browser forgot everything, or it is another phone: scan the card again."""
        self.page.context.close()
        self.page = page
        self.scan(f"/seat/#{self.card.code}")

    def report(self, points: list[int]) -> None:
        """Type all scores but the last, which the page fills in; the page leads from box to box."""
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
        self.press("Send the result")
        expect(self.page.get_by_role("heading", name="You reported")).to_be_visible()

    def confirm(self) -> None:
        """The question comes by itself."""
        button = self.page.get_by_role("button", name=self.confirm_words)
        expect(button).to_be_visible(timeout=NOTICES)
        self.go(button)

    def object_to_it(self, reason: str) -> None:
        expect(self.page.get_by_text("It is wrong")).to_be_visible(timeout=NOTICES)
        self.unfold("It is wrong")
        self.type("What is wrong?", reason)
        self.press("Dispute this result")
        self.see("This result is disputed")
