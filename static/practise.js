// What the page of a drill does beyond forms and links: it takes the time, digits and letters
// answer, and what came of it is heard and felt.
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
}

document.addEventListener("htmx:afterSwap", () => {
  const now = drill();
  if (!now) return;
  announce(now.dataset.heard);
  // A new question is read out by its heading; after an answer Enter goes on.
  (now.querySelector("[data-focus]") ?? now.querySelector(".prompt")).focus({ preventScroll: true });
  if (now.matches(".is-answered") && navigator.userActivation?.hasBeenActive) {
    if (document.documentElement.dataset.buzz !== "off") navigator.vibrate?.(now.matches(".is-right") ? [25, 40, 25] : 60);
  }
  shown();
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

// ---- Ends on the felt, keys of the page and of the keyboard ----

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

const named = (options, key) => {
  if (/^[a-z]$/.test(key)) return options[key.charCodeAt(0) - 97];
  const exact = options.find((option) => option.value === key);
  // A digit counts the answers only where no answer is a digit.
  return exact ?? (options.some((option) => /^[0-9]$/.test(option.value)) ? undefined : options[key - 1]);
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !drill()) return;
  const said = document.getElementById("said");
  if (said && /^[0-9]$/.test(event.key)) {
    // The digit is typed where the focus goes.
    if (document.activeElement !== said) said.focus({ preventScroll: true });
    return;
  }
  const options = [...drill().querySelectorAll("[data-option]")];
  if (event.key === "Enter" && document.activeElement.matches("body, .prompt")) {
    drill().querySelector("[data-focus], [data-several]")?.click();
    return;
  }
  const option = /^[0-9a-z]$/.test(event.key) && named(options, event.key);
  if (!option || event.repeat) return;
  event.preventDefault();
  option.click();
});

shown();
