// Shows the places and totals of what is typed, before it is sent. They are computed by the server, from the form as
// it would be sent; nothing is written.
const PAUSE = 250;
const waiting = new WeakMap();

document.addEventListener("entry", (event) => {
  const form = event.target;
  if (!("preview" in form.dataset)) return;
  const typed = event.detail.isComplete ? contentOf(form) : "";
  if (form.previewed === typed) return;
  form.previewed = typed;
  clear(form);
  clearTimeout(waiting.get(form));
  if (typed) waiting.set(form, setTimeout(() => ask(form, typed), PAUSE));
});

function contentOf(form) {
  const body = new FormData(form);
  for (const name of ["csrfmiddlewaretoken", "key", "confirm"]) body.delete(name);
  return new URLSearchParams(body).toString();
}

async function ask(form, typed) {
  const body = new FormData(form);
  body.append("do", "preview");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    // Something else may have been typed meanwhile, or the result may be here already.
    if (!answer.ok || form.previewed !== typed || !form.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of ["[data-previewed]", "[data-questions]"]) {
      const fresh = page.querySelectorAll(`form[data-entry] ${name}`);
      form.querySelectorAll(name).forEach((slot, n) => fresh[n] && slot.replaceChildren(...fresh[n].childNodes));
    }
  } catch {
    form.previewed = ""; // The Wi-Fi is away; the next change asks again.
  }
}

function clear(form) {
  for (const slot of form.querySelectorAll("[data-previewed], [data-questions]")) slot.replaceChildren();
}
