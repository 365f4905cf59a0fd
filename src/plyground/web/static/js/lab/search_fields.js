/**
 * Fields of the settings form that do not depend on others.
 *
 * @typedef {import("./settings.js").LabSettings} LabSettings
 */

import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { EXAMPLES, LIMITS, ORDERS } from "./settings.js";

/**
 * Makes the fields of a tree written by hand.
 *
 * @param {LabSettings} settings
 * @param {(text: string) => void} setTree called with another tree
 */
export function makeTreeFields(settings, setTree) {
  const example = (/** @type {string} */ words, /** @type {() => string} */ text) =>
    make("button", { type: "button", onclick: () => setTree(text()) }, words);
  return [
    make(
      "label",
      { class: "field" },
      make("span", {}, say("web.lab.tree")),
      make("textarea", { name: "tree", rows: 3, spellcheck: "false" }, settings.tree),
      make("small", {}, say("web.lab.tree.help")),
    ),
    make(
      "div",
      { class: "examples" },
      ...EXAMPLES.map((text, index) =>
        example(say("web.lab.example", { number: index + 1 }), () => text),
      ),
      example(say("web.lab.random"), makeRandomTree),
    ),
    make(
      "fieldset",
      { class: "part" },
      make("legend", {}, say("web.lab.root")),
      makeSegments("root", settings.root, [
        ["max", "Max"],
        ["min", "Min"],
      ]),
    ),
  ];
}

/**
 * Makes the fields of the search: depth, number of nodes, move order, hash table.
 *
 * @param {LabSettings} settings
 */
export function makeSearchFields(settings) {
  const [order = "", seed = "1"] = settings.order.split(":");
  const limits = ["", ...LIMITS.map(String)];
  return make(
    "div",
    { class: "fields" },
    makeField(
      "web.lab.depth",
      make("input", {
        type: "number",
        name: "depth",
        min: 0,
        max: 60,
        value: settings.depth ?? "",
        placeholder: say("web.lab.depth.end"),
      }),
    ),
    makeField(
      "web.lab.limit",
      makeSelect("limit", limits, String(settings.limit ?? ""), (limit) =>
        limit === "" ? say("web.option.usual") : limit,
      ),
    ),
    makeField(
      "web.lab.order",
      makeSelect("order", ORDERS, order, (name) => say(`web.lab.order.${name}`)),
      { class: "field wide" },
    ),
    makeField(
      "web.lab.seed",
      make("input", { type: "number", name: "seed", min: 0, max: 999999, value: seed }),
      { class: "field wide", "data-order": "random" },
    ),
    make(
      "label",
      { class: "switch" },
      make("input", { type: "checkbox", role: "switch", name: "table", checked: settings.table }),
      make("span", {}, say("web.lab.table")),
    ),
  );
}

/** Makes a random tree for a quiz, like those in textbooks. */
export function makeRandomTree() {
  const leaf = () => String(Math.floor(Math.random() * 20) - 5);
  const group = (/** @type {() => string} */ child, /** @type {number} */ count) =>
    Array.from({ length: count }, child).join(" ");
  const node = (/** @type {() => string} */ child, /** @type {number} */ count) => () =>
    `(${group(child, count)})`;
  const branch = Math.random() < 0.5 ? node(leaf, 3) : node(node(leaf, 2), 2);
  return group(branch, 3);
}

/**
 * Makes a segmented control.
 *
 * @param {string} name
 * @param {string} chosen
 * @param {[string, string][]} entries values and labels
 */
export function makeSegments(name, chosen, entries) {
  return make(
    "div",
    { class: "segments" },
    ...entries.map(([value, words]) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name, value, checked: value === chosen }),
        make("span", {}, words),
      ),
    ),
  );
}

/**
 * Makes a button with an icon instead of a text.
 *
 * @param {import("../icons.js").Icon} sign
 * @param {string} key
 * @param {() => void} act
 */
export function makeIconButton(sign, key, act) {
  const words = say(key);
  return make(
    "button",
    { type: "button", class: "icon", title: words, "aria-label": words, onclick: act },
    makeIcon(sign),
  );
}

/** @param {string} key @param {HTMLElement} control @param {Record<string, string>} [attributes] */
function makeField(key, control, attributes = { class: "field" }) {
  return make("label", attributes, make("span", {}, say(key)), control);
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 * @param {string} chosen
 * @param {(value: string) => string} words
 */
function makeSelect(name, values, chosen, words) {
  return make(
    "select",
    { name },
    ...values.map((value) => make("option", { value, selected: value === chosen }, words(value))),
  );
}
