// House rules in a form tell what the game chosen there has. Without it they tell what the game had
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
