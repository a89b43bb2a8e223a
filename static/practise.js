// What the page of a drill does beyond forms and links: it takes the time, and the result of an answer is
// seen at once, heard and felt. Keys are in keys.js.
"use strict";

const drill = () => document.getElementById("drill");
let shownAt = performance.now();

function shown() {
  shownAt = performance.now();
  const keypad = drill().querySelector("[data-keypad]");
  if (keypad) {
    keypad.hidden = false;
    // The page has its own keys: so no other keyboard should open.
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
  // The screens of a lesson follow each other on one page, so that its voice goes on; each keeps its address.
  if (now.dataset.here) history.replaceState(null, "", now.dataset.here);
  // A new question is read out by its heading; after an answer Enter goes on.
  (now.querySelector("[data-focus]") ?? now.querySelector(".prompt")).focus({ preventScroll: true });
  shown();
});

// A retried miss of a storm is marked there.
function keepTried() {
  const { tried, came } = drill().dataset;
  if (tried) inTab.save(`companion:tried:${tried}`, came);
}

// ---- The next question comes while the verdict is read ----

let coming = "";

async function fetchNext() {
  coming = "";
  const link = drill().querySelector("[data-next]");
  if (!link) return;
  // If it fails here, the tap asks again and reports it.
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const fragment = answer?.ok ? await answer.text().catch(() => "") : "";
  if (link.isConnected) coming = fragment;
}
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!coming || !event.target.matches?.("[data-next]")) return;
  event.preventDefault();
  htmx.swap("#drill", coming, { swapStyle: "outerHTML" });
});

// The next question is there at once, and its answers are where Next was: a double tap there
// answers nothing. What leads on from a verdict is no answer, however soon you tap it.
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

// ---- What did not arrive is reported where it was asked ----

function fails(sentence) {
  unmark();
  const reply = drill().querySelector(".reply");
  reply.querySelector(":scope > .problem")?.remove();
  reply.prepend(alertOf("p", "problem", sentence));
}
for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(lost, () => fails(words("practise.no-network")));
}
document.addEventListener("htmx:responseError", () => fails(words("practise.failed")));

// Before htmx reads the form, and if there is no htmx.
document.addEventListener("submit", (event) => {
  const clock = event.target.querySelector("[data-clock]");
  if (clock) clock.value = Math.round(performance.now() - shownAt);
  if (event.target.closest("#drill .reply")) mark(event.target, event.submitter);
}, true);

// ---- The verdict at once: the page holds the right answer, so a tap is marked before its reasons are
// here. Only what the server says is kept; if it doesn't answer, the mark is removed ----

const LOOKS = ["said-right", "said-wrong", "is-answer"];
const optionsOf = (form) => [...form.querySelectorAll("button[name=said], input[type=checkbox][name=said]")];
// A number may be typed with zeros before it.
const valueOf = (said) => (/^[0-9]+$/.test(said) ? String(Number(said)) : said);

function saidBy(form, submitter) {
  return new FormData(form, submitter).getAll("said").map((said) => valueOf(said.trim())).filter(Boolean);
}

function judge(form, said, answer) {
  if (!form.matches(".toggles")) return answer.has(said[0]);
  return said.length === answer.size && said.every((value) => answer.has(value));
}

function mark(form, submitter) {
  const { answer: values } = drill().dataset, said = saidBy(form, submitter);
  if (values === undefined || !(said.length || form.matches(".toggles"))) return;
  const answer = new Set(values === "none" ? [] : values.split(" "));
  const isRight = judge(form, said, answer);
  unmark();
  drill().classList.add("is-marked", isRight ? "marked-right" : "marked-wrong");
  for (const option of document.querySelectorAll(".reply form")) lightUp(option, said, answer);
  const typed = form.querySelector("input#said"), label = form.querySelector("label[for=said]");
  if (typed) {
    typed.classList.add(isRight ? "said-right" : "said-wrong");
    label.dataset.words ??= label.textContent;
    label.textContent = isRight ? "✓" : `✗ ${[...answer].join(" ")}`;
  }
  buzz(isRight ? [25, 40, 25] : 60);
  document.dispatchEvent(new CustomEvent("companion:marked", { detail: { isRight } }));
}

function lightUp(form, said, answer) {
  for (const option of optionsOf(form)) {
    const shown = option.closest(".toggle") ?? option, isAnswer = answer.has(option.value);
    if (said.includes(option.value)) shown.classList.add(isAnswer ? "said-right" : "said-wrong");
    else if (isAnswer && !drill().matches(".first-try")) shown.classList.add("is-answer");
  }
}

function unmark() {
  drill().classList.remove("is-marked", "marked-right", "marked-wrong");
  for (const each of drill().querySelectorAll(LOOKS.map((look) => `.${look}`).join())) each.classList.remove(...LOOKS);
  const label = drill().querySelector("label[data-words]");
  if (label) label.textContent = label.dataset.words;
}

// The browser's way back leads to a question that is still open.
addEventListener("pageshow", ({ persisted }) => { if (persisted) unmark(); });

// ---- Several answers: the button says what it sends ----

function tellSeveral() {
  const done = drill().querySelector("[data-several]");
  if (!done) return;
  done.dataset.done ??= done.textContent;
  done.textContent = drill().querySelector("[data-option]:checked") ? done.dataset.done : done.dataset.several;
}
document.addEventListener("change", tellSeveral);

// ---- Ends on the felt, keys of the page ----

// An end is also the answer written below it.
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
