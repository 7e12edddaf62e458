// How long ago something was. Of the two clocks, one goes on while a device sleeps, and the other is
// never set back.

export const now = () => [Date.now(), performance.now()];

/** Milliseconds since a time of `now`, by the clock that counts more. */
export const since = ([date, running]) => Math.max(Date.now() - date, performance.now() - running);
