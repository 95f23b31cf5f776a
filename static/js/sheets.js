// Paper sheets: as soon as the table's number is typed, its players stand beside the boxes. The list of tables on the
// page knows them; without this script the page that answers shows them. What the network does not take stays on this
// computer (js/outbox.js), and the form is free for the next sheet.
const formHere = () => document.querySelector("form[data-sheets]");
const rowsOf = (form) => [...form.querySelectorAll(".entry-row")];
const numberOf = (typed) => Number(typed.normalize("NFKC")) || 0;
const cardOf = (typed) => document.querySelector(`[data-table="${numberOf(typed)}"]`);
const boxOf = (row) => row.querySelector(".box input");

let waiting = [];

function show(form) {
  const { number } = form.elements;
  const card = cardOf(number.value);
  const names = card ? [...card.querySelectorAll("[data-seat]")].map((seat) => seat.textContent) : [];
  rowsOf(form).forEach((row, i) => {
    row.querySelector("[data-name]").textContent = names[i] ?? "";
    // A table of three in a hall of four has no fourth box.
    row.hidden = Boolean(card) && i >= names.length;
    boxOf(row).toggleAttribute("data-points", !row.hidden);
  });
  form.elements.seated.value = card?.dataset.seated ?? "";
  const isKept = waiting.includes(numberOf(number.value));
  form.querySelector("[data-table-state]").textContent = isKept ? form.dataset.waits : (card?.dataset.state ?? "");
}

const isEmpty = (form) => [form.elements.number, ...rowsOf(form).map(boxOf)].every((box) => box.value === "");

// For the next sheet: what the page came with may be the one before.
function clear(form) {
  for (const old of document.querySelectorAll("[data-about-a-sheet]")) old.remove();
  for (const box of form.querySelectorAll("input:not([type=hidden])")) {
    if (box.type === "checkbox") box.checked = false;
    else box.value = "";
  }
  form.elements.number.dispatchEvent(new Event("input", { bubbles: true }));
  form.elements.number.focus();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-sheets]");
  if (!form || event.target !== form.elements.number) return;
  // What was seen of another table's result is not what is decided now.
  form.elements.if_match.value = "";
  show(form);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-sheets]");
  if (event.key !== "Enter" || !form || event.target !== form.elements.number || !cardOf(event.target.value)) return;
  event.preventDefault();
  boxOf(rowsOf(form)[0]).focus();
});

// Sent, and not answered yet: the browser has put back what the page came with.
document.addEventListener("reset", (event) => {
  if (event.target.matches("form[data-sheets]")) setTimeout(() => clear(event.target));
});

document.addEventListener("outbox", (event) => {
  const form = formHere();
  if (!form) return;
  const isWaiting = (item) => item.state === "waiting" && item.owner === form.dataset.outboxOwner;
  const mine = event.detail.filter((item) => isWaiting(item) && item.about === form.dataset.outbox);
  const before = waiting.length;
  waiting = mine.map((item) => numberOf(new Map(item.fields).get("number") ?? ""));
  if (form.elements.number.value) show(form);
  // What waited has arrived: the lists are others now, and there is nothing to lose by looking.
  if (before && !waiting.length && isEmpty(form) && !form.dataset.busy) location.reload();
});

document.addEventListener("retype", (event) => {
  const form = formHere();
  if (!form) return;
  for (const [name, value] of event.detail.fields) {
    const box = form.elements[name];
    if (box?.type === "text") box.value = value;
  }
  form.elements.number.dispatchEvent(new Event("input", { bubbles: true }));
  form.scrollIntoView({ block: "start" });
  form.elements.number.focus();
});

function start() {
  const form = formHere();
  if (!form) return;
  if (form.elements.number.value) show(form);
  // What stands in the box already is replaced by what is typed.
  const active = document.activeElement;
  if (active?.form === form && active.select) active.select();
}

document.addEventListener("shown", start);
start();
