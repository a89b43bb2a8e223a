// The verdict at once: the page holds the right answer, so a tap is marked before its reasons are here.
// What is kept is what the server says; where it does not answer, the mark is taken back.
"use strict";

{
  const root = () => document.getElementById("drill");
  const LOOKS = ["said-right", "said-wrong", "is-answer"];
  const optionsOf = (form) => [...form.querySelectorAll("button[name=said], input[type=checkbox][name=said]")];
  // A number may be typed with noughts before it.
  const valueOf = (said) => (/^[0-9]+$/.test(said) ? String(Number(said)) : said);

  function saidBy(form, submitter) {
    return new FormData(form, submitter).getAll("said").map((said) => valueOf(said.trim())).filter(Boolean);
  }

  function judge(form, said, answer) {
    if (!form.matches(".toggles")) return answer.has(said[0]);
    return said.length === answer.size && said.every((value) => answer.has(value));
  }

  function mark(form, submitter) {
    const { answer: values } = root().dataset, said = saidBy(form, submitter);
    if (values === undefined || !(said.length || form.matches(".toggles"))) return;
    const answer = new Set(values === "none" ? [] : values.split(" "));
    const isRight = judge(form, said, answer);
    unmark();
    root().classList.add("is-marked", isRight ? "marked-right" : "marked-wrong");
    for (const option of document.querySelectorAll(".reply form")) lightUp(option, said, answer);
    const typed = form.querySelector("input#said"), label = form.querySelector("label[for=said]");
    if (typed) {
      typed.classList.add(isRight ? "said-right" : "said-wrong");
      label.dataset.words ??= label.textContent;
      label.textContent = isRight ? "✓" : `✗ ${[...answer].join(" ")}`;
    }
    document.dispatchEvent(new CustomEvent("companion:marked", { detail: { isRight } }));
  }

  function lightUp(form, said, answer) {
    for (const option of optionsOf(form)) {
      const shown = option.closest(".toggle") ?? option, isAnswer = answer.has(option.value);
      if (said.includes(option.value)) shown.classList.add(isAnswer ? "said-right" : "said-wrong");
      else if (isAnswer) shown.classList.add("is-answer");
    }
  }

  function unmark() {
    root().classList.remove("is-marked", "marked-right", "marked-wrong");
    for (const each of root().querySelectorAll(LOOKS.map((look) => `.${look}`).join())) each.classList.remove(...LOOKS);
    const label = root().querySelector("label[data-words]");
    if (label) label.textContent = label.dataset.words;
  }

  // Before htmx reads the form, and where there is no htmx.
  document.addEventListener("submit", (event) => {
    if (event.target.closest("#drill .reply")) mark(event.target, event.submitter);
  }, true);
  for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(lost, unmark);
  // The browser's way back leads to a question that is still open.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) unmark(); });
}
