"""A player at his roster, as the browser tests of psychology use him."""

from playwright.sync_api import Page, expect


class Table:
    """A player at his roster: opens tests, types dice, reads verdicts. ``scripts`` says whether his browser has any."""

    def __init__(self, page: Page, *, scripts: bool) -> None:
        self.page = page
        self.scripts = scripts

    def open(self, warrior: str, kind: str = "") -> None:
        self.page.get_by_role("link", name=f"Test {warrior}").click()
        expect(self.bench).to_be_visible()
        if kind:
            self.kind(kind)

    def kind(self, kind: str) -> None:
        self.bench.locator(".kinds").get_by_role("link", name=kind, exact=True).click()
        expect(self.bench.locator(".kinds [aria-current]")).to_have_text(kind)
        self.settled()

    def settled(self) -> None:
        """Wait until htmx has finished with whatever came in."""
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)

    @property
    def bench(self):
        return self.page.locator("section.bench")

    @property
    def roll(self):
        return self.bench.get_by_role("button", name="Roll", exact=True)

    def tell(self) -> None:
        """Have the plan shown for what was told: scripts do so by themselves."""
        if not self.scripts:
            self.bench.get_by_role("button", name="Show the chance").click()
        self.settled()

    def type_dice(self, *faces: int | str) -> None:
        for number, face in enumerate(faces, 1):
            self.bench.get_by_label(f"Die {number}").fill(str(face))

    def use(self, *faces: int | str) -> None:
        self.type_dice(*faces)
        self.bench.get_by_role("button", name="Use", exact=True).click()

    def verdict(self, words: str):
        """The newest verdict, once it says this."""
        found = self.bench.locator(".verdict").last
        expect(found.get_by_role("heading")).to_contain_text(words)
        self.settled()
        return found
