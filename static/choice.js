// What a person has picked up, ticked or typed on the table page, kept while others enter: the
// same hand at the same turn asks the same question, so its half-filled form still holds.
"use strict";

const choice = (() => {
  const fields = (main) => [...main.querySelectorAll("form input:not([type=hidden])")];
  const isChanged = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const hidden = (main, name) => main.querySelector(`form.play input[type=hidden][name=${name}]`)?.value;
  const answers = ({ asked, moment }, main) => main?.dataset.moment === moment
    && asked.every(([name, value]) => hidden(main, name) === value);

  // Null where nothing was chosen.
  function ofPage(main) {
    const changed = fields(main).filter(isChanged).map(({ name, value, type, checked }) => ({ name, value, type, checked }));
    const asked = ["tile", "on", ...(changed.length ? ["who"] : [])].map((name) => [name, hidden(main, name)]).filter(([, value]) => value);
    return changed.length || asked.length ? { changed, asked, moment: main.dataset.moment } : null;
  }

  // The table that asks the same question again, as HTML; nothing where it is out of date.
  async function kept(choice, html) {
    const now = parsed(html).querySelector("[data-live]");
    if (now.dataset.moment !== choice.moment || answers(choice, now)) return null;
    const asking = await fetchTable(`${location.pathname}?${new URLSearchParams(choice.asked)}`);
    return asking.status === 200 && answers(choice, asking.main) ? asking.html : null;
  }

  function restore(choice, main) {
    // Whoever was about to tap hears why the choice is gone.
    if (!answers(choice, main)) {
      const moved = words("choice-moved-on", { change: main.dataset.entered || main.dataset.heard });
      main.querySelector(".count")?.replaceChildren(made("span", { className: "settled" }, moved));
      return;
    }
    for (const { name, value, type, checked } of choice.changed) {
      const found = fields(main).find((field) => field.name === name && (type === "number" || field.value === value));
      if (found) Object.assign(found, type === "number" ? { value } : { checked });
    }
    main.dispatchEvent(new Event("change", { bubbles: true }));
  }

  return { ofPage, kept, restore };
})();
