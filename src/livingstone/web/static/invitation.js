// A page behind an invitation: it shows who is there, and leads on when the seat is taken.

import { showParts } from "./page.js";
import { streamOf } from "./streams.js";

const main = document.querySelector("main");

streamOf(main.dataset.stream, ({ offer, parts, title, usual }) => {
  if (offer !== main.dataset.offer) return location.replace(location.href);
  document.title = title;
  showParts(parts);
  const name = document.querySelector("input[name=name]");
  if (name) name.placeholder = usual;
}).listen();
