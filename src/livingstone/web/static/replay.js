// A replay: the slider and the keys choose a position, which the address then names.

import { find, showParts } from "./page.js";

const film = find("film");
const { at, eyes, where } = film.elements;
const last = Number(film.dataset.last);
let asked = 0;

async function show() {
  const number = ++asked;
  const query = new URLSearchParams(location.search);
  query.set("at", at.value);
  query.set("eyes", eyes.value);
  where.value = `${at.value} / ${last}`;
  const answer = await fetch(`?${query}`, { headers: { accept: "application/json" } });
  if (!answer.ok || number !== asked) return;
  const position = await answer.json();
  showParts(position.parts);
  find("log").innerHTML = position.news.join("");
  history.replaceState(null, "", `?${query}`);
}

function go(step) {
  const places = { first: 0, last };
  at.value = places[step] ?? Number(at.value) + Number(step);
  show();
}

film.addEventListener("input", show);
film.addEventListener("submit", (event) => event.preventDefault());
film.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const steps = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };
  if (steps[event.key]) {
    event.preventDefault();
    go(steps[event.key]);
  }
});
