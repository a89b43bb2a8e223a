// Sharing: a record, a picture or a link is shared or copied, a picture is painted so that
// every phone can show it, an answer is printed. What the browser can't do is not offered. Only a link
// in a field always is, as the phone's own menu shares and copies what is selected there. Without it,
// links keep files.
"use strict";

{
  const SAID_FOR = 4000;
  // How many pixels wide a picture is painted: an answer twice as sharp, a card as it is.
  const WIDTH = 1440;
  const PICTURE = new File([" "], "picture.png", { type: "image/png" });

  const isTaken = (file) => Boolean(navigator.share && navigator.canShare?.({ files: [file] }));
  // A button shares or copies what the link beside it keeps.
  const linkBeside = (button) => button.parentElement.querySelector("a[download]");

  // If one beside it copies the link, a button only shares it.
  const copierBeside = (button) => button.parentElement.querySelector("[data-copy-link]");

  // The field with the same link.
  const fieldBeside = (button) => button.closest("[data-sends]")?.querySelector("[data-whole]");

  // ---- What the browser can do ----

  const OFFERS = {
    "[data-share]": (button) => navigator.share || fieldBeside(button) || (navigator.clipboard && !copierBeside(button)),
    "[data-copy-link]": (button) => navigator.clipboard || fieldBeside(button),
    "[data-share-file]": (button) => (linkBeside(button).dataset.picture ? isTaken(PICTURE) : navigator.share),
    "[data-copy]": () => navigator.clipboard && window.ClipboardItem,
    "[data-print]": () => window.print,
  };

  function offer() {
    for (const [name, can] of Object.entries(OFFERS)) {
      for (const button of document.querySelectorAll(name)) button.hidden = !can(button);
    }
  }

  // ---- The file: a record as it is, a picture painted ----

  async function paint({ href, dataset }) {
    const theme = getComputedStyle(document.documentElement).colorScheme;
    const image = Object.assign(new Image(), { src: dataset.card ? `${href}?theme=${theme}` : href });
    await image.decode();
    const sharpness = Math.floor(WIDTH / image.naturalWidth);
    const canvas = new OffscreenCanvas(image.naturalWidth * sharpness, image.naturalHeight * sharpness);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new File([await canvas.convertToBlob()], `${dataset.picture ?? dataset.card}.png`, { type: PICTURE.type });
  }

  // A browser that can't paint it keeps the drawing.
  const fileBehind = (link) => (link.dataset.picture ?? link.dataset.card ? paint(link).catch(() => fetchFile(link)) : fetchFile(link));

  // ---- Where it goes ----

  // A browser may decide that the file took too long for it to be the tap's doing: the next tap finds it here.
  const fetched = new WeakMap();

  async function shareFile(button, link = linkBeside(button)) {
    const file = fetched.get(link) ?? await fileBehind(link);
    fetched.set(link, file);
    await navigator.share({ title: document.title, ...(isTaken(file) ? { files: [file] } : { text: await file.text() }) });
    fetched.delete(link);
  }

  // Begun with the tap, as browsers want it; the text comes later.
  async function copyFile(button) {
    const text = fetchFile(linkBeside(button)).then((file) => new Blob([file], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    say(button, words("copied"));
  }

  async function shareLink(button) {
    const { share: url, title } = button.dataset;
    if (navigator.share) return navigator.share({ title, url });
    const field = fieldBeside(button);
    if (!field || field.hidden) return copyLink(button, url);
    field.select();
    say(button, words("hold-to-share"));
  }

  async function copyLink(button, url = button.dataset.copyLink) {
    const isCopied = navigator.clipboard ? await navigator.clipboard.writeText(url).then(() => true) : copyField(fieldBeside(button));
    const copied = "isText" in button.dataset ? words("copied") : words("link-copied");
    say(button, isCopied ? copied : words("hold-to-copy"));
  }

  // On plain http there is only the old clipboard; if that is gone too, the field stays selected.
  function copyField(field) {
    field.hidden = false;
    field.select();
    return document.execCommand("copy");
  }

  // A card is shared as it is seen. A phone that can't do that keeps it.
  const shareCard = (link) => (isTaken(PICTURE) ? shareFile(link, link) : savePicture(link));
  const savePicture = async (link) => saveFile(await fileBehind(link));

  // Shown on the button for a while, and read aloud to anyone who listens to the page.
  function say(button, sentence) {
    announce(sentence);
    button.dataset.words ??= button.textContent;
    button.textContent = sentence;
    setTimeout(() => { button.textContent = button.dataset.words; }, SAID_FOR);
  }

  const ACTIONS = {
    "[data-picture]": savePicture,
    "[data-card]": shareCard,
    "[data-share]": shareLink,
    "[data-copy-link]": (button) => copyLink(button),
    "[data-share-file]": (button) => shareFile(button),
    "[data-copy]": copyFile,
    "[data-print]": async () => print(),
  };

  // Before htmx, which would fetch the picture as a page.
  document.addEventListener("click", (event) => {
    for (const [name, action] of Object.entries(ACTIONS)) {
      const control = event.target.closest?.(name);
      if (!control) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      attempt(control, action);
    }
  }, true);

  // A link in a field is selected whole.
  document.addEventListener("focusin", ({ target }) => { if (target.matches("[data-whole]")) target.select(); });

  document.addEventListener("htmx:afterSwap", offer);
  offer();
}
