// Exchanging two players: choose both, or drag one onto the other. Without this, choose two and press the button.
const rowOf = (event) => (event.target instanceof Element ? event.target.closest("[data-entry]") : null);
const price = document.querySelector("[data-price]");
const boxes = () => document.querySelectorAll("form[data-swap] [name=pick]");
let asked = 0;

// Show in every round where the chosen players sit.
function mark() {
  const chosen = new Set([...boxes()].filter((box) => box.checked).map((box) => box.value));
  for (const row of document.querySelectorAll("form[data-swap] [data-entry]")) {
    row.classList.toggle("is-same", chosen.has(row.dataset.entry));
  }
}

function choose(form, entries) {
  for (const box of boxes()) box.checked = box.form === form && entries.includes(box.value);
  if (price) mark();
}

function leave(event) {
  event?.preventDefault();
  asked += 1;
  price.replaceChildren();
  const last = [...boxes()].findLast((box) => box.checked);
  choose(null, []);
  last?.focus();
}

// The price is put below the map, which stays where it is; without a network the form leads to the page with it.
async function show(form) {
  const turn = ++asked;
  const query = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(`?${query}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("#swap");
    if (!found) throw new Error("no price");
    if (turn !== asked) return;
    price.replaceChildren(document.importNode(found, true));
    price.querySelector("#swap a.button")?.addEventListener("click", leave);
    price.querySelector("form button, a")?.focus({ preventScroll: true });
  } catch {
    if (turn === asked) form.submit();
  }
}

for (const form of document.querySelectorAll("form[data-swap]")) {
  let dragged = null;
  for (const row of form.querySelectorAll("[data-entry]")) row.draggable = true;
  form.addEventListener("dragstart", (event) => {
    dragged = rowOf(event);
    if (dragged) event.dataTransfer.effectAllowed = "move";
  });
  form.addEventListener("dragover", (event) => {
    if (dragged && rowOf(event) && rowOf(event) !== dragged) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    const target = rowOf(event);
    if (!dragged || !target || target === dragged) return;
    event.preventDefault();
    // The price is shown first; nothing is exchanged by dropping.
    choose(form, [dragged.dataset.entry, target.dataset.entry]);
    form.requestSubmit();
  });
  form.addEventListener("dragend", () => { dragged = null; });
  if (!price) continue;
  form.addEventListener("change", (event) => {
    const box = event.target;
    const chosen = [...boxes()].filter((one) => one.checked && one.form === form).map((one) => one.value);
    // Once a price is shown, the next name begins anew.
    if (chosen.length > 2 || price.childElementCount) choose(form, box.checked ? [box.value] : []);
    else choose(form, chosen);
    price.replaceChildren();
    if (chosen.length === 2 && box.checked) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(form);
  });
}
if (price) {
  const shown = price.querySelector("#swap a.button");
  shown?.addEventListener("click", leave);
}
