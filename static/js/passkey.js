// Passkeys: the browser asks its owner, and what it answers goes with the form. Without JavaScript, or where a browser
// knows none, the form stays hidden or is sent as it is, and the page's other ways in are there.
const form = document.querySelector("[data-passkey]");
const failed = document.querySelector("[data-passkey-failed]");

const BYTES = new Set(["challenge", "id"]);

function bytes(code) {
  const base64 = code.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function letters(buffer) {
  let found = "";
  for (const byte of new Uint8Array(buffer)) found += String.fromCharCode(byte);
  return btoa(found).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What the server says, with bytes where the browser wants bytes. The `id` of the house is a name.
export function asked(publicKey) {
  const { rp, ...rest } = publicKey;
  const read = (value, name) => {
    if (typeof value === "string") return BYTES.has(name) ? bytes(value) : value;
    if (Array.isArray(value)) return value.map((one) => read(one, ""));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one, key)]));
  };
  return rp ? { rp, ...read(rest, "") } : read(rest, "");
}

// What the browser says, as the server reads it.
export function told(credential) {
  const { response } = credential;
  const parts = { clientDataJSON: letters(response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) parts[name] = letters(response[name]);
  }
  if (response.getTransports) parts.transports = response.getTransports();
  return {
    id: credential.id,
    rawId: letters(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    response: parts,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

async function wanted(kind) {
  if (kind === "fetch") {
    const said = await fetch(form.getAttribute("action"), { headers: { Accept: "application/json" } });
    if (!said.ok) throw new Error("no options");
    return (await said.json()).request_options.publicKey;
  }
  const data = JSON.parse(document.getElementById("passkey-options").textContent);
  return (data.creation_options ?? data.request_options).publicKey;
}

async function ask() {
  const kind = form.dataset.passkey;
  const publicKey = asked(await wanted(kind));
  if (kind !== "create") return navigator.credentials.get({ publicKey });
  const alone = form.elements.passwordless?.checked ?? false;
  publicKey.authenticatorSelection = {
    ...publicKey.authenticatorSelection,
    residentKey: alone ? "required" : "discouraged",
    requireResidentKey: alone,
    ...(alone && { userVerification: "required" }),
  };
  return navigator.credentials.create({ publicKey });
}

async function use(event) {
  event.preventDefault();
  failed.hidden = true;
  try {
    form.elements.credential.value = JSON.stringify(told(await ask()));
  } catch {
    // Refused, cancelled or timed out: browsers do not say which.
    failed.hidden = false;
    return;
  }
  form.removeEventListener("submit", use);
  form.requestSubmit();
}

if (form && globalThis.PublicKeyCredential && navigator.credentials) {
  form.hidden = false;
  form.addEventListener("submit", use);
}
