// The camera's piece, on a page of its own or in a dialog: a live view or a photo, the tiles in it with
// their names and their sum, and what a tap corrects. Nothing is sent or stored.
// `made` and `words` are those of app.js and words.js.

import { drawn, photoOf, pixelsOf, read } from "./camera-ask.js";
import { canSee, openEye } from "./camera-eye.js";
import { ask } from "./camera-fix.js";
import { face, frames } from "./camera-frames.js";
import { fixed, pipsIn, pipsOf, whyOf, without, withOne } from "./camera-list.js";

const LONGEST = 2000;
const STYLE = new URL("camera.css", import.meta.url).href;
const ERRORS = { NotAllowedError: "denied", NotFoundError: "none", OverconstrainedError: "none", NotReadableError: "in-use" };

const SAYS = { starting: () => words("camera.starting"), live: () => words("camera.looking"), reading: () => words("camera.reading") };

const button = (text, onClick, className = "button") => {
  const element = made("button", { type: "button", className }, text);
  element.addEventListener("click", onClick);
  return element;
};

function dress() {
  if (![...document.styleSheets].some(({ href }) => href === STYLE)) document.head.append(made("link", { rel: "stylesheet", href: STYLE }));
}

class Reader {
  tiles = [];
  picture = null;
  #eye = null;

  constructor({ into, knowledge = {}, take = "", onTake = null }) {
    Object.assign(this, { into, knowledge, onTake });
    this.video = made("video", { muted: true, playsInline: true, hidden: true });
    this.view = made("div", { className: "reader-view" });
    this.said = made("p", { className: "reader-said", role: "status" });
    this.photo = made("input", { type: "file", name: "photo", accept: "image/*" });
    this.list = made("ol", { className: "reader-tiles", ariaLabel: words("camera.list") });
    this.live = button(words("camera.live"), () => this.look(), "button primary done");
    this.again = button(words("camera.again"), () => this.#look());
    this.torch = button(words("camera.torch"), () => this.#light());
    this.add = button(words("camera.add"), () => this.#add());
    this.take = button(take, () => this.#take(), "button done reader-take");
    this.#build();
    this.photo.addEventListener("change", () => this.#choose());
    this.#show("empty");
    // It was chosen before this was here.
    if (this.photo.files.length) this.#choose();
  }

  #build() {
    this.root = made("section", { className: "reader" });
    const photo = made("label", { className: "button reader-photo" }, words("camera.photo"), this.photo);
    const actions = made("p", { className: "doors reader-actions" }, this.live, this.again, this.torch, photo, this.add);
    this.root.append(this.view, this.said, this.list, actions, this.take);
    this.into.append(this.root);
  }

  // ---- What it looks at ----

  /** Starts the live view; where there is none, it says so, and a photo does the same. */
  async look() {
    if (!canSee()) return this.#say(words("camera.no-live"));
    this.#show("starting");
    try {
      const seeing = { video: this.video, knowledge: () => this.knowledge, onSeen: (...seen) => this.#see(...seen), onStop: () => this.#stopped() };
      this.#eye = await openEye(seeing);
      if (!this.root.isConnected) return this.stop();
      this.#look();
    } catch (error) {
      this.#show("empty");
      const kind = ERRORS[error.name] ?? "other";
      this.#say(words(`camera.error.${kind}`));
    }
  }

  #look() {
    if (!this.#eye) return this.look();
    this.tiles = [];
    this.#show("live");
    this.#eye.again();
  }

  #see(reading, { isStill, isFixed, picture }) {
    if (this.state !== "live") return;
    this.tiles = reading.tiles;
    this.picture = picture;
    this.view.classList.toggle("is-moving", !isStill);
    if (!isFixed) return this.#frame();
    this.reading = reading;
    this.picture = drawn(picture, picture.width, picture.height, LONGEST);
    this.#show("done");
  }

  #stopped() {
    this.#eye = null;
    if (this.state === "live") this.#show("empty");
    else this.#buttons();
  }

  #light() {
    const isOn = this.torch.getAttribute("aria-pressed") !== "true";
    this.#eye?.light(isOn).then(() => this.torch.setAttribute("aria-pressed", isOn), () => {});
  }

  async #choose() {
    const [file] = this.photo.files;
    if (!file) return;
    this.stop();
    this.tiles = [];
    try {
      this.picture = await photoOf(file, LONGEST);
      await this.#read();
    } catch (error) {
      this.picture = null;
      this.#show("empty");
      this.#say(words("camera.unreadable"));
      console.warn(error);
    } finally { this.photo.value = ""; }
  }

  async #read() {
    this.#show("reading");
    this.reading = await read(pixelsOf(this.picture), this.knowledge);
    this.tiles = this.reading.tiles;
    this.#show("done");
  }

  stop() {
    this.#eye?.stop();
  }

  // ---- What a person changes ----

