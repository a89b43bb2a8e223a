// Wood that knocks: a grain of noise through a narrow band, where this device wants sounds. Browsers
// want a touch before the first one.
"use strict";

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
    // A tile that is set down: a hard top, and the table under it.
    tile() { knock(900, 1.6); knock(240, 2.2); },
    // The table alone, through a hand.
    dull() { knock(140, 1.5); },
    pegs(hops) { for (let tick = 0; tick < hops; tick++) knock(2400, 0.5, 0.12 + tick * HOP); },
  };
})();
