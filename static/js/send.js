// Sends a form without leaving the page, so that nothing typed is lost when the Wi-Fi is. The form's hidden key
// makes sending it again harmless, even when only the answer was lost.
// A button that leads to another page is the browser's.
const PATIENCE = 15_000;
const offline = () => document.querySelector("[data-offline]");

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-send]");
  if (!form || "leaves" in (event.submitter?.dataset ?? {})) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  const button = event.submitter ?? form.querySelector("[type=submit]");
  form.dataset.busy = "1";
  button?.setAttribute("aria-busy", "true");
  try {
    const body = new FormData(form);
    if (button?.name) body.append(button.name, button.value);
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      redirect: "manual", // the page that follows is fetched once, by the browser itself
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.type === "opaqueredirect") {
      form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
      location.assign(location.pathname);
      return;
    }
    if (answer.status >= 500) throw new Error("the server is away");
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    const note = offline();
    if (note) {
      note.hidden = false;
      note.scrollIntoView({ block: "center" });
    } else {
      form.submit();
    }
  } finally {
    delete form.dataset.busy;
    button?.removeAttribute("aria-busy");
  }
});

function show(page) {
  const main = page.querySelector("main");
  document.title = page.title;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  document.dispatchEvent(new CustomEvent("shown"));
  const alert = main.querySelector("[role=alert]:not([hidden]), .errorlist");
  (alert ?? main).scrollIntoView({ block: "center" });
  main.querySelector("[aria-invalid=true]")?.focus({ preventScroll: true });
}
