// Chooses the zone in which this browser is, unless somebody has chosen one or sent the form already.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll("select[data-own-zone]")) {
  const isSent = document.querySelector("form [aria-invalid], form [role=alert]") !== null;
  const own = [...select.options].find((option) => option.value === zone);
  if (own && !isSent) own.selected = true;
}
