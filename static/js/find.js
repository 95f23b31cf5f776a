// Find my table: hides the tables on which nobody of that name sits, while one types.
const box = document.querySelector("[data-find]");
const found = document.querySelector("[data-found]");
const tables = [...document.querySelectorAll("[data-names]")];
const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

box?.addEventListener("input", () => {
  const wanted = plain(box.value);
  let shown = 0;
  for (const table of tables) {
    table.hidden = wanted !== "" && !plain(table.dataset.names).includes(wanted);
    shown += table.hidden ? 0 : 1;
  }
  found.textContent = shown ? "" : found.dataset.none;
});
