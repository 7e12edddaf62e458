// What moves and sounds when something has happened at a table.

import { find, shownIn } from "./page.js";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const [FLIGHT, STEP] = [750, 90]; // in milliseconds

/** Change the page, and let what has changed be followed; `change` returns the fresh lines. */
export function follow(change) {
  const before = { points: points(), boat: boat()?.getBoundingClientRect(), isTurn: isTurn() };
  const lines = change();
  if (!lines.length || document.hidden) return;
  const isScored = lines.some((line) => line.matches(".ColumnScored, .RowScored"));
  if (isScored) chime(523, 659, 784);
  else if (isTurn() && !before.isTurn) chime(660, 880);
  else chime(440);
  if (isStill.matches) return;
  let delay = 0;
  for (const line of lines) {
    const flights = line.dataset.flights?.split(" ") ?? [];
    flights.forEach((flight, number) => fly(flight.split(":"), delay + number * STEP));
    if (flights.length) delay += FLIGHT / 2 + flights.length * STEP;
    if (line.matches(".RoundBegun")) roll();
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
  const [start, end] = [placed(from), placed(to)].map((it) => it?.getBoundingClientRect());
  if (!start || !end) return;
  const ghost = document.body.appendChild(document.createElement("div"));
  ghost.className = "flight";
  if (what.startsWith("+")) ghost.textContent = what;
  else ghost.innerHTML = `<svg class="icon" viewBox="0 0 40 40"><use href="#icon-${what}" width="40" height="40"/></svg>`;
  const [first, last] = [start, end].map(
    (box) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px) translate(-50%, -50%)`,
  );
  const way = [{ transform: `${first} scale(0.5)` }, { transform: `${first} scale(1.5)`, offset: 0.35 }, { transform: last }];
  const options = { duration: FLIGHT, delay, easing: "ease-in-out", fill: "both" };
  ghost.animate(way, options).finished.finally(() => ghost.remove());
  const tent = what.startsWith("tent-") && placed(to).querySelector(`.tents.${what.replace("tent", "seat")}`);
  if (tent) tent.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay });
}

function roll() {
  for (const [number, die] of [...find("dice").children].entries()) {
    const thrown = { transform: `translate(${-40 - 20 * number}px, -30px) rotate(-${300 + 90 * number}deg)`, opacity: 0 };
    die.animate([thrown, {}], { duration: 600, easing: "ease-out" });
  }
}

function sail(before, delay) {
  const [now, scale] = [boat()?.getBoundingClientRect(), boat()?.getScreenCTM().a];
  if (!before?.width || !now || Math.abs(before.left - now.left) < 2) return;
  const way = [{ transform: `translate(${(before.left - now.left) / scale}px)` }, { transform: "none" }];
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

// Sounds, which are off until somebody wants them.

const button = document.querySelector("[data-sounds]");
let audio;

function chime(...pitches) {
  if (button.ariaPressed !== "true") return;
  audio ??= new AudioContext();
  for (const [number, frequency] of pitches.entries()) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const volume = new GainNode(audio);
    const start = audio.currentTime + number * 0.13;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.35);
  }
}

button.ariaPressed = `${localStorage.getItem("sounds") === "on"}`;
button.addEventListener("click", () => {
  button.ariaPressed = `${button.ariaPressed !== "true"}`;
  localStorage.setItem("sounds", button.ariaPressed === "true" ? "on" : "off");
  chime(660, 880);
});
