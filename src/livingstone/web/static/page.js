// Code of both the table and the replay.

export const find = (id) => document.getElementById(id);

/** Milliseconds after which a server that does not answer cannot be reached. */
export const PATIENCE = 8000;
export const ask = (address, options, patience = PATIENCE) =>
  fetch(address, { ...options, signal: AbortSignal.timeout(patience) });

const shown = new Map();
const served = new Map([...document.querySelectorAll("main [id]")].map((it) => [it.id, it.innerHTML]));

/** Put the parts of the page in place that have changed; keep the focus where it was. */
export function showParts(parts) {
  const focused = document.activeElement;
  const part = focused?.closest("[id]");
  const { target, deed, donates } = focused?.dataset ?? {};
  for (const [name, markup] of Object.entries(parts)) {
    const place = find(name);
    if (!place || shown.get(name) === markup) continue;
    const isServed = !shown.has(name) && served.get(name) === parsed(markup);
    shown.set(name, markup);
    if (!isServed) place.innerHTML = markup; // otherwise a dialog in it may be open
  }
  if (focused && !focused.isConnected) {
    const same = deed
      ? `[data-deed="${deed}"]:enabled`
      : donates
        ? `[data-donates="${donates}"]`
        : target && `[data-target="${target}"]`;
    const again = same && part && shownIn(find(part.id), same);
    const isHeld = deed || donates; // Enter pressed again must play nothing else
    (again || (isHeld ? find("status") : firstButton()) || part)?.focus({ preventScroll: true });
  }
}

/** Write markup as the browser writes what it has read. */
function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.innerHTML;
}

/** Find the first element of a place that is not hidden. */
export const shownIn = (place, selector) =>
  [...(place?.querySelectorAll(selector) ?? [])].find((it) => it.getClientRects().length);

/** Write a sentence, in which numbers of rules are links. */
export function write(place, sentence) {
  const parts = sentence.split(/(R\d+\.\d+)/).map((part, number) => {
    const link = { href: new URL(`../rules#${part}`, import.meta.url), target: "rules", textContent: part };
    return number % 2 ? Object.assign(document.createElement("a"), link) : part;
  });
  place.replaceChildren(...parts);
}

// The explanations are open until somebody closes them.
const explained = find("explained");
if (explained) {
  explained.open = localStorage.getItem("explained") !== "closed";
  explained.addEventListener("toggle", () =>
    localStorage.setItem("explained", explained.open ? "open" : "closed"),
  );
}

// Digging, drawing and playing cards ask first only in the first game of a browser; a guided round
// is none.
const { path, own } = find("table")?.dataset ?? {};
const guide = find("guided");
if (own && !guide && !localStorage.getItem("first")) localStorage.setItem("first", path);
const isFirst = own && localStorage.getItem("first") === path;

/** Whether something is usual; while a guide explains the turn, nothing happens by itself. */
const isUsual = (name) => {
  if (guide && !guide.hidden && name !== "rings") return false;
  return name === "quick" ? !isFirst : ["rings", "ends"].includes(name);
};

/** Whether somebody wishes something, which this browser keeps, or which is usual. */
export const wishes = (name) => {
  const kept = localStorage.getItem(name);
  return kept === null ? isUsual(name) : kept === "yes";
};
for (const box of document.querySelectorAll("[data-wish]")) {
  box.checked = wishes(box.dataset.wish);
  box.addEventListener("change", () =>
    localStorage.setItem(box.dataset.wish, box.checked ? "yes" : "no"),
  );
}

const firstButton = () =>
  shownIn(find("moves"), "button:enabled") || find("final")?.querySelector("button, a");
