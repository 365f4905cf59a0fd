/**
 * A field to choose any agent with one selection: the engine by its level, the others as they are.
 *
 * @typedef {import("./api_types.js").Catalogue} Catalogue
 */

import { getAgentName } from "./display_names.js";
import { make } from "./dom.js";

const LEVELS = 10;
/** Before the name of an agent that the server's owner lists. */
const OWN = "own ";

/**
 * @param {Catalogue} catalogue
 * @param {string} game
 * @param {string} chosen
 * @param {Record<string, string>} attributes
 * @param {[string, string][]} [more] other choices: value and text
 */
export function makeAgentChoice(catalogue, game, chosen, attributes, more = []) {
  const variants = catalogue.games.find(({ name }) => name === game)?.baselines ?? [];
  const specs = [
    ...Array.from({ length: LEVELS }, (_, index) => `engine:level=${index + 1}`),
    ...catalogue.agents.map(({ name }) => name).filter((name) => !/^(engine|baseline)$/.test(name)),
    ...variants.map((variant) => `baseline:${variant}`),
  ];
  const choices = [
    ...more,
    ...catalogue.engines.map((name) => /** @type {[string, string]} */ ([OWN + name, name])),
    ...specs.map((spec) => /** @type {[string, string]} */ ([spec, getAgentName(spec)])),
  ];
  return make(
    "select",
    attributes,
    ...choices.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
}

/** The player that was chosen, as the API expects it. @param {string} value */
export function readAgentChoice(value) {
  if (value.startsWith(OWN)) return { kind: "engine", name: value.slice(OWN.length) };
  return { kind: "agent", spec: value };
}
