// Streams of events of pages that only show what the server says.

import { now, since } from "./clocks.js";

/** Milliseconds of silence after which a page asks for its stream again. */
const SILENCE = 8000;

/** Listen at an address until `stop`, and from `listen` on anew; `#lost` says that nothing comes. */
export function streamOf(address, tell) {
  const lost = document.getElementById("lost");
  let [stream, heard] = [null, now()];

  const stop = () => {
    stream?.close();
    stream = null;
  };

  const hear = () => {
    heard = now();
    lost.hidden = true;
  };

  function listen() {
    stop();
    heard = now();
    stream = new EventSource(address);
    stream.addEventListener("open", hear);
    stream.addEventListener("alive", hear);
    stream.addEventListener("message", ({ data }) => {
      hear();
      tell(JSON.parse(data));
    });
    stream.addEventListener("error", () => (lost.hidden = false));
  }

  setInterval(() => stream && since(heard) > SILENCE && listen(), 1000);
  addEventListener("online", listen);
  addEventListener("pagehide", stop);
  return { listen, stop, isOpen: () => stream !== null };
}
