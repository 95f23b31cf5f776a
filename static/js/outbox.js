// Sends what is put in, one after the other, and again until the server itself has answered. Every item has a key, by
// which the server does it once, however often it arrives.
import { isOf, newKey, pauseAfter, settled } from "./outbox_items.js";
import { show } from "./outbox_list.js";
import { add, all, change, remove } from "./outbox_store.js";

const ANSWER = "application/vnd.jantaku.form+json";
const PATIENCE = 15_000; // milliseconds for one answer
const SHOWN = 60 * 60_000; // for so long what was accepted is listed
const BUSY = "jantaku-outbox";

// Whose things this page sends: on a phone the phone's, at the desk those of the account that is signed in.
const ownerHere = () => document.querySelector("[data-outbox-list]")?.dataset.owner ?? "";

let failures = 0;
let timer;
let isSending = false;
let isAsked = false;
const waiting = new Map();

// Keeps an item, and sends it as soon as it can. Resolves, once it is on the disk, to a promise of the answer, and to
// whether others waited before it. One of a
// chain follows the last of it that still waits: what it names in `if_match` is known once that one is answered.
export async function put({ isChained, ...item }) {
  const earlier = (await all()).filter((one) => one.state === "waiting");
  const before = isChained && earlier.findLast((one) => one.about === item.about);
  await add({ ...item, after: before ? before.key : "", state: "waiting", at: Date.now() });
  navigator.storage?.persist?.();
  const answer = new Promise((resolve) => waiting.set(item.key, resolve));
  await render();
  send();
  return { answer, isBehind: earlier.length > 0 };
}

export async function forget(key) {
  await remove(key);
  await render();
}

export async function send() {
  clearTimeout(timer);
  isAsked = isSending;
  if (isSending) return;
  isSending = true;
  try {
    // Two pages of one phone take turns; where they cannot, the keys make twice as good as once.
    if (navigator.locks) await navigator.locks.request(BUSY, sendAll);
    else await sendAll();
    failures = 0;
  } catch {
    failures += 1;
    timer = setTimeout(send, pauseAfter(failures));
  } finally {
    isSending = false;
  }
  if (isAsked) await send();
  else await render();
}

async function sendAll() {
  for (;;) {
    const item = (await all()).find((one) => one.state === "waiting" && isOf(one, ownerHere()));
    if (!item) return;
    const answer = await attempt(item);
    await change((items) => settled(items, item.key, answer));
    if (answer.tag) nameInForms(item, answer.tag);
    waiting.get(item.key)?.(answer);
    waiting.delete(item.key);
    await render();
  }
}

async function attempt(item) {
  const answer = await ask(item, document.querySelector("[data-outbox-list] [name=csrfmiddlewaretoken]")?.value ?? "");
  if (answer.ok && answer.headers.get("Content-Type")?.startsWith(ANSWER)) return withSentences(await answer.json());
  if (answer.status === 403) await renewToken();
  throw new Error(`no answer of ours: ${answer.status}`);
}

// A form that comes back says within the page what is wrong.
function withSentences(answer) {
  const page = new DOMParser().parseFromString(answer.page, "text/html");
  const alerts = [...page.querySelectorAll("main [role=alert]:not([hidden]), main .errorlist")];
  return { ...answer, sentences: [...answer.sentences, ...alerts.map((one) => one.textContent.trim().replace(/\s+/g, " "))] };
}

// What is typed meanwhile follows what was just accepted.
function nameInForms(item, tag) {
  for (const form of document.querySelectorAll(`form[data-outbox="${CSS.escape(item.about)}"]`)) {
    form.elements.if_match.value = tag;
  }
}

function ask(item, token) {
  const body = new FormData();
  for (const [name, value] of item.fields) body.append(name, value);
  body.append("key", item.key);
  body.append("csrfmiddlewaretoken", token);
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(item.address, { method: "POST", body, headers: { Accept: ANSWER }, redirect: "manual", signal });
}

// A page from the phone's disk may be older than the secret that its forms name. So is one on which somebody else has
// signed in meanwhile: nothing is sent under another name.
async function renewToken() {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-outbox-list] [name=csrfmiddlewaretoken]");
  const here = document.querySelector("[data-outbox-list] [name=csrfmiddlewaretoken]");
  const owner = page.querySelector("[data-outbox-list]")?.dataset.owner ?? "";
  if (fresh && here && owner === ownerHere()) here.value = fresh.value;
}

export async function render() {
  const items = await all().catch(() => []);
  show(items);
  document.dispatchEvent(new CustomEvent("outbox", { detail: items }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-outbox-list] button");
  if (!button) return;
  const { key } = button.closest("[data-key]").dataset;
  if ("again" in button.dataset) sendAgain(key);
  else if ("retype" in button.dataset) retype(key);
  else if (button.dataset.sure && !("asked" in button.dataset)) {
    button.dataset.asked = "";
    button.textContent = button.dataset.sure;
  } else takeOut(key);
});

// What was refused is asked anew, under a key of its own: the seat may be this phone's again.
async function sendAgain(key) {
  const { number, ...item } = (await all()).find((one) => one.key === key);
  await remove(key);
  await add({ ...item, key: newKey(), state: "waiting", sentences: [], after: "" });
  await render();
  sendNow();
}

// At the desk one form is every table's: it takes the figures over, and what was refused is gone.
async function retype(key) {
  const item = (await all()).find((one) => one.key === key);
  await forget(key);
  if (item) document.dispatchEvent(new CustomEvent("retype", { detail: item }));
}

// What is not to be sent stands in its form again, to be changed.
async function takeOut(key) {
  const item = (await all()).find((one) => one.key === key);
  await forget(key);
  waiting.get(key)?.({ isTakenOut: true });
  const form = item?.state === "waiting" && document.querySelector(`form[data-outbox="${CSS.escape(item.about)}"]`);
  if (!form || "several" in form.dataset) return;
  for (const [name, value] of item.fields) {
    const box = form.elements[name];
    if (box?.type === "text") box.value = value;
  }
  form.querySelector("input[type=text]")?.dispatchEvent(new Event("input", { bubbles: true }));
}

async function start() {
  const items = await all().catch(() => []);
  for (const item of items) if (item.state === "done" && Date.now() - item.at > SHOWN) await remove(item.key);
  await render();
  send();
}

function sendNow() {
  failures = 0;
  send();
}

addEventListener("online", sendNow);
addEventListener("pageshow", (event) => event.persisted && sendNow());
document.addEventListener("visibilitychange", () => document.hidden || sendNow());
document.addEventListener("shown", render);
start();
