// The sound and look of a tap: wood that knocks, and pegs that hop.
"use strict";

// ---- A knock is a grain of noise through a narrow band, if this device wants sounds. Browsers want
// a touch before the first one ----

const wood = (() => {
  const { dataset: chosen } = document.documentElement;
  const HOP = 0.08;
  let air = null, grain = null;

  function wake() {
    if (chosen.sounds !== "on" || !window.AudioContext) return;
    air ??= new AudioContext();
    if (air.state === "suspended") air.resume();
    if (grain) return;
    grain = new AudioBuffer({ length: air.sampleRate / 10, sampleRate: air.sampleRate });
    grain.getChannelData(0).forEach((_, at, all) => { all[at] = Math.random() * 2 - 1; });
  }

  function knock(pitch, loud, after = 0) {
    if (!grain || chosen.sounds !== "on") return;
    const at = air.currentTime + after;
    const noise = new AudioBufferSourceNode(air, { buffer: grain });
    const band = new BiquadFilterNode(air, { type: "bandpass", frequency: pitch, Q: 5 });
    const fades = new GainNode(air);
    fades.gain.setValueAtTime(loud, at);
    fades.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
    noise.connect(band).connect(fades).connect(air.destination);
    noise.start(at);
  }

  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  return {
    wake,
    // A tile that is put down: a hard top, and the table under it.
    tile() { knock(900, 1.6); knock(240, 2.2); },
    // The table alone, through a hand.
    dull() { knock(140, 1.5); },
    pegs(hops) { for (let tick = 0; tick < hops; tick++) knock(2400, 0.5, 0.12 + tick * HOP); },
  };
})();

// ---- Pegs hop from hole to hole of their board, beside the next tap; none moves if a person wants
// no motion ----

const pegHops = (() => {
  const HOP = 80, LONGEST = 600, MOST_HOPS = 8;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const holesOf = (path) => [...path.getAttribute("d").matchAll(/M(\S+ \S+?)h0/g)].map(([, at]) => at);
  const holeOf = (peg, holes) => holes.indexOf(`${peg.getAttribute("cx")} ${peg.getAttribute("cy")}`);

  // The holes on the way, and back in one go if points were taken off.
  function way(from, to, most) {
    const hops = to < from ? 1 : Math.min(most, to - from);
    return Array.from({ length: hops + 1 }, (_, hop) => Math.round(from + ((to - from) * hop) / hops));
  }

  // Lets a peg in its last hole arrive there, and says in how many hops.
  function hop(peg, holes, from, to, most = MOST_HOPS, longest = LONGEST) {
    if (calm.matches) return 0;
    const [x, y] = holes[to].split(" ").map(Number);
    const places = way(from, to, most).map((hole) => holes[hole].split(" ").map(Number)).map(([left, top]) => [left - x, top - y]);
    const frames = places.flatMap(([left, top], at) => {
      const [nextLeft, nextTop] = places[at + 1] ?? [left, top];
      const lifted = [(left + nextLeft) / 2, Math.min(top, nextTop) - 4];
      return at + 1 < places.length ? [[left, top], lifted] : [[left, top]];
    });
    const length = Math.min(longest, HOP * (places.length - 1));
    peg.animate(frames.map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` })), length);
    return places.length - 1;
  }

  return { holesOf, holeOf, hop, isCalm: () => calm.matches };
})();

// ---- The switch of the sounds, in place: what is on the page stays ----

document.addEventListener("submit", async (event) => {
  const form = event.target.closest?.("form.sounds");
  if (!form) return;
  event.preventDefault();
  const [button, { dataset: chosen }] = [form.querySelector("button"), document.documentElement];
  const said = new FormData(form, button), sounds = button.value;
  chosen.sounds = sounds;
  button.setAttribute("aria-pressed", sounds === "on");
  button.value = sounds === "on" ? "off" : "on";
  wood.wake();
  wood.tile();
  // Kept for the next page; without network this one has it.
  await fetch(form.action, { method: "POST", body: said, redirect: "manual" }).catch(() => null);
});
