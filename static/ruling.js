// What a page with an answer does beyond its links: it says the answer, and sends it as a picture or to
// a printer. Where it is asked by tapping, no tap is lost. Without it, links do.
"use strict";

function offer() {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = !window.print;
}

document.addEventListener("htmx:afterSwap", () => {
  announce(board()?.dataset.heard);
  offer();
  mark();
  focusNext();
});

// ---- Taps on a board whose address holds all of it. Each leads on from the board that is seen, so one
// is on its way at a time: what is tapped meanwhile is kept, and done in order, each on the control of
// the same id once that has come. A tap that no server answered is kept as well ----

const CONTROL = "#asked :is(a[href], button)[id]";
const REST = 3000;

const kept = [];
let flight = null;
let isOurs = false;
let again = 0;

const board = () => document.getElementById("asked");
const isUnderWay = () => [1, 2, 3].includes(flight?.readyState);

document.addEventListener("click", (event) => {
  const control = event.target.closest?.(CONTROL);
  const opensApart = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!control || isOurs || opensApart || !(isUnderWay() || kept.length)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  kept.push(control.id);
  mark();
  goOn();
}, true);

document.addEventListener("htmx:beforeRequest", (event) => { flight = event.detail.xhr; });
document.addEventListener("htmx:afterRequest", (event) => {
  if (!COME_BACK_LATER.includes(event.detail.xhr.status)) goOn();
  else waits(event.target.id);
});

function goOn() {
  clearTimeout(again);
  while (kept.length && !isUnderWay()) {
    const control = document.getElementById(kept.shift());
    if (!control?.matches(CONTROL)) continue;
    isOurs = true;
    control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    isOurs = false;
    // What asked for nothing here leads away from the board.
    if (!isUnderWay()) forget();
  }
}

function waits(id) {
  kept.unshift(id);
  mark();
  if (!board().querySelector(".taps-wait")) board().append(alertOf("p", "problem taps-wait", words("no-answer")));
  again = setTimeout(goOn, REST);
}

function forget() {
  clearTimeout(again);
  kept.length = 0;
}

addEventListener("online", goOn);
addEventListener("popstate", forget);

// What is kept looks so.
function mark() {
  for (const id of kept) document.getElementById(id)?.classList.add("is-kept");
}

// ---- The focus stays on the same control, or goes on to the next where that has gone ----

let focused = null;

document.addEventListener("htmx:beforeSwap", () => {
  focused = board().contains(document.activeElement) ? document.activeElement.id : null;
});

function focusNext() {
  if (focused === null || !board() || board().contains(document.activeElement)) return;
  const links = [...board().querySelectorAll("a[href]")];
  const place = document.getElementById(focused);
  const next = links.find((link) => place?.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING);
  (next ?? links[0])?.focus({ preventScroll: true });
}

// ---- The picture: what the server draws, as a file that every phone can show ----

const SHARPNESS = 2;

const keep = (href, download) => made("a", { href, download }).click();

async function savePicture(link) {
  try {
    const image = Object.assign(new Image(), { src: link.href });
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth * SHARPNESS, image.naturalHeight * SHARPNESS);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const address = URL.createObjectURL(await canvas.convertToBlob());
    keep(address, `${link.dataset.picture}.png`);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    // A browser that cannot paint it keeps what was drawn.
    keep(link.href, link.download);
  }
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
  if (event.target.closest?.("[data-print]")) window.print();
}, true);

offer();
