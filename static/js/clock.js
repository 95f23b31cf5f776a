// Counts clocks down by the server's time: a page says what time it was there when it was made (data-now), so a phone
// whose own clock is wrong counts right.
const offsets = new WeakMap();

// How far this machine's clock is behind the server's. It goes on while the machine sleeps, as a timer does not.
function offset(element) {
  if (!offsets.has(element)) offsets.set(element, Number(element.dataset.now) - Date.now());
  return offsets.get(element);
}

// Seconds until the time is up; null for a clock that stands.
export function left(element) {
  const ends = Number(element.dataset.ends);
  return ends ? Math.ceil((ends - Date.now() - offset(element)) / 1000) : null;
}

export const inDigits = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const clocks = (page) => [...page.querySelectorAll("[data-clock]")];

function show(clock) {
  const seconds = left(clock);
  // What is hours away keeps the hour that stands there.
  if (seconds === null || seconds > Number(clock.dataset.clockWithin ?? Infinity)) return;
  const words = clock.querySelector("[data-clock-words]");
  if (words && words.textContent !== words.dataset.clockWords) words.textContent = words.dataset.clockWords;
  clock.querySelector("[data-clock-digits]").textContent = inDigits(Math.max(0, seconds));
  clock.querySelector("[data-clock-left]").hidden = seconds <= 0;
  clock.querySelector("[data-clock-over]").hidden = seconds > 0;
  clock.classList.toggle("over", seconds <= 0);
  clock.classList.toggle("soon", seconds > 0 && seconds <= 300);
  clock.dispatchEvent(new CustomEvent("clock", { bubbles: true, detail: { seconds } }));
}

const tick = () => clocks(document).forEach(show);

// A page that comes out of the browser's own store says what time it was then.
async function ask() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = clocks(new DOMParser().parseFromString(await answer.text(), "text/html"));
  clocks(document).forEach((clock, index) => {
    if (fresh[index]) offsets.set(clock, Number(fresh[index].dataset.now) - Date.now());
  });
  tick();
}

const came = performance.getEntriesByType("navigation")[0];
if (came?.transferSize === 0 && document.querySelector("[data-clock][data-ends]")) ask();
document.addEventListener("shown", tick);
setInterval(tick, 1000);
tick();
