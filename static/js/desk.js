// The desk by keyboard: a palette that finds people, tables and pages, and single keys for what is done most.
const palette = /** @type {HTMLDialogElement} */ (document.querySelector("#palette"));
const keys = /** @type {HTMLDialogElement} */ (document.querySelector("#keys"));
const keyed = document.querySelector("[data-keyed]");
const allowed = document.querySelector("[data-single-keys]");
const REMEMBERED = "jantaku-single-keys";
const DIGITS_WAIT = 700;

// Private windows may refuse to keep anything; then the keys work.
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) !== "off";
  } catch {
    return true;
  }
}

function remember() {
  try {
    localStorage.setItem(REMEMBERED, allowed.checked ? "on" : "off");
  } catch {
    // It holds for this page.
  }
}

// ---- The palette -------------------------------------------------------------------------------------------------
const field = palette?.querySelector("input");
const found = document.querySelector("#palette-found");
let asked = 0;
let waiting;

async function look() {
  const turn = ++asked;
  const address = new URL(field.form.action);
  address.searchParams.set("q", field.value);
  try {
    const answer = await fetch(address);
    if (!answer.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn === asked) found.replaceChildren(...page.querySelector("#found").childNodes);
  } catch {
    // Without a network Enter leads to the page that finds the same.
  }
}

function open(event) {
  event.preventDefault();
  if (palette.open) return;
  palette.showModal();
  field.select();
  look();
}

function step(event) {
  const links = [...found.querySelectorAll("a")];
  const here = links.indexOf(document.activeElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  (links[to] ?? field).focus();
}

field?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(look, 120);
});
field?.form.addEventListener("submit", (event) => {
  const first = found.querySelector("a");
  if (!first) return;
  event.preventDefault();
  first.click();
});
palette?.addEventListener("keydown", step);

// ---- Single keys -------------------------------------------------------------------------------------------------
let digits = "";
let typing;

function follow() {
  const table = document.querySelector(`[data-table="${Number(digits)}"]`);
  forget();
  table?.click();
}

function forget() {
  clearTimeout(typing);
  digits = "";
  keyed.hidden = true;
}

function digit(key) {
  clearTimeout(typing);
  digits = (digits + key).slice(-4);
  keyed.textContent = keyed.dataset.keyed.replace("#", digits);
  keyed.hidden = false;
  typing = setTimeout(follow, DIGITS_WAIT);
}

function showKeys() {
  for (const row of keys.querySelectorAll("[data-for]")) {
    const is = row.dataset.for;
    row.hidden = !document.querySelector(is === "table" ? "[data-table]" : `[data-key="${is}"]`);
  }
  keys.showModal();
}

// What has the focus keeps its keys: a field what is typed, a button or a link its space bar.
const types = (it) => it.matches("input, select, textarea, [contenteditable]");
const presses = (it) => it.matches("a, button, summary");

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") return open(event);
  const it = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || types(it)) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?") return showKeys();
  if (!allowed.checked) return;
  if (event.key === "/") return open(event);
  if (/^[0-9]$/.test(event.key) && document.querySelector("[data-table]")) return digit(event.key);
  if (event.key === "Enter" && digits && !presses(it)) return follow();
  if (event.key === " " && presses(it)) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!button) return;
  event.preventDefault();
  forget();
  button.click();
});

for (const link of document.querySelectorAll("[data-palette]")) link.addEventListener("click", open);
if (allowed) {
  allowed.checked = remembered();
  allowed.addEventListener("change", remember);
}
