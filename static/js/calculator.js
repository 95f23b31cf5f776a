// Taps without a round trip: the keyboard writes into the field that the server reads anyway. Everything else, and
// all of it without this file, is a plain form.
const form = document.querySelector("[data-calculator]");
const shown = form.querySelector("[data-shown]");
const keys = new Map([...form.querySelectorAll("button[name=add]")].map((key) => [key.value, key]));
const hand = form.elements.tiles;

const melds = /(\([^()]*\)|\[[^[\]]*\])/;
const target = () => form.querySelector("input[name=to]:checked")?.value ?? "hand";
const field = () => form.elements[["dora", "ura"].includes(target()) ? target() : "tiles"];

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

function show() {
  const parts = hand.value.split(melds);
  const concealed = tiles_in(parts.filter((_, i) => i % 2 === 0).join(""));
  const winning = concealed.length % 3 === 2 ? [concealed.pop()] : [];
  shown.replaceChildren(set(concealed.sort((a, b) => order(a) - order(b))));
  if (winning.length) shown.append(set(winning, "winning"));
  for (const meld of parts.filter((_, i) => i % 2 === 1)) shown.append(set(tiles_in(meld), "meld"));
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
  show();
});
hand.addEventListener("input", show);
