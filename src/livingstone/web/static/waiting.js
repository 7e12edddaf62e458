// A review that is being made: the page asks again, and does not wait for an answer for ever.

import { find, PATIENCE } from "./page.js";

setTimeout(function again() {
  location.reload();
  setTimeout(again, PATIENCE);
  setTimeout(() => (find("lost").hidden = false), PATIENCE);
}, 3000);
