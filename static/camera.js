// The camera's piece, on a page of its own or in a dialog (camera-dialog.js): a live view or a photo, the tiles in it with
// their names and their sum, and what a tap corrects. Nothing is sent or stored.
// `made` and `words` are those of app.js and words.js.

import { photoOf, pixelsOf, read, reasonOf, warm } from "./camera-ask.js";
import { canSee, openEye } from "./camera-eye.js";
import { ask } from "./camera-fix.js";
import { example, face, frames } from "./camera-frames.js";
import { checked, fixed, pipsIn, pipsOf, whyOf, without, withOne } from "./camera-list.js";

const LONGEST = 2000;

const button = (text, onClick, className = "button") => {
  const element = made("button", { type: "button", className }, text);
  element.addEventListener("click", onClick);
  return element;
};

/** Its looks are there. */
export const dressed = new Promise((done) => {
  document.head.append(made("link", { rel: "stylesheet", href: new URL("camera.css", import.meta.url), onload: done, onerror: done }));
});

class Reader {
  picture = null;
  /** All of this picture, the latest last: it is read again with another set, and often in the live view. */
  readings = [];
  #seen = [];
  #eye = null;
  // The live view that was begun last: what an earlier one says isn't heard.
  #begun = null;
  #isBlind = !canSee();

