// A long table goes on by a link to its next rows: they are fetched when somebody scrolls near its end, and once more
// when the page is brought up to date.
import { completeBy } from "./live.js";

const NEAR = "1500px";
const PAUSE = 5_000; // milliseconds after which what did not come is asked for again

const nextOf = (part) => part?.querySelector("[data-parts] a[rel=next]");

// Adds the next rows to what `part` shows of them. Rows of other standings are not added; the page is about to be new.
async function goOn(part) {
  const link = nextOf(part);
  if (!link) return false;
  const answer = await fetch(link.href, { credentials: "same-origin" });
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const more = page.querySelector("[data-continued]");
  if (more?.dataset.asOf !== part.dataset.asOf || nextOf(part) !== link) return false;
  part.querySelector(".players tbody").append(...more.querySelector(".players tbody").children);
  const [old, fresh] = [part, more].map((one) => one.querySelector("[data-parts]"));
  const span = fresh.querySelector("span");
  // What is above stays above: the link to it, and the first row that is shown.
  span.textContent = span.textContent.replace(/^\d+/, old.querySelector("span").textContent.match(/^\d+/)[0]);
  fresh.querySelector("[rel=prev]")?.remove();
  if (old.querySelector("[rel=prev]")) fresh.prepend(old.querySelector("[rel=prev]"));
  old.replaceWith(fresh);
  return true;
}

// As many rows in a fresh part as somebody has scrolled to in the one before.
async function asLongAs(part, fresh) {
  if (!("continued" in part.dataset) || !fresh || fresh.dataset.etag === part.dataset.etag) return;
  const wanted = part.querySelectorAll(".players tbody tr").length;
  while (fresh.querySelectorAll(".players tbody tr").length < wanted && (await goOn(fresh).catch(() => false)));
}

const watcher = new IntersectionObserver(
  async (seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watcher.disconnect();
    const went = await goOn(document.querySelector("[data-continued]")).catch(() => false);
    setTimeout(watch, went ? 0 : PAUSE);
  },
  { rootMargin: `0px 0px ${NEAR}` },
);

function watch() {
  const link = nextOf(document.querySelector("[data-continued]"));
  watcher.disconnect();
  if (link) watcher.observe(link);
}

completeBy(asLongAs);
watch();
document.addEventListener("shown", watch);
