// Turns the pages of a hall's screen, keeps them fresh, and strikes the gong for whoever has turned the sound on.
import { left } from "./clock.js";
import { strike, strokes, turn as turnSound } from "./gong.js";
import { SELDOM, follow } from "./news.js";

const hall = () => document.querySelector("[data-hall]");
const slides = () => [...document.querySelectorAll("[data-slide]")];
const button = (name) => document.querySelector(`[data-hall-${name}]`);

// How long controls stay after the pointer moved, in milliseconds.
const AWAKE = 3000;
// For a second the page may be given as it was before an announcement was over.
const AFTER = 2000;

let isStopped = false;
let moved = Date.now();
let since = Date.now();
let before = null;
let lookAt = Infinity;

function show(index) {
  const all = slides();
  const next = (index + all.length) % all.length;
  all.forEach((slide, number) => (slide.hidden = number !== next));
  document.querySelector("[data-hall-page]").textContent = `${next + 1}/${all.length}`;
  since = Date.now();
}

const current = () => slides().findIndex((slide) => !slide.hidden);
const turn = (by) => show(current() + by);

function switchButton(it) {
  [it.textContent, it.dataset.other] = [it.dataset.other, it.textContent];
}

function stop() {
  isStopped = !isStopped;
  since = Date.now();
  switchButton(button("stop"));
}

async function look() {
  const here = hall();
  const address = new URL(location.href);
  address.searchParams.delete("page");
  const answer = await fetch(address, { cache: "no-store", headers: { "If-None-Match": here.dataset.etag } });
  if (answer.ok) {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-hall]");
    if (fresh && fresh.dataset.etag !== here.dataset.etag) take(here, fresh);
  }
  return answer.status;
}

// An announcement whose time passes is no news of the tournament: nothing was done.
function waitForEnd() {
  const { lookIn } = hall().dataset;
  lookAt = lookIn === undefined ? Infinity : Date.now() + Number(lookIn) + AFTER;
}

// The page that is shown stays where it is, or else the one that took its place.
function take(here, fresh) {
  const index = current();
  const key = slides()[index]?.dataset.slide;
  here.replaceWith(document.adoptNode(fresh));
  waitForEnd();
  const kept = slides().findIndex((slide) => slide.dataset.slide === key);
  const turned = since;
  show(kept >= 0 ? kept : Math.min(index, slides().length - 1));
  since = turned;
  document.dispatchEvent(new CustomEvent("shown"));
}

function listen() {
  const clock = document.querySelector(".hall-top [data-clock][data-ends]");
  const seconds = clock ? left(clock) : null;
  strike(strokes(before, seconds));
  before = seconds;
  if (Date.now() >= lookAt) {
    lookAt = Date.now() + SELDOM;
    look().catch(() => {});
  }
  document.body.classList.toggle("still", Date.now() - moved > AWAKE);
  if (!isStopped && slides().length > 1 && Date.now() - since >= Number(hall().dataset.turn) * 1000) turn(1);
}

function wake() {
  moved = Date.now();
  document.body.classList.remove("still");
}

// A browser tells of a pointer, too, under which only the page has moved.
document.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && wake());
document.addEventListener("pointerdown", wake);
document.addEventListener("focusin", wake);
button("sound").addEventListener("click", () => {
  turnSound();
  switchButton(button("sound"));
});
button("stop").addEventListener("click", stop);
button("full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
for (const link of document.querySelectorAll("[data-turn-by]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    turn(Number(link.dataset.turnBy));
  });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("a, button") && [" ", "Enter"].includes(event.key)) return;
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === " ") stop();
  else return;
  event.preventDefault();
});
document.body.classList.add("wall");
for (const name of ["stop", "sound", "full"]) button(name).hidden = false;
show(Math.max(0, current()));
waitForEnd();
setInterval(listen, 1000);
// Hands are no news of the tournament: a screen that shows live totals asks by itself.
follow(look, () => Number(hall().dataset.liveEvery) || SELDOM);
