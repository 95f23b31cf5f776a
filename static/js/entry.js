// The score form's help: shows what each number is understood as, what is missing, and fills the last seat.
// The server reads numbers by the same rule (rules/forms/points.py) and has the last word.
const STICK = 1000;
const FEWEST_WHOLE = 2000;
const figures = new Intl.NumberFormat("en");
const minus = document.querySelector("[data-minus]")?.dataset.minus ?? "−";
const shown = (points) => figures.format(points).replace("-", minus);

function read(text, hundreds) {
  const typedText = text.replace(/[−‐‑–—ー▲△－]/g, "-").normalize("NFKC");
  // A point or comma that does not set thousands apart: 37.5 is not 375.
  if (/[.,](?!\d{3}(?!\d))/.test(typedText)) return { bad: true };
  const plain = typedText.replace(/[\s,.'_]/g, "");
  if (plain === "" || plain === "-") return { empty: true };
  if (!/^[+-]?\d{1,7}$/.test(plain)) return { bad: true };
  const typed = Number(plain);
  const short = hundreds && Math.abs(typed) < FEWEST_WHOLE;
  const points = short ? typed * 100 : typed;
  return { points, short, bad: hundreds && points % 100 !== 0 };
}

function look(form) {
  const hundreds = form.dataset.hundreds === "1";
  const boxes = [...form.querySelectorAll("[data-points]")];
  let sum = 0;
  const empty = [];
  let bad = false;
  for (const box of boxes) {
    const value = read(box.value, hundreds);
    const row = box.closest(".entry-row");
    const understood = row.querySelector("[data-understood]");
    row.querySelector("[data-zeros]").hidden = !(value.short && value.points);
    understood.classList.toggle("bad", Boolean(value.bad));
    understood.textContent = value.empty ? "" : value.bad ? "?" : shown(value.points);
    if (value.empty) empty.push(box);
    else if (value.bad) bad = true;
    else sum += value.points;
  }
  const sticks = Number(form.querySelector("[data-sticks]")?.value || 0) * STICK || 0;
  const balance = form.querySelector("[data-balance]");
  if (!balance) return {};
  const missing = Number(form.dataset.start) - sum - sticks;
  const complete = empty.length === 0 && !bad;
  const words = balance.dataset;
  balance.hidden = empty.length === boxes.length;
  balance.classList.toggle("good", complete && missing === 0);
  balance.classList.toggle("bad", complete && missing !== 0);
  balance.querySelector("[data-sum]").textContent =
    complete && missing === 0
      ? `✓ ${words.good} ${shown(sum + sticks)}`
      : missing >= 0
        ? `${shown(missing)} ${words.missing}`
        : `${shown(-missing)} ${words.over}`;
  balance.querySelector("[data-fill]").hidden = !(empty.length === 1 && !bad);
  const reason = form.querySelector("[data-reason]");
  if (complete) reason.hidden = missing === 0;
  return { missing, empty, hundreds };
}

function start() {
  for (const form of document.querySelectorAll("form[data-entry]")) {
    for (const button of form.querySelectorAll("[data-sign], [data-step]")) button.hidden = false;
    // Phones' number pads have no minus; the ± button beside each box stands in.
    for (const box of form.querySelectorAll("[data-points]")) box.inputMode = "numeric";
    recall(form);
    look(form);
  }
}

// What was typed survives a reload and an empty battery; it is forgotten once the server has it.
const draftOf = (form) => `jantaku-draft-${form.dataset.draft}`;

function keep(form) {
  const typed = {};
  for (const box of form.querySelectorAll("input:not([type=hidden])")) typed[box.name] = box.value;
  try {
    localStorage.setItem(draftOf(form), JSON.stringify(typed));
  } catch {
    // Private windows may refuse; then it only lives as long as the page.
  }
}

function recall(form) {
  try {
    const typed = JSON.parse(localStorage.getItem(draftOf(form)) ?? "null");
    const boxes = [...form.querySelectorAll("[data-points]")];
    // Never over something: neither what the server sent back nor what the browser has restored.
    if (!typed || boxes.some((box) => box.value)) return;
    for (const [name, value] of Object.entries(typed)) if (form.elements[name]) form.elements[name].value = value;
  } catch {
    // An unreadable draft is no draft.
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form) return;
  keep(form);
  look(form);
});

document.addEventListener("sent", (event) => {
  try {
    if (event.target.matches("form[data-entry]")) localStorage.removeItem(draftOf(event.target));
  } catch {
    // As above.
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sign], [data-step], [data-fill]");
  const form = button?.closest("form[data-entry]");
  if (!form) return;
  if (button.matches("[data-sign]")) {
    const box = button.parentElement.querySelector("[data-points]");
    box.value = /^\s*[-−▲]/.test(box.value) ? box.value.replace(/^\s*[-−▲]/, "") : `-${box.value}`;
    box.focus();
  } else if (button.matches("[data-step]")) {
    const box = button.parentElement.querySelector("input");
    box.value = String(Math.max(0, (Number(box.value) || 0) + Number(button.dataset.step)));
  } else {
    const { missing, empty, hundreds } = look(form);
    if (empty?.length === 1) {
      empty[0].value = String(hundreds && missing % 100 === 0 && Math.abs(missing / 100) < FEWEST_WHOLE ? missing / 100 : missing);
      empty[0].focus();
    }
  }
  keep(form);
  look(form);
});

// Enter goes to the next empty box before it sends.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-points]")) return;
  const boxes = [...event.target.form.querySelectorAll("[data-points]")];
  const next = boxes.slice(boxes.indexOf(event.target) + 1).find((box) => box.value === "");
  if (next) {
    event.preventDefault();
    next.focus();
  }
});

document.addEventListener("shown", start);
start();
