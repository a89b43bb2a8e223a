// A keyboard answers too: by typing a number, an answer's letter, or its place.
"use strict";

{
  // A digit may be the first of two for so long; Enter chooses at once, Escape and Backspace clear it.
  const GOES_ON = 700;

  let typed = "";
  let waiting = 0;
  // When a number was chosen without Enter: people used to Enter press it anyway, and want no next question.
  let choseAt = -Infinity;

  const board = () => drill().querySelector(".number-board");
  const options = () => [...drill().querySelectorAll("[data-option]")];
  const isNumber = (option) => /^-?[0-9]+$/.test(option.value);
  const numbers = () => (board() ? [...board().querySelectorAll("button")] : options().filter(isNumber));
  const field = () => document.getElementById("said");

  function show(number) {
    clearTimeout(waiting);
    typed = number;
    for (const other of drill().querySelectorAll(".is-typed")) other.classList.remove("is-typed");
    numbers().find((button) => button.value === typed)?.classList.add("is-typed");
    if (field()) field().value = typed;
    announce(typed);
  }

  function choose() {
    const found = numbers().find((button) => button.value === typed);
    const number = typed;
    if (!found && field()) {
      // Larger than any on the board: the field takes it.
      show("");
      field().value = number;
      field().focus({ preventScroll: true });
      return;
    }
    show("");
    found?.click();
  }

  function type(key) {
    const begun = (number) => numbers().filter((button) => button.value.startsWith(number));
    // If no answer begins so, it is taken for the first digit of another one.
    show(board() || begun(typed + key).length ? typed + key : key);
    const goesOn = board() ? typed.length < 2 && typed !== "0" : begun(typed).some((button) => button.value !== typed);
    const chooseNow = () => {
      choseAt = performance.now();
      choose();
    };
    if (!goesOn) return chooseNow();
    waiting = setTimeout(chooseNow, GOES_ON);
  }

  function answer(event) {
    const { key } = event;
    if ((/^[0-9]$/.test(key) || (key === "-" && !board())) && numbers().length) type(key);
    else if (/^[0-9]$/.test(key) && field()) return field().focus({ preventScroll: true }); // It is typed there.
    else if (/^[1-9]$/.test(key) && options()[key - 1]) options()[key - 1].click();
    else if (/^[a-z]$/.test(key) && options()[key.charCodeAt(0) - 97]) options()[key.charCodeAt(0) - 97].click();
    else return;
    event.preventDefault();
  }

  function enter(event) {
    if (typed) choose();
    else if (performance.now() - choseAt < GOES_ON) choseAt = -Infinity;
    else if (document.activeElement.matches("body, .prompt")) drill().querySelector("[data-focus], [data-several]")?.click();
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !drill()) return;
    // What you type into a field stays there.
    if (document.activeElement === field() && field()) return;
    if (event.key === "Enter") return enter(event);
    if ((event.key === "Escape" || event.key === "Backspace") && typed) {
      event.preventDefault();
      const left = event.key === "Escape" ? "" : typed.slice(0, -1);
      show("");
      return left ? type(left) : undefined;
    }
    if (!event.repeat) answer(event);
  });

  // An unfinished number doesn't carry over to the next question.
  document.addEventListener("htmx:beforeSwap", () => { clearTimeout(waiting); typed = ""; });
}
