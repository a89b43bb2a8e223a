// What a tap feels like: a tile knocks on wood, pegs hop from hole to hole, the phone buzzes. All of
// it goes on beside the next tap. Sounds and buzz can be off; no motion where a person wants none.
"use strict";

{
  const HOP = 80, LONGEST = 600, MOST_HOPS = 8;
  const { dataset: chosen } = document.documentElement;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // ---- Pegs: the one behind jumps over the other, hole by hole ----

  const holes = [...document.querySelector("#track .holes").getAttribute("d").matchAll(/M(\S+ \S+?)h0/g)].map(([, at]) => at);
  const holeOf = (peg) => holes.indexOf(`${peg.getAttribute("cx")} ${peg.getAttribute("cy")}`);
  const pegs = () => [...document.querySelectorAll("#boards .board")].map((board) => {
    const [back, front] = [board.querySelector(".back"), board.querySelector(".front")];
    return { front, at: holeOf(front), behind: holeOf(back) };
  });

  // The holes on the way, and back in one go where points were taken off.
  function way(from, to) {
    const hops = to < from ? 1 : Math.min(MOST_HOPS, to - from);
    return Array.from({ length: hops + 1 }, (_, hop) => Math.round(from + ((to - from) * hop) / hops));
  }

  function hop(peg, from, to) {
    if (calm.matches) return 0;
    const [x, y] = holes[to].split(" ").map(Number);
    const places = way(from, to).map((hole) => holes[hole].split(" ").map(Number)).map(([left, top]) => [left - x, top - y]);
    const frames = places.flatMap(([left, top], at) => {
      const [nextLeft, nextTop] = places[at + 1] ?? [left, top];
      const lifted = [(left + nextLeft) / 2, Math.min(top, nextTop) - 4];
      return at + 1 < places.length ? [[left, top], lifted] : [[left, top]];
    });
    const length = Math.min(LONGEST, HOP * (places.length - 1));
    peg.animate(frames.map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` })), length);
    return places.length - 1;
  }

  // ---- Wood: a grain of noise through a narrow band; browsers want a touch before the first ----

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
    if (!grain) return;
    const at = air.currentTime + after;
    const noise = new AudioBufferSourceNode(air, { buffer: grain });
    const wood = new BiquadFilterNode(air, { type: "bandpass", frequency: pitch, Q: 5 });
    const fades = new GainNode(air);
    fades.gain.setValueAtTime(loud, at);
    fades.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
    noise.connect(wood).connect(fades).connect(air.destination);
    noise.start(at);
  }

  // ---- After each answer, one's own or somebody else's ----

  const tiles = () => document.querySelectorAll("#felt .tile").length;
  let lay = tiles(), stood = pegs();

  document.addEventListener("pointerdown", wake);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.closest?.(".alerts")) return;
    const [lies, stand] = [tiles(), pegs()];
    if (lies > lay) { knock(900, 1.6); knock(240, 2.2); }
    stand.forEach(({ front, at }, side) => {
      const before = stood[side];
      if (!before || at === before.at || Math.min(at, before.at, before.behind) < 0) return;
      const hops = hop(front, at > before.at ? before.behind : before.at, at);
      for (let tick = 0; tick < hops; tick++) knock(2400, 0.5, 0.12 + (tick * HOP) / 1000);
    });
    [lay, stood] = [lies, stand];
    // What others enter is told, and not felt.
    if (event.detail.isPushed || chosen.buzz === "off" || !navigator.userActivation?.hasBeenActive) return;
    const now = document.getElementById("table");
    navigator.vibrate?.("problem" in now.dataset ? [60, 40, 60] : now.querySelector(".earned") ? [25, 40, 25] : 12);
  });
}
