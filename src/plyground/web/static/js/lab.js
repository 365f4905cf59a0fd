/**
 * The laboratory: the tree of a real search, step by step; exercises; whose work is less.
 *
 * The server searches and tells what happened at which step; this page shows and counts it.
 *
 * @typedef {import("./api_types.js").Catalogue} Catalogue
 * @typedef {import("./lab/settings.js").Mode} Mode
 * @typedef {import("./lab/quiz_tree.js").PlyQuiz} PlyQuiz
 */

import "./board.js";
import { ask, Refusal } from "./api.js";
import { find, make } from "./dom.js";
import { icon } from "./icons.js";
import { bindKeys, tooltip } from "./keyboard.js";
import { canvasButtons } from "./lab/viewport.js";
import { MODES, readAddress, searchOf, writeAddress } from "./lab/settings.js";
import { Comparison } from "./lab/comparison.js";
import { Exercise } from "./lab/quiz_panel.js";
import { randomTree } from "./lab/search_fields.js";
import { ChoicesForm } from "./lab/settings_form.js";
import "./lab/quiz_tree.js";
import "./lab/search_tree.js";
import { Viewer } from "./lab/trace_viewer.js";
import { complain, copy, problem, startPage } from "./app_shell.js";
import { say } from "./i18n.js";

/** Browsers refuse to be told of every step of a running tape. */
const ADDRESS_PAUSE = 250;
const NARROW = "(max-width: 64rem)";

await startPage("lab");

/** @type {Catalogue} */
const catalogue = await ask("/api/catalogue");
const choices = readAddress(new URLSearchParams(location.search), catalogue);
const sheet = /** @type {PlyQuiz} */ (find("#sheet"));

/**
 * What each mode shows now, so that nothing is searched twice.
 *
 * @type {Partial<Record<Mode, string>>}
 */
const shown = {};
let addressing = 0;

const viewer = new Viewer({ choices, moved, wait, begin: (moves) => form.goTo(moves) });
const exercise = new Exercise(find("#exercise"), sheet, another, download);
const comparison = new Comparison(find("#comparison"));
const form = new ChoicesForm(
  /** @type {HTMLFormElement} */ (find("#choices")),
  catalogue,
  choices,
  changed,
);

showTools();
showModes();
bindKeys("lab", {
  back: () => viewer.transport.back(),
  forward: () => viewer.transport.forward(),
  first: () => viewer.transport.first(),
  last: () => viewer.transport.last(),
  run: () => viewer.transport.toggle(),
  cut: () => viewer.transport.cut(1),
  cut_before: () => viewer.transport.cut(-1),
  closer: () => canvas().zoom(1.3),
  farther: () => canvas().zoom(1 / 1.3),
  fit: () => canvas().fit(),
  copy: share,
});
if (matchMedia(NARROW).matches) find("#settings").removeAttribute("open");
void load();

/** Something else is to be searched. */
function changed() {
  moved();
  void load();
}

/** Searches for what the mode shows, unless it is shown already. */
async function load() {
  const { mode } = choices;
  const search = searchOf(choices);
  const key = JSON.stringify(mode === "steps" ? [search, choices.limit] : search);
  describe();
  if (shown[mode] === key) return;
  shown[mode] = key;
  try {
    if (mode === "steps") await viewer.load();
    else if (mode === "quiz") await exercise.load(search);
    else await comparison.run(search);
    if (shown[mode] === key) complainHere("");
  } catch (error) {
    if (error instanceof DOMException) return;
    delete shown[mode];
    complainHere(problem(error));
  }
}

/** @param {string} words */
function complainHere(words) {
  const element = find("#problem");
  element.textContent = words;
  element.hidden = words === "";
  form.complain(words);
  find("#stage").classList.toggle("stale", words !== "");
}

/** @param {string} words */
function wait(words) {
  find("#waiting").textContent = words;
}

/** The address says what is seen. */
function moved() {
  clearTimeout(addressing);
  addressing = setTimeout(() => {
    history.replaceState(null, "", `/lab${writeAddress(choices)}`);
  }, ADDRESS_PAUSE);
}

