// The form that opens a race: if two share one phone, both have a name.
"use strict";

(() => {
  const form = document.querySelector(".race-form"), other = document.getElementById("name-1");
  const ask = () => { other.required = form.elements.way.value === "shared"; };
  form.addEventListener("change", ask);
  // What was chosen before is there again after a step back.
  addEventListener("pageshow", ask);
})();
