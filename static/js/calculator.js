// Taps without a round trip: the keyboard writes into the field that the server reads anyway. Everything else, and
// all of it without this file, is a plain form.
import { add, isMeld, keysOf, show as lay, undo } from "./tiles.js";

const form = document.querySelector("[data-calculator]");
const keys = keysOf(form);
const others = form.querySelector("[data-others]");

const target = () => form.querySelector("input[name=to]:checked")?.value ?? "hand";
const whose = () => form.querySelector("input[name=of]:checked")?.value ?? "";
const hand_of = (who) => form.elements[who ? `${who}_tiles` : "tiles"];
const field = () => (["dora", "ura"].includes(target()) ? form.elements[target()] : hand_of(whose()));

// The row of tiles of one winner; those of the second and third are made when they are first needed.
function row_of(who) {
  const there = form.querySelector(`[data-shown="${who}"]`);
  if (there) return there;
  const row = document.createElement("div");
  row.className = "row-of-tiles";
  row.dataset.shown = who;
  [...form.querySelectorAll("[data-shown]")].at(-1).after(row);
  return row;
}

function show(who) {
  const row = row_of(who);
  lay(row, hand_of(who).value, keys);
  if (who) {
    const name = document.createElement("p");
    name.className = "whose";
    name.textContent = form.querySelector(`input[name=of][value="${who}"] + span`).textContent;
    row.prepend(name);
  }
  form.querySelector("[data-answer]")?.remove();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=add], button[name=undo]");
  if (!button) return;
  event.preventDefault();
  const into = field();
  if (button.name === "add") {
    add(into, button.value, target());
    if (isMeld(target())) form.querySelector("input[name=to][value=hand]").checked = true;
  } else {
    undo(into);
  }
  if (into.name.endsWith("tiles")) show(whose());
});
for (const who of ["", "b", "c"]) hand_of(who)?.addEventListener("input", () => show(who));

// Whoever opens the second winner means to tap their tiles; whoever folds it away is back at the first.
others.addEventListener("toggle", () => {
  if (hand_of("b") && !hand_of("b").value) form.querySelector(`input[name=of][value="${others.open ? "b" : ""}"]`).checked = true;
});
