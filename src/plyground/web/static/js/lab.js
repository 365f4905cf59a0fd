/**
 * The lab page: the tree of a real search step by step, quizzes, and a comparison of algorithms.
 *
 * The server runs the search and sends what happens at which step; the page shows it.
 *
 * @typedef {import("./api_types.js").Catalogue} Catalogue
 * @typedef {import("./lab/settings.js").Mode} Mode
 * @typedef {import("./lab/quiz_tree.js").PlyQuiz} PlyQuiz
 */

import "./board.js";
import { ApiError, fetchJson } from "./api.js";
import { find, make } from "./dom.js";
import { bindKeys } from "./keyboard.js";
import { Comparison } from "./lab/comparison.js";
import { QuizPanel } from "./lab/quiz_panel.js";
import { makeRandomTree } from "./lab/search_fields.js";
import { formatUrl, MODES, parseUrl, toSearchRequest } from "./lab/settings.js";
import { SettingsForm } from "./lab/settings_form.js";
import { makeTool, makeViewportButtons } from "./lab/viewport.js";
import "./lab/quiz_tree.js";
import "./lab/search_tree.js";
import { copyText, describeError, showError, startPage } from "./app_shell.js";
import { say } from "./i18n.js";
import { TraceViewer } from "./lab/trace_viewer.js";

/** Browsers limit how often a page may change its URL. */
const ADDRESS_PAUSE = 250;
const NARROW = "(max-width: 64rem)";

await startPage("lab");

/** @type {Catalogue} */
const catalogue = await fetchJson("/api/catalogue");
const settings = parseUrl(new URLSearchParams(location.search), catalogue);
const quizTree = /** @type {PlyQuiz} */ (find("#quiz"));

/**
 * The search that each mode shows, so that nothing is searched twice.
 *
 * @type {Partial<Record<Mode, string>>}
 */
const shown = {};
let urlTimer = 0;

const viewer = new TraceViewer({
  settings: settings,
  updateUrl: scheduleUrlUpdate,
  showWaiting: showWaiting,
  searchFrom: (moves) => form.setMoves(moves),
});
const quizPanel = new QuizPanel(find("#quiz-panel"), quizTree, makeAnotherQuiz, download);
const comparison = new Comparison(find("#comparison"));
const form = new SettingsForm(
  /** @type {HTMLFormElement} */ (find("#settings-form")),
  catalogue,
  settings,
  handleChange,
);

showTools();
showModes();
bindKeys("lab", {
  back: () => viewer.playback.stepBack(),
  forward: () => viewer.playback.stepForward(),
  first: () => viewer.playback.goToFirst(),
  last: () => viewer.playback.goToLast(),
  run: () => viewer.playback.toggle(),
  cut: () => viewer.playback.goToCut(1),
  cut_before: () => viewer.playback.goToCut(-1),
  closer: () => getViewport().zoom(1.3),
  farther: () => getViewport().zoom(1 / 1.3),
  fit: () => getViewport().fit(),
  copy: share,
});
if (matchMedia(NARROW).matches) find("#settings").removeAttribute("open");
void load();

/** Reacts to a change of what is searched. */
function handleChange() {
  scheduleUrlUpdate();
  void load();
}

/** Runs the search of the current mode, unless its result is shown already. */
async function load() {
  const { mode } = settings;
  const search = toSearchRequest(settings);
  const key = JSON.stringify(mode === "steps" ? [search, settings.limit] : search);
  describeSettings();
  if (shown[mode] === key) return;
  shown[mode] = key;
  try {
    if (mode === "steps") await viewer.load();
    else if (mode === "quiz") await quizPanel.load(search);
    else await comparison.run(search);
    if (shown[mode] === key) showProblem("");
  } catch (error) {
    if (error instanceof DOMException) return;
    delete shown[mode];
    showProblem(describeError(error));
  }
}

