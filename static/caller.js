// The table says what happened, as short or as long as this phone wants it. Whatever is new is said in one go,
// and nothing twice, however it came here.
"use strict";

{
  const { voice: length } = document.documentElement.dataset;
  const told = () => document.getElementById("table").dataset.spoken;
  let { at: latest, record: known } = JSON.parse(told() ?? "{}");

  document.addEventListener("htmx:afterSwap", (event) => {
    // While something is picked up or asked, there is nothing to tell.
    if (event.target.closest?.(".alerts") || !told()) return;
    const { at, record, said } = JSON.parse(told());
    const news = said.filter(([moment, lengths]) => moment > (latest ?? at) && lengths.split(" ").includes(length));
    if (record !== known && news.length) voice.say([news.map(([, , sentence]) => sentence).join(" ")]);
    [latest, known] = [Math.max(latest ?? at, at), record];
  });

  // Browsers want a touch before the first word.
  if (length !== "off") document.addEventListener("click", () => voice.say([""]), { once: true, capture: true });
}
