// House rules in a form show those of the game chosen there. Without it they show those of the game
// that was chosen when the page came.
"use strict";

{
  const part = document.querySelector("[data-house-rules]");
  const form = part.closest("form");

  function showGame() {
    for (const field of part.querySelectorAll("[data-by-game]")) {
      const left = JSON.parse(field.dataset.byGame)[form.elements.game.value];
      if (field.options) field.options[0].text = left;
      else field.placeholder = left;
    }
    for (const field of form.querySelectorAll("[data-by-format]")) {
      const { kind, format } = form.elements;
      field.placeholder = JSON.parse(field.dataset.byFormat)[kind.value === "team" ? format.value : "own"];
    }
  }
  form.addEventListener("change", showGame);
  addEventListener("pageshow", showGame);
  showGame();
}