  async #fix(at) {
    const name = await ask(this.tiles[at], this.picture, whyOf(this.tiles[at], this.knowledge));
    if (name === null) return;
    this.#change(name ? fixed(this.tiles, at, name) : without(this.tiles, at));
    (this.list.children[at]?.firstChild ?? this.add).focus({ preventScroll: true });
  }

  async #add() {
    const name = await ask(null);
    if (name) this.#change(withOne(this.tiles, name));
  }

  #change(tiles) {
    this.tiles = tiles;
    this.#show("done");
  }

  #take() {
    this.stop();
    this.onTake?.({ tiles: this.tiles, width: this.picture?.width, height: this.picture?.height });
  }

  // ---- What is shown ----

  #show(state) {
    this.state = this.root.dataset.state = state;
    const isDone = state === "done";
    this.list.ariaBusy = String(state === "reading");
    this.#frame();
    this.#buttons();
    this.list.replaceChildren(...(isDone ? this.tiles.map((seen, at) => this.#item(seen, at)) : []));
    this.#say(isDone ? this.#sentence() : SAYS[state]?.() ?? "");
    this.root.dispatchEvent(new CustomEvent("companion:read", { bubbles: true, detail: this }));
  }

  #buttons() {
    const { state } = this, isDone = state === "done";
    this.live.hidden = !canSee() || Boolean(this.#eye);
    for (const look of ["primary", "done"]) this.live.classList.toggle(look, !isDone);
    this.again.hidden = !this.#eye || !isDone;
    this.torch.hidden = !this.#eye?.hasTorch;
    this.add.hidden = !isDone;
    this.take.hidden = !isDone || !this.onTake || !this.tiles.length;
  }

  #frame() {
    const { view, video, state } = this;
    const isLive = state === "live";
    const picture = isLive || state === "empty" || state === "starting" ? null : this.picture;
    video.hidden = !isLive;
    const shown = isLive ? { width: video.videoWidth, height: video.videoHeight } : picture;
    // Where the frames lie, they were read.
    const size = isLive ? this.picture ?? shown : picture;
    view.style.setProperty("--shape", shown?.width ? shown.width / shown.height : 1.6);
    view.replaceChildren(video, ...(picture ? [picture] : []), ...(size?.width ? frames(this.tiles, size, isLive ? null : (at) => this.#fix(at)) : example()));
  }

  #item({ tile, doubt }, at) {
    const tap = button("", () => this.#fix(at), "");
    const below = doubt ? made("em", {}, words("camera.check")) : words("camera.pips", { count: pipsOf(tile) });
    tap.append(face(tile), made("b", {}, tile), made("span", {}, below));
    const item = made("li", {}, tap);
    Object.assign(item.dataset, { tile, doubt: String(Boolean(doubt)) });
    return item;
  }

  #sentence() {
    const { length } = this.tiles, { count } = this.knowledge, doubts = this.tiles.filter(({ doubt }) => doubt).length;
    const isOther = count && count !== length;
    return [
      isOther ? words("camera.read-of", { count, read: length }) : words("camera.read", { count: length }),
      ...(doubts ? [words("camera.to-check", { count: doubts })] : []),
    ].join(" ");
  }

  #say(sentence) {
    const isDone = this.state === "done" && this.tiles.length;
    this.said.replaceChildren(sentence, ...(isDone ? [" ", made("b", {}, words("camera.pips", { count: pipsIn(this.tiles) }))] : []));
  }
}

// What is to be seen there later.
function example() {
  return [made("p", { className: "reader-example", ariaHidden: "true" }, ...["6-4", "5-0", "2-2"].map((tile) => made("span", {}, face(tile), made("i", {}, tile))))];
}

/** Puts the piece into an element of the page. */
export function openReader(wanted) {
  dress();
  return new Reader(wanted);
}

// ---- In a dialog, for the button that opens it ----

function frameOf({ dataset }) {
  const dialog = made("dialog", { className: "reader-dialog", ariaLabel: dataset.title });
  const close = button("×", () => dialog.close(), "close");
  close.ariaLabel = words("camera.close");
  dialog.append(made("p", { className: "reader-title" }, made("b", {}, dataset.title), close));
  return dialog;
}

// The page may have changed meanwhile, and the button with it.
function hand(opener, detail) {
  const now = document.getElementById(opener.id);
  if (now?.dataset.knowledge !== opener.dataset.knowledge) return false;
  return now.dispatchEvent(new CustomEvent("companion:tiles", { bubbles: true, detail }));
}

/** Opens the piece for a button: see `[data-camera]` in app.js. What is taken is an event on that button. */
export function openDialog(opener) {
  const dialog = frameOf(opener), { knowledge, take } = opener.dataset;
  const onTake = (detail) => {
    if (hand(opener, detail)) dialog.close();
    else reader.said.replaceChildren(words("camera.moved-on"));
  };
  document.body.append(dialog);
  const reader = openReader({ into: dialog, knowledge: JSON.parse(knowledge ?? "{}"), take, onTake });
  dialog.addEventListener("close", () => {
    reader.stop();
    dialog.remove();
    document.getElementById(opener.id)?.focus({ preventScroll: true });
  });
  dialog.showModal();
  reader.look();
}
