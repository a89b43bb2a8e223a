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
  }
  form.addEventListener("change", showGame);
  addEventListener("pageshow", showGame);
  showGame();
}
