// The games of a tournament on a board: a list to choose from, buttons and arrow keys to replay.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const board = find("board"), moves = find("moves"), list = find("games");
let game = data.games[0], ply = 0;

board.innerHTML = data.replay.board + "<g id=pieces></g>";
board.setAttribute("viewBox", data.replay.box.join(" "));

function draw() {
  const shown = [];
  for (const changes of game.plies.slice(0, ply + 1))
    for (const [start, count, numbers] of changes) shown.splice(start, count, ...numbers);
  find("pieces").innerHTML = shown.map((number) => data.replay.elements[number]).join("");
  find("ply").value = String(ply);
  find("where").textContent = ply ? `${ply}. ${game.moves[ply - 1]}` : data.words.start;
  for (const row of moves.children)
    row.toggleAttribute("aria-current", Number(row.dataset.ply) === ply);
}

function show(target) {
  ply = Math.max(0, Math.min(target, game.moves.length));
  draw();
}

function open(number) {
  game = data.games[number];
  find("title").textContent = game.title;
  find("outcome").textContent = game.outcome;
  find("ply").max = String(game.moves.length);
  moves.replaceChildren(
    ...game.moves.map((move, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.dataset.ply = String(index + 1);
      return button;
    }),
  );
  for (const row of list.rows)
    row.toggleAttribute("aria-current", Number(row.dataset.game) === number);
  show(game.moves.length);
}

function filter() {
  const name = find("player").value;
  for (const row of list.rows) {
    const { first, second } = data.games[Number(row.dataset.game)];
    row.hidden = name !== "" && name !== first && name !== second;
  }
}

moves.addEventListener("click", (event) => {
  if (event.target.dataset.ply) show(Number(event.target.dataset.ply));
});
list.addEventListener("click", (event) => {
  const row = event.target.closest("tr");
  if (row) open(Number(row.dataset.game));
});
find("player").addEventListener("change", filter);
find("ply").addEventListener("input", () => show(Number(find("ply").value)));
for (const [id, step] of [["first", -Infinity], ["back", -1], ["next", 1], ["last", Infinity]])
  find(id).addEventListener("click", () => show(ply + step));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  show(ply + step);
});
open(0);
