// The guide of a first round. The server says what fits the moment; the page turns over its steps.

import { find, shownIn } from "./page.js";

const guide = find("guided");
const kept = `lesson-${find("table").dataset.path}`;
const places = JSON.parse(localStorage.getItem(kept) ?? "{}");

const steps = () => [...guide.querySelectorAll("[data-step]")];
const moment = () => guide.querySelector("[data-moment]")?.dataset.moment;
let shown = steps()[0]?.textContent; // what the guide says
const isPicked = () => find("dice").querySelector("[aria-pressed=true]") !== null;

/** Find the step that is shown: a use comes after a die is selected, and only then. */
function current() {
  const all = steps();
  const use = all.findIndex((step) => "picks" in step.dataset);
  if (use >= 0 && isPicked()) return use;
  const last = use < 0 ? all.length - 1 : use - 1;
  return Math.min(places[moment()] ?? 0, last);
}

/** Show the step of the moment, and mark what it speaks of. */
function show() {
  if (guide.hidden || !moment()) return;
  const all = steps();
  const at = current();
  all.forEach((step, number) => (step.hidden = number !== at));
  const { marks, waits } = all[at].dataset;
  const isLast = at === all.length - 1;
  guide.querySelector("[data-next]").hidden = waits !== undefined || isLast;
  guide.querySelector("[data-back]").hidden = at === 0 || "picks" in all[at].dataset;
  guide.querySelector("[data-done]").hidden = waits !== undefined || !isLast;
  guide.querySelector("[data-skip]").hidden = waits === undefined && isLast;
  const marked = marks?.split(" ") ?? [];
  for (const thing of document.querySelectorAll("[data-target]")) {
    const { target } = thing.dataset;
    const isSpace = marked.includes("space-") && target.startsWith("space-");
    const isMarked = isSpace ? thing.matches(".legal") : marked.includes(target);
    thing.classList.toggle("guided", isMarked);
  }
  if (all[at].textContent === shown) return;
  shown = all[at].textContent;
  if (shownIn(document, ".deeds .guided")) return; // those are always in sight
  const place = marks ? shownIn(document, ".guided") : find("land");
  const isOnTop = getComputedStyle(guide).position === "sticky";
  document.documentElement.style.scrollPaddingTop = isOnTop ? `${guide.offsetHeight}px` : "";
  place?.scrollIntoView({ block: "nearest" });
}

function turn(by) {
  places[moment()] = current() + by;
  localStorage.setItem(kept, JSON.stringify(places));
  show();
}

/** End the guide at this table; the lobby then offers it as something known. */
function finish() {
  localStorage.setItem(kept, JSON.stringify({ ...places, isOver: true }));
  localStorage.setItem("learned", "yes");
  guide.hidden = true;
  document.documentElement.style.scrollPaddingTop = "";
  for (const thing of document.querySelectorAll(".guided")) thing.classList.remove("guided");
}

guide.addEventListener("click", ({ target }) => {
  const { dataset } = target.closest("button") ?? guide;
  if ("next" in dataset) turn(1);
  if ("back" in dataset) turn(-1);
  if ("done" in dataset || "skip" in dataset) finish();
});
document.addEventListener("shown", show);
new MutationObserver(show).observe(find("dice"), { attributeFilter: ["aria-pressed"], subtree: true });

guide.hidden = Boolean(places.isOver);
show();
