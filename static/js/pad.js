// The page's own number pad, for thumbs. It types into the boxes as a keyboard does, so that everything else stays as
// it is (entry.js); the boxes ask for no keyboard of the phone while it is there.
import { fit as fitDock, hasRoom, isBeside } from "./dock.js";

const OFF = "jantaku-keyboard";
const MOST_DIGITS = 7;
const hasThumbs = matchMedia("(any-pointer: coarse)");
let isOff = false;
let isTyping = false; // whether a figure was what was last typed in
let isFolded = false;
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
  pad.hidden = !isUsed;
  // A tap in a box folds the page, and it is before that tap that a box says whether it wants a keyboard.
  form.classList.add("typing");
  const dock = pad.closest("[data-dock]");
  const fits = isUsed && hasRoom(dock);
  const fitsNow = fits && (isFolded || !isBeside(dock));
  form.classList.toggle("typing", isFolded);
  pad.hidden = !fitsNow || !isTyping || !hasRoom(dock);
  form.classList.toggle("padded", !pad.hidden);
  for (const box of form.querySelectorAll("[data-points]")) box.inputMode = fits ? "none" : "numeric";
  form.querySelector("[data-pad-on]").hidden = !hasThumbs.matches || !isOff;
  form.dataset.settled = ""; // until now the style sheet has kept its room
  fitDock();
}

function start() {
  isTyping = Boolean(document.activeElement?.matches("[data-points]"));
  current = isTyping ? document.activeElement : null;
  isFolded &&= isTyping;
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

// While figures are typed, what is before the form folds away (css/jantaku.css): from the first tap or figure in a box
// until somebody taps, or goes to, what is not of the form.
const isOfForm = (it) => Boolean(it?.closest?.("form:has([data-pad])"));
let pressed = null; // by a pointer that has not come up yet

function fold() {
  if (isFolded || !hasThumbs.matches) return;
  isFolded = isTyping = true;
  fit();
  scrollTo(0, 0);
  document.activeElement.closest(".entry-row")?.scrollIntoView({ block: "nearest" });
}

// What has made the page come back stays under the finger. With the whole page before them, people read.
function unfold(by) {
  if (!isFolded) return;
  const before = by?.getBoundingClientRect().top;
  isFolded = isTyping = false;
  if (document.activeElement.matches("[data-points]")) document.activeElement.blur();
  fit();
  if (by?.checkVisibility?.()) scrollBy(0, by.getBoundingClientRect().top - before);
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-points]") && isOfForm(target)) fold();
});
document.addEventListener("focusin", ({ target }) => {
  if (pressed && target.matches("[data-points]") && isOfForm(target)) fold();
  // Between a pointer's going down and up nothing else moves: the tap would miss.
  else if (!pressed && !isOfForm(target) && !target.closest("[data-unfold]")) unfold(target);
});
document.addEventListener("pointerdown", ({ target }) => {
  pressed = target;
});
document.addEventListener("pointercancel", () => {
  pressed = null;
});
document.addEventListener("click", ({ target }) => {
  const began = pressed ?? target;
  pressed = null;
  if (target.matches("[data-points]") && isOfForm(target)) fold();
  // What folds under a finger is not what it has tapped.
  else if (target.closest("[data-unfold]") || !(isOfForm(target) || isOfForm(began))) unfold(target);
});
document.addEventListener("outbox", () => formOf()?.inert && unfold());

addEventListener("resize", fit);
document.addEventListener("shown", start);
start();
