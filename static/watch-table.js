// The camera watches the table, and proposes the tile that was played. It enters nothing: a tap does, as on the tray.
// `made`, `inTab`, `words` and `table` are those of app.js, words.js and table.js.

import { reasonOf } from "./camera-ask.js";
import { canSee, openEye } from "./camera-eye.js";
import { playedLast } from "./last-tile.js";

const MOST = 3;

const button = (text, onClick, className = "option") => {
  const element = made("button", { type: "button", className }, text);
  element.addEventListener("click", onClick);
  return element;
};
const video = made("video", { muted: true, playsInline: true });
const proposed = made("div", { className: "watch-proposed", role: "status" });
const larger = button(video, () => view.classList.toggle("is-large"), "");
const start = button(words("watch.on"), watch);
const view = made("aside", { className: "watch", ariaLabel: words("watch.title") }, larger, proposed, start);
larger.ariaLabel = words("watch.larger");

let [eye, seen] = [null, []];
// What is not to be proposed again while as many tiles lie here, even on a page that is loaded anew.
const NO = `companion:not:${location.pathname}`;

const namesOf = (selector, name = "value") => new Set([...table().querySelectorAll(selector)].map((part) => part.getAttribute(name)));
const record = () => ({
  laid: namesOf(".tray button.gone"),
  fits: namesOf(".tray button:enabled:not(.dim, .waits)"),
  hosts: namesOf("#felt .ring[data-on]", "data-on"),
});

// What lies there has been entered, or fits. It stops when nothing has happened for long, or with the page.
async function watch() {
  const knowledge = () => ({ isLayout: true, possible: [...record().laid, ...record().fits] });
  const onStop = (error) => {
    start.hidden = false;
    if (error) tell(`camera.error.${reasonOf(error)}`, made("p", {}, words(`camera.error.${reasonOf(error)}`)));
  };
  start.hidden = true;
  eye = await openEye({ video, knowledge, onSeen, onStop }).catch(onStop);
}

function onSeen(reading, { isFixed }) {
  if (!isFixed) return;
  seen = reading.tiles;
  propose();
  eye.waitForChange();
}

function propose() {
  const now = record(), { size } = now.laid, no = inTab.read(NO)?.[size] ?? [];
  if (!no.length) inTab.save(NO, null);
  const found = playedLast(seen, now).filter(({ tile }) => !no.includes(tile)).slice(0, MOST);
  const wordsOf = ({ tile, host }) => (host ? words("watch.on-host", { tile, host }) : words("watch.leads", { tile }));
  const refuse = () => {
    inTab.save(NO, { [size]: [...no, ...found.map(({ tile }) => tile)] });
    propose();
  };
  tell(found.map(wordsOf).join(), ...found.map((one) => button(wordsOf(one), () => enter(one))), ...(found.length ? [button(words("watch.no"), refuse, "option cancel")] : []));
  place();
}

// What is there already isn't told again, and keeps the focus.
function tell(what, ...parts) {
  if (proposed.dataset.what === what) return;
  proposed.dataset.what = what;
  proposed.replaceChildren(...parts);
}

function enter({ tile, host }) {
  const tap = document.getElementById(`tile-${tile}`);
  tap.form.querySelector("[name=on]")?.remove();
  if (host) tap.form.prepend(made("input", { type: "hidden", name: "on", value: host }));
  tap.click();
}

// Over the felt, which the table draws anew with each entry.
function place() {
  const felt = document.getElementById("layout")?.getBoundingClientRect();
  view.hidden = !felt;
  for (const side of ["top", "left", "width", "height"]) view.style[side] = `${felt?.[side] ?? 0}px`;
}

if (canSee()) {
  document.body.append(view);
  // A tray that is swapped keeps the classes of the one before until it settles.
  document.addEventListener("htmx:afterSettle", propose);
  addEventListener("resize", place);
  // A phone has one camera.
  document.addEventListener("companion:camera", () => eye?.stop());
  place();
  watch();
}
