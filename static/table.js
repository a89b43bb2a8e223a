// What the table page does beyond forms and links: it speaks, buzzes, stays awake, pans and zooms.
"use strict";
document.body.addEventListener("htmx:afterSwap", () => {});
