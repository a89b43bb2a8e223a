// What a person has picked up, ticked or typed on the table page, kept while others enter: the
// same hand at the same turn asks the same question, so its half-filled form still holds.
"use strict";

window.choice = (() => {
  const fields = (main) => [...main.querySelectorAll("form input:not([type=hidden])")];
  const isChanged = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const hidden = (main, name) => main.querySelector(`form.play input[type=hidden][name=${name}]`)?.value;

  // Null where nothing was chosen.
  function made(main) {
    const changed = fields(main).filter(isChanged).map(({ name, value, type, checked }) => ({ name, value, type, checked }));
    const asked = ["tile", "on"].filter((name) => hidden(main, name)).map((name) => [name, hidden(main, name)]);
    if (changed.length && hidden(main, "who")) asked.push(["who", hidden(main, "who")]);
    return changed.length || asked.length ? { changed, asked, moment: main.dataset.moment } : null;
  }

  const answers = ({ asked, moment }, main) => main?.dataset.moment === moment
    && asked.every(([name, value]) => hidden(main, name) === value);
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");

  // The table that asks the same question again, as HTML; nothing where it is out of date.
  async function kept(choice, html) {
    const now = parsed(html);
    if (now.dataset.moment !== choice.moment || answers(choice, now)) return null;
    const page = new URL(now.dataset.live, location.href).pathname.replace(/\/live$/, "");
    try {
      const answer = await fetch(`${page}?${new URLSearchParams(choice.asked)}`, { headers: { "HX-Request": "true" } });
      const asking = await answer.text();
      return answer.ok && answers(choice, parsed(asking)) ? asking : null;
    } catch { return null; }
  }

  function restore(choice, main) {
    if (!answers(choice, main)) { tellWhy(main); return; }
    for (const { name, value, type, checked } of choice.changed) {
      const found = fields(main).find((field) => field.name === name && (type === "number" || field.value === value));
      if (found && type === "number") found.value = value;
      else if (found) found.checked = checked;
    }
    main.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Whoever was about to tap hears why the choice is gone.
  function tellWhy(main) {
    const line = document.createElement("span");
    line.className = "settled";
    line.textContent = words("choice-moved-on", { change: main.dataset.entered || main.dataset.heard });
    main.querySelector(".count")?.replaceChildren(line);
  }

  return { made, kept, restore };
})();
