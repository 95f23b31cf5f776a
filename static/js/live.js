// Keeps a page's live part fresh: when there is news it asks the same address again with the ETag it has, and swaps what
// is new. What somebody has typed is never swapped away; a bar then says what happened.
import { SELDOM, follow } from "./news.js";

const SLACK = 1_000; // milliseconds after a moment, so that it is past at the server, too

let completed = null;

// Has `complete(live, fresh)` bring a fresh part to the length of the one on the page, before it takes its place.
export const completeBy = (complete) => {
  completed = complete;
};

const livePart = () => document.querySelector("[data-live]");
const say = () => document.querySelector("[data-live-say]");

export async function look() {
  const live = livePart();
  if (!live) return undefined;
  const address = live.dataset.liveAddress ?? location.href;
  const answer = await fetch(address, {
    cache: "no-store",
    headers: { "If-None-Match": live.dataset.etag },
  });
  if (answer.status === 304 || answer.headers.has("ETag")) document.dispatchEvent(new CustomEvent("answered"));
  // What was sent or swapped meanwhile is newer than this answer.
  if (answer.ok && livePart() === live) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await completed?.(live, page.querySelector("[data-live]"));
    if (livePart() === live) take(live, page, answer);
  }
  return answer.status;
}

function take(live, page, answer) {
  const fresh = [...page.querySelectorAll("[data-live]")];
  if (fresh[0]?.dataset.etag === live.dataset.etag) return;
  plan(fresh[0]?.dataset.due);
  takeAsides(page);
  if (live.dataset.state && fresh[0]?.dataset.state === live.dataset.state) {
    live.dataset.etag = fresh[0].dataset.etag;
    return;
  }
  if (isAimedAt(live)) {
    setTimeout(look, 1_000);
    return;
  }
  const news = page.querySelector("[data-live-news]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  // Beside the form it is where the thumbs are, whatever the page is scrolled to.
  const bar = document.querySelector("[data-dock] [data-live-bar]") ?? document.querySelector("[data-live-bar]");
  if (bar && [...document.querySelectorAll("[data-live]")].some(isTouched)) {
    if (!bar.hidden && bar.dataset.said === news) return;
    bar.dataset.said = news;
    bar.querySelector("[data-live-bar-text]").textContent = news || say()?.dataset.liveSay || "";
    bar.hidden = false;
  } else if (answer.redirected) {
    location.assign(answer.url);
  } else {
    const parts = [...document.querySelectorAll("[data-live]")];
    live.dataset.etag = fresh[0]?.dataset.etag ?? live.dataset.etag;
    const swapped = parts.map((part, index) => fresh[index] && swap(part, fresh[index]));
    if (swapped.some(Boolean)) announce(news);
  }
}

// What stands beside a form and never holds anything typed, such as the clock, is always swapped.
function takeAsides(page) {
  const fresh = page.querySelectorAll("[data-live-aside]");
  document.querySelectorAll("[data-live-aside]").forEach((aside, index) => {
    if (fresh[index]) aside.replaceWith(document.adoptNode(fresh[index]));
  });
}

function isTouched(live) {
  return [...live.querySelectorAll("form")].some(
    (form) => "touched" in form.dataset || [...form.elements].some(isChanged),
  );
}

function isChanged(it) {
  if (it.matches("[type=radio], [type=checkbox]")) return it.checked !== it.defaultChecked;
  return it.matches("input:not([type=hidden])") && it.value !== it.defaultValue;
}

// Nothing moves from under a pointer that is about to press a button.
const isAimedAt = (live) => matchMedia("(hover: hover)").matches && live.querySelector("form button:hover") !== null;

// A page may have several live parts; the first has the ETag. Says whether this one has changed.
function swap(live, fresh) {
  if (fresh.innerHTML === live.innerHTML) return false;
  const before = new Map([...live.querySelectorAll("tr[id]")].map((row) => [row.id, row.textContent]));
  const focused = live.contains(document.activeElement) && document.activeElement.closest("[id]")?.id;
  const next = document.adoptNode(fresh);
  for (const row of next.querySelectorAll("tr[id]")) {
    if (before.size && before.get(row.id) !== row.textContent) row.classList.add("moved");
  }
  for (const open of live.querySelectorAll("details[open][id]")) {
    next.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  }
  live.replaceWith(next);
  if (focused) {
    const there = document.getElementById(focused);
    (there?.matches("a, button, input, select, summary") ? there : there?.querySelector("a, summary"))?.focus({
      preventScroll: true,
    });
  }
  return true;
}

function announce(news) {
  for (const bar of document.querySelectorAll("[data-live-bar]")) bar.hidden = true;
  const line = say();
  if (line) line.textContent = news || line.dataset.liveSay;
  document.dispatchEvent(new CustomEvent("shown"));
}

// Where time alone changes what is shown (data-due: in so many milliseconds), the page looks again by itself.
let due;
function plan(left) {
  clearTimeout(due);
  if (left) due = setTimeout(() => lookThen(left), Number(left) + SLACK);
}

// What was due may take longer at the server, or the Wi-Fi is away: the page asks again after as long a while.
async function lookThen(left) {
  if (document.hidden) {
    due = setTimeout(() => lookThen(left), SLACK);
    return;
  }
  const status = await look().catch(() => 0);
  if (status === 304 || status === 0) plan(left);
}

plan(livePart()?.dataset.due);
follow(look, () => Number(livePart()?.dataset.liveEvery) || SELDOM);
