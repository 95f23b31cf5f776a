// Tiles in their notation, 123m406p (777z) [1111s], as they are tapped one by one, and the row they are shown in.
const PARTS = /(\([^()]*\)|\[[^[\]]*\])/;
const MELDS = new Set(["chi", "pon", "kan", "closed"]);
export const isMeld = (target) => MELDS.has(target);

const oneByOne = (text) => text.replace(/([0-9]+)([mpsz])/g, (_, ns, suit) => [...ns].map((n) => n + suit).join(""));
export const tilesIn = (text) => oneByOne(text.replace(/[\s()[\]+]/g, "")).match(/[0-9][mpsz]/g) ?? [];
const order = (tile) => "mpsz".indexOf(tile[1]) * 100 + (Number(tile[0]) || 5) * 10 + (tile[0] === "0" ? 1 : 0);

// What a tap on a tile writes: the tile itself, or the meld of it.
export function written(tile, to) {
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

// Writes a tap into a field, unless it is full.
export function add(field, tile, to) {
  const more = written(tile, to);
  if (field.value.length + more.length <= field.maxLength || field.maxLength < 0) field.value = (field.value + more).trim();
}

// Takes the last tile or meld out of a field.
export function undo(field) {
  const spelled = field.value.trim().split(PARTS).map((part, i) => (i % 2 ? part : oneByOne(part))).join("");
  field.value = spelled.replace(/(\([^()]*\)|\[[^[\]]*\]|[0-9][mpsz])$/, "").trim();
}

// Shows a hand in a row: the concealed tiles in order, the winning tile, the melds. `keys` has the tiles that are drawn.
export function show(row, text, keys) {
  const parts = text.split(PARTS);
  const concealed = tilesIn(parts.filter((_, i) => i % 2 === 0).join(""));
  const winning = concealed.length % 3 === 2 ? [concealed.pop()] : [];
  row.replaceChildren(set(concealed.toSorted((a, b) => order(a) - order(b)), keys));
  if (winning.length) row.append(set(winning, keys, "winning"));
  for (const meld of parts.filter((_, i) => i % 2 === 1)) row.append(set(tilesIn(meld), keys, "meld"));
}

function set(tiles, keys, kind = "") {
  const span = document.createElement("span");
  span.className = `set ${kind}`;
  span.append(...tiles.map((tile) => picture(keys.get(tile))));
  return span;
}

function picture(key) {
  if (!key) return "";
  const drawn = key.querySelector("svg").cloneNode(true);
  drawn.removeAttribute("aria-hidden");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", key.getAttribute("aria-label"));
  return drawn;
}

export const keysOf = (keyboard) => new Map([...keyboard.querySelectorAll("button[name=add]")].map((key) => [key.value, key]));
