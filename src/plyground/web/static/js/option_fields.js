/**
 * Form fields for options of any kind: numbers, choices, switches, texts.
 *
 * @typedef {import("./api_types.js").Option} Option
 * @typedef {import("./api_types.js").Setting} Setting
 */

import { make } from "./dom.js";
import { say } from "./i18n.js";

/**
 * @typedef {object} Naming
 * @property {(option: string) => string} option
 * @property {(option: string, choice: Setting) => string} choice
 */

/**
 * Makes the field of an option. Its name is `PREFIX.OPTION`.
 *
 * @param {Option} option
 * @param {string} prefix
 * @param {Naming} naming
 * @param {Setting} [value] overrides the default
 */
export function makeOptionField(option, prefix, naming, value = option.default) {
  const name = `${prefix}.${option.name}`;
  const label = naming.option(option.name);
  if (isSwitch(option)) {
    return make(
      "label",
      { class: "switch", title: option.help },
      make("input", { type: "checkbox", role: "switch", name, checked: value === true }),
      make("span", {}, label),
    );
  }
  const control = listChoices(option).length
    ? makeSelect(option, name, naming, value)
    : makeInput(option, name, value);
  return make("label", { class: "field", title: option.help }, make("span", {}, label), control);
}

/**
 * Reads the options that differ from their defaults.
 *
 * @param {FormData} data
 * @param {string} prefix
 * @param {Option[]} options
 * @returns {Record<string, Setting>}
 */
export function readOptions(data, prefix, options) {
  /** @type {Record<string, Setting>} */
  const given = {};
  for (const option of options) {
    const raw = data.get(`${prefix}.${option.name}`);
    const value = isSwitch(option) ? raw === "on" : parseValue(option, String(raw ?? ""));
    if (value !== null && value !== option.default) given[option.name] = value;
  }
  return given;
}

/** Is it a plain yes or no? Without a default there is a third choice: other options decide. @param {Option} option */
function isSwitch(option) {
  return option.kind === "bool" && option.default !== null;
}

/** @param {Option} option @returns {Setting[]} */
function listChoices(option) {
  return option.kind === "bool" ? [true, false] : (option.choices ?? []);
}

/** @param {Option} option @param {string} name @param {Naming} naming @param {Setting} value */
function makeSelect(option, name, naming, value) {
  const listed = listChoices(option).map((choice) =>
    make(
      "option",
      { value: String(choice), selected: choice === value },
      typeof choice === "boolean"
        ? say(choice ? "web.option.yes" : "web.option.no")
        : naming.choice(option.name, choice),
    ),
  );
  const usual = make("option", { value: "", selected: value === null }, say("web.option.usual"));
  return make("select", { name }, ...(option.default === null ? [usual] : []), ...listed);
}

/** @param {Option} option @param {string} name @param {Setting} value */
function makeInput(option, name, value) {
  const isNumber = option.kind === "int" || option.kind === "float";
  return make("input", {
    name,
    type: isNumber ? "number" : "text",
    step: option.kind === "float" ? "any" : undefined,
    min: option.low,
    max: option.high,
    value: value ?? "",
    placeholder: option.default === null ? say("web.option.usual") : undefined,
    autocomplete: "off",
    spellcheck: "false",
  });
}

/** @param {Option} option @param {string} text @returns {Setting} */
function parseValue(option, text) {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const choice = listChoices(option).find((each) => String(each) === trimmed);
  if (choice !== undefined) return choice;
  const isNumber = option.kind === "int" || option.kind === "float";
  if (!isNumber) return trimmed;
  const number = Number(trimmed);
  // What is not a number is sent as it is: the server says what is wrong.
  return Number.isFinite(number) ? number : trimmed;
}