// Modes.

function showModes() {
  const modes = /** @type {readonly Mode[]} */ (MODES);
  find("#modes").replaceChildren(
    ...modes.map((mode) =>
      make(
        "label",
        {},
        make("input", {
          type: "radio",
          name: "mode",
          value: mode,
          checked: mode === choices.mode,
          onchange: () => enter(mode),
        }),
        make("span", {}, say(`web.lab.mode.${mode}`)),
      ),
    ),
  );
  enter(choices.mode);
}

/** @param {Mode} mode */
function enter(mode) {
  const isOther = choices.mode !== mode;
  choices.mode = mode;
  for (const element of document.querySelectorAll("[data-mode]")) {
    /** @type {HTMLElement} */ (element).hidden = element.getAttribute("data-mode") !== mode;
  }
  find(".lab").dataset["shows"] = mode;
  if (mode !== "steps") viewer.transport.pause();
  if (mode !== "compare") leaveComparison();
  if (isOther) changed();
}

/** What is not finished is not worth its work while nobody looks. */
function leaveComparison() {
  if (comparison.isRunning) delete shown.compare;
  comparison.stop();
}

/** Another exercise. */
function another() {
  if (choices.source === "tree") return form.plant(randomTree());
  choices.source = "tree";
  choices.depth = null;
  choices.tree = randomTree();
  choices.table = false;
  form.build();
  changed();
}

// Around the tree.

/** The picture that is seen. */
function canvas() {
  return choices.mode === "quiz" ? sheet.canvas : viewer.tree.canvas;
}

function showTools() {
  const signs = /** @type {const} */ ({ closer: "add", farther: "minus", fit: "fit" });
  for (const { canvas } of [viewer.tree, sheet]) {
    const tools = canvasButtons(canvas, (name, act) =>
      tool(signs[name], `web.lab.${name}`, act, name),
    );
    canvas.view.append(tools);
  }
  const follow = tool("aim", "web.lab.follow", () => {
    viewer.follows = !viewer.follows;
    follow.setAttribute("aria-pressed", String(viewer.follows));
  });
  follow.setAttribute("aria-pressed", String(viewer.follows));
  follow.dataset["mode"] = "steps";
  const picture = tool("download", "web.lab.download", () => void download("tree"));
  picture.dataset["mode"] = "steps";
  find("#bench-tools").append(follow, picture, tool("link", "web.lab.share", share, "copy"));
}

/**
 * @param {import("./icons.js").Icon} sign
 * @param {string} key
 * @param {() => void} act
 * @param {string} [id]
 */
function tool(sign, key, act, id) {
  const button = make("button", { type: "button", class: "icon", onclick: act }, icon(sign));
  tooltip(button, say(key), id);
  button.setAttribute("aria-label", say(key));
  return button;
}

function share() {
  history.replaceState(null, "", `/lab${writeAddress(choices)}`);
  void copy(location.href, say("web.share.copied"));
}

/** Keeps a picture. @param {"tree" | "quiz" | "answers"} kind */
async function download(kind) {
  try {
    const { step, limit, expanded } = choices;
    const seen = kind === "tree" ? { step, limit, expanded } : { limit: 120 };
    const response = await fetch("/api/lab/picture", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...searchOf(choices), ...seen, sheet: kind }),
    });
    if (!response.ok) throw new Refusal((await response.json()).problem, response.status);
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: `plyground-${kind}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    complain(error instanceof TypeError ? new Refusal("", 0) : error);
  }
}

/** On a small screen the form is folded; its head says what is chosen. */
function describe() {
  const game = catalogue.games.find(({ name }) => name === choices.game)?.title ?? "";
  const parts = [
    choices.source === "game" ? game : say("web.lab.source.tree"),
    say(`web.lab.algorithm.${choices.algorithm}`),
    choices.depth === null ? "" : say("web.lab.depth.is", { depth: choices.depth }),
  ];
  const words = parts.filter(Boolean).join(" · ");
  find("#settings-now").textContent = words;
  document.title = `${words} · ${say("web.nav.lab")}`;
}
