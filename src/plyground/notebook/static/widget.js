/**
 * What a notebook shows of a widget: one of the views, in a shadow tree of its own, so that neither
 * its style nor that of the notebook leaks.
 *
 * @typedef {import("./kernel.js").WidgetModel} WidgetModel
 * @typedef {"play" | "explore" | "tree"} Kind
 */

import { addMessages } from "../../web/static/js/app_shell.js";
import { make } from "../../web/static/js/dom.js";
import { setWords } from "../../web/static/js/i18n.js";
import { bindKeys } from "../../web/static/js/keyboard.js";
import { ExploreView } from "./explore_view.js";
import { Kernel } from "./kernel.js";
import { PlayView } from "./play_view.js";
import { TreeView } from "./tree_view.js";

const VIEWS = { play: PlayView, explore: ExploreView, tree: TreeView };

/** The style sheets of each kind, in order. */
const SHEETS = {
  messages: ["theme", "page", "widget"],
  play: ["theme", "page", "controls", "board", "panels", "widget"],
  explore: ["theme", "page", "controls", "board", "panels", "analysis", "widget"],
  tree: ["theme", "page", "controls", "board", "lab", "lab-tree", "widget"],
};

/** The attribute by which JupyterLab says whether its theme is light. */
const JUPYTER_THEME = "data-jp-theme-light";

/** The element with the messages of all widgets of this page. @type {HTMLElement | null} */
let messages = null;

/**
 * @param {{ model: WidgetModel, el: HTMLElement }} context as anywidget gives it
 * @param {Record<string, string>} styles style sheets by name
 * @returns {() => void} removes what lives on outside of the element
 */
export function render({ model, el }, styles) {
  setWords(model.get("words"));
  const kind = /** @type {Kind} */ (model.get("kind"));
  const { host, root, unwatch } = makeHost(kind, model.get("language"), styles);
  if (!messages?.isConnected) {
    const shared = makeHost("messages", model.get("language"), styles);
    messages = shared.host;
    addMessages(shared.root);
    document.body.append(messages);
  }
  // Otherwise a key that moves a piece would also cut or add a cell.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  const box = make("div", { class: `widget ${kind === "tree" ? "lab" : kind}`, tabindex: "-1" });
  root.append(box);
  el.append(host);
  const kernel = new Kernel(model);
  const view = new VIEWS[kind](box, model, kernel);
  bindKeys(view.page, view.keys, box);
  view.render();
  return () => {
    view.close();
    kernel.close();
    unwatch();
  };
}

/**
 * Makes an element with a shadow tree in the colours of the notebook.
 *
 * @param {keyof typeof SHEETS} kind
 * @param {string} language
 * @param {Record<string, string>} styles
 */
function makeHost(kind, language, styles) {
  const host = make("div", { class: "plyground", lang: language });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = SHEETS[kind].map((name) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles[name] ?? "");
    return sheet;
  });
  const root = make("div");
  shadow.append(root);
  const showTheme = () => {
    const isLight = document.body.getAttribute(JUPYTER_THEME);
    if (isLight) host.dataset["theme"] = isLight === "true" ? "light" : "dark";
  };
  const observer = new MutationObserver(showTheme);
  observer.observe(document.body, { attributeFilter: [JUPYTER_THEME] });
  showTheme();
  return { host, root, unwatch: () => observer.disconnect() };
}
