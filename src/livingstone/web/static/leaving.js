// The clocks and the chat of a table, and the dialog for leaving it.

import { find } from "./page.js";
import { send } from "./table.js";

// Clocks: the server says how much time is left; between its messages they run here.

let [clocks, timed, told] = [[], null, 0];

function showClocks() {
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock);
    const ran = seat === timed ? (performance.now() - told) / 1000 : 0;
    const left = Math.max(0, Math.ceil((clocks[seat] ?? 0) - ran));
    place.textContent = `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, "0")}`;
    place.classList.toggle("running", seat === timed);
    place.classList.toggle("short", left < 30);
  }
}
setInterval(showClocks, 250);

// The chat.

const chat = find("chat");
let [read, once] = ["", Math.random()];

const isInSight = () => {
  const { top, bottom } = find("chat-box").getBoundingClientRect();
  return !document.hidden && top < innerHeight && bottom > 0;
};

/** Show the newest line, or count in the menu how many are new, where the chat is out of sight. */
function showChat() {
  const lines = [...chat.querySelectorAll("[data-line]")].map((line) => line.dataset.line);
  if (isInSight() || !lines.length) read = lines.at(-1) ?? read;
  const fresh = lines.filter((written) => Number(written) > Number(read)).length;
  find("unread").hidden = !fresh;
  find("unread").querySelector("b").textContent = fresh;
}

document.addEventListener("shown", ({ detail }) => {
  ({ clocks, timed } = detail);
  told = performance.now();
  showClocks();
  if ("chat" in detail.parts) chat.querySelector("ol")?.scrollTo(0, 1e6);
  showChat();
});
for (const kind of ["scroll", "visibilitychange"]) document.addEventListener(kind, showChat);

find("chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { text } = event.target.elements;
  if (await send("chat", { text: text.value, once })) [text.value, once] = ["", Math.random()];
});
