// A replay: the slider and the keys choose a position, which becomes part of the address.

import { connect, pick, reaching, reasonOf, say } from "./board.js";
import { PATIENCE, ask, find, showParts } from "./page.js";

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
    await showNow();
    if (isLate) await new Promise((go) => setTimeout(go, PAUSE));
  } while (isLate);
  isAsking = false;
}

async function showNow() {
  leaveQuestion();
  const query = new URLSearchParams(location.search);
  query.set("at", at.value);
  query.set("eyes", eyes.value);
  where.value = `${at.value} / ${last}`;
  markChart();
  const position = await ask(`?${query}`, { headers: { accept: "application/json" } })
    .then((answer) => answer.ok && answer.json())
    .catch(() => null);
  if (isLate) return;
  find("lost").hidden = Boolean(position);
  if (!position) return back();
  showParts(position.parts);
  pick(null);
  find("log").innerHTML = position.news.join("");
  find("possible").innerHTML = position.possible;
  if (find("cost")) find("cost").textContent = position.cost;
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

// A review: its marks and sentences lead to positions, those of mistakes to questions, in which
// people move as at a table before they are told what is good.

const { path, query: seat } = find("table").dataset;
const asks = () => [...document.querySelectorAll("[data-position][data-asks]")];
const addressOf = (page, values) =>
  `${path}/${page}?${new URLSearchParams([...new URLSearchParams(seat), ...Object.entries(values)])}`;
let asked = null; // the button of the question that is open

document.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-position]");
  const { asks: deed, opens } = event.target.closest("[data-asks], [data-opens]")?.dataset ?? {};
  if (opens) {
    find(opens).querySelector("[name=at]").value = at.value;
    find(opens).showModal();
  } else if (deed === "next") question(asks()[(asks().indexOf(asked) + 1) % asks().length]);
  else if (deed === "end") endQuestion();
  else if (mark) {
    const place = mark.dataset.position;
    const known = asks().find((it) => it.dataset.position === place);
    if (known && !mark.matches("button:not([data-asks])")) return question(known);
    at.value = place;
    show();
    if (mark.matches("button")) find("status").scrollIntoView();
  }
});

/** Let people move in a position, and bring the board into sight. */
async function question(button) {
  const place = button.dataset.position;
  await reaching(async () => {
    const answer = await ask(addressOf("question", { at: place }));
    if (!answer.ok) return say(await reasonOf(answer));
    const position = await answer.json();
    play(false);
    asked = button;
    at.value = place;
    eyes.value = position.eyes;
    where.value = `${place} / ${last}`;
    markChart();
    find("answer").replaceChildren();
    document.body.classList.add("asking", "my-turn");
    find("moves-title").hidden = false;
    find("moves-title").textContent = button.dataset.title;
    showParts(position.parts);
    pick(null);
    find("moves-title").focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}

function leaveQuestion() {
  document.body.classList.remove("asking", "my-turn");
  find("moves-title").hidden = true;
}

async function endQuestion() {
  const button = asked;
  await show();
  button.closest("details")?.setAttribute("open", "");
  button.focus();
}

let isWaiting = false;
connect({
  words: (values) => addressOf("words", { ...values, at: at.value }),
  play: async (values) => {
    if (isWaiting) return;
    isWaiting = true;
    const [place, thinking] = [at.value, find("thinking")];
    find("answer").replaceChildren();
    thinking.textContent = thinking.dataset.waits;
    await reaching(async () => {
      const answer = await ask(addressOf("answer", { ...values, at: place }), {}, 4 * PATIENCE);
      if (!answer.ok) return say(await reasonOf(answer));
      if (place !== at.value || !document.body.matches(".asking")) return;
      find("answer").innerHTML = (await answer.json()).answer;
      find("answer").parentElement.scrollTo(0, 0);
    });
    thinking.textContent = "";
    isWaiting = false;
  },
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
  if (event.target.matches("input, select, textarea, dialog *")) return;
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
pick(null);
