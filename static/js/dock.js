// A bar at the lower edge of the page. Where a keyboard lies over the page instead of making it smaller, the bar is
// lifted above it; where it would take half of what is left to see, it stays in its place in the page; and whatever is
// scrolled into view or gets the focus never lies under it.
const A_PLAYER = 130; // pixels
const A_BAR = 90;
let [height, room] = [0, 0];

function seenNow() {
  const view = globalThis.visualViewport;
  return view && view.scale < 1.01 ? view : { height: innerHeight, offsetTop: 0 };
}

// On its side a phone has it beside the players, where it covers nothing (css/jantaku.css).
export const isBeside = (dock) => getComputedStyle(dock).position === "fixed";

// A number pad on it takes the place of a keyboard; a player or two are to be seen above it.
export function hasRoom(dock) {
  dock.classList.remove("flows");
  const { height: all } = seenNow();
  if (isBeside(dock)) return dock.scrollHeight <= all;
  return dock.offsetHeight <= (dock.querySelector("[data-pad]:not([hidden])") ? all - A_PLAYER : all / 2);
}

export function fit() {
  const dock = document.querySelector("[data-dock]");
  if (!dock) return;
  const seen = seenNow();
  const covered = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop));
  const flows = !hasRoom(dock);
  dock.classList.toggle("flows", flows);
  dock.style.bottom = `${covered}px`;
  const isOver = !flows && !isBeside(dock);
  dock.closest("form").style.setProperty("--dock", isOver ? `${dock.offsetHeight + covered}px` : "0");
  // Where it covers more than before, or less is left to see; bars of browsers come and go while somebody scrolls.
  if (dock.offsetHeight > height || seen.height < room - A_BAR) {
    const box = document.querySelector("[data-computed]") ?? document.activeElement;
    box?.closest(".entry-row")?.scrollIntoView({ block: "nearest" });
  }
  [height, room] = [dock.offsetHeight, seen.height];
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
