// Sends a form without leaving the page, so that nothing typed is lost when the Wi-Fi is. The form's hidden key
// makes sending it again harmless, even when only the answer was lost. What belongs in the outbox (data-outbox) is on
// the phone's disk before it leaves, and is sent until it has arrived.
// A button that leads to another page is the browser's.
import { forget, put } from "./outbox.js";
import { newKey } from "./outbox_items.js";

const PATIENCE = 15_000;
const SOON = 4_000; // milliseconds after which nobody waits for the answer before the form
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
    if (!("outbox" in form.dataset) || !(await sendSafely(form, body))) await sendAtOnce(form, body);
  } finally {
    delete form.dataset.busy;
    button?.removeAttribute("aria-busy");
  }
});

async function sendAtOnce(form, body) {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      redirect: "manual", // the page that follows is fetched once, by the browser itself
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.type === "opaqueredirect") {
      form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
      location.assign(isApart(form) ? location.href : location.pathname);
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
  }
}

// By way of the phone's disk. Says false where the phone keeps nothing: then nothing was sent.
async function sendSafely(form, body) {
  const item = itemOf(form, body);
  let sending;
  try {
    sending = await put(item);
  } catch {
    const note = document.querySelector("[data-disk-note]");
    if (note) note.hidden = false;
    return false;
  }
  form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
  // Behind others, or without a network, nobody has to see it arrive before typing the next one.
  const soon = isApart(form) && (sending.isBehind || !navigator.onLine) ? 0 : SOON;
  const answer = await Promise.race([sending.answer, new Promise((resolve) => setTimeout(resolve, soon))]);
  if (answer?.isTakenOut) return true;
  if (!answer) {
    form.reset();
    sending.answer.then((late) => late.done && !("several" in form.dataset) && location.assign(late.leads_to));
    if (!isApart(form)) document.querySelector("[data-outbox-list]")?.scrollIntoView({ block: "start" });
  } else if (answer.done) {
    await forget(item.key);
    location.assign(answer.leads_to || location.pathname);
  } else if (answer.page) {
    await forget(item.key);
    show(new DOMParser().parseFromString(answer.page, "text/html"));
  } else {
    // The list says why; the page is shown as it is by now.
    location.assign(isApart(form) ? location.href : location.pathname);
  }
  return true;
}

// A form for many tables: what it sends has nothing to do with what it sent before.
const isApart = (form) => form.dataset.several === "apart";

function itemOf(form, body) {
  const fields = [...body].filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
  return {
    key: newKey(),
    address: form.action,
    fields,
    about: form.dataset.outbox,
    title: titleOf(form),
    owner: form.dataset.outboxOwner ?? "",
    ownerName: form.dataset.outboxName ?? "",
    details: detailsOf(form),
    desk: form.dataset.desk ? new URL(form.dataset.desk, location.href).href : "",
    isChained: "several" in form.dataset && !isApart(form),
  };
}

const titleOf = (form) =>
  isApart(form) ? `${form.dataset.outboxTitle} ${form.elements.number.value}` : form.dataset.outboxTitle;
const words = (it) => it.textContent.trim().replace(/\s+/g, " ");

// What the person reads of it while it is under way: the figures of each player, or what was tapped.
function detailsOf(form) {
  const figures = [...form.querySelectorAll(".entry-row")].map(
    (row) => `${words(row.querySelector("bdi"))} ${words(row.querySelector("[data-understood]"))}`,
  );
  const tapped = [...form.querySelectorAll(".tick input:checked")].map((tick) => tick.ariaLabel ?? words(tick.closest("label")));
  const typed = [...form.querySelectorAll("input[name=reason]")].map((box) => box.value);
  return [...figures, ...tapped, ...typed].filter(Boolean).join(" · ");
}

function show(page) {
  const main = page.querySelector("main");
  document.title = page.title;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  document.dispatchEvent(new CustomEvent("shown"));
  const alert = main.querySelector("[role=alert]:not([hidden]), .errorlist");
  (alert ?? main).scrollIntoView({ block: "center" });
  main.querySelector("[autofocus], [aria-invalid=true]")?.focus({ preventScroll: true });
}
