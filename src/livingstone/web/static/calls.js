// Calls a player back whose turn begins while the page is out of sight: by a sound, by a notification
// of the browser if the player has allowed that, and by the icon of the tab.

import { find, wishes } from "./page.js";
import { ring } from "./sounds.js";

const { call, path } = find("table").dataset;
const icon = document.querySelector("link[rel=icon]");
const [usual, marked] = [icon.href, icon.href.replace("icon.svg", "icon-turn.svg")];
let notification = null;

const isAway = () => document.hidden || !document.hasFocus();

/** Tell the player that it is their turn, if they look elsewhere. */
export function callBack() {
  if (!isAway()) return;
  if (wishes("rings")) ring(660, 880, 660, 880);
  if (wishes("notifies")) notification = notify();
}

/** Show a notification and return it; null if this browser shows none. */
function notify() {
  const names = [...find("players").querySelectorAll(".name")].map((name) => name.textContent);
  try {
    const shown = new Notification(call, { body: names.join(", "), icon: usual, tag: path });
    shown.onclick = () => {
      focus();
      shown.close();
    };
    return shown;
  } catch {
    return null; // on phones, a page without a service worker cannot
  }
}

function dismiss() {
  notification?.close();
  notification = null;
}

document.addEventListener("shown", ({ detail }) => {
  icon.href = detail.isTurn ? marked : usual;
  if (!detail.isTurn) dismiss();
});
addEventListener("focus", dismiss);

// The browser asks whether the page may notify only when somebody wishes it.

const box = document.querySelector("[data-wish=notifies]");
if (box) {
  const canNotify = "Notification" in window && isSecureContext;
  box.closest("label").hidden = !canNotify;
  box.checked &&= canNotify && Notification.permission === "granted";
  box.addEventListener("change", async () => {
    const refused = find("not-allowed");
    refused.hidden = true;
    if (!box.checked) return;
    const isGranted = (await Notification.requestPermission()) === "granted";
    const example = isGranted ? notify() : null;
    if (example) return setTimeout(() => example.close(), 4000);
    box.click();
    refused.hidden = false;
  });
}
