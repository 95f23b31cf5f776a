// Makes a photo small on the phone before it is sent: a tenth of the bytes, and of all that the camera wrote into the
// file nothing is left. Where a browser cannot, the file goes as it is, and the server makes it small.
const LONGEST = 1_600; // pixels; the server keeps no more (web/pictures.py)
const QUALITY = 0.85;

document.addEventListener("change", async (event) => {
  const input = event.target.closest("input[data-photo]");
  const file = input?.files[0];
  if (!file) return;
  const button = input.form.querySelector("[type=submit]");
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    const held = new DataTransfer();
    held.items.add(await madeSmall(file));
    input.files = held.files;
  } catch {
    // No picture, or none that this browser knows: the server says what is wrong with it.
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
});

async function madeSmall(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const paper = canvas.getContext("2d");
  paper.fillStyle = "white";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const small = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!small) throw new Error("the browser writes no JPEG");
  return new File([small], "photo.jpg", { type: "image/jpeg" });
}
