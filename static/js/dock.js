// A bar at the lower edge of the page. Where a keyboard lies over the page instead of making it smaller, the bar is
// lifted above it; where it would take half of what is left to see, it stays in its place in the page; and whatever is
// scrolled into view or gets the focus never lies under it.
function fit() {
  const dock = document.querySelector("[data-dock]");
  if (!dock) return;
  const view = globalThis.visualViewport;
  const seen = view && view.scale < 1.01 ? view : { height: innerHeight, offsetTop: 0 };
  const covered = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop));
  const flows = dock.offsetHeight > seen.height / 2;
  dock.classList.toggle("flows", flows);
  dock.style.bottom = `${covered}px`;
  document.documentElement.style.scrollPaddingBottom = flows ? "" : `${dock.offsetHeight + covered + 8}px`;
}

const size = new ResizeObserver(fit);

function watch() {
  size.disconnect();
  for (const dock of document.querySelectorAll("[data-dock]")) size.observe(dock);
}

for (const what of [globalThis, globalThis.visualViewport]) {
  what?.addEventListener("resize", fit);
  what?.addEventListener("scroll", fit);
}
document.addEventListener("shown", watch);
watch();
