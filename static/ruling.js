// What a page that is asked by tapping does beyond its links: it says the answer, and no tap is lost.
// Without it, links do.
"use strict";

document.addEventListener("htmx:afterSwap", () => {
  announce(board()?.dataset.heard);
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

// ---- An end on the felt: htmx fetches it by itself, and the browser must not follow its link as well ----

document.addEventListener("click", (event) => {
  if (window.htmx && event.target.closest?.("a.ring")) event.preventDefault();
}, true);
