/**
 * Fields of the laboratory's form that depend on nothing else.
 *
 * @typedef {import("./settings.js").LabSettings} LabSettings
 */

import { make } from "../dom.js";
import { makeIcon } from "../icons.js";
import { say } from "../i18n.js";
import { EXAMPLES, LIMITS, ORDERS } from "./settings.js";

/**
 * A tree written by hand.
 *
 * @param {LabSettings} settings
 * @param {(text: string) => void} setTree takes another tree
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
 * How deep, how much is shown, in which order, with a table or without.
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

/** A tree for an exercise, as textbooks have them. */
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
 * Choices side by side.
 *
 * @param {string} name
 * @param {string} chosen
 * @param {[string, string][]} entries values and words
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
 * A button that has a sign instead of words.
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
