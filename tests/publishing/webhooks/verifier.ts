// A receiver as an integrator would write it: Standard Webhooks, with nothing but what the platform has.
// Secrets come as arguments; it says its port, then one line for each message: its id, or "refused".
const secrets = Deno.args.map((secret) =>
  Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0))
);

async function isSigned(headers: Headers, body: string): Promise<boolean> {
  const id = headers.get("webhook-id"), at = headers.get("webhook-timestamp");
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const content = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const secret of secrets) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
    for (const one of (headers.get("webhook-signature") ?? "").split(" ")) {
      const [version, signature] = one.split(",");
      const bytes = Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0));
      if (version === "v1" && await crypto.subtle.verify("HMAC", key, bytes, content)) return true;
    }
  }
  return false;
}

Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) }, async (request) => {
  const body = await request.text();
  const accepted = await isSigned(request.headers, body);
  console.log(accepted ? request.headers.get("webhook-id") : "refused");
  return new Response(accepted ? "thanks" : "bad signature", { status: accepted ? 200 : 401 });
});
