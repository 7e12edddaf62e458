// What the table and the replay have in common.

export const find = (id) => document.getElementById(id);

const shown = new Map();

/** Put the parts of the page in place that have changed; keep the focus where it was. */
export function showParts(parts) {
  const focused = document.activeElement;
  const part = focused?.closest("[id]");
  const target = focused?.dataset.target;
  for (const [name, markup] of Object.entries(parts)) {
    const place = find(name);
    if (!place || shown.get(name) === markup) continue;
    place.innerHTML = markup;
    shown.set(name, markup);
    if (name === "land") showBoat(place);
  }
  if (focused && !focused.isConnected) {
    const again = target && part && find(part.id)?.querySelector(`[data-target="${target}"]`);
    (again || find("moves")?.querySelector("button:enabled") || part)?.focus({ preventScroll: true });
  }
}

/** Where the board is wider than the screen, scroll to the boat. */
export function showBoat(land) {
  const boat = land.querySelector(".boat").getBoundingClientRect();
  land.scrollLeft += boat.left + boat.width / 2 - land.getBoundingClientRect().left - land.clientWidth / 2;
}
