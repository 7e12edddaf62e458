// A bot for Livingstone in JavaScript: it plays as examples/own_bot.py does.
//
// livingstone play --players "human,program:node examples/programs/saver_bot.js"
//
// It takes low dice first, saves for the end, and donates all then. `--save 3` saves three coins in
// each round instead of two: nobody wins without a donation.

const readline = require("node:readline");

const at = process.argv.indexOf("--save");
const coinsPerRound = at < 0 ? 2 : Number(process.argv[at + 1]);
let edition = null;
let random = null;

// Mulberry32: a small generator of random numbers from 0 to 1, made from a seed.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The place of a move in the bot's order: the smallest is played.
function place(view, move) {
  const isLastRound = view.boat === edition.board.columns.length;
  const hasSaved = view.own.coins + view.own.chest > coinsPerRound * view.boat;
  switch (move.kind) {
    case "take_die":
      return [0, move.value];
    case "build_tent":
      return hasSaved ? [1, move.row] : [6, 0];
    case "dig":
      return [2, 0];
    case "sell_gems":
      return [3, -move.count];
    case "donate":
      return isLastRound ? [4, -move.coins] : [6, 0];
    case "end_turn":
      return [5, 0];
    default:
      return [6, 0];
  }
}

function choose(view) {
  const order = view.legal_moves.map((move, number) => [
    ...place(view, move),
    random(), // which decides ties
    number,
  ]);
  order.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return order[0][3];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  if (question.request === "game") {
    edition = question.edition;
    random = generator(question.seed);
  } else if (question.request === "choose") {
    console.log(choose(question.view));
  }
});
