// Code of both the table and the replay.

export const find = (id) => document.getElementById(id);

const shown = new Map();
const served = new Map([...document.querySelectorAll("main [id]")].map((it) => [it.id, it.innerHTML]));

/** Put the parts of the page in place that have changed; keep the focus where it was. */
export function showParts(parts) {
  const focused = document.activeElement;
  const part = focused?.closest("[id]");
  const { target, deed } = focused?.dataset ?? {};
  for (const [name, markup] of Object.entries(parts)) {
    const place = find(name);
    if (!place || shown.get(name) === markup) continue;
    const isServed = !shown.has(name) && served.get(name) === parsed(markup);
    shown.set(name, markup);
    if (!isServed) place.innerHTML = markup; // otherwise a dialog in it may be open
    if (name === "land") showBoat(place);
  }
  if (focused && !focused.isConnected) {
    const same = deed ? `[data-deed="${deed}"]:enabled` : target && `[data-target="${target}"]`;
    const again = same && part && find(part.id)?.querySelector(same);
    (again || (deed ? find("status") : firstButton()) || part)?.focus({ preventScroll: true });
  }
}

/** Write markup as the browser writes what it has read. */
function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.innerHTML;
}

const firstButton = () =>
  find("moves")?.querySelector("button:enabled") || find("final")?.querySelector("button, a");

/** Where the board is wider than the screen, scroll to the boat. */
export function showBoat(land) {
  const boat = land.querySelector(".boat").getBoundingClientRect();
  land.scrollLeft += boat.left + boat.width / 2 - land.getBoundingClientRect().left - land.clientWidth / 2;
}

/** Write a sentence, in which numbers of rules are links. */
export function write(place, sentence) {
  const parts = sentence.split(/(R\d+\.\d+)/).map((part, number) => {
    const link = { href: `/rules#${part}`, target: "rules", textContent: part };
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
