// Who is here: tick all or none, find a name, and count while ticking. Without it the page does the same, less quickly.
const SIZE = 4;
for (const form of document.querySelectorAll("form[data-night]")) {
  const boxes = [...form.querySelectorAll("input[name=here]")];
  const newcomers = form.querySelector("[name=newcomers]");
  const shape = form.querySelector("[data-shape]");
  const show = (name, value) => { form.querySelector(`[data-${name}]`).textContent = value; };

  const count = () => {
    const names = newcomers.value.split("\n").filter((line) => line.trim()).length;
    const here = boxes.filter((box) => box.checked).length + names;
    show("here", here);
    show("tables", Math.floor(here / SIZE));
    show("waiting", here % SIZE);
    form.querySelector("[data-over]").hidden = here % SIZE === 0 || form.querySelector("[name=remainder]").value !== "byes";
    shape.hidden = here < SIZE;
  };

  for (const link of form.querySelectorAll("[data-tick]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      for (const box of boxes) box.checked = link.dataset.tick === "all";
      count();
    });
  }
  if (boxes.length > 12) {
    const find = form.querySelector("[data-find]");
    find.closest("label").hidden = false;
    find.addEventListener("input", () => {
      const wanted = find.value.trim().toLocaleLowerCase();
      for (const box of boxes) {
        const row = box.closest("li");
        row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
      }
    });
    // Return looks for a name here; it must not draw.
    find.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  }
  form.addEventListener("input", count);
  count();
}
