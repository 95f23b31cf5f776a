// Yaku and tiles of a hand: the page that has them is fetched when somebody wants to tell some, and the keyboard of tiles
// is made when these are opened. Without a script it is all in that page, and tiles are typed.
import { add, isMeld, keysOf, show, undo } from "./tiles.js";

let page;

// Puts a winner's parts in the place of the links to them, and opens the one that was tapped.
export async function tell(link) {
  page ??= fetch(link.href).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, "text/html"));
  let fresh;
  try {
    fresh = await page;
  } catch {
    page = undefined; // The Wi-Fi is away: the next tap asks again.
    return;
  }
  const form = link.closest("form");
  const at = [...form.querySelectorAll(".hand-row")].indexOf(link.closest(".hand-row"));
  const told = fresh.querySelectorAll("[data-told]")[at]?.cloneNode(true);
  if (!told) return;
  if (!form.querySelector("template[data-keyboard]")) {
    form.append(fresh.querySelector("template[data-keyboard]").cloneNode(true));
    document.head.append(fresh.querySelector("link[href*='/tiles.']").cloneNode());
  }
  const part = told.querySelectorAll("details")[Number(link.dataset.tell)];
  link.parentElement.replaceWith(told);
  part.open = true;
  part.querySelector("summary").focus();
}

function open(told) {
  if (told.querySelector(".keyboard")) return;
  const at = told.dataset.tiles;
  const form = told.closest("form");
  const field = (name) => told.querySelector(`[name=${name}${at}]`);
  const fields = { dora: field("indicators"), ura: field("under") };
  told.querySelector(".told-texts").before(form.querySelector("template[data-keyboard]").content.cloneNode(true));
  // Two winners have a keyboard each.
  for (const target of told.querySelectorAll("[name=to]")) target.name = `to${at}`;
  const keys = keysOf(told);
  const target = () => told.querySelector(`[name=to${at}]:checked`).value;
  const lay = () => show(told.querySelector("[data-shown]"), field("tiles").value, keys);
  told.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=add], button[name=undo]");
    if (!button) return;
    const into = fields[target()] ?? field("tiles");
    if (button.name === "add") add(into, button.value, target());
    else undo(into);
    if (isMeld(target())) told.querySelector(`[name=to${at}][value=hand]`).checked = true;
    into.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field("tiles").addEventListener("input", lay);
  form.addEventListener("reset", () => setTimeout(lay));
  lay();
}

// The event of a part that is unfolded does not bubble.
document.addEventListener("toggle", (event) => event.target.matches("[data-tiles][open]") && open(event.target), true);
for (const told of document.querySelectorAll("[data-tiles][open]")) open(told);