  constructor({ into, knowledge = {}, take = "", onTake = null }) {
    Object.assign(this, { knowledge, onTake });
    this.video = made("video", { muted: true, playsInline: true });
    this.over = made("div");
    this.view = made("div", { className: "reader-view" }, this.video, this.over);
    this.said = made("p", { className: "reader-said", role: "status" });
    this.list = made("ol", { className: "reader-tiles", ariaLabel: words("camera.list") });
    this.photo = made("input", { type: "file", name: "photo", accept: "image/*" });
    this.live = button("", () => this.look());
    this.torch = button(words("camera.torch"), () => this.#light());
    this.add = button(words("camera.add"), () => this.#add());
    this.take = button(take, () => this.#take(), "button done");
    this.choose = made("label", {}, words("camera.photo"), this.photo);
    const actions = made("p", { className: "doors reader-actions" }, this.live, this.torch, this.choose, this.add);
    this.root = made("section", { className: "reader" }, this.view, this.said, this.list, actions, made("div", { className: "reader-take", hidden: !onTake }, this.take));
    into.append(this.root);
    this.photo.addEventListener("change", () => this.#choose());
    this.over.addEventListener("click", ({ target }) => { if (target.dataset.at) this.#fix(Number(target.dataset.at)); });
    this.#show("empty");
    warm();
  }

  get reading() {
    return this.readings.at(-1);
  }

  /** What was read and corrected, with the doubts that follow from it. */
  get tiles() {
    return checked(this.#seen, this.knowledge);
  }

  // ---- What it looks at ----

  /** Starts the live view, or looks again. Where there is none, a photo does the same. */
  async look() {
    if (!canSee() || this.state === "starting") return;
    const before = this.#kept();
    this.#show(this.#eye ? "live" : "starting");
    if (this.#eye) return this.#eye.again();
    const begun = this.#begun = {}, isNow = () => this.#begun === begun && this.root.isConnected;
    const onSeen = (...seen) => isNow() && this.#see(...seen);
    const onStop = (error) => isNow() && this.#stopped(error);
    try {
      const eye = await openEye({ video: this.video, knowledge: () => this.knowledge, onSeen, onStop });
      if (!isNow()) return eye.stop();
      [this.#eye, this.#isBlind, this.torch.ariaPressed] = [eye, false, "false"];
      this.#show("live");
    } catch (error) {
      if (!isNow()) return;
      this.#isBlind = true;
      this.#fail(error, before);
    }
  }

  stop() {
    const eye = this.#eye;
    [this.#begun, this.#eye] = [null, null];
    eye?.stop();
    if (["live", "starting"].includes(this.state)) this.#show("empty");
  }

  #see(reading, { isStill, isFixed, picture }) {
    this.readings = isStill ? [...this.readings, reading] : [reading];
    this.picture = picture;
    this.#seen = reading.tiles;
    this.view.classList.toggle("is-moving", !isStill);
    if (!isFixed) return this.#frame();
    this.#show("done");
    this.said.scrollIntoView({ block: "nearest" });
  }

  #stopped(error) {
    this.#eye = null;
    if (error) this.#fail(error);
    else this.#show(this.state === "live" ? "empty" : this.state);
  }

  #light() {
    const isOn = this.torch.ariaPressed !== "true";
    this.#eye?.torch?.applyConstraints({ advanced: [{ torch: isOn }] }).then(() => { this.torch.ariaPressed = String(isOn); }, () => {});
  }

  async #choose() {
    const [file] = this.photo.files;
    if (!file) return;
    this.stop();
    const hadFocus = document.activeElement === this.photo;
    await this.#read(() => photoOf(file, LONGEST), []);
    this.photo.value = "";
    if (hadFocus) this.photo.focus({ preventScroll: true });
  }

  /** Reads the same picture again, as if nothing in it had been fixed. */
  async again() {
    if (this.#eye) return this.look();
    const { picture, readings } = this;
    await this.#read(() => picture, readings);
  }

  async #read(pictureOf, readings) {
    const before = this.#kept();
    this.#show("reading");
    try {
      this.picture = await pictureOf();
      this.#show("reading");
      this.readings = [...readings, await read(pixelsOf(this.picture), this.knowledge)];
      this.#change(this.reading.tiles);
      this.said.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.#fail(error, before);
    }
  }

  // What comes back if the next picture can't be read.
  #kept() {
    const before = { seen: this.#seen, picture: this.picture, state: this.state === "done" ? "done" : "empty" };
    this.#seen = [];
    return before;
  }

  #fail(error, before = this.#kept()) {
    const reason = reasonOf(error), sentence = words(`camera.error.${reason}`);
    [this.#seen, this.picture] = [before.seen, before.picture];
    this.#show(before.state);
    this.said.replaceChildren(made("span", {}, ["no-picture", "other"].includes(reason) ? sentence : `${sentence} ${words("camera.or-photo")}`), " ", ...this.said.querySelectorAll("b"));
    console.warn(error);
  }

  // ---- What a person changes ----

  async #fix(at) {
    if (this.state === "live") {
      this.#eye.hold();
      this.#show("done");
    }
    const name = await ask(this.tiles[at], this.picture, whyOf(this.tiles[at], this.knowledge));
    if (name === null) return;
    this.#change(name ? fixed(this.#seen, at, name) : without(this.#seen, at));
    (this.list.children[at]?.firstChild ?? this.add).focus({ preventScroll: true });
  }

  async #add() {
    const there = [...this.tiles.map(({ tile }) => tile), ...this.knowledge.gone ?? []];
    const name = await ask(null, null, "", there);
    if (name) this.#change(withOne(this.#seen, name));
  }

  #change(tiles) {
    this.#seen = tiles;
    this.#show("done");
  }

  #take() {
    this.stop();
    this.onTake({ tiles: this.tiles, width: this.picture.width, height: this.picture.height });
  }

  // ---- What is shown ----

  #show(state) {
    const isDone = state === "done", isAtRest = isDone || state === "empty", hadFocus = document.activeElement === this.live;
    this.state = this.root.dataset.state = state;
    this.list.ariaBusy = String(state === "reading");
    this.list.replaceChildren(...(isDone ? this.tiles.map((seen, at) => this.#item(seen, at)) : []));
    this.said.replaceChildren(...this.#sentence());
    this.photo.disabled = state === "reading";
    this.live.hidden = !canSee() || !isAtRest;
    if (hadFocus && this.live.hidden) this.photo.focus({ preventScroll: true });
    const isMain = (isIt) => (isIt && !isDone ? "button primary done" : "button");
    this.live.className = isMain(!this.#isBlind);
    this.choose.className = `reader-photo ${isMain(this.#isBlind)}`;
    this.live.replaceChildren(isDone && this.#eye ? words("camera.again") : words("camera.live"));
    this.torch.hidden = !this.#eye?.torch;
    this.add.hidden = !isDone;
    this.take.hidden = !isDone || !this.onTake || this.tiles.every(({ isExtra }) => isExtra);
    this.#frame();
    this.root.dispatchEvent(new CustomEvent("companion:read", { bubbles: true }));
  }

  #frame() {
    const { state, picture, video } = this, isLive = state === "live";
    const shown = state === "empty" || state === "starting" ? null : isLive ? { width: video.videoWidth, height: video.videoHeight } : picture;
    // Some phones play none that is hidden.
    video.hidden = !isLive && state !== "starting";
    this.view.style.setProperty("--shape", shown?.width ? shown.width / shown.height : 1.6);
    // Frames lie where they were read.
    const over = shown && picture ? [...(isLive ? [] : [picture]), ...frames(this.tiles, picture)] : shown ? [] : [example()];
    this.over.replaceChildren(...over);
  }

  #item({ tile, doubt }, at) {
    const tap = button("", () => this.#fix(at), "");
    const pips = made("span", { className: doubt ? "heard" : "" }, words("camera.pips", { count: pipsOf(tile) }));
    tap.append(face(tile), made("b", {}, tile), pips, doubt ? made("em", {}, words("camera.check")) : "");
    const item = made("li", {}, tap);
    Object.assign(item.dataset, { tile, doubt: String(Boolean(doubt)) });
    return item;
  }

  #sentence() {
    const { state, tiles, knowledge: { count } } = this, doubts = tiles.filter(({ doubt }) => doubt).length;
    if (state === "empty") return [canSee() ? "" : isSecureContext ? `${words("camera.error.none")} ${words("camera.or-photo")}` : words("camera.no-live")];
    if (state !== "done") return [words(`camera.now.${state}`)];
    if (!tiles.length) return [words("camera.nothing")];
    if (tiles.every(({ doubt, isExtra }) => doubt && !isExtra)) return [words("camera.uncertain")];
    const counted = tiles.filter(({ isExtra }) => !isExtra), extra = tiles.filter(({ isExtra }) => isExtra);
    const said = [
      ...(count && count !== counted.length ? [words("camera.read-of", { count, read: counted.length }), counted.length < count ? words("camera.too-few") : words("camera.too-many")] : [words("camera.read", { count: counted.length })]),
      doubts ? words("camera.to-check", { count: doubts }) : "",
      extra.length ? words("camera.left-out", { tiles: extra.map(({ tile }) => tile).join(", ") }) : "",
    ];
    return [made("span", {}, said.filter(Boolean).join(" ")), " ", made("b", {}, words("camera.pips", { count: pipsIn(counted) }))];
  }
}

/** Puts the piece into an element of the page. */
export const openReader = (wanted) => new Reader(wanted);
