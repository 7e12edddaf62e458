// A table: shows what the server sends, and sends it moves. The rules of the game are not here.

import { connect, hideHint, pick, reaching, reasonOf, say } from "./board.js";
import { now, since } from "./clocks.js";
import { follow } from "./motion.js";
import { PATIENCE, ask, find, showParts, wishes } from "./page.js";

const { path, language, seat } = find("table").dataset;
const query = new URLSearchParams({ language, ...(seat && { seat }) });
const asked = (values) => new URLSearchParams([...query, ...Object.entries(values)]);
let { revision } = find("table").dataset;
let [sent, stream, heard, known] = [null, null, now(), ""];

// Messages from the server.

/** The server says something every 2 s: after such a silence, a stream is late, or dead. */
const [LATE, SILENCE] = [3000, 5000];
let patience = SILENCE;

/** Listen to the server anew, from what is known. */
function listen() {
  stream?.close();
  heard = now();
  stream = new EventSource(`${path}/stream?${asked({ known })}`);
  const hear = (kind, tell) =>
    stream.addEventListener(kind, (message) => {
      heard = now();
      patience = SILENCE;
      find("lost").hidden = true;
      tell(message);
    });
  hear("message", ({ data, lastEventId }) => {
    known = lastEventId;
    show(JSON.parse(data));
  });
  hear("alive", ({ data }) => data === revision || listen());
  stream.onerror = () => (find("lost").hidden = false);
}

// The browser may use other dead connections first, so the first attempts are short.
setInterval(() => {
  if (since(heard) < patience) return;
  find("lost").hidden = false;
  patience = patience === SILENCE ? 700 : Math.min(1.5 * patience, SILENCE);
  listen();
}, 250);

// A device that slept has a stream that only seems to be alive.
const wake = () => document.hidden || since(heard) < LATE || listen();
document.addEventListener("visibilitychange", wake);
for (const kind of ["focus", "pageshow"]) addEventListener(kind, wake);
addEventListener("online", listen);

let isSent = false;
document.addEventListener("submit", ({ target, submitter }) => {
  isSent = (submitter?.formMethod || target.method) === "post";
});

function show(message) {
  // A seat was passed on; a form that is being sent, such as that for passing it, leads on itself.
  if (message.own !== find("table").dataset.own) return isSent || location.replace(path);
  if (revision !== message.revision) advise("", []);
  revision = message.revision;
  document.title = message.title;
  const isOpen = document.querySelector("dialog.choice[open]")?.dataset.for;
  follow(() => {
    document.body.classList.toggle("my-turn", message.isTurn);
    showParts(message.parts);
    if (isOpen && !document.querySelector("dialog.choice[open]")) hideHint();
    pick();
    mark();
    draw(message.handOver);
    return tell(message);
  });
  finish();
  endSoon();
  document.dispatchEvent(new CustomEvent("shown", { detail: message }));
}

// The end of the game: nobody can leave any more, and who has scrolled away sees the result.

let isOver = find("final").childElementCount > 0;

function finish() {
  if (isOver || !find("final").childElementCount) return;
  isOver = true;
  find("leave")?.remove();
  document.querySelector("[data-opens=leave]")?.remove();
  find("final-title").scrollIntoView({ block: "nearest" });
}

// A turn in which nothing is left to do ends by itself, unless the player does something or does not
// wish it. There is more time where something else could be done, or a move taken back.

const [PAUSE, LONG_PAUSE] = [1500, 4000];
let ending;

function endSoon() {
  wait();
  const end = wishes("ends") && find("moves").querySelector("[data-idle]");
  if (!end) return;
  const others = find("moves").querySelector("[data-move]:not(.soon), [data-deed=undo]:enabled");
  const pause = others ? LONG_PAUSE : PAUSE;
  end.classList.add("soon");
  end.style.setProperty("--pause", `${pause}ms`);
  ending = setTimeout(() => end.isConnected && send("play", { target: "end" }), pause);
}

function wait() {
  clearTimeout(ending);
  document.querySelector(".soon")?.classList.remove("soon");
}
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wait);

// A hint stays until the next move.

let advised = [];

function advise(sentence, targets) {
  advised = targets;
  find("advice").textContent = sentence;
  mark();
}

function mark() {
  for (const thing of document.querySelectorAll("[data-target]"))
    thing.classList.toggle("advised", advised.includes(thing.dataset.target));
}

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
  if (sent) return void (since(sent) > 1000 && say(find("lost").textContent));
  sent = now();
  hideHint();
  const body = new URLSearchParams({ ...values, revision });
  const isDone = await reaching(async () => {
    const [before, answer] = [heard, await ask(`${path}/do/${deed}?${query}`, { method: "POST", body })];
    if (!answer.ok) say(await reasonOf(answer));
    else setTimeout(() => heard === before && listen(), 1000); // its news should have come by now
    return answer.ok;
  });
  sent = null;
  return isDone;
}

connect({
  play: (values) => send("play", values),
  words: (values) => `${path}/words?${asked({ ...values, revision })}`,
  renew: listen,
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.deed) return send(button.dataset.deed);
  if (button?.dataset.opens) return openAnew(button.dataset.opens);
  if (button?.dataset.shows) return find(button.dataset.shows).showModal();
  if (button && "hints" in button.dataset) return askForHint(button);
  if (button && "copies" in button.dataset) return copy(button);
  if (button && "shares" in button.dataset) return share(button);
});

/** Open a dialog as the server makes it now, with fresh forms. */
async function openAnew(id) {
  await reaching(async () => {
    const markup = await (await ask(location)).text();
    const now = new DOMParser().parseFromString(markup, "text/html").getElementById(id);
    if (now) find(id).replaceChildren(...now.childNodes);
  });
  if (!find(id).open) find(id).showModal();
}

async function askForHint(button) {
  button.disabled = true;
  await reaching(async () => {
    const answer = await ask(`${path}/hint?${asked({ revision })}`, {}, 4 * PATIENCE);
    if (!answer.ok) return say(await reasonOf(answer));
    const { words, targets } = await answer.json();
    advise(words, targets ?? []);
  });
  button.disabled = false;
}

const linkOf = (button) => button.closest(".link-line").querySelector("input");

async function copy(button) {
  const input = linkOf(button);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy"); // the clipboard API needs https
  }
  button.textContent = button.dataset.copies;
}

// Phones pass a link on to their other programs.
document.body.classList.toggle("can-share", "share" in navigator);

async function share(button) {
  await navigator.share({ title: button.dataset.shares, url: linkOf(button).value }).catch(() => {});
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.repeat || event.target.matches("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if (document.querySelector("dialog[open]")) return;
  if (!(event.ctrlKey || event.metaKey)) return key === "?" && find("keys").showModal();
  const deed = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" && "undo";
  if (!deed || !find("moves").querySelector(`[data-deed="${deed}"]:enabled`)) return;
  event.preventDefault();
  send(deed);
});

pick();
listen();
