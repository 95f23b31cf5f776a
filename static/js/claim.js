// The QR code's address carries the seat's code after the #, where no server log and no Referer sees it.
const form = document.querySelector("[data-claim]");
const code = decodeURIComponent(location.hash.slice(1));
if (form && code) {
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code;
  form.requestSubmit();
}