/** @param {string} words */
function showProblem(words) {
  const element = find("#problem");
  element.textContent = words;
  element.hidden = words === "";
  form.showProblem(words);
  find("#view-area").classList.toggle("stale", words !== "");
}

/** @param {string} words */
function showWaiting(words) {
  find("#waiting").textContent = words;
}

/** Updates the URL to what is shown, after a pause. */
function scheduleUrlUpdate() {
  clearTimeout(urlTimer);
  urlTimer = setTimeout(() => {
    history.replaceState(null, "", `/lab${formatUrl(settings)}`);
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
          checked: mode === settings.mode,
          onchange: () => enterMode(mode),
        }),
        make("span", {}, say(`web.lab.mode.${mode}`)),
      ),
    ),
  );
  enterMode(settings.mode);
}

/** @param {Mode} mode */
function enterMode(mode) {
  const isOther = settings.mode !== mode;
  settings.mode = mode;
  for (const element of document.querySelectorAll("[data-mode]")) {
    /** @type {HTMLElement} */ (element).hidden = element.getAttribute("data-mode") !== mode;
  }
  find(".lab").dataset["currentMode"] = mode;
  if (mode !== "steps") viewer.playback.pause();
  if (mode !== "compare") leaveComparison();
  if (isOther) handleChange();
}

/** Stops an unfinished comparison when its mode is left. */
function leaveComparison() {
  if (comparison.isRunning) delete shown.compare;
  comparison.stop();
}

/** Starts another quiz. */
function makeAnotherQuiz() {
  if (settings.source === "tree") return form.setTree(makeRandomTree());
  settings.source = "tree";
  settings.depth = null;
  settings.tree = makeRandomTree();
  settings.table = false;
  form.build();
  handleChange();
}

// Tools.

/** The viewport of the tree that is visible. */
function getViewport() {
  return settings.mode === "quiz" ? quizTree.viewport : viewer.tree.viewport;
}

function showTools() {
  for (const { viewport } of [viewer.tree, quizTree]) {
    viewport.view.append(makeViewportButtons(viewport));
  }
  const follow = makeTool("aim", "web.lab.follow", () => {
    viewer.follows = !viewer.follows;
    follow.setAttribute("aria-pressed", String(viewer.follows));
  });
  follow.setAttribute("aria-pressed", String(viewer.follows));
  follow.dataset["mode"] = "steps";
  const picture = makeTool("download", "web.lab.download", () => void download("tree"));
  picture.dataset["mode"] = "steps";
  find("#search-panel-tools").append(
    follow,
    picture,
    makeTool("link", "web.lab.share", share, "copy"),
  );
}

function share() {
  history.replaceState(null, "", `/lab${formatUrl(settings)}`);
  void copyText(location.href, say("web.share.copied"));
}

/** Downloads a picture. @param {"tree" | "quiz" | "answers"} kind */
async function download(kind) {
  try {
    const { step, limit, expanded } = settings;
    const view = kind === "tree" ? { step, limit, expanded } : { limit: 120 };
    const response = await fetch("/api/lab/picture", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...toSearchRequest(settings), ...view, sheet: kind }),
    });
    if (!response.ok) throw new ApiError((await response.json()).problem, response.status);
    const address = URL.createObjectURL(await response.blob());
    make("a", { href: address, download: `plyground-${kind}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    showError(error instanceof TypeError ? new ApiError("", 0) : error);
  }
}

/** Summarizes the settings in the head of the form, which is collapsed on small screens. */
function describeSettings() {
  const game = catalogue.games.find(({ name }) => name === settings.game)?.title ?? "";
  const parts = [
    settings.source === "game" ? game : say("web.lab.source.tree"),
    say(`web.lab.algorithm.${settings.algorithm}`),
    settings.depth === null ? "" : say("web.lab.depth.is", { depth: settings.depth }),
  ];
  const words = parts.filter(Boolean).join(" · ");
  find("#settings-summary").textContent = words;
  document.title = `${words} · ${say("web.nav.lab")}`;
}
