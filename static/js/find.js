// Find my table: hides the tables on which nobody of that name sits, while one types.
const box = document.querySelector("[data-find]");
const found = document.querySelector("[data-found]");
const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

function find() {
  const wanted = plain(box.value);
  let shown = 0;
  for (const table of document.querySelectorAll("[data-names]")) {
    table.hidden = wanted !== "" && !plain(table.dataset.names).includes(wanted);
    shown += table.hidden ? 0 : 1;
  }
  found.textContent = shown ? "" : found.dataset.none;
}

box?.addEventListener("input", find);
// The tables may have been brought up to date meanwhile.
if (box) document.addEventListener("shown", () => box.value && find());
