// The service worker: it lets pages show notifications on phones, and a click on one leads to its
// table. It is served beside the pages, so that all of them are within its scope.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** Bring the window of a table to the front, or open one. */
async function lead(address) {
  const pathOf = (url) => new URL(url).pathname;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => pathOf(url) === pathOf(address));
  return shown ? shown.focus() : clients.openWindow(address);
}
