// What the page of a drill does beyond forms and links: it takes the time, and what came of an answer is
// heard and felt. Keys are the matter of keys.js.
"use strict";

const drill = () => document.getElementById("drill");
let shownAt = performance.now();

function shown() {
  shownAt = performance.now();
  const keypad = drill().querySelector("[data-keypad]");
  if (keypad) {
    keypad.hidden = false;
    // The page has keys of its own: no other keyboard need come up.
    drill().querySelector("#said").inputMode = "none";
  }
  tellSeveral();
  fetchNext();
  keepTried();
}

document.addEventListener("htmx:afterSwap", () => {
  const now = drill();
  if (!now) return;
  announce(now.dataset.heard);
  // A new question is read out by its heading; after an answer Enter goes on.
  (now.querySelector("[data-focus]") ?? now.querySelector(".prompt")).focus({ preventScroll: true });
  shown();
});

// A miss of a storm that was tried again is told apart there.
function keepTried() {
  const { tried, came } = drill().dataset;
  if (!tried) return;
  try { sessionStorage.setItem(`companion:tried:${tried}`, came); } catch { /* it is not told apart */ }
}

// ---- The next question comes while the verdict is read ----

let coming = "";

async function fetchNext() {
  coming = "";
  const link = drill().querySelector("[data-next]");
  if (!link) return;
  // What fails here is asked for again, and told, by the tap.
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const fragment = answer?.ok ? await answer.text().catch(() => "") : "";
  if (link.isConnected) coming = fragment;
}
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!coming || !event.target.matches?.("[data-next]")) return;
  event.preventDefault();
  htmx.swap("#drill", coming, { swapStyle: "outerHTML" });
});

// The next question is there at once, and its answers lie where Next was: who taps twice there has
// answered nothing. What leads on from a verdict is no answer, however soon it is tapped.
const HASTY = 400, NEAR = 40;
let onward = null;

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail) return; // A key is no tap.
  const { clientX: x, clientY: y, timeStamp: at, target } = event;
  if (target.closest?.("[data-next]")) onward = { x, y, at };
  else if (onward && at - onward.at < HASTY && Math.hypot(x - onward.x, y - onward.y) < NEAR && target.closest?.("#drill:not(.is-answered) .reply")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// Felt as soon as it is known.
document.addEventListener("companion:marked", ({ detail: { isRight } }) => {
  buzz(isRight ? [25, 40, 25] : 60);
});

// ---- What did not come through is said where it was asked ----

function fails(sentence) {
  const reply = drill().querySelector(".reply");
  reply.querySelector(":scope > .problem")?.remove();
  reply.prepend(alertOf("p", "problem", sentence));
}
for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(lost, () => fails(words("practise.no-network")));
}
document.addEventListener("htmx:responseError", () => fails(words("practise.failed")));

// Before htmx reads the form, and where there is no htmx.
document.addEventListener("submit", (event) => {
  const clock = event.target.querySelector("[data-clock]");
  if (clock) clock.value = Math.round(performance.now() - shownAt);
}, true);

// ---- Several answers: the button says what it sends ----

function tellSeveral() {
  const done = drill().querySelector("[data-several]");
  if (!done) return;
  done.dataset.done ??= done.textContent;
  done.textContent = drill().querySelector("[data-option]:checked") ? done.dataset.done : done.dataset.several;
}
document.addEventListener("change", tellSeveral);

// ---- Ends on the felt, keys of the page ----

// An end is the answer that is written below it, too.
document.addEventListener("click", (event) => {
  const reach = event.target.closest?.("[data-reach]");
  const option = reach && drill().querySelector(`[data-option="${reach.dataset.reach}"]`);
  if (!option) return;
  event.preventDefault();
  option.click();
});

document.addEventListener("click", (event) => {
  const said = document.getElementById("said");
  const key = event.target.closest?.("[data-digit], [data-erase]");
  if (!key || !said) return;
  said.value = "erase" in key.dataset ? said.value.slice(0, -1) : (said.value + key.dataset.digit).slice(0, 4);
});

shown();
