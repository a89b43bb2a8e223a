// What the table page does beyond forms and links: it speaks, lets the layout be pinched and
// panned, counts along at the settlement, and keeps what was chosen while others enter.
"use strict";

const table = () => document.getElementById("table");
/* In milliseconds. */
const DOUBLE_PRESS = 500;

// ---- After each answer: say it, put the focus where the next tap is ----

// A phone's own alerts come and go beside the taps.
const isTap = (event) => !event.target.closest?.(".alerts");

document.addEventListener("htmx:afterSwap", (event) => {
  const now = table();
  if (!now || !isTap(event)) return;
  announce(now.dataset.heard);
  // What someone else entered is announced, and not put under the finger.
  const { hadFocus = true } = event.detail;
  const next = now.querySelector("[data-focus]") ?? (document.activeElement === document.body
    ? now.querySelector(".tray button:enabled:not(.dim)") ?? now.querySelector(".tray :enabled, .lower button:enabled, .actions button:enabled")
    : null);
  if (hadFocus) next?.focus({ preventScroll: true });
  look();
  tellLeft();
  hintAtFelt();
  settleUnderFinger();
});

// Who presses twice has chosen once: what comes under the finger waits for a moment.
let wasAsking = false;
function settleUnderFinger() {
  const isAsking = table().querySelector(".chooser") !== null;
  const under = isAsking === wasAsking ? ".draw button" : ".play";
  for (const part of table().querySelectorAll(under)) {
    part.classList.add("is-new");
    setTimeout(() => part.classList.remove("is-new"), DOUBLE_PRESS);
  }
  wasAsking = isAsking;
}

// One view of the table at a time, and never an older one than what is seen.
document.addEventListener("htmx:beforeSwap", (event) => {
  const version = /data-version="(\d+)"/.exec(event.detail.serverResponse)?.[1];
  if (Number(version) < Number(table()?.dataset.version)) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isTap(event)) return;
  if (table()?.classList.contains("is-sending")) event.preventDefault();
  else table()?.classList.add("is-sending");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isTap(event)) table()?.classList.remove("is-sending");
});

// Fragments are the same for every phone: other requests than htmx's carry this phone's own token.
document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || form.hasAttribute("hx-post") || form.elements.csrf_token) return;
  const value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  form.append(made("input", { type: "hidden", name: "csrf_token", value }));
}, true);

// ---- The ring of an end that fits the picked-up tile is the same as its button, and a tile on the
// felt offers what can be asked of it at its place ----

document.addEventListener("click", (event) => {
  const laid = event.target.closest?.("#felt a.laid");
  if (laid && window.htmx) {
    event.preventDefault();
    if (!gesture.moved) htmx.ajax("GET", laid.getAttribute("href"), { target: "#table", swap: "outerHTML" });
  }
  const ring = event.target.closest?.(".ring");
  if (!ring) return;
  // htmx fetches the end by itself; the browser must not follow the link as well.
  event.preventDefault();
  const button = document.querySelector(`.chooser button[value="${ring.dataset.on}"]`);
  if (gesture.moved || button) event.stopImmediatePropagation();
  if (!gesture.moved) button?.click();
}, true);

// ---- Pinch and pan ----

const gaze = { zoom: 1, x: 0, y: 0 };
const gesture = { touches: new Map(), moved: false };
let seenBox = "";

function look() {
  const felt = document.getElementById("felt");
  if (!felt) return;
  felt.dataset.box ??= felt.getAttribute("viewBox");
  if (felt.dataset.box !== seenBox) Object.assign(gaze, { zoom: 1, x: 0, y: 0 });
  seenBox = felt.dataset.box;
  const [left, top, width, height] = seenBox.split(" ").map(Number);
  const w = width / gaze.zoom, h = height / gaze.zoom;
  const reach = (all, part, wanted) => Math.max(-(all - part) / 2, Math.min((all - part) / 2, wanted));
  gaze.x = reach(width, w, gaze.x);
  gaze.y = reach(height, h, gaze.y);
  felt.setAttribute("viewBox", [left + (width - w) / 2 + gaze.x, top + (height - h) / 2 + gaze.y, w, h].join(" "));
}

function zoomBy(factor) {
  gaze.zoom = Math.max(1, Math.min(5, gaze.zoom * factor));
  look();
}

