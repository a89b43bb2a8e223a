// The live view: it looks five times a second, knows when the picture is still, and is sure of a reading
// once others of the same picture agree. It stops by itself, so that no camera runs unseen for long.

import { drawn, pixelsOf, read } from "./camera-ask.js";
import { agreed } from "./camera-list.js";

const PACE = 200;
const PATIENCE = 120_000;
// How many readings of a still picture are enough, agreeing or not.
const MOST = 6;
const STILL = 500;
// While something moves, or nothing lies there, a small picture says enough.
const [QUICK, SHARP] = [640, 1280];
// How much of its contrast a small grey picture may change and still be the same.
const MOVED = 0.12;
const GREYS = 32;

function greysOf(video) {
  const { data } = pixelsOf(drawn(video, video.videoWidth, video.videoHeight, GREYS));
  return Float32Array.from({ length: data.length / 4 }, (_, at) => (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) / 4);
}

function change(before, now) {
  if (before?.length !== now.length) return Infinity;
  const mean = now.reduce((sum, grey) => sum + grey, 0) / now.length;
  const spread = now.reduce((sum, grey) => sum + Math.abs(grey - mean), 0);
  return now.reduce((sum, grey, at) => sum + Math.abs(grey - before[at]), 0) / Math.max(spread, now.length);
}

export const canSee = () => Boolean(navigator.mediaDevices?.getUserMedia);

class Eye {
  #grey = null;
  #since = 0;
  #readings = [];
  #isFixed = false;
  #hasTiles = false;
  #picture = document.createElement("canvas");

  constructor(video, stream, knowledge, onSeen, onStop) {
    Object.assign(this, { video, stream, knowledge, onSeen, onStop });
    this.again();
    this.hide = () => { if (document.hidden) this.stop(); };
    document.addEventListener("visibilitychange", this.hide);
    for (const track of stream.getTracks()) track.addEventListener("ended", () => this.stop());
  }

  /** Look on after a reading was fixed. */
  again() {
    this.#isFixed = false;
    this.#readings = [];
    this.#since = performance.now();
    clearTimeout(this.end);
    this.end = setTimeout(() => this.stop(), PATIENCE);
    this.#next(0);
  }

  /** Look no further at what was read last. */
  hold() {
    this.#isFixed = true;
    clearTimeout(this.timer);
  }

  /** Look on when something has moved. */
  waitForChange() {
    if (!this.stream) return;
    this.timer = setTimeout(() => (this.#isStill(performance.now()) ? this.waitForChange() : this.again()), PACE);
  }

  stop(error) {
    if (!this.stream) return;
    clearTimeout(this.timer);
    clearTimeout(this.end);
    for (const track of this.stream.getTracks()) track.stop();
    document.removeEventListener("visibilitychange", this.hide);
    this.stream = this.video.srcObject = null;
    this.onStop?.(error);
  }

  /** The light of the camera, if it has one: applyConstraints switches it. */
  get torch() {
    const track = this.stream?.getVideoTracks()[0];
    return track?.getCapabilities?.().torch ? track : null;
  }

  #next(pause = PACE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(), pause);
  }

  async #look() {
    const { video } = this, begun = performance.now();
    if (!this.stream) return;
    if (!video.videoWidth) return this.#next();
    const isStill = this.#isStill(begun);
    drawn(video, video.videoWidth, video.videoHeight, isStill && this.#hasTiles ? SHARP : QUICK, this.#picture);
    const knowledge = typeof this.knowledge === "function" ? this.knowledge() : this.knowledge;
    try {
      const reading = await read(pixelsOf(this.#picture), knowledge);
      if (this.stream && !this.#isFixed) this.#tell(reading, isStill);
    } catch (error) {
      return this.stop(error);
    }
    if (this.stream && !this.#isFixed) this.#next(PACE - (performance.now() - begun));
  }

  #isStill(now) {
    const grey = greysOf(this.video);
    if (change(this.#grey, grey) > MOVED) {
      this.#since = now;
      this.#readings = [];
    }
    this.#grey = grey;
    return now - this.#since >= STILL;
  }

  #tell(reading, isStill) {
    this.#hasTiles = reading.tiles.length > 0;
    if (isStill) this.#readings.push(reading);
    const sure = isStill ? agreed(this.#readings, MOST) : null;
    if (this.#readings.length >= MOST) this.#readings.shift();
    // Nothing lies there yet.
    this.#isFixed = Boolean(sure?.tiles.length);
    this.onSeen(this.#isFixed ? sure : reading, { isStill, isFixed: this.#isFixed, picture: this.#picture });
  }
}

/** Show the camera in `video`, and tell what it sees. Raises what `getUserMedia` raises. */
export async function openEye({ video, knowledge = {}, onSeen, onStop }) {
  const wanted = { facingMode: { ideal: "environment" }, width: { ideal: SHARP }, height: { ideal: 960 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
  Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
  await video.play().catch((error) => {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  });
  const eye = new Eye(video, stream, knowledge, onSeen, onStop);
  if (document.hidden) setTimeout(() => eye.stop());
  return eye;
}
