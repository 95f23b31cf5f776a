// Taps without a round trip: the keyboard writes into the field that the server reads anyway. Everything else, and
// all of it without this file, is a plain form.
const form = document.querySelector("[data-calculator]");
const keys = new Map([...form.querySelectorAll("button[name=add]")].map((key) => [key.value, key]));
const others = form.querySelector("[data-others]");

const melds = /(\([^()]*\)|\[[^[\]]*\])/;
const target = () => form.querySelector("input[name=to]:checked")?.value ?? "hand";
const whose = () => form.querySelector("input[name=of]:checked")?.value ?? "";
const hand_of = (who) => form.elements[who ? `${who}_tiles` : "tiles"];
const field = () => (["dora", "ura"].includes(target()) ? form.elements[target()] : hand_of(whose()));

function written(tile, to) {
  const [n, suit] = [Number(tile[0]), tile[1]];
  const plain = n || 5;
  if (to === "chi" && suit !== "z") {
    const low = Math.min(plain, 7);
    return ` (${[low, low + 1, low + 2].map((m) => (n === 0 && m === 5 ? 0 : m)).join("")}${suit})`;
  }
  if (to === "pon") return ` (${n}${plain}${plain}${suit})`;
  if (to === "kan") return ` (${n}${plain}${plain}${plain}${suit})`;
  if (to === "closed") return ` [${n}${plain}${plain}${plain}${suit}]`;
  return tile;
}

const one_by_one = (text) => text.replace(/([0-9]+)([mpsz])/g, (_, ns, suit) => [...ns].map((n) => n + suit).join(""));
const tiles_in = (text) => one_by_one(text.replace(/[\s()[\]+]/g, "")).match(/[0-9][mpsz]/g) ?? [];
const order = (tile) => "mpsz".indexOf(tile[1]) * 100 + (Number(tile[0]) || 5) * 10 + (tile[0] === "0" ? 1 : 0);

function picture(tile) {
  const drawn = keys.get(tile)?.querySelector("svg").cloneNode(true);
  if (!drawn) return "";
  drawn.removeAttribute("aria-hidden");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", keys.get(tile).getAttribute("aria-label"));
  return drawn;
}

function set(tiles, kind = "") {
  const span = document.createElement("span");
  span.className = `set ${kind}`;
  span.append(...tiles.map(picture));
  return span;
}

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
  const parts = hand_of(who).value.split(melds);
  const concealed = tiles_in(parts.filter((_, i) => i % 2 === 0).join(""));
  const winning = concealed.length % 3 === 2 ? [concealed.pop()] : [];
  row.replaceChildren(set(concealed.toSorted((a, b) => order(a) - order(b))));
  if (who) {
    const name = document.createElement("p");
    name.className = "whose";
    name.textContent = form.querySelector(`input[name=of][value="${who}"] + span`).textContent;
    row.prepend(name);
  }
  if (winning.length) row.append(set(winning, "winning"));
  for (const meld of parts.filter((_, i) => i % 2 === 1)) row.append(set(tiles_in(meld), "meld"));
  form.querySelector("[data-answer]")?.remove();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=add], button[name=undo]");
  if (!button) return;
  event.preventDefault();
  const into = field();
  if (button.name === "add") {
    const more = written(button.value, target());
    if (into.value.length + more.length <= into.maxLength || into.maxLength < 0) into.value = (into.value + more).trim();
    if (["chi", "pon", "kan", "closed"].includes(target())) form.querySelector("input[name=to][value=hand]").checked = true;
  } else {
    const spelled = into.value.trim().split(melds).map((part, i) => (i % 2 ? part : one_by_one(part))).join("");
    into.value = spelled.replace(/(\([^()]*\)|\[[^[\]]*\]|[0-9][mpsz])$/, "").trim();
  }
  if (into.name.endsWith("tiles")) show(whose());
});
for (const who of ["", "b", "c"]) hand_of(who)?.addEventListener("input", () => show(who));

// Whoever opens the second winner means to tap their tiles; whoever folds it away is back at the first.
others.addEventListener("toggle", () => {
  if (hand_of("b") && !hand_of("b").value) form.querySelector(`input[name=of][value="${others.open ? "b" : ""}"]`).checked = true;
});
