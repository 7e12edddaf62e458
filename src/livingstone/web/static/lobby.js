// The lobby: tables come and go, a seat without a player needs no name, and a record can be a file.

import { streamOf } from "./streams.js";

/** List the bots by their ratings with as many players as are chosen, and show these ratings. */
function rank() {
  const kinds = [...document.querySelectorAll("[data-kind] select")];
  const players = Math.max(2, kinds.filter((kind) => kind.value !== "nobody").length);
  const rating = ({ dataset: { ratings } }) => {
    const own = ratings.split(" ")[players - 2] || "inf"; // unrated ones come last
    return Number(own.replace("inf", "1e9"));
  };
  for (const list of document.querySelectorAll("[data-ranked]")) {
    const chosen = list.parentElement.value;
    list.append(...[...list.children].sort((one, other) => rating(one) - rating(other)));
    if (list.matches("optgroup")) list.parentElement.value = chosen;
  }
  for (const own of document.querySelectorAll("[data-players]"))
    own.hidden = own.dataset.players !== `${players}`;
}

document.getElementById("cookies").hidden = navigator.cookieEnabled;
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // for new tokens

for (const seat of document.querySelectorAll("[data-kind]")) {
  const kind = seat.querySelector("select");
  const name = seat.querySelector("input");
  const follow = () => {
    name.disabled = kind.value === "nobody";
    seat.classList.toggle("nobody", name.disabled);
    seat.classList.toggle("bot", !!kind.selectedOptions[0].closest("optgroup"));
    rank();
  };
  kind.addEventListener("change", follow);
  addEventListener("pageshow", follow); // the browser has restored the choices
  follow();
}

for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) {
      input.form.elements[input.dataset.into].value = await file.text();
    }
  });
}

// The lists of tables, which the server sends again when they have changed.

const find = (id) => document.getElementById(id);
const served = new WeakMap();

/** Remember what the server said of each row, and write its times as they are written here. */
function readRows(list) {
  for (const row of list.children) if (!served.has(row)) served.set(row, row.outerHTML);
  for (const time of list.querySelectorAll("time:empty")) {
    const { lang } = document.documentElement;
    time.textContent = new Date(1000 * time.dataset.seconds).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  }
}

/** Put the rows of a list in place; rows that have not changed stay as they are. */
function showRows(list, markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const [focused, focusedRow] = [document.activeElement, document.activeElement.closest("li")];
  const before = new Map([...list.children].map((row) => [row.dataset.table, row]));
  const rows = [...template.content.children].map((row) => {
    const old = before.get(row.dataset.table);
    return old && served.get(old) === row.outerHTML ? old : row;
  });
  for (const row of list.querySelectorAll(":scope > li")) if (!rows.includes(row)) row.remove();
  rows.forEach((row, place) => {
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  });
  readRows(list);
  const section = list.closest("section");
  if (section) section.hidden = !rows.length;
  if (focusedRow?.parentElement === null || document.activeElement !== focused) {
    const again = rows.find((row) => row.dataset.table === focusedRow?.dataset.table);
    (again?.querySelector("a") ?? list).focus({ preventScroll: true });
  }
  return rows.filter((row) => row.dataset.table && !before.has(row.dataset.table));
}

function show({ title, parts }) {
  document.title = title;
  for (const [name, markup] of Object.entries(parts)) {
    const fresh = showRows(find(name), markup);
    for (const row of fresh) row.classList.add("fresh");
    if (name !== "free" || !fresh.length) continue;
    const names = fresh.map((row) => row.querySelector(".names").textContent.trim());
    find("news").textContent = `${find("news").dataset.words}: ${names.join("; ")}`;
  }
}

// What the page has been served may be all that there is to know.
const stream = streamOf(document.querySelector("main").dataset.stream, show);

const isUnfinished = () => !!find("own").querySelector("li:not(:has(time))");

/** A lobby out of sight needs no news, unless the title says whose turn it is. */
function follow() {
  if (document.hidden && !isUnfinished()) stream.stop();
  else if (!stream.isOpen()) stream.listen();
}

for (const id of ["own", "free", "running", "finished"]) readRows(find(id));
stream.listen();
document.addEventListener("visibilitychange", follow);

// As in the style sheet: the lobby has one column in narrow windows and on phones.
const onPhones = "(max-height: 500px) and (orientation: landscape) and (pointer: coarse)";
const hasOneColumn = matchMedia(`(max-width: 900px), ${onPhones}`).matches;
for (const part of document.querySelectorAll("details[data-wide]")) part.open = !hasOneColumn;
