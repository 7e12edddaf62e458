// A review that is being made: the page asks how far it is, and shows it when it is made.

import { ask, find } from "./page.js";

const PAUSE = 2000;

async function again() {
  const answer = await ask(location, { headers: { accept: "application/json" } }).catch(() => null);
  find("lost").hidden = Boolean(answer);
  if (answer && answer.status !== 202) return location.reload();
  if (answer) find("made").value = (await answer.json()).part;
  setTimeout(again, PAUSE);
}

setTimeout(again, PAUSE);
