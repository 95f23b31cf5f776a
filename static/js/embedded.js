// In a frame on another site: tells that page how high this one is (embed.js there listens), and looks for something new.
const EVERY = 30_000; // milliseconds
const EARLIER = 0.1; // by up to this share, so that frames do not ask in chorus

const part = () => document.querySelector("[data-embedded]");
// Nothing is taken from under a keyboard.
const isInUse = () => document.hasFocus() && part().contains(document.activeElement);
let tag = "";

function tellHeight() {
  // Of the content, not of the window: a frame also becomes lower again.
  const height = Math.ceil(part().getBoundingClientRect().height);
  if (parent !== window) parent.postMessage({ jantaku: "height", height }, "*");
}

async function look() {
  const answer = await fetch(location.href, { credentials: "omit", headers: { "If-None-Match": tag }, cache: "no-store" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-embedded]");
  tag = answer.headers.get("ETag") ?? "";
  if (!fresh || fresh.innerHTML === part().innerHTML || isInUse()) return;
  watch.unobserve(part());
  part().replaceWith(document.adoptNode(fresh));
  watch.observe(part());
}

function wait() {
  setTimeout(async () => {
    if (!document.hidden) await look().catch(() => {}); // the network is away; it comes back
    wait();
  }, EVERY * (1 - Math.random() * EARLIER));
}

const watch = new ResizeObserver(tellHeight);
watch.observe(part());
wait();
