// While somebody types figures, what is on the page before the form folds away, so that all players, the sum, the pad
// and the button are in view (css/jantaku.css). It comes back when something else is tapped or gets the focus.
const formOf = (it) => it?.closest?.("form[data-entry]");
let pressed = null; // what the pointer is on, until it is known whether that is a tap

function fold(form, isTyping) {
  if (!form || form.classList.contains("typing") === isTyping) return;
  form.classList.toggle("typing", isTyping);
  if (isTyping) scrollTo(0, 0);
  else if (document.activeElement?.matches("[data-points]")) document.activeElement.blur();
  document.dispatchEvent(new CustomEvent("folded"));
  if (isTyping) document.activeElement.closest(".entry-row")?.scrollIntoView({ block: "nearest" });
}

// What has made the page come back stays under the finger.
function unfold(by) {
  const before = by?.getBoundingClientRect?.().top;
  for (const form of document.querySelectorAll("form.typing")) {
    fold(form, false);
    if (by?.checkVisibility?.()) scrollBy(0, by.getBoundingClientRect().top - before);
  }
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("[data-points]")) fold(formOf(target), true);
  // Not between a pointer's going down and its coming up: the tap would miss.
  else if (!pressed && !formOf(target) && !target.closest?.("[data-unfold]")) unfold(target);
});

document.addEventListener("pointerdown", ({ target }) => (pressed = target));
document.addEventListener("pointercancel", () => (pressed = null));
document.addEventListener("click", ({ target }) => {
  const began = pressed ?? target;
  pressed = null;
  if (target.closest?.("[data-unfold]")) unfold();
  // What folds under a finger is not what it has tapped.
  else if (!formOf(target) && !formOf(began)) unfold(target);
});

// The page is made for somebody who types at once; perhaps nobody does.
function start() {
  for (const form of document.querySelectorAll("form[data-entry]")) {
    fold(form, !form.inert && form.contains(document.activeElement) && document.activeElement.matches("[data-points]"));
  }
}

document.addEventListener("shown", start);
document.addEventListener("outbox", () => document.querySelector("form.typing[inert]") && unfold());
start();
