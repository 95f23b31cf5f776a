// Buttons that copy the text named by data-copy; hidden where browsers give pages no clipboard.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    const before = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = before;
    }, 2_000);
  });
}
