// A table: shows what the server sends, and sends it moves. The rules of the game are not here.

import { follow } from "./motion.js";
import { find, showParts, write } from "./page.js";

const { path, language, seat } = find("table").dataset;
const query = new URLSearchParams({ language, ...(seat && { seat }) });
let { revision } = find("table").dataset;
let [isBusy, latestPreview, stream] = [false, 0];
const hint = find("hint");
let picked = null; // the die that is selected, which the server does not know of

const hideHint = () => (hint.hidden = true);

// Messages from the server.

const RETRY = 3000;

/** Listen to the server; where the browser gives up, since a proxy answers instead, try again. */
function listen() {
  stream = new EventSource(`${path}/stream?${query}`);
  stream.onopen = () => (find("lost").hidden = true);
  stream.onmessage = ({ data }) => show(JSON.parse(data));
  stream.onerror = () => {
    find("lost").hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  };
}

function show(message) {
  revision = message.revision;
  document.title = message.title;
  const isOpen = document.querySelector("dialog.choice[open]")?.dataset.for;
  follow(() => {
    document.body.classList.toggle("my-turn", message.isTurn);
    showParts(message.parts);
    if (isOpen && !document.querySelector("dialog.choice[open]")) hideHint();
    pick(picked);
    draw(message.handOver);
    return tell(message);
  });
  document.dispatchEvent(new CustomEvent("shown", { detail: message }));
}

/** Select a die, or none: show its uses, and mark what can be clicked, which keys alone reach. */
function pick(die) {
  const uses = [...find("moves").querySelectorAll("[data-uses]")];
  const only = uses.length === 1 ? uses[0] : null;
  picked = (uses.find((list) => list.dataset.uses === die) ?? only)?.dataset.uses ?? null;
  for (const list of uses) list.hidden = list.dataset.uses !== picked;
  const legal = new Map(moves().map((move) => [move.dataset.target, move]));
  let number = uses.length && !picked ? 10 : 1; // a digit chooses a die first
  for (const [target, move] of legal) {
    const key = target === "end" ? 0 : number++;
    move.dataset.key = key < 10 ? key : "";
  }
  const chosen = find("dice").querySelector(`[data-target="die-${picked}"]`);
  for (const mark of document.querySelectorAll("text.price")) mark.remove();
  for (const thing of document.querySelectorAll("[data-target]:not([data-move])")) {
    const { target } = thing.dataset;
    const isDie = uses.some((list) => target === `die-${list.dataset.uses}`);
    thing.classList.toggle("legal", isDie || legal.has(target));
    if (isDie) thing.ariaPressed = thing === chosen;
    if (thing.matches("button")) thing.tabIndex = thing.matches(".legal") ? 0 : -1;
    const price = legal.get(target)?.dataset.price;
    const mark = `<text class="price middle" y="6">${price}</text>`;
    if (price) thing.querySelector("g").insertAdjacentHTML("beforeend", mark);
  }
}

/** List the buttons of the moves that are shown. */
const moves = () =>
  [...document.querySelectorAll("[data-move]")].filter((move) => !move.closest("[hidden]"));
const moveTo = (target) => moves().find((move) => move.dataset.target === target);

/** Write the news into the log, each turn below its summary; return the fresh lines. */
function tell({ news, isAnew, fresh }) {
  const log = find("log");
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  if (isAnew) log.replaceChildren();
  const place = document.createElement("template");
  place.innerHTML = news.join("");
  const lines = [...place.content.children];
  for (const line of lines) {
    if (line.matches(".TurnBegun")) beginTurn(log, line.dataset);
    const turn = log.lastElementChild?.matches(".turn:not(.ended)") && log.lastElementChild;
    (turn ? turn.querySelector("ol") : log).append(line);
    if (turn) summarize(turn, line.matches(".TurnEnded"));
    if (line.matches(".RoundBegun")) beginTurn(log, line.dataset);
  }
  markNew(log);
  if (isAnew || isAtEnd) log.scrollTop = log.scrollHeight;
  return fresh ? lines.slice(-fresh) : [];
}

