// A hand's help: asks for the preview once everything is tapped that it needs, and brings into view what comes next.
// Which buttons are shown follows from the ticks themselves (css/hands.css); the server has the last word.
const ticked = (form, name) => form.querySelector(`[name="${name}"]:checked`);
const ofSeat = (tick) => tick.value.slice(-1);

function isWorthKnown(form, seat) {
  const points = form.querySelector(`[name=points${seat}]`);
  if (points) return /^\d+$/.test(points.value);
  const han = ticked(form, `han${seat}`);
  const tiles = form.querySelector(`[name=tiles${seat}]`)?.value ?? "";
  if (!han) return Boolean(ticked(form, `yaku${seat}`)) || tiles.replace(/\D/g, "").length > 13; // They say how many.
  if (han.value === "yakuman") return Boolean(ticked(form, `yakuman${seat}`));
  return "limit" in han.dataset || Boolean(ticked(form, `fu${seat}`));
}

function isComplete(form) {
  const what = ticked(form, "what");
  if (!what) return false;
  if (what.value === "chombo") return Boolean(ticked(form, "offenders"));
  if (what.value === "abort") return Boolean(ticked(form, "abort"));
  if (!/^(ron|tsumo)\d$/.test(what.value)) return true;
  const isRon = what.value.startsWith("ron");
  const also = isRon ? [...form.querySelectorAll("[name=also]:checked")].map(ofSeat) : [];
  return (!isRon || Boolean(ticked(form, "loser"))) && [ofSeat(what), ...also].every((seat) => isWorthKnown(form, seat));
}

function look(form) {
  form.dispatchEvent(new CustomEvent("entry", { bubbles: true, detail: { isComplete: isComplete(form) } }));
}

for (const kind of ["change", "input"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest("form[data-hand]");
    if (form) look(form);
  });
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-hand] [name=what]")) return;
  const worth = event.target.closest(".hand-row")?.querySelector(".worth");
  worth?.scrollIntoView({ block: "nearest" });
});

document.addEventListener("reset", (event) => {
  // The ticks are gone after the event.
  if (event.target.matches("form[data-hand]")) setTimeout(() => look(event.target));
});

// Yaku and tiles come only to the phones that tell them.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-tell]");
  if (!link) return;
  event.preventDefault();
  (await import("./hand_tiles.js")).tell(link);
});
