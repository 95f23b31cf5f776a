// The phone's pages as an app: a worker opens them also where nobody answers, and the page says so.
const note = () => document.querySelector("[data-stored-note]");

// The worker writes on a page from the phone's disk when it was stored.
const storedAt = document.documentElement.dataset.storedAt;

function tell() {
  if (!storedAt || !note()) return;
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  note().querySelector("time").textContent = clock.format(new Date(storedAt));
  note().hidden = false;
}

// Whoever asks for news and is answered has a connection again.
document.addEventListener("answered", () => {
  if (note()) note().hidden = true;
});

async function settle() {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  // Of a page that came before it the worker knows nothing; the next time it may be asked for without Wi-Fi.
  if (!(await caches.match(location.pathname))) active.postMessage({ store: location.pathname });
}

tell();
// Only where the address is safe (https, or this machine itself); everywhere else the page works as long as it is open.
if (navigator.serviceWorker) settle().catch(() => {});
