// A table: shows what the server sends, and sends it moves. The rules of the game are not here.

import { find, showParts } from "./page.js";

const { path, language, seat } = find("table").dataset;
const query = new URLSearchParams({ language, ...(seat && { seat }) });
let { revision } = find("table").dataset;
let isBusy = false;
let stream;
let latestPreview = 0;

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
  document.body.classList.toggle("my-turn", message.isTurn);
  const isOpen = document.querySelector("dialog.choice[open]")?.dataset.for;
  showParts(message.parts);
  if (isOpen && !document.querySelector("dialog.choice[open]")) hideHint();
  markTargets();
  draw(message.handOver);
  tell(message);
  document.dispatchEvent(new CustomEvent("shown", { detail: message }));
}

/** Mark what can be clicked, and let keys reach that alone. */
function markTargets() {
  const legal = new Set([...document.querySelectorAll("[data-move]")].map((b) => b.dataset.target));
  for (const thing of document.querySelectorAll("[data-target]:not([data-move])")) {
    const isLegal = legal.has(thing.dataset.target);
    thing.classList.toggle("legal", isLegal);
    if (thing.matches("button")) thing.tabIndex = isLegal ? 0 : -1;
  }
}

function tell({ news, isAnew, fresh }) {
  const log = find("log");
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  if (isAnew) log.replaceChildren();
  log.insertAdjacentHTML("beforeend", news.join(""));
  if (isAnew || isAtEnd) log.scrollTop = log.scrollHeight;
  const recent = fresh ? [...log.children].slice(-fresh) : [];
  const staged = recent.filter((line) => line.matches(".staged"));
  if (staged.length) playScene(staged);
}

/** Show a scoring step by step. */
function playScene(lines) {
  const stage = find("stage");
  const list = stage.querySelector("ol");
  if (!stage.open) list.replaceChildren();
  for (const line of lines) {
    const copy = list.appendChild(line.cloneNode(true));
    copy.style.animationDelay = `${0.7 * (list.children.length - 1)}s`;
  }
  if (!stage.open && !document.querySelector("dialog[data-for][open]")) stage.showModal();
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
// Browsers close it anyway when Esc is pressed again.
find("curtain").addEventListener("close", () => {
  if (find("curtain").querySelector("form:not([hidden])")) find("curtain").showModal();
});

// Input of people.

export async function send(deed, values = {}) {
  if (isBusy) return;
  isBusy = true;
  hideHint();
  const body = new URLSearchParams({ ...values, revision });
  try {
    const answer = await fetch(`${path}/do/${deed}?${query}`, { method: "POST", body });
    find("lost").hidden = stream.readyState === EventSource.OPEN;
    if (!answer.ok) say(await reasonOf(answer));
    return answer.ok;
  } catch {
    find("lost").hidden = false;
  } finally {
    isBusy = false;
  }
}

const reasonOf = async (answer) =>
  answer.headers.get("content-type") === "application/json"
    ? (await answer.json()).refused
    : new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main p")
        ?.textContent ?? answer.statusText;

let silence;
function say(sentence) {
  find("told").textContent = sentence;
  clearTimeout(silence);
  silence = setTimeout(() => (find("told").textContent = ""), 7000);
}

/** Begin with what was pointed at: play at once, ask first, or say why not. */
async function choose(target) {
  const move = document.querySelector(`[data-move][data-target="${target}"]`);
  const dialog = move?.parentElement.querySelector("dialog");
  if (dialog) {
    dialog.showModal();
    preview(dialog);
  } else if (move) {
    send("play", { target });
  } else if (seat && find("moves").childElementCount) {
    try {
      say(await reasonOf(await fetch(`${path}/words?${asked({ target })}`)));
    } catch {
      find("lost").hidden = false;
    }
  }
}

const asked = (values) => new URLSearchParams([...query, ...Object.entries(values)]);

const valuesOf = (dialog) => ({
  target: dialog.dataset.for,
  ...Object.fromEntries(new FormData(dialog.querySelector("form"))),
});

/** Say what the move of a dialog would do, with its price. */
async function preview(dialog) {
  const place = dialog.querySelector(".preview");
  if (!place) return;
  const number = ++latestPreview;
  let told;
  try {
    told = await (await fetch(`${path}/words?${asked(valuesOf(dialog))}`)).json();
  } catch {
    told = { refused: find("lost").textContent };
  }
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
  if (button && "hints" in button.dataset) return askForHint(button);
  if (button && "closes" in button.dataset) return button.closest("dialog").close();
  if (button && "copies" in button.dataset) return copy(button);
  if (thing && !event.target.closest("dialog")) choose(thing.dataset.target);
});

document.addEventListener("submit", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (!dialog) return;
  event.preventDefault();
  const values = valuesOf(dialog);
  dialog.close();
  send("play", values);
});

document.addEventListener("input", (event) => {
  const dialog = event.target.closest("dialog[data-for]");
  if (dialog) preview(dialog);
});

/** Open a dialog as the server makes it now: somebody may have sat down by a link since. */
async function openAnew(id) {
  try {
    const markup = await (await fetch(location)).text();
    const now = new DOMParser().parseFromString(markup, "text/html").getElementById(id);
    if (now) find(id).replaceChildren(...now.childNodes);
  } catch {
    find("lost").hidden = false;
  }
  if (!find(id).open) find(id).showModal();
}

async function askForHint(button) {
  button.disabled = true;
  try {
    const answer = await fetch(`${path}/hint?${query}`);
    say(answer.ok ? (await answer.json()).words : await reasonOf(answer));
  } catch {
    find("lost").hidden = false;
  }
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
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  if (document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const deed = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" && "undo";
  if (!deed || !find("moves").querySelector(`[data-deed="${deed}"]:enabled`)) return;
  event.preventDefault();
  send(deed);
});

// Hints on hover.

const hint = find("hint");
const hideHint = () => (hint.hidden = true);

function showHint(thing) {
  const move = document.querySelector(`[data-move][data-target="${thing.dataset.target}"]`);
  hint.hidden = !move;
  if (!move) return;
  hint.textContent = move.textContent;
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

listen();
