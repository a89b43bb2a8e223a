// What the page of a new table does beyond its form: it hides what does not apply, and names fill
// a seat with one tap. Without it all is there, and the server judges.
"use strict";
(() => {
  const form = document.querySelector("[data-new-table]");
  const all = (selector) => [...form.querySelectorAll(selector)];
  const seats = all("[data-seat]");
  const names = seats.map((seat) => seat.querySelector("input"));
  const numbers = all("[data-number]");
  const leaders = all("[data-leader]");
  const chips = all("[data-chips] .chip");
  let lastTyped = null;

  const show = (part, isShown) => {
    part.hidden = !isShown;
    for (const field of part.querySelectorAll("input")) field.disabled = !isShown;
  };
  const numberChosen = () => Number(form.elements.seats.value);
  const gameChosen = () => form.querySelector("[name=game]:checked");

  const showSeats = () => {
    const allowed = gameChosen().dataset.seats.split(" ");
    for (const number of numbers) show(number, allowed.includes(number.querySelector("input").value));
    if (!allowed.includes(form.elements.seats.value)) form.elements.seats.value = allowed[0];
    const playing = numberChosen();
    seats.forEach((seat, index) => show(seat, index < playing));
    leaders.forEach((leader, index) => show(leader, index < playing));
    if (!form.querySelector("[name=lead]:checked:enabled")) form.elements.lead.value = "lot";
    const isPegsOnly = form.elements["pegs-only"].value === "yes";
    form.querySelector("[data-lead]").hidden = isPegsOnly;
    show(form.querySelector(".tick[data-partners]"), gameChosen().dataset.partners === "optional" && playing === 4);
  };
  const colourSides = () => {
    const arePairs = numberChosen() === 4 && (gameChosen().dataset.partners === "always"
      || form.querySelector("[name=partners]:checked:enabled"));
    for (const parts of [seats, leaders]) {
      parts.forEach((part, index) => {
        part.className = part.className.replace(/side-\d/, `side-${arePairs ? (index % 2) + 1 : index + 1}`);
      });
    }
  };
  const tellGame = () => { form.elements.target.placeholder = gameChosen().dataset.target; };
  const tellNames = () => {
    const seated = names.filter((name) => !name.disabled).map((name) => name.value.trim());
    leaders.forEach((leader, index) => {
      leader.querySelector("bdi").textContent = names[index].value.trim() || names[index].placeholder;
    });
    for (const chip of chips) chip.setAttribute("aria-pressed", String(seated.includes(chip.value)));
  };
  const refresh = () => { showSeats(); colourSides(); tellGame(); tellNames(); };

  const openSeat = () => {
    const empty = names.find((name) => !name.disabled && !name.value.trim());
    if (empty) return empty;
    const more = form.querySelector(`[name=seats][value="${numberChosen() + 1}"]:enabled`);
    if (!more) return null;
    more.checked = true;
    refresh();
    return names[numberChosen() - 1];
  };
  const seatPerson = (chip) => {
    const there = names.find((name) => !name.disabled && name.value.trim() === chip.value);
    if (there) {
      there.value = "";
    } else {
      const place = lastTyped && !lastTyped.disabled ? lastTyped : openSeat();
      if (place) place.value = chip.value;
    }
    lastTyped = null;
    tellNames();
  };

  for (const name of names) name.addEventListener("focus", () => { lastTyped = name; });
  for (const chip of chips) chip.addEventListener("click", () => seatPerson(chip));
  form.addEventListener("change", refresh);
  form.addEventListener("input", tellNames);
  window.addEventListener("pageshow", refresh);
  for (const group of all("[data-chips]")) group.hidden = false;
  refresh();
})();
