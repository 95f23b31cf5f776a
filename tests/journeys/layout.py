"""Layout errors: wider than the screen, cut, broken, or overlapping.

All text is checked at once without scrolling: a page is opened once and checked in every size. `geometry.py` checks
what can be pressed, which takes longer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page

DEFAULT = 16
"""How high text is, in px, where a reader has set nothing."""


@dataclass(frozen=True)
class Size:
    """A screen, its text size, and the maximum height of a page's head in px."""

    width: int
    height: int
    text: int = DEFAULT
    head: int = 48

    def __str__(self) -> str:
        return f"{self.width}×{self.height} at {self.text / DEFAULT:.0%}"


NARROW = (
    Size(320, 568),
    Size(360, 740, text=21),
    # Two lines: one line would be smaller than the text.
    Size(390, 844, text=32, head=104),
)
# Browsers also offer enlarging text alone, which media queries ignore.
ENLARGED = (Size(360, 740, text=21), Size(390, 844, text=32), Size(1280, 800, text=32))
WIDE = (Size(844, 390), Size(1280, 800), Size(1920, 1080))

LOOK = """
async (head) => {
  // What fits itself to the size of the window does so in the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const root = document.documentElement;
  const faults = new Set();
  const name = (it) => it.outerHTML.replace(/\\s+/g, ' ').slice(0, 90);
  const quoted = (node) => `“${node.data.trim().slice(0, 30)}”`;
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) faults.add(`${wide} px too wide`);
  const top = document.querySelector('header.top > nav:has(> .brand)');
  if (top?.checkVisibility() && top.offsetHeight > head) faults.add(`a head of ${top.offsetHeight} px`);

  const seen = new Map();
  const about = (it) => {
    let found = seen.get(it);
    if (!found) {
      const style = getComputedStyle(it);
      const isLaidOut = !['inline', 'contents', 'table-row', 'table-row-group'].includes(style.display);
      const above = it === document.body ? null : about(it.parentElement);
      found = {
        rect: isLaidOut ? it.getBoundingClientRect() : null,
        scrolls: /auto|scroll/.test(style.overflowX) && it.scrollWidth > it.clientWidth,
        cuts: /hidden|clip/.test(style.overflowX + style.overflowY),
        isLeftOut: style.clipPath !== 'none' || Boolean(above?.isLeftOut) ||
          it.matches('.vh, .skip, script, style, noscript, option, svg, textarea'),
        isBar: ['sticky', 'fixed'].includes(style.position) || Boolean(above?.isBar),
      };
      seen.set(it, found);
    }
    return found;
  };

  const texts = [];
  const range = document.createRange();
  const rectsOf = () => [...range.getClientRects()].filter((it) => it.width > 1 && it.height > 1);
  const isBroken = (rects) => rects.length > 1 && rects.at(-1).top > rects[0].top + 4;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || about(parent).isLeftOut) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const rects = rectsOf();
    if (!rects.length) continue;
    for (let up = parent; up !== document.body; up = up.parentElement) {
      const { rect, scrolls, cuts } = about(up);
      if (scrolls) break;
      if (!rect) continue;
      if (rects.some((it) => it.right > rect.right + 1 || it.left < rect.left - 1)) {
        faults.add(`${cuts ? 'cut' : 'sticks out'}: ${quoted(node)} of ${name(up)}`);
        break;
      }
      if (cuts && rects.some((it) => it.bottom > rect.bottom + 3 + it.height / 5)) {
        faults.add(`cut below: ${quoted(node)} of ${name(up)}`);
        break;
      }
    }
    // Words and figures have no more than a line; addresses and hashes are broken where the line ends.
    if (isBroken(rects)) {
      for (const word of node.data.matchAll(/[A-Za-z0-9,.+−]{2,11}/g)) {
        const before = node.data.slice(0, word.index).match(/\\S*$/)[0].length;
        const after = node.data.slice(word.index).match(/^\\S*/)[0].length;
        if (before + after > 14) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (isBroken(rectsOf())) faults.add(`broken: “${word[0]}” in ${name(parent)}`);
      }
    }
    for (const rect of rects) texts.push([rect, node, about(parent).isBar]);
  }
  texts.sort(([one], [other]) => one.top - other.top);
  texts.forEach(([a, one, isBar], index) => {
    for (let next = index + 1; next < texts.length && texts[next][0].top < a.bottom; next += 1) {
      const [b, other, isOthersBar] = texts[next];
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const broad = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      if (one !== other && broad > 2 && high > 0.45 * Math.min(a.height, b.height) && isBar === isOthersBar) {
        faults.add(`over each other: ${quoted(one)} and ${quoted(other)} in ${name(other.parentElement)}`);
      }
    }
  });
  return [...faults].slice(0, 6);
}
"""

TOO_WIDE = """
async (text) => {
  const root = document.documentElement;
  root.style.fontSize = `${text}px`;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return root.scrollWidth - root.clientWidth;
}
"""

UNLINKED = """
([players, teams, left_out]) => {
  const named = new Map([...players.map((it) => [it, '/players/']), ...teams.map((it) => [it, '/teams/'])]);
  const pattern = [...named.keys()].sort((one, other) => other.length - one.length)
    .map((it) => it.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')).join('|');
  const names = new RegExp(`(?:${pattern})(?![0-9])`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const said = node.data.match(names)?.[0];
    if (!said || node.parentElement.closest(left_out)) continue;
    const link = node.parentElement.closest('a[href]');
    if (!link?.pathname.includes(named.get(said))) {
      found.add(`${said} in ${node.parentElement.parentElement.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)}`);
    }
  }
  return [...found].slice(0, 6);
}
"""


class Look:
    """Checks the pages opened in `page`, in one size after another."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser: CDPSession = page.context.new_cdp_session(page)
        self.text = DEFAULT

    def faults(self, sizes: Iterable[Size]) -> list[str]:
        """Return all errors of the current page; the text size is restored afterwards."""
        found = []
        for size in sizes:
            self.page.set_viewport_size({"width": size.width, "height": size.height})
            self._set_text(size.text)
            found += [f"{size}: {fault}" for fault in self.page.evaluate(LOOK, size.head)]
        self._set_text(DEFAULT)
        return found

    def too_wide_enlarged(self) -> list[str]:
        """Return where the current page is too wide once only its text is enlarged."""
        found = []
        for size in ENLARGED:
            self.page.set_viewport_size({"width": size.width, "height": size.height})
            wide = self.page.evaluate(TOO_WIDE, size.text)
            found += [f"{size}, text alone: {wide} px too wide"] if wide > 0 else []
        self.page.evaluate("document.documentElement.style.fontSize = ''")
        return found

    def unlinked(self, players: Sequence[str], teams: Sequence[str], left_out: Iterable[str]) -> list[str]:
        """Return names on the page without a link to a player or a team, outside of what is left out."""
        found: list[str] = self.page.evaluate(UNLINKED, [players, teams, ", ".join(left_out)])
        return found

    def _set_text(self, height: int) -> None:
        if height != self.text:
            sizes = {"standard": height, "fixed": height * 13 // DEFAULT}
            self.browser.send("Page.setFontSizes", {"fontSizes": sizes})
            self.text = height
