// Exchanging two players by dragging one onto the other; without it, choose two and press the button.
const rowOf = (event) => (event.target instanceof Element ? event.target.closest("[data-entry]") : null);

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
    for (const box of form.querySelectorAll("[name=pick]")) {
      box.checked = box.value === dragged.dataset.entry || box.value === target.dataset.entry;
    }
    form.requestSubmit();
  });
  form.addEventListener("dragend", () => { dragged = null; });
}
