// The desk's small help: asks before what cannot be taken back, and prints.
document.addEventListener("submit", (event) => {
  const question = event.target.dataset.sure;
  if (question && !window.confirm(question)) event.preventDefault();
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
