// Keeps an ordered draw's page fresh: asks the same address every second, and goes where it leads once it has ended.
const EVERY = 1_000;

async function ask() {
  let soon = EVERY;
  try {
    const answer = await fetch(location.href, { cache: "no-store", redirect: "manual" });
    if (answer.type === "opaqueredirect") return location.reload();
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-job]");
      const shown = document.querySelector("[data-job]");
      // Another end than a draft: the buttons are others, too.
      if (!["queued", "running"].includes(fresh.dataset.job)) return location.reload();
      shown.replaceWith(document.adoptNode(fresh));
    } else {
      soon = 5 * EVERY;
    }
  } catch {
    soon = 5 * EVERY; // the Wi-Fi is away; it comes back
  }
  setTimeout(ask, soon);
}

setTimeout(ask, EVERY);
