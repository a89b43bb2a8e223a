// Who was shown out of a table still hears what they had tapped there and was not entered.
"use strict";

{
  const place = `companion:waiting:${location.pathname}`;
  let kept = null;
  try { kept = localStorage.getItem(place); } catch { /* then nothing was kept */ }
  const words = kept ? JSON.parse(kept).taps.map((tap) => tap.words) : [];
  const part = document.getElementById("left-over");
  if (words.length) {
    part.querySelector("b").textContent = words.join(" · ");
    part.hidden = false;
    part.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem(place);
      part.hidden = true;
    });
  }
}
