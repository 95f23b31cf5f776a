"""Layout errors of position: too wide, overlapping, or too small to press."""

from playwright.sync_api import Page

from tests.thorough import THOROUGH, in_turn

PORTRAIT = ((320, 568), (360, 640), (390, 844), (430, 932))
LANDSCAPE = tuple((height, width) for width, height in PORTRAIT)
# The screen left by a keyboard on an upright and a sideways phone.
WITH_A_KEYBOARD = ((320, 260), (360, 330), (390, 440), (430, 500), (667, 180))
LAPTOP = (1280, 800)
# The narrowest size is checked for all pages; other sizes take turns.
ALWAYS = (PORTRAIT[0], WITH_A_KEYBOARD[0])
IN_TURN = (LAPTOP, *PORTRAIT[1:], *LANDSCAPE, *WITH_A_KEYBOARD[1:])
TURNS = 6

FAULTS = """
async () => {
  // What fits itself to the size of the window does so in the next frame, at the frame's end.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise(setTimeout);
  const name = (it) => it.outerHTML.replace(/\\s+/g, ' ').slice(0, 90);
  const faults = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) {
    const right = document.documentElement.clientWidth + 0.5;
    const out = [...document.body.querySelectorAll('*')].filter(
      (it) => it.checkVisibility() && it.getBoundingClientRect().right > right && !it.closest('.vh, .scroll'));
    const inmost = out.filter((it) => !out.some((other) => other !== it && it.contains(other)));
    faults.push(`${wide} px too wide: ${inmost.slice(0, 3).map(name).join(' | ')}`);
  }
  const all = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((it) => !it.closest('.vh, .skip'));
  const isBar = (it) => {
    for (let up = it; up; up = up.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(up).position)) return true;
    }
    return false;
  };
  const flowing = all.filter((it) => !isBar(it)).map((it) => [it, [...it.getClientRects()]]);
  flowing.forEach(([one, rects], index) => {
    for (const [other, others] of flowing.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const touch = rects.some((a) => others.some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
      if (touch) faults.push(`on each other: ${name(one)} and ${name(other)}`);
    }
  });
  for (const it of all) {
    it.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const rect = it.getClientRects()[0];
    if (!rect || rect.width < 1 || rect.height < 1) continue;
    const x = rect.left + rect.width / 2;
    const y = rect.top + Math.min(rect.height / 2, 20);
    const hit = document.elementFromPoint(x, y);
    const isHit = hit && (it.contains(hit) || it.labels?.[0]?.contains(hit) ||
      (hit.contains(it) && !hit.matches('[data-dock]')));
    if (!isHit) {
      const other = hit ? name(hit) : 'outside';
      faults.push(`cannot be hit: ${name(it)} for ${other} at ${Math.round(x)},${Math.round(y)}`);
    }
  }
  for (const box of document.querySelectorAll('[data-points], [data-sticks]')) {
    if (box.scrollWidth > box.clientWidth + 1) faults.push(`its number is cut: ${box.value} ${name(box)}`);
  }
  scrollTo(0, 0);
  return [...new Set(faults)].slice(0, 6);
}
"""


def faults_of(page: Page, turn: int) -> list[str]:
    """Return errors of the current page in many sizes, with a keyboard, and with text at 200 %.

    The `turn`-th page is checked in the narrowest size and in every sixth other size; thoroughly in every second
    one, and in all four with larger text.
    """
    others = IN_TURN[turn % 2 :: 2] if THOROUGH else IN_TURN[turn % TURNS :: TURNS]
    found = [fault for size in (*ALWAYS, *others) for fault in _at(page, size, "")]
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    found += [fault for size in in_turn(PORTRAIT, turn, of=4) for fault in _at(page, size, " at 200 %")]
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    browser.detach()
    return found


def _at(page: Page, size: tuple[int, int], how: str) -> list[str]:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    return [f"{width}×{height}{how}: {fault}" for fault in page.evaluate(FAULTS)]


OUT_OF_VIEW = """
async (parts) => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const { width, height } = visualViewport;
  const faults = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);
  const name = (it) => it.outerHTML.replace(/\\s+/g, ' ').slice(0, 70);
  const isHit = (it, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (it === hit || it.contains(hit));
  };
  const points = ({ left, right, top, bottom }, by) =>
    [(left + right) / 2, left + by, right - by].flatMap((x) =>
      [(top + bottom) / 2, top + by, bottom - by].map((y) => [x, y]));
  const look = (it, by) => {
    const rect = it.getBoundingClientRect();
    const isInside = rect.left > -1 && rect.top > -1 && rect.right < width + 1 && rect.bottom < height + 1;
    if (!rect.width || !rect.height) faults.push(`not shown: ${name(it)}`);
    else if (!isInside) faults.push(`out of view at ${Math.round(rect.top)}–${Math.round(rect.bottom)}: ${name(it)}`);
    else if (!points(rect, by).every(([x, y]) => isHit(it, x, y))) faults.push(`covered: ${name(it)}`);
  };
  for (const part of parts) for (const it of document.querySelectorAll(part)) look(it, 14);
  // Rows are rounder than the boxes in them.
  for (const it of document.querySelectorAll('[data-points]')) look(it, 6);
  return faults;
}
"""


def out_of_view(page: Page, parts: list[str]) -> list[str]:
    """Return which of these parts, and of the score fields, are not fully visible without scrolling."""
    faults: list[str] = page.evaluate(OUT_OF_VIEW, parts)
    return faults
