// Shows the places and totals of what is typed, before it is sent: at once from the rulebook's table in the page, and
// then as the server computes them from the form as it would be sent, which is what counts. Nothing is written.
import { settle, shown } from "./results.js";

const PAUSE = 250;
const waiting = new WeakMap();
const SLOTS = ["[data-previewed]", "[data-parts]", "[data-questions]"];

document.addEventListener("entry", (event) => {
  const form = event.target;
  if (!("preview" in form.dataset)) return;
  const typed = event.detail.isComplete ? contentOf(form) : "";
  if (form.previewed === typed) return;
  form.previewed = typed;
  for (const slot of form.querySelectorAll(SLOTS.join())) slot.replaceChildren();
  clearTimeout(waiting.get(form));
  if (!typed) return;
  if (event.detail.points) lookUp(form, event.detail);
  form.dispatchEvent(new CustomEvent("preview", { bubbles: true }));
  // What follows something that still waits on this phone is not for the server to say yet.
  if (!("ahead" in form.dataset)) waiting.set(form, setTimeout(() => ask(form, typed), PAUSE));
});

function contentOf(form) {
  const body = new FormData(form);
  for (const name of ["csrfmiddlewaretoken", "key", "confirm"]) body.delete(name);
  return new URLSearchParams(body).toString();
}

function lookUp(form, { points, sticks }) {
  const table = JSON.parse(form.querySelector("script")?.textContent ?? "null");
  const chombo = points.map((_own, seat) => Number(form.elements[`chombo_${seat}`]?.value || 0));
  const rows = [...form.querySelectorAll(".entry-row")];
  settle(table, points, sticks, chombo)?.forEach((seat, n) => {
    const place = made("span", `place place-${seat.place}`, seat.place);
    rows[n].querySelector("[data-previewed]").append(place, " ", total(table, seat.total));
    const parts = rows[n].querySelector("[data-parts]");
    for (const [part, name] of Object.entries(parts.dataset)) {
      if (seat[part]) parts.append(made("span", "", `${name} `, total(table, seat[part])), " ");
    }
  });
}

function made(tag, className, ...content) {
  const it = document.createElement(tag);
  if (className) it.className = className;
  it.append(...content);
  return it;
}

// As the server writes a total. ▲ is read as a triangle.
function total(table, units) {
  const text = shown(table, units);
  if (units >= 0) return made("span", "total", units && table.signed ? `+${text}` : text);
  const sign = document.querySelector("[data-minus]").dataset.minus;
  if (sign === "−") return made("span", "total neg", sign, text);
  const mark = made("span", "", sign);
  mark.ariaHidden = "true";
  return made("span", "total neg", mark, made("span", "vh", "−"), text);
}

async function ask(form, typed) {
  const body = new FormData(form);
  body.append("do", "preview");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    // Something else may have been typed meanwhile, or the result may be here already.
    // A refusal (422) says in the same places what is wrong.
    if (!(answer.ok || answer.status === 422) || form.previewed !== typed || !form.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of SLOTS) {
      const fresh = page.querySelectorAll(`form[data-entry] ${name}`);
      form.querySelectorAll(name).forEach((slot, n) => fresh[n] && slot.replaceChildren(...fresh[n].childNodes));
    }
  } catch {
    form.previewed = ""; // The Wi-Fi is away; the next change asks again.
  }
}
