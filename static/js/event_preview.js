// Shows beside the form how the public page will look by what is typed so far, as the server renders it. Nothing is
// stored. A preview that does not come is not missed: the next change asks again.
const PAUSE = 600;
const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-previewed]"));
const shown = document.querySelector("[data-preview]");
let waiting;
let asked = "";

function typed() {
  const body = new FormData(form);
  for (const name of ["key", "confirm"]) body.delete(name);
  return new URLSearchParams(body).toString();
}

async function ask() {
  const now = typed();
  if (now === asked) return;
  asked = now;
  try {
    const answer = await fetch(shown.dataset.preview, { method: "POST", body: new URLSearchParams(now), redirect: "manual" });
    // Something else may have been typed meanwhile.
    if (!answer.ok || asked !== now) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked === now) shown.replaceChildren(...page.body.childNodes);
  } catch {
    asked = ""; // The Wi-Fi is away.
  }
}

form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});