const onFelt = (event) => event.target.closest?.("#felt");
const spread = () => {
  const [a, b] = [...gesture.touches.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

document.addEventListener("pointerdown", (event) => {
  if (!onFelt(event)) return;
  if (gesture.touches.size === 0) gesture.moved = false;
  gesture.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
document.addEventListener("pointermove", (event) => {
  const before = gesture.touches.get(event.pointerId);
  if (!before) return;
  const felt = document.getElementById("felt");
  const now = { x: event.clientX, y: event.clientY };
  const [dx, dy] = [now.x - before.x, now.y - before.y];
  if (!gesture.moved && Math.hypot(dx, dy) < 6) return;
  gesture.moved = true;
  const apart = gesture.touches.size === 2 ? spread() : 0;
  gesture.touches.set(event.pointerId, now);
  const scale = felt.getScreenCTM().a;
  gaze.x -= dx / scale / gesture.touches.size;
  gaze.y -= dy / scale / gesture.touches.size;
  if (apart) zoomBy(spread() / apart);
  else look();
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => gesture.touches.delete(event.pointerId));
}
document.addEventListener("wheel", (event) => {
  if (!onFelt(event)) return;
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 300));
}, { passive: false });
document.addEventListener("dblclick", (event) => {
  if (onFelt(event)) zoomBy(gaze.zoom > 1 ? 0 : 2);
});

// ---- The settlement counts along ----

function tellLeft() {
  const tray = document.querySelector(".tray[data-held]");
  if (!tray) return;
  const picked = [...tray.querySelectorAll(":checked")];
  const pips = picked.reduce((sum, box) => sum + Number(box.dataset.pips), 0);
  const field = document.querySelector("input[name=pips]");
  const button = document.querySelector("[data-tell]");
  const held = Number(tray.dataset.held);
  field.placeholder = picked.length ? pips : "";
  const told = field.value ? Number(field.value) : pips;
  const open = Number(tray.dataset.unseen);
  // All 168 pips are written out only if they are impossible.
  const audit = document.querySelector(".audit");
  audit.hidden = told <= open && !("problem" in table().dataset);
  audit.querySelector("output").textContent = told > open
    ? words("left-too-many", { here: told, over: told - open }) : told
    ? words("left-here", { here: told, pips: open - told }) : words("left-unseen", { pips: open });
  const isWhole = field.value || picked.length === held;
  button.textContent = isWhole ? words("left-save", { name: tray.dataset.of, count: told }) : words("left-picked", { picked: picked.length, held });
  button.disabled = !field.value && picked.length !== held;
}
document.addEventListener("change", tellLeft);
document.addEventListener("input", tellLeft);

// What the camera read is ticked as by taps. Pips that were typed before give way to it.
document.addEventListener("companion:tiles", ({ detail }) => {
  const read = new Set(detail.tiles.map(({ tile }) => tile));
  const boxes = document.querySelectorAll(".tray[data-held] input");
  if (!boxes.length) return;
  document.querySelector("input[name=pips]").value = "";
  for (const box of boxes) if (box.checked !== read.has(box.value)) box.click();
  tellLeft();
  const button = document.querySelector("[data-tell]");
  announce(button.textContent);
  button.focus({ preventScroll: true });
});

// ---- Who leads, picked at random: known once the names stand still, and gone soon ----

document.addEventListener("animationend", ({ animationName, pseudoElement, target }) => {
  if (animationName === "lot-turns") target.closest(".lot").classList.remove("is-turning");
  if (animationName === "lot-goes" && !pseudoElement) target.remove();
});

// ---- A phone learns once that tiles on the felt can be tapped ----

const FELT_HINT = "companion:felt-hint";

function hintAtFelt() {
  const shown = document.querySelector(".felt-hint"), laid = document.querySelectorAll("#felt a.laid").length;
  // Where many lie, it would lie on one of them.
  if (onPhone.read(FELT_HINT) || laid < 2 || laid > 6) return shown?.remove();
  if (shown) return;
  document.getElementById("layout").append(made("p", { className: "felt-hint" }, words("felt-hint"), made("button", { type: "button", ariaLabel: words("felt-hint-close") }, "×")));
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#felt a.laid, .felt-hint button")) return;
  onPhone.save(FELT_HINT, true);
  hintAtFelt();
}, true);

// ---- Arrow keys walk over the tray ----

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
  const tray = event.target.closest?.(".tray");
  if (!step || !tray) return;
  event.preventDefault();
  const places = [...tray.children];
  let at = places.indexOf(event.target.closest(".tray > *")) + step;
  while (places[at] && !(places[at].querySelector("input") ?? places[at]).matches("button:enabled, input")) at += step;
  (places[at]?.querySelector("input") ?? places[at])?.focus();
});

// ---- What is picked up, ticked or typed is kept while others enter: the same hand at the same turn
// asks the same question, so its half-filled form still fits ----

const choice = (() => {
  const fields = (main) => [...main.querySelectorAll("form input:not([type=hidden])")];
  const isChanged = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const hidden = (main, name) => main.querySelector(`form.play input[type=hidden][name=${name}]`)?.value;
  const answers = ({ asked, moment }, main) => main?.dataset.moment === moment
    && asked.every(([name, value]) => hidden(main, name) === value);

  // Null if nothing was chosen.
  function ofPage(main) {
    const changed = fields(main).filter(isChanged).map(({ name, value, type, checked }) => ({ name, value, type, checked }));
    const asked = ["tile", "on", ...(changed.length ? ["who"] : [])].map((name) => [name, hidden(main, name)]).filter(([, value]) => value);
    return changed.length || asked.length ? { changed, asked, moment: main.dataset.moment } : null;
  }

  // The table that asks the same question again, as HTML; empty if it is out of date.
  async function kept(choice, html) {
    const now = parsed(html).querySelector("[data-live]");
    if (now.dataset.moment !== choice.moment || answers(choice, now)) return null;
    const asking = await fetchTable(`${location.pathname}?${new URLSearchParams(choice.asked)}`);
    return asking.status === 200 && answers(choice, asking.main) ? asking.html : null;
  }

  function restore(choice, main) {
    // If you were about to tap, you learn why the choice is gone.
    if (!answers(choice, main)) {
      const moved = words("choice-moved-on", { change: main.dataset.entered || main.dataset.heard });
      main.querySelector(".count")?.replaceChildren(made("span", { className: "settled" }, moved));
      return;
    }
    for (const { name, value, type, checked } of choice.changed) {
      const found = fields(main).find((field) => field.name === name && (type === "number" || field.value === value));
      if (found) Object.assign(found, type === "number" ? { value } : { checked });
    }
    main.dispatchEvent(new Event("change", { bubbles: true }));
  }

  return { ofPage, kept, restore };
})();

look();
tellLeft();
hintAtFelt();
