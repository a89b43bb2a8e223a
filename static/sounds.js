// The switch of the sounds, in place: what is on the page stays.
"use strict";

document.addEventListener("submit", async (event) => {
  const form = event.target.closest?.("form.sounds");
  if (!form) return;
  event.preventDefault();
  const [button, { dataset: chosen }] = [form.querySelector("button"), document.documentElement];
  const said = new FormData(form, button), sounds = button.value;
  chosen.sounds = sounds;
  button.setAttribute("aria-pressed", sounds === "on");
  button.value = sounds === "on" ? "off" : "on";
  wood.wake();
  wood.tile();
  // Kept for the next page; without network this one has it.
  await fetch(form.action, { method: "POST", body: said, redirect: "manual" }).catch(() => null);
});
