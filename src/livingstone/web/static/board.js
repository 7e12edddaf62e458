// The board as people play on it: they point at things, choose in dialogs, or press keys.

import { ask, find, wishes, write } from "./page.js";

const hint = find("hint");
let picked = null; // the die that is selected, which the server does not know of
let suggested = null; // the lowest die, whose uses are shown until one is selected
let latestPreview = 0;
let [play, words, renew] = [];

/**
 * `play` sends the values of a move; `words` is the address that says what it would do; `renew`
 * brings a page up to date that shows what is not so any more.
 */
export const connect = (given) => ({ play, words, renew } = given);

export const hideHint = () => (hint.hidden = true);

/** Select a die, or none: show its uses, and mark what can be clicked, which keys alone reach. */
export function pick(die = picked) {
  const uses = [...find("moves").querySelectorAll("[data-uses]")];
  const only = uses.length === 1 ? uses[0] : null;
  picked = (uses.find((list) => list.dataset.uses === die) ?? only)?.dataset.uses ?? null;
  suggested = picked || !suggests() ? null : (uses[0]?.dataset.uses ?? null);
  for (const list of uses) list.hidden = list.dataset.uses !== (picked ?? suggested);
  const shown = new Map(moves().map((move) => [move.dataset.target, move]));
  const legal = new Map(pointed().map((move) => [move.dataset.target, move]));
  let number = uses.length && !picked ? 10 : 1; // a digit chooses a die first
  for (const [target, move] of shown) {
    const key = target === "end" ? 0 : number++;
    move.dataset.key = key < 10 ? key : "";
  }
  const chosen = find("dice").querySelector(`[data-target="die-${picked}"]`);
  for (const mark of document.querySelectorAll(".price")) mark.remove();
  for (const thing of document.querySelectorAll("[data-target]:not([data-move])")) {
    const { target } = thing.dataset;
    const isDie = uses.some((list) => target === `die-${list.dataset.uses}`);
    thing.classList.toggle("legal", isDie || legal.has(target));
    if (isDie) thing.ariaPressed = thing === chosen;
    thing.classList.toggle("suggested", target === `die-${suggested}`);
    if (thing.matches("button")) thing.tabIndex = thing.matches(".legal") ? 0 : -1;
    const price = legal.get(target)?.dataset.price;
    if (price) showPrice(thing.querySelector("g"), price);
  }
}

/** Write a price on a space: in its corner if there are tents in the middle. */
function showPrice(space, price) {
  const [x, y] = ["x", "y"].map((side) => Number(space.querySelector("rect").getAttribute(side)));
  const place = space.querySelector("g") ? `translate(${x + 11} ${y + 11}) scale(.8)` : "";
  const mark = `<g class="price" transform="${place}"><circle r="14"/>
    <text class="middle" y="7">${price}</text></g>`;
  space.insertAdjacentHTML("beforeend", mark);
}

/** List the buttons of the moves that are shown. */
const moves = () =>
  [...document.querySelectorAll("[data-move]")].filter((move) => !move.closest("[hidden]"));
const moveTo = (target) => pointed().find((move) => move.dataset.target === target);

/** A browser's first game, a guided round and a question wait until a die is selected. */
const suggests = () => Boolean(find("table")?.dataset.own) && wishes("quick");
const isSuggested = (move) => suggested !== null && move.dataset.die === suggested;

/** List the moves that can be pointed at; a space that several dice could mean needs one first. */
const pointed = () => [
  ...moves().filter((move) => !(isSuggested(move) && move.dataset.target.startsWith("space-"))),
  ...early(),
];

/** List the tents that one die alone builds, while none is selected: a click on the space does it. */
function early() {
  if (picked) return [];
  const tents = [...find("moves").querySelectorAll('[data-uses] [data-target^="space-"]')];
  const places = tents.map((move) => move.dataset.target);
  return tents.filter((_, at) => places.indexOf(places[at]) === places.lastIndexOf(places[at]));
}

/** Do what needs the server, and say so if it cannot be reached. */
export const reaching = (deed) =>
  deed().catch(() => {
    find("lost").hidden = false;
    say(find("lost").dataset.unsure ?? "");
    renew?.();
  });

/** Read why something was refused; the page may be too old for it, or its seat passed on. */
export async function reasonOf(answer) {
  const isData = answer.headers.get("content-type") === "application/json";
  const told = isData ? await answer.json() : await answer.text();
  if (told.isStale || answer.status === 403) renew?.();
  if (isData) return told.refused;
  const page = new DOMParser().parseFromString(told, "text/html");
  return page.querySelector("main p")?.textContent ?? answer.statusText;
}

let silence;
export function say(sentence) {
  write(find("told"), sentence);
  clearTimeout(silence);
  silence = setTimeout(() => (find("told").textContent = ""), 7000);
}

/** Begin with what was pointed at: select a die, play at once, ask first, or say why not. */
function choose(target, move = moveTo(target)) {
  hideHint();
  const die = find("moves").querySelector(`[data-uses="${target.replace("die-", "")}"]`);
  if (die) return pick(die.dataset.uses === picked ? null : die.dataset.uses);
  const dialog = move?.parentElement.querySelector("dialog");
  // Who has selected no die may not mean the one that is suggested.
  const isMeant = dialog && "confirms" in dialog.dataset && wishes("quick") && !isSuggested(move);
  if (dialog && !isMeant) {
    pick(move.dataset.die); // in a hidden list, the dialog would not be seen, yet shut all else out
    dialog.showModal();
    preview(dialog);
  } else if (move) {
    play(move.dataset.die ? { target, die: move.dataset.die } : { target });
  } else if (find("moves").childElementCount) {
    const values = picked ? { target, die: picked } : { target };
    reaching(async () => say(await reasonOf(await ask(words(values)))));
  }
}

const valuesOf = (dialog, submitter) => ({
  target: dialog.dataset.for,
  ...Object.fromEntries(new FormData(dialog.querySelector("form"), submitter)),
});

/** Say what the move of a dialog would do, with its price. */
async function preview(dialog) {
  const place = dialog.querySelector(".preview");
  if (!place) return;
  const number = ++latestPreview;
  const told = await ask(words(valuesOf(dialog)))
    .then(async (answer) => (answer.ok ? answer.json() : { refused: await reasonOf(answer) }))
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
  if (button?.dataset.donates) return play({ target: "chest", amount: button.dataset.donates });
  if (button && "closes" in button.dataset) return button.closest("dialog").close();
  if (button?.dataset.instead) {
    button.closest("dialog").close();
    return choose(button.dataset.instead);
  }
  if (!thing || event.target.closest("dialog")) return;
  choose(thing.dataset.target, thing.matches("[data-move]") ? thing : undefined);
});

document.addEventListener("submit", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (!dialog) return;
  event.preventDefault();
  const values = valuesOf(dialog, event.submitter);
  dialog.close();
  play(values);
});

document.addEventListener("input", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (dialog) preview(dialog);
});

function step(button) {
  const input = button.parentElement.querySelector("input");
  if (button.dataset.step > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.target.matches("input, textarea, select")) return;
  press(event.key.toLowerCase(), document.querySelector("dialog[open]"));
});

/** Choose by a key: a die by its value, then a use or a choice by its number. */
function press(key, dialog) {
  const move = moves().find((move) => move.dataset.key === key);
  if (dialog) dialog.querySelectorAll(".choices button")[key - 1]?.click();
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
