// Calls a player back whose turn begins while the page is out of sight: by a sound, by a notification
// of the browser if the player has allowed that, and by the icon of the tab.

import { find, wishes } from "./page.js";
import { ring } from "./sounds.js";

const { call, path } = find("table").dataset;
const icon = document.querySelector("link[rel=icon]");
const [usual, marked] = [icon.href, icon.href.replace("icon.svg", "icon-turn.svg")];
let [worker, notification] = [null, null];

const isAway = () => document.hidden || !document.hasFocus();

/** Tell the player that it is their turn, if they look elsewhere. */
export function callBack() {
  if (!isAway()) return;
  if (wishes("rings")) ring(660, 880, 660, 880);
  if (wishes("notifies")) notify();
}

/** Start the worker once, without which phones show no notification; null where there is none. */
async function startWorker() {
  try {
    await navigator.serviceWorker.register(new URL("../worker.js", import.meta.url));
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}

/** Show a notification, by the worker or by the page itself; return whether that is possible. */
async function notify() {
  const names = [...find("players").querySelectorAll(".name")].map((name) => name.textContent);
  const options = { body: names.join(", "), icon: usual, tag: path, data: location.href };
  worker ??= startWorker();
  try {
    await (await worker).showNotification(call, options);
    return true;
  } catch {
    return notifyAlone(options);
  }
}

function notifyAlone(options) {
  try {
    notification = new Notification(call, options);
    notification.onclick = () => {
      focus();
      dismiss();
    };
    return true;
  } catch {
    return false; // on phones, a page without a service worker cannot
  }
}

async function dismiss() {
  notification?.close();
  notification = null;
  const shown = (await (await worker)?.getNotifications({ tag: path })) ?? [];
  for (const other of shown) other.close();
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
    if (isGranted && (await notify())) return setTimeout(dismiss, 4000);
    box.click();
    refused.hidden = false;
  });
}
