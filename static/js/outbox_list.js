// What the page shows of the outbox: a list in the words of templates/phone/_outbox.html.
import { addressAtTheDesk, isOf } from "./outbox_items.js";
import { generate } from "../vendor/lean-qr-2.7.4.min.js";

// Only what has changed: somebody may be holding a code before the referee's camera.
export function show(all) {
  const list = document.querySelector("[data-outbox-list]");
  if (!list) return;
  const owner = list.dataset.owner ?? "";
  const own = all.filter((item) => isOf(item, owner));
  // What another account typed at this desk waits for that account; a phone knows nothing of a desk.
  const others = owner ? all.filter((item) => item.owner && item.owner !== owner && item.state !== "done") : [];
  const items = [...own, ...others];
  tellHowMany(own.filter((item) => item.state === "waiting").length);
  list.hidden = items.length === 0;
  const here = new Map([...list.querySelectorAll("ul > li")].map((row) => [row.dataset.shown, row]));
  const rows = items.map((item) => here.get(signOf(item)) ?? rowOf(list, item));
  if (rows.length !== here.size || rows.some((row) => !row.isConnected)) list.querySelector("ul").replaceChildren(...rows);
  // What waits is not typed a second time.
  const busy = new Set(items.filter((item) => item.state === "waiting").map((item) => item.about));
  for (const form of document.querySelectorAll("form[data-outbox]")) {
    form.inert = !("several" in form.dataset) && busy.has(form.dataset.outbox);
  }
}

function tellHowMany(n) {
  const note = document.querySelector("[data-outbox-count]");
  if (!note) return;
  note.hidden = n === 0;
  const words = n === 1 ? note.dataset.one : note.dataset.many.replace("#", String(n));
  if (n && note.textContent !== words) note.textContent = words;
}

const signOf = (item) => `${item.key}-${item.state}`;
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

function rowOf(list, item) {
  const of = isOf(item, list.dataset.owner ?? "") ? item.state : "others";
  const row = list.querySelector(`template[data-of=${of}]`).content.firstElementChild.cloneNode(true);
  row.dataset.key = item.key;
  row.dataset.shown = signOf(item);
  row.querySelector("[data-title]").textContent = item.title;
  const details = row.querySelector("[data-details]");
  if (details) details.textContent = item.details;
  for (const name of row.querySelectorAll("[data-owner-name]")) name.textContent = item.ownerName;
  const time = row.querySelector("time");
  time.dateTime = new Date(item.at).toISOString();
  time.textContent = clock.format(item.at);
  const again = row.querySelector("[data-again]");
  if (again) again.hidden = Boolean(item.follows);
  const sentences = row.querySelector("[data-sentences]");
  if (sentences) {
    sentences.textContent = item.follows ? list.querySelector("[data-follows]").textContent : (item.sentences ?? []).join(" ");
    sentences.hidden = !sentences.textContent;
  }
  const code = row.querySelector("[data-code]");
  if (code) {
    code.hidden = !item.desk;
    if (item.desk) drawCode(code.querySelector("canvas"), addressAtTheDesk(item));
  }
  return row;
}

function drawCode(canvas, text) {
  const code = generate(text);
  code.toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255], pad: 4 });
}
