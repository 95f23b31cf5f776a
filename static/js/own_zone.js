// Chooses the zone in which this browser is, unless somebody has chosen one or sent the form already.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll("select[data-own-zone]")) {
  const isSent = document.querySelector("form [aria-invalid], form [role=alert]") !== null;
  const isOffered = [...select.querySelectorAll("option")].some((option) => option.value === zone);
  if (isOffered && !isSent) select.value = zone;
}
