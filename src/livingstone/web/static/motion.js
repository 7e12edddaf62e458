// What moves and sounds when something has happened at a table.

import { callBack } from "./calls.js";
import { find, shownIn } from "./page.js";
import { chime } from "./sounds.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const [FLIGHT, STEP] = [750, 90]; // in milliseconds

/** Change the page, and let what has changed be followed; `change` returns the fresh lines. */
export function follow(change) {
  const before = { points: points(), boat: boat()?.getBoundingClientRect(), isTurn: isTurn() };
  const lines = change();
  if (!lines.length) return;
  if (isTurn() && !before.isTurn) callBack();
  if (document.hidden) return;
  const isScored = lines.some((line) => line.matches(".ColumnScored, .RowScored"));
  if (isScored) chime(523, 659, 784);
  else if (isTurn() && !before.isTurn) chime(660, 880);
  else chime(440);
  if (isStill.matches) return;
  find("dice").classList.toggle("rolled", lines.some((line) => line.matches(".RoundBegun")));
  let delay = 0;
  for (const line of lines) {
    const flights = line.dataset.flights?.split(" ") ?? [];
    flights.forEach((flight, number) => fly(flight.split(":"), delay + number * STEP));
    if (flights.length) delay += FLIGHT / 2 + flights.length * STEP;
  }
  points().forEach((number, seat) => count(seat, before.points[seat], number, delay));
  sail(before.boat, delay);
}

const isTurn = () => document.body.matches(".my-turn");
const points = () => [...find("players").querySelectorAll(".points b")].map((b) => +b.textContent);
const boat = () => shownIn(find("land"), ".boat");
const placed = (name) =>
  shownIn(document, name.startsWith("seat-") ? `.player.${name}` : `[data-target="${name}"]`);

/** Let an icon or a number fly from one thing to another; a tent is seen there when it lands. */
function fly([what, from, to], delay) {
  const places = [placed(from), placed(to)];
  if (!places.every(Boolean)) return;
  const [first, last] = places.map((place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%)`;
  });
  const ghost = document.body.appendChild(document.createElement("div"));
  ghost.className = "flight";
  if (what.startsWith("+")) ghost.textContent = what;
  else ghost.innerHTML = `<svg class="icon" viewBox="0 0 40 40"><use href="#icon-${what}"/></svg>`;
  const way = { transform: [`${first} scale(1.5)`, last] };
  const options = { duration: FLIGHT, delay, easing: "ease-in", fill: "both" };
  ghost.animate(way, options).finished.finally(() => ghost.remove());
  const tent = places[1].querySelector(`.tents.${what.replace("tent", "seat").replace("+", "x")}`);
  tent?.animate({ opacity: [0, 0] }, FLIGHT + delay);
}

function sail(before, delay) {
  const [now, scale] = [boat()?.getBoundingClientRect(), boat()?.getScreenCTM().a];
  if (!before?.width || !now || Math.abs(before.left - now.left) < 2) return;
  const way = { transform: [`translate(${(before.left - now.left) / scale}px)`, "none"] };
  boat().animate(way, { duration: 1000, delay, easing: "ease-in-out", fill: "backwards" });
}

/** Count the points of a player up or down to what they are now. */
function count(seat, from, to, delay) {
  const place = find("players").querySelectorAll(".points b")[seat];
  if (from === undefined || from === to) return;
  const start = performance.now() + delay;
  const step = (now) => {
    const done = Math.min(Math.max((now - start) / FLIGHT, 0), 1);
    place.textContent = Math.round(from + (to - from) * done);
    if (done < 1) requestAnimationFrame(step);
  };
  step(start);
}
