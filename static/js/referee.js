// The referee's page: rings and shakes for a new call or dispute where somebody asked for it, and says how long each
// has waited.
import { strike, turn } from "./gong.js";

const REMEMBERED = "jantaku-referee-bell";

const loud = () => new Set([...document.querySelectorAll("[data-loud]")].map((it) => it.dataset.loud));

let known = loud();
let offset = 0;

function listen() {
  const now = loud();
  if ([...now].some((key) => !known.has(key))) strike(2);
  known = now;
}

// A page comes with the server's time; this machine's may be wrong.
function setClock() {
  const { now } = document.querySelector("[data-due]").dataset;
  if (now) offset = Number(now) - Date.now();
  count();
}

function count() {
  for (const it of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((Date.now() + offset - Number(it.dataset.since)) / 60_000));
    const words = it.dataset.words.replace("#", String(minutes));
    if (it.textContent !== words) it.textContent = words;
  }
}

// Private windows may refuse to keep anything; then it is asked for again.
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) === "on";
  } catch {
    return false;
  }
}

function remember(isOn) {
  try {
    localStorage.setItem(REMEMBERED, isOn ? "on" : "off");
  } catch {
    // As above.
  }
}

// Browsers allow a sound only after a tap: a phone that remembers it rings from the first one on.
function offerBell(row) {
  const button = row.querySelector("button");
  const note = row.querySelector("[data-bell-note]");
  let isOn = false;
  let isWanted = remembered();

  function switchTo(on) {
    if (on !== isOn) turn();
    isOn = on;
    isWanted = on;
    show();
  }

  function show() {
    button.setAttribute("aria-pressed", String(isWanted));
    note.hidden = !isWanted || isOn;
  }

  button.addEventListener("click", () => {
    switchTo(!isOn);
    remember(isOn);
  });
  const first = (event) => {
    if (isWanted && !isOn && !event.target.closest("[data-bell]")) switchTo(true);
  };
  addEventListener("pointerup", first);
  addEventListener("keyup", first);
  row.hidden = false;
  show();
}

document.addEventListener("shown", () => {
  listen();
  setClock();
});
setInterval(count, 5_000);
setClock();
const bell = document.querySelector("[data-bell]");
if (bell) offerBell(bell);
