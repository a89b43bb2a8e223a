// A form for a printed sheet offers only games that ask about its subject. Without it the list says
// which they are, and a pair with nothing to ask brings the form again with a sentence.
"use strict";

{
  const { about, game } = document.querySelector(".sheet-form").elements;

  function offerGames() {
    const asking = about.selectedOptions[0].dataset.games?.split(" ");
    for (const option of game.options) option.hidden = option.disabled = Boolean(asking) && !asking.includes(option.value);
    for (const family of game.querySelectorAll("optgroup")) family.hidden = !family.querySelector("option:not([hidden])");
    if (game.selectedOptions[0]?.disabled !== false) game.value = asking[0];
  }
  about.addEventListener("change", offerGames);
  addEventListener("pageshow", offerGames);
  offerGames();
}
