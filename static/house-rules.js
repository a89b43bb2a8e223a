// House rules in a form tell what the game chosen there has. Without it they tell what the game had
// that was chosen when the page came.
"use strict";
(() => {
  const part = document.querySelector("[data-house-rules]");
  const form = part.closest("form");

  const showGame = () => {
    const game = form.elements.game.value;
    for (const field of part.querySelectorAll("[data-by-game]")) {
      const left = JSON.parse(field.dataset.byGame)[game];
      if (field.tagName === "INPUT") field.placeholder = left;
      else field.options[0].text = left;
    }
  };

  form.addEventListener("change", showGame);
  window.addEventListener("pageshow", showGame);
  showGame();
})();
