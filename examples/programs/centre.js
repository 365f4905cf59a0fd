// A program for Plyground's protocol in JavaScript, for Node.js. Any game: the legal move that goes
// to the middle of the board, by the places of its spots; among equals, a random one.
//
//     plyground match gomoku "program:node examples/programs/centre.js" random --games 4 --time 0.5
"use strict";
const readline = require("node:readline");

const places = new Map(); // spot by name: [x, y]
let legal = [];

// How far the end of a move is from the middle of all spots. A move is a path: "d1-d5".
function distance(move, [x, y]) {
  const place = places.get(move) ?? places.get(move.split("-").at(-1));
  return place ? Math.hypot(place[0] - x, place[1] - y) : Infinity;
}

function findMiddle() {
  const all = [...places.values()];
  return [0, 1].map((axis) => all.reduce((sum, place) => sum + place[axis], 0) / all.length);
}

function choose() {
  const middle = findMiddle();
  const distances = legal.map((move) => distance(move, middle));
  const least = Math.min(...distances);
  const best = legal.filter((_, index) => distances[index] === least);
  console.log(`info ${best.length} of ${legal.length} moves go to the middle`);
  return best[Math.floor(Math.random() * best.length)];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "newgame") places.clear();
  else if (word === "spot") places.set(rest[0], rest.slice(1).map(Number));
  else if (word === "legal") legal = rest;
  else if (word === "prepare") console.log("ready");
  else if (word === "go") console.log(`move ${choose()}`);
  else if (word === "quit") process.exit();
});
