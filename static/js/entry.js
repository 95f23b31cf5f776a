// The score form's help: shows what each number is understood as and what is missing, and takes the thumbs' ways short.
// The server settles the numbers, and has the last word.
import { read, slipOf, typedAs } from "./figures.js";

const STICK = 1000;
// Points in hundreds have three digits; what has fewer or more is ended by "Next".
const DIGITS = 3;
const figures = new Intl.NumberFormat("en");
const minus = document.querySelector("[data-minus]")?.dataset.minus ?? "−";
const shown = (points) => figures.format(points).replace("-", minus);
const boxesOf = (form) => [...form.querySelectorAll("[data-points]")];
const isHundreds = (form) => form.dataset.hundreds === "1";
const isForThumbs = (form) => "thumbs" in form.dataset;
const isOwn = (box) => box.value !== "" && !("computed" in box.dataset);

// Somebody types in it, and has neither typed enough nor gone on.
const isOnTheWay = (box, value) =>
  box === document.activeElement && !(value.text?.length >= DIGITS && !value.bad) && !("done" in box.dataset);

function sticksOf(form) {
  return Number(form.querySelector("[data-sticks]")?.value || 0) * STICK || 0;
}

// Once the others are typed, the last one follows. Not while somebody is in the middle of a number.
function fillLast(form) {
  if (!isForThumbs(form) || !form.dataset.start) return;
  const boxes = boxesOf(form);
  const open = boxes.filter((box) => !isOwn(box));
  if (open.length !== 1) {
    for (const box of open) compute(box, "");
    return;
  }
  // What somebody is about to type in is theirs.
  if (open[0] === document.activeElement && !open[0].value) return;
  const others = boxes.filter(isOwn);
  const values = others.map((box) => read(box.value, isHundreds(form)));
  const isTyping = others.some((box, i) => isOnTheWay(box, values[i]));
  if (isTyping || values.some((value) => value.bad || value.empty)) {
    compute(open[0], "");
    return;
  }
  const missing = Number(form.dataset.start) - sticksOf(form) - values.reduce((sum, value) => sum + value.points, 0);
  compute(open[0], typedAs(missing, isHundreds(form)));
}

function compute(box, value) {
  if (value) box.dataset.computed = "";
  else delete box.dataset.computed;
  box.value = value;
}

function look(form) {
  fillLast(form);
  const hundreds = isHundreds(form);
  const boxes = boxesOf(form);
  const values = boxes.map((box) => read(box.value, hundreds));
  boxes.forEach((box, seat) => {
    const value = values[seat];
    const row = box.closest(".entry-row");
    const understood = row.querySelector("[data-understood]");
    row.querySelector("[data-zeros]").hidden = !(value.short && value.points);
    row.classList.toggle("computed", "computed" in box.dataset);
    const name = row.querySelector("[data-computed-note]");
    if (name) name.hidden = !("computed" in box.dataset);
    understood.classList.toggle("bad", Boolean(value.bad));
    understood.textContent = value.empty ? "" : value.bad ? wordsFor(value, form, box) : shown(value.points);
  });
  const empty = boxes.filter((_box, seat) => values[seat].empty);
  const bad = values.some((value) => value.bad);
  const sticks = sticksOf(form);
  const sum = sticks + values.reduce((all, value) => all + (value.empty || value.bad ? 0 : value.points), 0);
  const balance = form.querySelector("[data-balance]");
  if (!balance) return {};
  const missing = Number(form.dataset.start) - sum;
  const complete = empty.length === 0 && !bad;
  const isTyping = boxes.some((box, seat) => isOnTheWay(box, values[seat]));
  const words = balance.dataset;
  balance.hidden = empty.length === boxes.length;
  balance.classList.toggle("good", complete && missing === 0);
  balance.classList.toggle("bad", complete && missing !== 0);
  balance.querySelector("[data-sum]").textContent = inWords(words, sum, missing, complete && !(missing && isTyping));
  const fill = balance.querySelector("[data-fill]");
  if (fill) fill.hidden = !(empty.length === 1 && !bad);
  offer(form, balance, complete ? missing / STICK : 0, isTyping ? null : slipOf(values, missing, hundreds));
  const reason = form.querySelector("[data-reason]");
  if (complete) reason.hidden = missing === 0;
  const isRight = complete && missing === 0;
  const points = isRight ? values.map((value) => value.points) : [];
  form.dispatchEvent(new CustomEvent("entry", { bubbles: true, detail: { isComplete: isRight, points, sticks } }));
  return { missing, empty, hundreds, complete };
}

function inWords(words, sum, missing, isSettled) {
  if (isSettled && missing === 0) return `✓ ${words.good} ${shown(sum)}`;
  const points = shown(Math.abs(missing));
  if (!isSettled) return `${points} ${missing >= 0 ? words.missing : words.over}`;
  return filled(missing > 0 ? words.less : words.more, { sum: shown(sum), start: shown(sum + missing), points });
}

