// A front end for the tables of `livingstone serve`: it draws documents of the API, and sends what
// a player clicks. The server knows the rules, and says everything in words.
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Offer = Schemas["Offer"];
const server = new URLSearchParams(location.search).get("server") ?? "http://127.0.0.1:8000";
const [id = "", token] = location.hash.slice(1).split("."); // an address ends in #TABLE.TOKEN
const headers = { Authorization: token && `Bearer ${token}` };
const api = createClient<paths>({ baseUrl: `${server}/api/v1`, headers });
const params = { path: { id } };
const NO_GEMS = { clear: 0, blue: 0, red: 0 };
let board: Schemas["Board"];
let cards: Schemas["CardInfo"][];
let shown: Schemas["Snapshot"]; // the newest
let die: number | null; // whose uses are shown: a click on one of them takes the die
let form: Node | null; // asks for what the clicked offer leaves to choose
let log: Node[] = [];

const place = (id: string) => document.getElementById(id)!;
const put = (id: string, ...children: (Node | string)[]) => place(id).replaceChildren(...children);
const upTo = (most: number, least = 0) => [...Array(most + 1).keys()].slice(least);
const spaceName = ({ row, column }: Schemas["Space"]) => `row ${row}, column ${column}`;
const cardOf = (id: string) => cards.find((card) => card.id === id)!;
const cardNames = (ids: string[]) => ids.map((id) => cardOf(id).name).join(", ") || "no card";
const tent = (seat: number, isScored: boolean, count = 1) =>
  make("span", { className: `tent seat-${seat} ${isScored ? "scored" : ""}` },
    "ABCDE".charAt(seat) + (count > 1 ? count : ""));

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, traits: Partial<HTMLElementTagNameMap[K]>, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), traits);
  element.append(...children);
  return element;
}

/** Show why a request was refused; what it changed comes by the stream. */
async function done<T>(answer: Promise<{ data?: T; error?: Schemas["Problem"] }>) {
  const { data, error } = await answer;
  put("problem", error?.detail ?? "");
  return data;
}

/** Play an offer, or show a form if something is left to choose or the player should be asked. */
function choose(offer: Offer) {
  const { version, offers, names } = shown;
  const move: Schemas["ChosenMove"] = { version, target: offer.target };
  if (!offers.includes(offer)) move.die = die;
  const fields: Node[] = [];
  function ask<T>(title: string, list: T[] = [], name: (value: T) => string, set: (value: T) => void) {
    if (list.length) set(list[0]!);
    if (list.length < 2) return;
    const select = make("select", {}, ...list.map((value) => make("option", {}, name(value))));
    select.onchange = () => set(list[select.selectedIndex]!);
    fields.push(make("label", {}, title, select));
  }
  const amounts = offer.amounts && upTo(offer.amounts.most, offer.amounts.least);
  ask("How many?", amounts ?? [], String, (amount) => (move.amount = amount));
  for (const [colour, most] of Object.entries(offer.most_gems ?? {}))
    ask(colour, upTo(most), String, (n) => (move.gems = { ...NO_GEMS, ...move.gems, [colour]: n }));
  ask("With", offer.card_choices, cardNames, (ids) => (move.cards = ids));
  ask("Tent to", offer.space_choices, spaceName, (space) => (move.space = space));
  ask("Tent from", offer.source_choices, spaceName, (space) => (move.source = space));
  ask("Player", offer.seat_choices, (seat) => names[seat]!, (seat) => (move.seat = seat));
  const send = () => done(api.POST("/tables/{id}/moves", { params, body: move }));
  if (!offer.has_choices && !offer.is_final && !offer.warning) return void send();
  const title = make("b", {}, `${offer.label}. ${offer.is_final ? "This cannot be undone." : (offer.warning ?? "")}`);
  const cancel = make("button", { type: "button", onclick: () => ((form = null), draw()) }, "Cancel");
  form = make("form", { onsubmit: (event) => (event.preventDefault(), void send()) }, title, ...fields, make("button", {}, "OK"), cancel);
  draw();
}

function drawBoard(offers: Offer[]) {
  const cell = (text: string | number, className = "") => make("span", { className }, `${text}`);
  const columns = upTo(board.columns.length, 1);
  const rows = board.rows.map(({ value, majority }, row) => {
    const spaces = columns.map((column) => drawSpace({ row: row + 1, column }, offers));
    const leaders = shown.row_leads[row]!.leaders.map((seat) => tent(seat, true));
    return [cell(`+${value}`), ...spaces, make("span", {}, `${majority} `, ...leaders)];
  });
  const river = columns.map((column) => cell("", `river ${column === shown.view.boat ? "boat" : ""}`));
  const costs = board.columns.map(({ cost }) => cell(cost));
  put("board", ...rows.reverse().flat(), cell(""), ...river, cell("most"), cell("cost"), ...costs);
  place("board").style.setProperty("--columns", `${columns.length}`);
}

function drawSpace(space: Schemas["Space"], offers: Offer[]) {
  const tents = shown.view.players.flatMap((player, seat) => {
    const count = player.tents[space.column - 1]![space.row - 1]!;
    const isScored = player.scored.some((own) => spaceName(own) === spaceName(space));
    return count ? [tent(seat, isScored, count)] : [];
  });
  const offer = offers.find(({ target }) => target === `space-r${space.row}c${space.column}`);
  const ariaLabel = `${offer?.label ?? spaceName(space)} ${tents.map((own) => own.textContent).join("")}`;
  const className = `space ${space.column === shown.view.boat ? "here" : ""}`;
  return make("button", { className, disabled: !offer, ariaLabel, onclick: () => choose(offer!) }, ...tents);
}

