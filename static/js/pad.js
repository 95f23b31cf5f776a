// The page's own number pad, for thumbs. It types into the boxes as a keyboard does, so that everything else stays as
// it is (entry.js); the boxes ask for no keyboard of the phone while it is there.
import { fit as fitDock, hasRoom } from "./dock.js";

const OFF = "jantaku-keyboard";
const MOST_DIGITS = 7;
const hasThumbs = matchMedia("(any-pointer: coarse)");
let isOff = false;
let isTyping = false; // whether a figure was what was last typed in
let isCramped = false; // whether the pad would hide the players
let current;

try {
  isOff = localStorage.getItem(OFF) === "1";
} catch {
  // Private windows may refuse; then it is chosen again.
}

const formOf = () => document.querySelector("form:has([data-pad])");

function fit() {
  const form = formOf();
  if (!form) return;
  const pad = form.querySelector("[data-pad]");
  const isUsed = hasThumbs.matches && !isOff;
  pad.hidden = !isUsed || !isTyping;
  if (!pad.hidden) isCramped = !hasRoom(pad.closest("[data-dock]"));
  pad.hidden ||= isCramped;
  form.classList.toggle("padded", !pad.hidden);
  for (const box of form.querySelectorAll("[data-points]")) box.inputMode = isUsed && !isCramped ? "none" : "numeric";
  form.querySelector("[data-pad-on]").hidden = !hasThumbs.matches || !isOff;
  form.dataset.settled = ""; // until now the style sheet has kept its room
  fitDock();
}

function start() {
  isTyping = Boolean(document.activeElement?.matches("[data-points]"));
  current = isTyping ? document.activeElement : null;
  fit();
}

function choose(wanted) {
  isOff = wanted;
  isTyping = true;
  try {
    localStorage.setItem(OFF, wanted ? "1" : "");
  } catch {
    // As above.
  }
  fit();
  // Asked for once more, the keyboard comes or goes.
  const box = boxOf(formOf());
  box.blur();
  box.focus();
}

// Where a key goes: the figure somebody was last in, or the first that is empty.
function boxOf(form) {
  if (current?.isConnected) return current;
  const boxes = [...form.querySelectorAll("[data-points]")];
  return boxes.find((box) => !box.value) ?? boxes[0];
}

const tell = (box, inputType) => box.dispatchEvent(new InputEvent("input", { inputType, bubbles: true }));

function type(box, digit) {
  if (box.selectionStart === box.selectionEnd && box.value.length >= MOST_DIGITS) return;
  box.setRangeText(digit, box.selectionStart, box.selectionEnd, "end");
  tell(box, "insertText");
}

function erase(box) {
  const inputType = "deleteContentBackward";
  // The page may go back to the figure before by itself.
  if (!box.dispatchEvent(new InputEvent("beforeinput", { inputType, bubbles: true, cancelable: true }))) return;
  if (!box.value) {
    const boxes = [...box.form.querySelectorAll("[data-points]")];
    boxes[boxes.indexOf(box) - 1]?.focus({ preventScroll: true });
    return;
  }
  const { selectionStart: from, selectionEnd: to } = box;
  box.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  tell(box, inputType);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key], [data-pad-on]")?.dataset;
  if (!key) return;
  if ("padOn" in key || key.key === "⌨") {
    choose(!("padOn" in key));
    return;
  }
  const box = boxOf(formOf());
  if (box !== document.activeElement) box.focus({ preventScroll: true });
  if (key.key === "⌫") erase(box);
  else if (key.key === "±") box.closest(".entry-row").querySelector("[data-sign]").click();
  else type(box, key.key);
});

// A keyboard of the phone that another box asks for takes the pad's place.
document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("input:not([type=checkbox])") || !formOf()) return;
  isTyping = event.target.matches("[data-points]") && event.target.form === formOf();
  if (isTyping) current = event.target;
  fit();
});

addEventListener("resize", fit);
document.addEventListener("shown", start);
start();
