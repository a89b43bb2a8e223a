// Sentences spoken aloud, by a voice of the phone itself: nothing that is said leaves it. A phone without such
// a voice says nothing, and its switch says so.
"use strict";

const voice = (() => {
  const SIGNS = { "+": "plus", "−": "minus", "×": "times", "÷": "divided-by", "=": "is", "→": "gives" };

  const language = document.documentElement.lang.split("-")[0];
  const synthesis = window.speechSynthesis;

  function own() {
    const voices = synthesis?.getVoices().filter((each) => each.localService && each.lang.split(/[-_]/)[0].toLowerCase() === language) ?? [];
    return voices.find((each) => each.default) ?? voices[0];
  }

  // ---- Words that sound right: a tile by its halves, a sum by what its signs mean ----

  function tileSpoken(high, low) {
    const half = (pips) => words(`speak.pips.${pips}`);
    return high === low ? words("speak.double", { half: half(high) }) : words("speak.tile", { high: half(high), low: half(low) });
  }

  const signSpoken = (name) => words(`speak.sign.${name}`);

  const spoken = (text) => text
    .replace(/\u2060/g, "")
    .replace(/\b([0-6])-([0-6])\b/g, (_, high, low) => tileSpoken(high, low))
    .replace(/[+−×÷=→]/g, (sign) => ` ${signSpoken(SIGNS[sign])} `)
    .replace(/\s+/g, " ").trim();

  // Behind what is being said. If that isn't the last, it is late already, and gives way.
  function say(sentences) {
    const found = own();
    if (!found) return;
    if (synthesis.pending) synthesis.cancel();
    for (const sentence of sentences) {
      synthesis.speak(Object.assign(new SpeechSynthesisUtterance(spoken(sentence)), { voice: found, lang: found.lang }));
    }
  }

  const stop = () => synthesis?.cancel();
  // Most browsers find their voices after the page.
  function whenFound(then) {
    synthesis?.addEventListener?.("voiceschanged", then);
    then();
  }

  addEventListener("pagehide", stop);
  return { own, say, stop, whenFound };
})();

voice.whenFound(() => {
  for (const button of document.querySelectorAll(".segment[name=voice]")) button.disabled = !voice.own();
  const note = document.getElementById("voice-note");
  if (!note) return;
  note.dataset.words ??= note.textContent;
  note.textContent = voice.own() ? note.dataset.words : words("voice.none");
});
