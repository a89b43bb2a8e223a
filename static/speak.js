// Questions spoken aloud, by a voice of the phone itself: nothing that is said leaves it. Off until
// someone taps, and then remembered here. If there is no such voice, nothing is offered.
"use strict";

{
  const ON = "companion:speak";
  const SIGNS = { "+": "plus", "−": "minus", "×": "times", "÷": "divided-by", "=": "is", "→": "gives" };

  const language = document.documentElement.lang.split("-")[0];
  const synthesis = window.speechSynthesis;

  function localVoice() {
    const voices = synthesis?.getVoices().filter((voice) => voice.localService && voice.lang.split(/[-_]/)[0].toLowerCase() === language) ?? [];
    return voices.find((voice) => voice.default) ?? voices[0];
  }

  const isOn = () => { try { return localStorage.getItem(ON) === "on"; } catch { return false; } };
  function remember(on) {
    try { localStorage.setItem(ON, on ? "on" : "off"); } catch { /* a browser may keep nothing */ }
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

  // ---- What is on the page: the question with all there is to see, or the result of an answer ----

  const labelOf = (element) => element.getAttribute("aria-label") ?? element.querySelector("[aria-label]")?.getAttribute("aria-label") ?? element.textContent;

  function handsOf(page) {
    return [...page.querySelectorAll(".hands-left > li")].map((hand) => {
      const tiles = [...hand.querySelectorAll("svg")].map(labelOf);
      return `${hand.querySelector("b").textContent}: ${tiles.join(", ") || hand.querySelector("span").textContent}`;
    });
  }

  function answersOf(page) {
    const options = [...page.querySelectorAll("[data-option]")].map((option) => labelOf(option.labels?.[0] && !option.hasAttribute("aria-label") ? option.labels[0] : option));
    return options.length ? [words("speak.answers", { answers: options.map((each) => each.trim()).join(", ") })] : [];
  }

  function sentences(page) {
    // It has the class of the page before for another moment.
    if (page.querySelector(".verdict")) return [page.dataset.heard];
    const asked = [...page.querySelectorAll(".lesson-text, .prompt")].map((part) => part.textContent);
    const layout = page.querySelector(".drill-felt svg.layout[aria-label]")?.getAttribute("aria-label");
    return [...asked, ...(layout ? [layout] : []), ...handsOf(page), ...answersOf(page)];
  }

  function speak() {
    const voice = localVoice();
    synthesis.cancel();
    for (const sentence of sentences(document.getElementById("drill"))) {
      const utterance = new SpeechSynthesisUtterance(spoken(sentence));
      Object.assign(utterance, { voice, lang: voice.lang });
      synthesis.speak(utterance);
    }
  }

  // ---- The button ----

  function offer() {
    const button = document.querySelector("[data-speak]");
    if (!button) return;
    button.hidden = !localVoice();
    button.setAttribute("aria-pressed", String(isOn()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-speak]")) return;
    remember(!isOn());
    offer();
    if (isOn()) speak(); else synthesis.cancel();
  });

  document.addEventListener("htmx:afterSwap", () => {
    offer();
    if (isOn() && localVoice()) speak();
  });
  // Most browsers find their voices after the page.
  synthesis?.addEventListener?.("voiceschanged", offer);
  addEventListener("pagehide", () => synthesis?.cancel());
  offer();
  if (isOn() && localVoice()) speak();
}
