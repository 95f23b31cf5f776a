// The QR code's address carries the seat's code after the #, where no server log and no Referer sees it.
function take() {
  const form = document.querySelector("[data-claim]");
  const code = decodeURIComponent(location.hash.slice(1));
  if (!form || !code) return;
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code;
  form.requestSubmit();
}

// Another card scanned into the same tab changes only what stands behind the #.
addEventListener("hashchange", take);
take();