function drawMoves(uses: Offer[]) {
  const { view, dice, offers } = shown;
  const drawn = view.dice.map((value) => {
    const disabled = !dice.some((each) => each.die === value);
    const onclick = () => ((die = die === value ? null : value), (form = null), draw());
    const ariaPressed = `${die === value}`;
    return make("button", { className: "die", disabled, ariaPressed, onclick }, `${value}`);
  });
  put("dice", ...drawn, ...(view.die ? [make("span", { className: "die taken" }, `${view.die}`)] : []));
  const listed = [...uses, ...offers].filter(({ target }) => !target.startsWith("die-"));
  const moves = listed.map((offer) => make("button", { onclick: () => choose(offer) }, offer.label));
  put("moves", dice.length && !die ? "Choose a die to see what it allows." : "", ...(form ? [form] : moves));
  const hand = view.own?.hand.map(cardOf) ?? [];
  put("hand", ...hand.map(({ name, text }) => make("li", {}, make("b", {}, name), ` ${text}`)));
  place("undo").hidden = !shown.can_undo;
  place("redo").hidden = !shown.can_redo;
}

function drawScores() {
  const { view, mover, names, result } = shown;
  const rows = view.players.map(({ points, funds, supply, gems, hand_size, last_die }, seat) => {
    const end = Object.values(shown.end_points[seat] ?? {}).reduce((sum, own) => sum! + own!, 0);
    const figures = [end ? `${points} ${end < 0 ? "−" : "+"} ${Math.abs(end)}` : points, funds, supply, ...Object.values(gems), hand_size, last_die || "–"];
    const cells = figures.map((figure) => make("td", {}, `${figure}`));
    const name = make("th", {}, tent(seat, true), ` ${names[seat]}`);
    return make("tr", { className: seat === mover ? "mover" : "" }, name, ...cells);
  });
  put("players", ...rows);
  if (!result) return;
  const seats = names.map((name, seat) => ({ name, ...result.standings[seat]! }));
  const lines = seats.sort((one, other) => one.rank - other.rank).map((own) =>
    make("li", {}, `${own.name}: ${own.points} points, ${own.donated} donated${own.is_out ? ", out" : ""}`));
  const winners = result.winners.map((seat) => names[seat]).join(" and ") || "Nobody";
  put("end", make("h2", {}, `${winners} won`), make("ol", {}, ...lines));
}

function draw() {
  const { view, mover, names, dice, offers, result } = shown;
  const uses = dice.find((each) => each.die === die)?.offers ?? [];
  const turn = mover === view.seat ? "Your turn" : `${names[view.current_player]} is to move`;
  const purse = view.own ? `; your purse: ${view.own.coins}, your chest: ${view.own.chest}` : "";
  put("turn", result ? "The game is over" : turn, purse);
  drawBoard([...uses, ...offers]);
  drawMoves(uses);
  drawScores();
  put("log", ...log);
}

/** Draw each document of the stream of server-sent events, until the connection ends. */
async function watch() {
  const since = { ...params, query: shown ? { since: `${shown.version.undone}.${shown.version.events}` } : {} };
  const stream = await done(api.GET("/tables/{id}/stream", { params: since, parseAs: "stream" }));
  const reader = stream!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split("\n");
    text = lines.pop()!;
    const data = lines.filter((line) => line.startsWith("data: {")).map((line) => line.slice(6));
    for (const document of data) take(JSON.parse(document));
  }
}

function take({ snapshot }: Schemas["TableDocument"]) {
  shown = snapshot.value;
  if (shown.events.length || shown.is_anew) die = form = null;
  const told = [...shown.events, ...shown.taken_back].map((each) =>
    make("li", { className: "event" in each && each.is_private ? "private" : "" }, each.sentence));
  if (shown.left_out) told.unshift(make("li", {}, `${shown.left_out} events before`));
  log = [...told.reverse(), ...(shown.is_anew ? [] : log)];
  draw();
}

async function play() {
  const now = () => ({ params, body: { version: shown.version } });
  place("undo").onclick = () => done(api.POST("/tables/{id}/undo", now()));
  place("redo").onclick = () => done(api.POST("/tables/{id}/redo", now()));
  const table = await done(api.GET("/tables/{id}", { params }));
  if (!table) return;
  const edition = await done(api.GET("/editions/{id}", { params: { path: { id: table.table.edition_hash } } }));
  cards = edition!.cards;
  board = (edition!.edition.value as Schemas["CustomEdition"]).board;
  document.querySelector("main")!.hidden = false;
  for (;; await new Promise((resolve) => setTimeout(resolve, 2000))) {
    await watch().catch(() => put("problem", "The connection broke. Trying again …"));
  }
}

async function offerGames() {
  const known = await done(api.GET("/bots", {}));
  const form = place("begin") as HTMLFormElement;
  form.hidden = false;
  form.bot.append(...known!.bots.map(({ name, label }) => make("option", { value: name }, label)));
  form.onsubmit = async (event) => {
    event.preventDefault();
    const bots = upTo(Number(form.count.value), 1).map(() => ({ kind: form.bot.value }));
    const body = { edition: form.edition.value, seats: [{ name: form.person.value }, ...bots] };
    const begun = await done(api.POST("/tables", { body }));
    if (begun) location.hash = `${begun.id}.${begun.tokens[0]!.token}`;
  };
}

onhashchange = () => location.reload();
void (id ? play() : offerGames());
