// Questions spoken aloud. Off until someone taps, and then remembered here. If the phone has no voice,
// nothing is offered.
"use strict";

{
  const ON = "companion:speak";

  const isOn = () => Boolean(onPhone.read(ON));

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
    voice.stop();
    voice.say(sentences(document.getElementById("drill")));
  }

  // ---- The button ----

  function offer() {
    const button = document.querySelector("[data-speak]");
    if (!button) return;
    button.hidden = !voice.own();
    button.setAttribute("aria-pressed", String(isOn()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-speak]")) return;
    onPhone.save(ON, !isOn());
    offer();
    if (isOn()) speak(); else voice.stop();
  });

  document.addEventListener("htmx:afterSwap", () => {
    offer();
    if (isOn()) speak();
  });

  // What is behind Why? comes into sight when it is opened, and is read too.
  document.addEventListener("toggle", ({ target }) => {
    if (!target.open || !target.matches(".because *")) return;
    target.scrollIntoView({ block: "nearest" });
    if (isOn()) voice.say([...target.querySelectorAll("p")].map((fact) => fact.textContent));
  }, true);

  // Most voices are found after the page: then its question is still to be spoken.
  let isSpoken = false;
  voice.whenFound(() => {
    offer();
    if (isSpoken || !isOn() || !voice.own()) return;
    isSpoken = true;
    speak();
  });
}