function beginTurn(log, { seat, name }) {
  log.append(find("turn").content.cloneNode(true));
  log.lastElementChild.classList.add(`seat-${seat}`);
  log.lastElementChild.dataset.name = name;
  summarize(log.lastElementChild, false);
}

const together = new Intl.ListFormat(language);

function summarize(turn, isEnded) {
  turn.classList.toggle("ended", isEnded);
  const deeds = [...turn.querySelectorAll("[data-short]")].map((line) => line.dataset.short);
  const done = together.format(deeds) || "…";
  turn.querySelector("summary").textContent = `${turn.dataset.name} ${done}`;
}

/** Mark what the others have done since the player's own last turn. */
function markNew(log) {
  let isNew = seat !== "";
  for (const entry of [...log.children].reverse()) {
    isNew &&= !entry.matches(`.ended.seat-${seat}`);
    entry.classList.toggle("new", isNew && !entry.matches(`.seat-${seat}`));
  }
}

/** Where people share a screen: cover it until the right one sits before it. */
function draw(next) {
  const curtain = find("curtain");
  for (const form of curtain.querySelectorAll("form")) form.hidden = form.dataset.seat !== `${next}`;
  curtain.setAttribute("aria-labelledby", `curtain-${next}`);
  if (next === null) curtain.close();
  else if (!curtain.open) curtain.showModal();
}
find("curtain").addEventListener("cancel", (event) => event.preventDefault());
// Browsers that do not know `closedby` close it anyway when Esc is pressed again.
find("curtain").addEventListener("close", () => {
  if (find("curtain").querySelector("form:not([hidden])")) find("curtain").showModal();
});

// Input of people.

export async function send(deed, values = {}) {
  if (isBusy) return;
  isBusy = true;
  hideHint();
  const body = new URLSearchParams({ ...values, revision });
  const isDone = await reaching(async () => {
    const answer = await fetch(`${path}/do/${deed}?${query}`, { method: "POST", body });
    find("lost").hidden = stream.readyState === EventSource.OPEN;
    if (!answer.ok) say(await reasonOf(answer));
    return answer.ok;
  });
  isBusy = false;
  return isDone;
}

/** Do what needs the server, and say so if it cannot be reached. */
const reaching = (deed) => deed().catch(() => void (find("lost").hidden = false));

const reasonOf = async (answer) =>
  answer.headers.get("content-type") === "application/json"
    ? (await answer.json()).refused
    : new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main p")
        ?.textContent ?? answer.statusText;

let silence;
function say(sentence) {
  write(find("told"), sentence);
  clearTimeout(silence);
  silence = setTimeout(() => (find("told").textContent = ""), 7000);
}

/** Begin with what was pointed at: select a die, play at once, ask first, or say why not. */
function choose(target) {
  hideHint();
  const die = find("moves").querySelector(`[data-uses="${target.replace("die-", "")}"]`);
  if (die) return pick(die.hidden ? die.dataset.uses : null);
  const move = moveTo(target);
  const dialog = move?.parentElement.querySelector("dialog");
  if (dialog) {
    dialog.showModal();
    preview(dialog);
  } else if (move) {
    send("play", move.dataset.die ? { target, die: move.dataset.die } : { target });
  } else if (seat && find("moves").childElementCount) {
    const values = picked ? { target, die: picked } : { target };
    reaching(async () => say(await reasonOf(await fetch(`${path}/words?${asked(values)}`))));
  }
}

const asked = (values) => new URLSearchParams([...query, ...Object.entries(values)]);

const valuesOf = (dialog, submitter) => ({
  target: dialog.dataset.for,
  ...Object.fromEntries(new FormData(dialog.querySelector("form"), submitter)),
});

