// What a page with an answer does beyond its links: it says the answer, and sends it: as a picture,
// as a link where the browser can share or copy one, or to a printer. Without it, links do.
"use strict";

function offer() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !(navigator.share || navigator.clipboard);
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = !window.print;
}

document.addEventListener("htmx:afterSwap", () => {
  announce(document.getElementById("asked")?.dataset.heard);
  offer();
});

// ---- The picture: what the server draws, as a file that every phone can show ----

const SHARPNESS = 2;

async function painted(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth * SHARPNESS, image.naturalHeight * SHARPNESS);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob();
}

const keep = (href, download) => made("a", { href, download }).click();

async function savePicture(link) {
  try {
    const address = URL.createObjectURL(await painted(link.href));
    keep(address, `${link.dataset.picture}.png`);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    // A browser that cannot paint it keeps what was drawn.
    keep(link.href, link.download);
  }
}

// ---- The link ----

async function sendLink(button) {
  const { share: url, title } = button.dataset;
  try {
    if (navigator.share) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      button.textContent = words("link-copied");
    }
  } catch { /* they thought better of it */ }
}

document.addEventListener("click", (event) => {
  const picture = event.target.closest?.("[data-picture]");
  if (picture) {
    event.preventDefault();
    event.stopImmediatePropagation();
    savePicture(picture);
  }
  // htmx fetches an open end by itself; the browser must not follow its link as well.
  if (window.htmx && event.target.closest?.("a.ring")) event.preventDefault();
  const share = event.target.closest?.("[data-share]");
  if (share) sendLink(share);
  if (event.target.closest?.("[data-print]")) window.print();
}, true);

offer();
