// The space bar and the arrows turn the slides of a prize-giving; without a script its links do.
const TURNS = new Map([
  [" ", "next"],
  ["ArrowRight", "next"],
  ["PageDown", "next"],
  ["ArrowLeft", "prev"],
  ["PageUp", "prev"],
]);

document.addEventListener("keydown", (event) => {
  const turn = TURNS.get(event.key);
  if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.querySelector(`a[rel="${turn}"]`);
  if (link instanceof HTMLAnchorElement) {
    event.preventDefault();
    link.click();
  }
});
