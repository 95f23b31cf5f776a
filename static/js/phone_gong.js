// The gong on a phone at the table: a button beside the clock turns it on, for as long as the page is open.
import { strike, strokes, turn } from "./gong.js";

const row = () => document.querySelector("[data-gong]");
let before = null;
let isOn = false;

function swapWords() {
  const button = row().querySelector("button");
  [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
  button.toggleAttribute("data-on");
}

document.addEventListener("clock", (event) => {
  // That a round is about to begin is announced in the hall.
  if (!row() || event.target.dataset.clockWithin) return;
  const { seconds } = event.detail;
  row().hidden = false;
  strike(strokes(before, seconds));
  before = seconds;
  // What follows by the rules is offered once the time is up.
  for (const offer of document.querySelectorAll("[data-at-gong]")) offer.hidden = seconds > 0;
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-gong] button")) return;
  turn();
  isOn = !isOn;
  swapWords();
});

// A form that came back brought a new button.
document.addEventListener("shown", () => {
  if (isOn && row()?.querySelector("button:not([data-on])")) swapWords();
});
