// A replay: the slider and the keys choose a position, which becomes part of the address.

import { find, showParts } from "./page.js";

const film = find("film");
const { at, eyes, speed, where } = film.elements;
const last = Number(film.dataset.last);
let [isAsking, isLate] = [false, false];

/** Milliseconds between two questions while the slider is drawn: a server answers so many. */
const PAUSE = 70;

/** Show the position that is chosen now; one question at a time, then that for the newest one. */
async function show() {
  isLate = isAsking;
  if (isAsking) return;
  isAsking = true;
  do {
    isLate = false;
    await ask();
    if (isLate) await new Promise((go) => setTimeout(go, PAUSE));
  } while (isLate);
  isAsking = false;
}

async function ask() {
  const query = new URLSearchParams(location.search);
  query.set("at", at.value);
  query.set("eyes", eyes.value);
  where.value = `${at.value} / ${last}`;
  markChart();
  const position = await fetch(`?${query}`, { headers: { accept: "application/json" } })
    .then((answer) => answer.ok && answer.json())
    .catch(() => null);
  if (isLate) return;
  find("lost").hidden = Boolean(position);
  if (!position) return back();
  showParts(position.parts);
  find("log").innerHTML = position.news.join("");
  find("possible").innerHTML = position.possible;
  find("cost").textContent = position.cost;
  history.replaceState(null, "", `?${query}`);
  for (const link of document.querySelectorAll(".bottom nav a")) {
    const other = new URL(link.href);
    for (const name of ["at", "eyes"]) other.searchParams.set(name, query.get(name));
    link.href = other.href;
  }
}

/** Go back to the position that is shown, which the address names. */
function back() {
  const query = new URLSearchParams(location.search);
  at.value = query.get("at") ?? at.defaultValue;
  eyes.value = query.get("eyes") ?? eyes.value;
  where.value = `${at.value} / ${last}`;
}

function go(step) {
  const places = { first: 0, last };
  at.value = places[step] ?? Number(at.value) + Number(step);
  return show();
}

/** Go to the next or the last place of a kind, such as the beginning of a round. */
function jump(kind, step) {
  const places = film.querySelector(`[data-kind="${kind}"]`).dataset.places.split(" ").map(Number);
  const now = Number(at.value);
  const found = step > 0 ? places.find((it) => it > now) : places.findLast((it) => it < now);
  if (found !== undefined) go(found - now);
}

const player = film.querySelector("[data-plays]");
const playerWords = [player.textContent, player.dataset.plays];
let timer;

function play(isOn) {
  clearTimeout(timer);
  timer = isOn && setTimeout(playOn, speed.value);
  player.textContent = playerWords[Number(isOn)];
}

async function playOn() {
  if (Number(at.value) < last) await go(1);
  if (timer) play(Number(at.value) < last);
}

function startOrPause() {
  if (!timer && Number(at.value) === last) go("first");
  play(!timer);
}

// A review: its marks and sentences lead to their positions; a line in the chart shows this one.

document.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-position]");
  if (!mark) return;
  if (mark.dataset.eyes) eyes.value = mark.dataset.eyes;
  at.value = mark.dataset.position;
  show();
});

function markChart() {
  for (const chart of document.querySelectorAll(".chart svg")) {
    const { left, width } = chart.dataset;
    const x = Number(left) + (Number(width) * at.value) / Math.max(1, last);
    const cursor = chart.querySelector(".cursor");
    cursor.setAttribute("transform", `translate(${x} 0)`);
    cursor.setAttribute("opacity", 1);
  }
}

film.addEventListener("input", show);
film.addEventListener("submit", (event) => event.preventDefault());
film.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === player) startOrPause();
  else if (button?.dataset.jump) jump(button.parentElement.dataset.kind, button.dataset.jump);
  else if (button?.dataset.go) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };
  const jumps = { PageUp: -1, PageDown: 1 };
  const step = steps[event.key];
  if (step || jumps[event.key]) {
    event.preventDefault();
    if (!step) jump("round", jumps[event.key]);
    else if (event.shiftKey && event.key.startsWith("Arrow")) jump("choice", step);
    else go(step);
  }
});

markChart();