// The words of a sentence with what stands in braces.
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

// The likely cause as one tap: sticks that were left, that are counted twice, or the figure that was mistyped.
function offer(form, balance, missing, slip) {
  let isSticks = false;
  for (const button of balance.querySelectorAll("[data-sticks-left]")) {
    const left = Number(button.dataset.sticksLeft);
    button.hidden = !(left > 0 ? missing === left : missing < 0 && missing * STICK === -sticksOf(form));
    isSticks ||= !button.hidden;
  }
  const mistyped = balance.querySelector("[data-slip]");
  mistyped.hidden = isSticks || !slip;
  if (mistyped.hidden) return;
  const row = boxesOf(form)[slip.seat].closest(".entry-row");
  const name = row.querySelector("bdi").textContent;
  mistyped.dataset.slip = String(slip.seat);
  mistyped.value = String(slip.points);
  mistyped.textContent = filled(mistyped.dataset[slip.slip], { name, points: shown(slip.points) });
}

// While somebody types, 412 on the way to 41200 is no mistake yet.
function wordsFor(value, form, box) {
  if (value.bad === "step" && box === document.activeElement) return shown(value.points);
  const said = value.bad === "step" ? form.dataset.badStep : value.bad === "whole" ? form.dataset.badWhole : form.dataset.badNumber;
  return value.bad === "step" ? `${shown(value.points)}: ${said}` : said;
}

function start() {
  for (const form of document.querySelectorAll("form[data-entry]")) {
    for (const button of form.querySelectorAll("[data-sign], [data-step], [data-next]")) button.hidden = false;
    // Phones' number pads have no minus; the ± button beside each box stands in.
    for (const box of boxesOf(form)) box.inputMode = "numeric";
    recall(form);
    look(form);
    const first = boxesOf(form).find((box) => !box.value);
    const isIdle = document.activeElement === document.body || !document.activeElement;
    if (isForThumbs(form) && first && isIdle) first.focus({ preventScroll: true });
  }
}

// What was typed survives a reload and an empty battery; it is forgotten once the server has it.
const draftOf = (form) => `jantaku-draft-${form.dataset.draft}`;

function keep(form) {
  if (!form.dataset.draft) return;
  const typed = {};
  for (const box of form.querySelectorAll("input:not([type=hidden], [type=checkbox])")) {
    if (!("computed" in box.dataset)) typed[box.name] = box.value;
  }
  try {
    localStorage.setItem(draftOf(form), JSON.stringify(typed));
  } catch {
    // Private windows may refuse; then it only lives as long as the page.
  }
}

function recall(form) {
  if (!form.dataset.draft) return;
  try {
    const typed = JSON.parse(localStorage.getItem(draftOf(form)) ?? "null");
    // Never over something: neither what the server sent back nor what the browser has restored.
    if (!typed || boxesOf(form).some((box) => box.value)) return;
    for (const [name, value] of Object.entries(typed)) if (form.elements[name]) form.elements[name].value = value;
  } catch {
    // An unreadable draft is no draft.
  }
}

// Where "Next" leads: the next box nobody has typed in; when there is none, the button that sends.
function following(form, box) {
  const boxes = boxesOf(form);
  const here = boxes.indexOf(box);
  return [...boxes.slice(here + 1), ...boxes.slice(0, Math.max(here, 0))].find((one) => !isOwn(one) && !one.value);
}

function goOn(form, box) {
  if (box) box.dataset.done = "";
  look(form);
  const next = following(form, box);
  (next ?? form.querySelector("[data-submit]") ?? box)?.focus();
  next?.closest(".entry-row").scrollIntoView({ block: "nearest" });
}

// Whether a figure is whole: of three digits in hundreds; else, if one more would be more than all players have.
function isWhole(form, value, box) {
  if (isHundreds(form)) return value.text?.length === DIGITS && !value.bad && !/^\D*0/.test(box.value);
  return Number(form.dataset.start) > 0 && value.points * 10 > Number(form.dataset.start);
}