/** Say what the move of a dialog would do, with its price. */
async function preview(dialog) {
  const place = dialog.querySelector(".preview");
  if (!place) return;
  const number = ++latestPreview;
  const told = await fetch(`${path}/words?${asked(valuesOf(dialog))}`)
    .then((answer) => answer.json())
    .catch(() => ({ refused: find("lost").textContent }));
  if (number !== latestPreview) return; // something else is chosen now
  place.textContent = told.words ?? told.refused;
  dialog.querySelector("button.main").disabled = !told.words;
  const note = dialog.querySelector(".note");
  if (note) note.hidden = !told.isFinal;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const thing = event.target.closest("[data-target]");
  if (button?.dataset.step) return step(button);
  if (button?.dataset.deed) return send(button.dataset.deed);
  if (button?.dataset.opens) return openAnew(button.dataset.opens);
  if (button && "keys" in button.dataset) return find("keys").showModal();
  if (button && "hints" in button.dataset) return askForHint(button);
  if (button && "closes" in button.dataset) return button.closest("dialog").close();
  if (button && "copies" in button.dataset) return copy(button);
  if (thing && !event.target.closest("dialog")) choose(thing.dataset.target);
});

document.addEventListener("submit", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (!dialog) return;
  event.preventDefault();
  const values = valuesOf(dialog, event.submitter);
  dialog.close();
  send("play", values);
});

document.addEventListener("input", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (dialog) preview(dialog);
});

/** Open a dialog as the server makes it now: somebody may have sat down by a link since. */
async function openAnew(id) {
  await reaching(async () => {
    const markup = await (await fetch(location)).text();
    const now = new DOMParser().parseFromString(markup, "text/html").getElementById(id);
    if (now) find(id).replaceChildren(...now.childNodes);
  });
  if (!find(id).open) find(id).showModal();
}

async function askForHint(button) {
  button.disabled = true;
  await reaching(async () => {
    const answer = await fetch(`${path}/hint?${query}`);
    say(answer.ok ? (await answer.json()).words : await reasonOf(answer));
  });
  button.disabled = false;
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  if (button.dataset.step > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

async function copy(button) {
  const input = button.parentElement.querySelector("input");
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy"); // the clipboard API needs https
  }
  button.textContent = button.dataset.copies;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.repeat || event.target.matches("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const dialog = document.querySelector("dialog[open]");
  if (!(event.ctrlKey || event.metaKey)) return press(key, dialog);
  if (dialog) return;
  const deed = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" && "undo";
  if (!deed || !find("moves").querySelector(`[data-deed="${deed}"]:enabled`)) return;
  event.preventDefault();
  send(deed);
});

/** Choose by a key: a die by its value, then a use or a choice by its number. */
function press(key, dialog) {
  const move = moves().find((move) => move.dataset.key === key);
  if (dialog) dialog.querySelectorAll(".choices button")[key - 1]?.click();
  else if (key === "?") find("keys").showModal();
  else if (key === "escape") pick(null);
  else if (move) move.click();
  else if (key > 0 && !picked) document.querySelector(`.die.legal[data-target$="-${key}"]`)?.click();
}

// Hints on hover.

function showHint(thing) {
  const { target } = thing.dataset;
  const uses = document.querySelectorAll(`[data-uses="${target.replace("die-", "")}"] .move`);
  const told = [moveTo(target), ...uses].filter((move) => move && thing.ariaPressed !== "true");
  hint.hidden = !told.length;
  if (!told.length) return;
  hint.textContent = told.map((move) => move.ariaLabel ?? move.textContent).join(" · ");
  const box = thing.getBoundingClientRect();
  const left = box.left + box.width / 2 - hint.offsetWidth / 2;
  const top = box.top - hint.offsetHeight - 8;
  hint.style.left = `${Math.max(8, Math.min(left, innerWidth - hint.offsetWidth - 8))}px`;
  hint.style.top = `${top > 8 ? top : box.bottom + 8}px`;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const thing = event.target.closest?.("[data-target]:not([data-move])");
    if (thing) showHint(thing);
    else hideHint();
  });
}
document.addEventListener("scroll", hideHint, { passive: true });

pick(null);
listen();
