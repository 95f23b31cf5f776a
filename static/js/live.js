// Keeps a page's live part fresh: asks the same address again with the ETag it has, and swaps what is new.
const EVERY = 15_000;
const JITTER = 5_000;
const say = document.querySelector("[data-live-say]");
let timer;

function wait(times = 1) {
  clearTimeout(timer);
  timer = setTimeout(ask, (EVERY + Math.random() * JITTER) * times);
}

async function ask() {
  const live = document.querySelector("[data-live]");
  if (!live || document.hidden) return;
  try {
    const answer = await fetch(location.href, {
      cache: "no-store",
      headers: { "If-None-Match": live.dataset.etag },
    });
    if (answer.ok) swap(live, new DOMParser().parseFromString(await answer.text(), "text/html"));
    wait(answer.status === 429 || answer.status >= 500 ? 4 : 1);
  } catch {
    wait(2); // the Wi-Fi is away; it comes back
  }
}

function swap(live, page) {
  const fresh = page.querySelector("[data-live]");
  if (!fresh || fresh.dataset.etag === live.dataset.etag) return;
  const before = new Map([...live.querySelectorAll("tr[id]")].map((row) => [row.id, row.textContent]));
  const focused = document.activeElement?.closest?.("tr[id]")?.id;
  const next = document.adoptNode(fresh);
  for (const row of next.querySelectorAll("tr[id]")) {
    if (before.size && before.get(row.id) !== row.textContent) row.classList.add("moved");
  }
  live.replaceWith(next);
  if (focused) document.getElementById(focused)?.querySelector("a")?.focus({ preventScroll: true });
  if (say) say.textContent = say.dataset.liveSay;
}

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
wait();
