// A replay: the slider and the keys choose a position, which becomes part of the address.

import { find, showParts } from "./page.js";

const film = find("film");
const { at, eyes, where } = film.elements;
const last = Number(film.dataset.last);
let isAsking = false;
let isLate = false;

/** Milliseconds between two questions while the slider is drawn: a server answers so many. */
const PAUSE = 70;

/** Show the position that is chosen now; one question at a time, then that for the newest one. */
async function show() {
  isLate = isAsking;
  if (isAsking) return;
  isAsking = true;
  await ask();
  while (isLate) {
    isLate = false;
    await new Promise((go) => setTimeout(go, PAUSE));
    await ask();
  }
  isAsking = false;
}

async function ask() {
  const query = new URLSearchParams(location.search);
  query.set("at", at.value);
  query.set("eyes", eyes.value);
  where.value = `${at.value} / ${last}`;
  markChart();
  let position;
  try {
    const answer = await fetch(`?${query}`, { headers: { accept: "application/json" } });
    position = answer.ok && (await answer.json());
  } catch {
    position = null;
  }
  if (isLate) return;
  find("lost").hidden = Boolean(position);
  if (!position) return back();
  showParts(position.parts);
  find("log").innerHTML = position.news.join("");
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
  show();
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
  const chart = document.querySelector("#chances svg");
  if (!chart) return;
  const { left, width } = chart.dataset;
  const x = Number(left) + (Number(width) * at.value) / Math.max(1, last);
  const cursor = chart.querySelector(".cursor");
  cursor.setAttribute("transform", `translate(${x} 0)`);
  cursor.setAttribute("opacity", 1);
}

film.addEventListener("input", show);
film.addEventListener("submit", (event) => event.preventDefault());
film.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };
  if (steps[event.key]) {
    event.preventDefault();
    go(steps[event.key]);
  }
});

markChart();
