// Paper sheets: as soon as the table's number is typed, its players stand beside the boxes. The list of tables on the
// page knows them; without this script the page that answers shows them.
const form = document.querySelector("form[data-sheets]");
const number = form?.elements.number;
const rows = [...(form?.querySelectorAll(".entry-row") ?? [])];
const boxes = rows.map((row) => row.querySelector("[data-points]"));
const cardOf = (typed) => document.querySelector(`[data-table="${Number(typed.normalize("NFKC")) || 0}"]`);

function show() {
  const card = cardOf(number.value);
  const names = card ? [...card.querySelectorAll("[data-seat]")].map((seat) => seat.textContent) : [];
  rows.forEach((row, i) => {
    row.querySelector("[data-name]").textContent = names[i] ?? "";
    // A table of three in a hall of four has no fourth box.
    row.hidden = Boolean(card) && i >= names.length;
    boxes[i].toggleAttribute("data-points", !row.hidden);
  });
  form.elements.seated.value = card?.dataset.seated ?? "";
  form.querySelector("[data-table-state]").textContent = card?.dataset.state ?? "";
}

if (form) {
  number.addEventListener("input", () => {
    // What was seen of another table's result is not what is decided now.
    form.elements.if_match.value = "";
    show();
  });
  number.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !cardOf(number.value)) return;
    event.preventDefault();
    boxes[0].focus();
  });
  if (number.value) show();
  // What stands in the box already is replaced by what is typed.
  const active = document.activeElement;
  if (active?.form === form && active.select) active.select();
}
