// What the page of a new table does beyond its form: it hides what doesn't apply, and names fill
// a seat with one tap. Without it everything is there, and the server judges.
"use strict";

{
  const form = document.querySelector("[data-new-table]");
  const all = (selector) => [...form.querySelectorAll(selector)];
  const [seats, leaders, chips] = ["[data-seat]", "[data-leader]", ".chip"].map(all);
  const names = seats.map((seat) => seat.querySelector("input"));
  const DRAFT = "companion:new-table";
  let lastTyped = null;
  let isFirstTap = false;
  let isSent = false;

  function show(part, isShown) {
    part.hidden = !isShown;
    for (const field of part.querySelectorAll("input")) field.disabled = !isShown;
  }

  function showGame() {
    const { dataset: { seats: allowed, partners, target }, defaultChecked: isAsBefore } = form.querySelector("[name=game]:checked");
    for (const part of document.querySelectorAll("[data-as-before], [data-house-rules] mark")) part.hidden = !isAsBefore;
    document.querySelector("[data-other-game]")?.toggleAttribute("hidden", isAsBefore);
    for (const number of all("[data-number]")) show(number, allowed.split(" ").includes(number.control.value));
    if (!form.querySelector("[name=seats]:checked:enabled")) form.querySelector("[name=seats]:enabled").checked = true;
    const playing = Number(form.elements.seats.value);
    for (const parts of [seats, leaders]) parts.forEach((part, index) => show(part, index < playing));
    show(form.querySelector(".tick:has([name=partners])"), partners === "optional" && playing === 4);
    if (!form.querySelector("[name=lead]:checked:enabled")) form.elements.lead.value = "lot";
    form.querySelector("[data-lead]").hidden = form.elements["pegs-only"].value === "yes";
    form.elements.target.placeholder = target;
    form.querySelector(".other-games").open ||= Boolean(form.querySelector(".other-games :checked"));
    const arePairs = playing === 4 && (partners === "always" || form.querySelector("[name=partners]:checked:enabled"));
    form.querySelector("[data-pairs]").hidden = !arePairs;
    for (const parts of [seats, leaders]) {
      parts.forEach((part, index) => { part.className = part.className.replace(/side-\d/, `side-${1 + (arePairs ? index % 2 : index)}`); });
    }
    showNames();
  }

  function showNames() {
    const seated = names.filter((name) => !name.disabled).map((name) => name.value.trim());
    for (const seated of all("[data-seated]")) {
      const name = names[seated.dataset.seated];
      seated.textContent = name.value.trim() || name.placeholder;
    }
    for (const chip of chips) chip.setAttribute("aria-pressed", String(seated.includes(chip.value)));
  }

  function openSeat() {
    const empty = names.find((name) => !name.disabled && !name.value.trim());
    if (empty) return empty;
    const playing = Number(form.elements.seats.value);
    const more = form.querySelector(`[name=seats][value="${playing + 1}"]:enabled`);
    if (!more) return null;
    more.checked = true;
    showGame();
    return names[playing];
  }

  function seatPerson(chip) {
    const there = names.find((name) => !name.disabled && name.value.trim() === chip.value);
    const place = there ?? (lastTyped && !lastTyped.disabled ? lastTyped : openSeat());
    if (place) place.value = there ? "" : chip.value;
    lastTyped = null;
    showNames();
  }

  // A remembered name is there to be replaced: the first tap selects it, a second one sets the cursor.
  const remembered = [...names.map((name) => name.defaultValue), ...chips.map((chip) => chip.value)];
  for (const name of names) {
    name.addEventListener("focus", () => { lastTyped = name; isFirstTap = true; });
    name.addEventListener("click", () => {
      if (isFirstTap && remembered.includes(name.value)) name.select();
      isFirstTap = false;
    });
  }

  // What was typed outlasts a look at other pages, such as the one that finds the game; a form for other
  // people has none of it.
  const draft = inTab.read(DRAFT), before = names.map((name) => name.defaultValue).join();
  if (draft?.before === before) {
    names.forEach((name, seat) => { name.value = draft.names[seat]; });
    form.elements.seats.value = draft.seats;
  }
  addEventListener("pagehide", () => {
    const isTyped = !isSent && names.some((name) => name.value !== name.defaultValue);
    inTab.save(DRAFT, isTyped ? { before, seats: form.elements.seats.value, names: names.map((name) => name.value) } : null);
  });
  form.addEventListener("submit", () => { isSent = true; });
  for (const chip of chips) chip.addEventListener("click", () => seatPerson(chip));
  // Options belong to their game: another one starts without them, and the first one has them again.
  form.addEventListener("change", ({ target: { name, defaultChecked: isAsBefore } }) => {
    for (const field of name === "game" ? all(":is([data-options], [data-house-rules]) :is(input, select)") : []) {
      if (field.options) field.selectedIndex = isAsBefore ? Math.max(0, [...field.options].findIndex((option) => option.defaultSelected)) : 0;
      else if (field.type === "text") field.value = isAsBefore ? field.defaultValue : "";
      else field.checked = isAsBefore ? field.defaultChecked : !field.value;
    }
    showGame();
  });
  form.addEventListener("input", showNames);
  addEventListener("pageshow", showGame);
  for (const group of all("[data-chips]")) group.hidden = false;
  showGame();
}
