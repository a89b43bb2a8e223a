// A link that carries a table leads home, the table after its #. From there it goes into the form that
// takes it over, and out of the address: so nobody finds it there, or brings it again by going back.
// House rules come the same way if there is no server, and go on to their own page.
"use strict";

{
  function take() {
    const [, game] = location.hash.match(/^#by=([\w-]+(?:\?[\w=&-]*)?)$/) ?? [];
    if (game) return location.replace(`by/${game}`);
    const [, letters] = location.hash.match(/^#table=([\w-]+)/) ?? [];
    if (!letters) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    const form = document.getElementById("take");
    form.elements.table.value = letters;
    form.submit();
  }

  addEventListener("hashchange", take);
  take();
}