// After a whole figure the next box comes by itself. Whoever types all digits goes on typing: the zeros that follow are
// the end of the number before, since no number begins with one.
function moveOn(form, box, event) {
  const from = isHundreds(form) && box.cameFrom;
  if (from && /^[.,，．、]$/.test(box.value)) {
    goBack(box, ",");
    return;
  }
  if (from && /^0(0|[1-9])$/.test(box.value)) {
    const whole = from.value + (box.value === "00" ? "00" : "0");
    const value = read(whole, true);
    if (!value.bad && !value.short) {
      from.value = whole;
      box.value = box.value === "00" ? "" : box.value[1];
    }
  }
  if (box.value && box.value !== "0") delete box.cameFrom;
  const isTyped = /^insert(Composition)?Text$/.test(event.inputType ?? "") && box.selectionEnd === box.value.length;
  if (!isTyped || !isWhole(form, read(box.value, isHundreds(form)), box)) return;
  const open = boxesOf(form).filter((one) => one !== box && !isOwn(one));
  // The last one is filled in, so there is nowhere to go.
  if (open.length < 2 && form.dataset.start) return;
  const next = following(form, box);
  if (!next) return;
  next.cameFrom = box;
  next.focus({ preventScroll: true });
  next.closest(".entry-row").scrollIntoView({ block: "nearest" });
}

// Back into the number before, which was not at its end: 1023 is 102,300, and so is 102,300.
function goBack(box, typed) {
  const from = box.cameFrom;
  delete box.cameFrom;
  box.value = "";
  from.value += typed;
  from.focus({ preventScroll: true });
  from.setSelectionRange(from.value.length, from.value.length);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form) return;
  if (event.target.matches("[data-points]")) {
    delete event.target.dataset.computed;
    delete event.target.dataset.done;
    if (isForThumbs(form)) moveOn(form, event.target, event);
  }
  const isNew = !form.querySelector("[data-computed]");
  keep(form);
  look(form);
  if (isNew) form.querySelector("[data-computed]")?.closest(".entry-row").scrollIntoView({ block: "nearest" });
});

// Keyboards of phones name no keys, those of laptops no deletion of what is empty.
for (const kind of ["keydown", "beforeinput"]) {
  document.addEventListener(kind, (event) => {
    const box = event.target;
    if (!box.cameFrom || box.value || (event.key !== "Backspace" && event.inputType !== "deleteContentBackward")) return;
    event.preventDefault();
    goBack(box, "");
    look(box.form);
  });
}

document.addEventListener("focusin", (event) => {
  // What was filled in is replaced by what is typed, not continued.
  if (event.target.matches?.("[data-points][data-computed]")) event.target.select();
});

document.addEventListener("focusout", (event) => {
  const form = event.target.matches?.("[data-points]") && event.target.form;
  if (form) setTimeout(() => form.isConnected && look(form));
});

document.addEventListener("sent", (event) => {
  try {
    if (event.target.matches("form[data-entry]")) localStorage.removeItem(draftOf(event.target));
  } catch {
    // As above.
  }
});

// A button that takes the focus would close the keyboard.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("[data-next], [data-sign], [data-step], [data-key]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sign], [data-step], [data-fill], [data-next], [data-sticks-left], [data-slip]");
  const form = button?.closest("form[data-entry]");
  if (!form) return;
  if (button.matches("[data-sign]")) {
    const box = button.parentElement.querySelector("[data-points]");
    box.value = /^\s*[-−▲]/.test(box.value) ? box.value.replace(/^\s*[-−▲]/, "") : `-${box.value}`;
    delete box.dataset.computed;
    box.focus();
  } else if (button.matches("[data-step]")) {
    const box = button.parentElement.querySelector("input");
    box.value = String(Math.max(0, (Number(box.value) || 0) + Number(button.dataset.step)));
  } else if (button.matches("[data-sticks-left]")) {
    const box = form.querySelector("[data-sticks]");
    box.value = String((Number(box.value) || 0) + Number(button.dataset.sticksLeft || -box.value));
    form.querySelector("[data-submit]")?.focus();
  } else if (button.matches("[data-slip]")) {
    boxesOf(form)[button.dataset.slip].value = typedAs(Number(button.value), isHundreds(form));
    form.querySelector("[data-submit]")?.focus();
  } else if (button.matches("[data-next]")) {
    const active = document.activeElement;
    goOn(form, active?.matches("[data-points]") ? active : null);
  } else {
    const { missing, empty, hundreds } = look(form);
    if (empty?.length === 1) {
      empty[0].value = typedAs(missing, hundreds);
      empty[0].focus();
    }
  }
  keep(form);
  look(form);
});

// Enter goes to the next empty box before it sends; on a phone it then goes to the button that sends. Right after the
// page has moved on by itself, Enter and Tab ask for what has happened already.
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (!box.matches?.("[data-points]") || !box.form?.matches("[data-entry]")) return;
  if (box.cameFrom && !box.value && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))) {
    event.preventDefault();
    delete box.cameFrom;
    return;
  }
  if (event.key !== "Enter") return;
  if (isForThumbs(box.form)) {
    event.preventDefault();
    goOn(box.form, box);
    return;
  }
  const boxes = boxesOf(box.form);
  const next = boxes.slice(boxes.indexOf(box) + 1).find((one) => one.value === "");
  if (next) {
    event.preventDefault();
    next.focus();
  }
});

document.addEventListener("shown", start);
start();
