/**
 * The form in which a game is set up: opponent, side, clock, options.
 *
 * What was chosen is remembered for each game.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameEntry} GameEntry
 * @typedef {import("../api_types.js").AgentEntry} AgentEntry
 * @typedef {import("../api_types.js").Setting} Setting
 */

import { make } from "../dom.js";
import { icon } from "../icons.js";
import { recall, remember } from "../storage.js";
import { agentOption, choiceName, optionName } from "../display_names.js";
import { say } from "../i18n.js";
import { optionField, readOptions } from "../option_fields.js";

/** @typedef {Record<string, string>} Wishes */

const AGENT_NAMING = {
  option: agentOption,
  choice: (/** @type {string} */ _, /** @type {Setting} */ choice) => String(choice),
};

/**
 * The fields for a game.
 *
 * @param {GameEntry} game
 * @param {Catalogue} catalogue
 */
export function setupFields(game, catalogue) {
  /** @type {Wishes} */
  const wishes = {
    opponent: "engine",
    level: "4",
    side: "0",
    clock: "none",
    ...recall(`setup.${game.name}`, {}),
  };
  return [
    opponentFields(game, catalogue, wishes),
    sideFields(wishes),
    clockFields(wishes),
    optionFields(game, wishes),
    make(
      "label",
      { class: "switch" },
      make("input", {
        type: "checkbox",
        role: "switch",
        name: "undo",
        checked: wishes["undo"] !== "off",
      }),
      make("span", {}, say("web.setup.undo")),
    ),
  ];
}

/**
 * What the form asks the server for.
 *
 * @param {HTMLFormElement} form
 * @param {GameEntry} game
 * @param {Catalogue} catalogue
 */
export function readSetup(form, game, catalogue) {
  const data = new FormData(form);
  keepWishes(data, game);
  const here = { kind: "human" };
  const opponent = readOpponent(data, catalogue);
  const side = data.get("side");
  return {
    game: game.name,
    options: readOptions(data, "option", game.options),
    players: side === "1" ? [opponent, here] : [here, opponent],
    random: side === "random" && opponent.kind !== "human",
    control: readControl(data),
    undo: data.get("undo") === "on",
  };
}

/**
 * Shows only the fields that the others make necessary.
 *
 * @param {HTMLFormElement} form
 */
export function adaptFields(form) {
  const data = new FormData(form);
  for (const part of form.querySelectorAll("[data-when]")) {
    const [name = "", ...values] = (part.getAttribute("data-when") ?? "").split(" ");
    /** @type {HTMLElement} */ (part).hidden = !values.includes(String(data.get(name)));
  }
  for (const output of form.querySelectorAll("output")) {
    const source = form.elements.namedItem(output.htmlFor.value);
    if (source instanceof HTMLInputElement) output.value = source.value;
  }
}

/** @param {GameEntry} game @param {Catalogue} catalogue @param {Wishes} wishes */
function opponentFields(game, catalogue, wishes) {
  const others = catalogue.agents.filter(
    ({ name }) => name !== "engine" && (name !== "baseline" || game.baselines?.length),
  );
  const chosen = wishes["agent"] ?? "";
  return make(
    "fieldset",
    { class: "part" },
    make("legend", {}, say("web.setup.opponent")),
    segments("opponent", wishes["opponent"], [
      ["engine", say("web.setup.engine"), icon("computer")],
      ["link", say("web.setup.link"), icon("link")],
      ["here", say("web.setup.here"), icon("people")],
      ["agent", say("web.setup.agent"), icon("flask")],
    ]),
    make(
      "div",
      { class: "level", "data-when": "opponent engine" },
      make("label", { for: "level" }, say("web.setup.level")),
      make("output", { for: "level" }),
      make("input", {
        type: "range",
        id: "level",
        name: "level",
        min: 1,
        max: 10,
        value: wishes["level"],
      }),
    ),
    make("p", { class: "soft small", "data-when": "opponent link" }, say("web.setup.link.about")),
    make("p", { class: "soft small", "data-when": "opponent here" }, say("web.setup.here.about")),
    make(
      "div",
      { class: "fields", "data-when": "opponent agent" },
      make(
        "label",
        { class: "field wide" },
        make("span", {}, say("web.setup.agent.which")),
        agentSelect(others, catalogue.engines, chosen),
      ),
      ...others.map((agent) => agentFields(agent, game, wishes)),
    ),
  );
}

/** @param {AgentEntry[]} agents @param {string[]} engines @param {string} chosen */
function agentSelect(agents, engines, chosen) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    make("option", { value, selected: value === chosen }, text);
  return make(
    "select",
    { name: "agent" },
    ...engines.map((name) => option(`engine ${name}`, name)),
    ...agents.map(({ name, about }) =>
      option(name, say("web.setup.agent.option", { name: say(`web.agent.${name}`), about })),
    ),
  );
}

/** @param {AgentEntry} agent @param {GameEntry} game @param {Wishes} wishes */
function agentFields(agent, game, wishes) {
  const prefix = `agent-${agent.name}`;
  const variants = agent.name === "baseline" ? (game.baselines ?? []) : [];
  return make(
    "div",
    { class: "fields wide", "data-when": `agent ${agent.name}` },
    variants.length > 0 &&
      make(
        "label",
        { class: "field wide" },
        make("span", {}, say("web.setup.variant")),
        make(
          "select",
          { name: `${prefix}.variant` },
          ...variants.map((name) =>
            make("option", { selected: name === wishes[`${prefix}.variant`] }, name),
          ),
        ),
      ),
    ...agent.options.map((option) =>
      optionField(
        option,
        prefix,
        AGENT_NAMING,
        wishes[`${prefix}.${option.name}`] ?? option.default,
      ),
    ),
  );
}

/** @param {Wishes} wishes */
function sideFields(wishes) {
  return make(
    "fieldset",
    { class: "part", "data-when": "opponent engine link agent" },
    make("legend", {}, say("web.setup.side")),
    segments("side", wishes["side"], [
      ["0", say("web.setup.first")],
      ["random", say("web.setup.random")],
      ["1", say("web.setup.second")],
    ]),
  );
}

/** @param {Wishes} wishes */
function clockFields(wishes) {
  const number = (
    /** @type {string} */ name,
    /** @type {number} */ usual,
    /** @type {number} */ high,
    low = 1,
  ) =>
    make("input", {
      type: "number",
      name,
      min: low,
      max: high,
      step: "any",
      value: wishes[name] ?? usual,
      required: true,
    });
  return make(
    "fieldset",
    { class: "part" },
    make("legend", {}, say("web.setup.clock")),
    segments("clock", wishes["clock"], [
      ["none", say("web.clock.none")],
      ["move", say("web.clock.move")],
      ["game", say("web.clock.game")],
    ]),
    make(
      "div",
      { class: "fields", "data-when": "clock move" },
      field(say("web.clock.seconds_a_move"), number("clock.move", 30, 3600)),
    ),
    make(
      "div",
      { class: "fields", "data-when": "clock game" },
      field(say("web.clock.minutes"), number("clock.minutes", 5, 360, 0.1)),
      field(say("web.clock.increment"), number("clock.increment", 3, 600, 0)),
    ),
  );
}

/** @param {GameEntry} game @param {Wishes} wishes */
function optionFields(game, wishes) {
  if (!game.options.length) return make("div");
  const naming = {
    option: (/** @type {string} */ option) => optionName(game.name, option),
    choice: (/** @type {string} */ option, /** @type {Setting} */ choice) =>
      choiceName(game.name, option, choice),
  };
  const changed = game.options.some((option) => wishes[`option.${option.name}`] !== undefined);
  return make(
    "details",
    { class: "part", open: changed },
    make("summary", {}, say("web.setup.options")),
    make(
      "div",
      { class: "fields" },
      ...game.options.map((option) => {
        const wish = wishes[`option.${option.name}`];
        const value = wish === undefined ? option.default : chosenOf(option, wish);
        return optionField(option, "option", naming, value);
      }),
    ),
  );
}

/** A remembered text as the setting that it stands for. @param {import("../api_types.js").Option} option @param {string} wish */
function chosenOf(option, wish) {
  if (option.kind === "bool") return wish === "true";
  return option.choices?.find((choice) => String(choice) === wish) ?? wish;
}

/** @param {string} name @param {string | undefined} chosen @param {[string, string, Node?][]} choices */
function segments(name, chosen, choices) {
  return make(
    "div",
    { class: choices.length > 3 ? "segments even four" : "segments even" },
    ...choices.map(([value, words, sign]) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name, value, checked: value === chosen }),
        sign,
        make("span", {}, words),
      ),
    ),
  );
}

/** @param {string} words @param {HTMLElement} control */
function field(words, control) {
  return make("label", { class: "field" }, make("span", {}, words), control);
}

/** @param {FormData} data @param {Catalogue} catalogue @returns {{ kind: string, name?: string, spec?: string }} */
function readOpponent(data, catalogue) {
  const opponent = data.get("opponent");
  if (opponent === "here") return { kind: "human" };
  if (opponent === "link") return { kind: "open" };
  if (opponent === "engine") return { kind: "agent", spec: `engine:level=${data.get("level")}` };
  const chosen = String(data.get("agent"));
  if (chosen.startsWith("engine ")) return { kind: "engine", name: chosen.slice("engine ".length) };
  const agent = catalogue.agents.find(({ name }) => name === chosen);
  const settings = readOptions(data, `agent-${chosen}`, agent?.options ?? []);
  const variant = data.get(`agent-${chosen}.variant`);
  const parts = [
    ...(variant ? [variant] : []),
    ...Object.entries(settings).map(([key, value]) => `${key}=${value}`),
  ];
  return { kind: "agent", spec: parts.length ? `${chosen}:${parts.join(",")}` : chosen };
}

/** @param {FormData} data */
function readControl(data) {
  if (data.get("clock") === "move") return { per_move: Number(data.get("clock.move")) };
  if (data.get("clock") !== "game") return null;
  const left = 60 * Number(data.get("clock.minutes"));
  return { clock: { left, increment: Number(data.get("clock.increment")) } };
}

/** @param {FormData} data @param {GameEntry} game */
function keepWishes(data, game) {
  /** @type {Wishes} */
  const wishes = { undo: "off" };
  for (const [name, value] of data) {
    if (!name.startsWith("option.")) wishes[name] = String(value);
  }
  for (const [name, value] of Object.entries(readOptions(data, "option", game.options))) {
    wishes[`option.${name}`] = String(value);
  }
  remember(`setup.${game.name}`, wishes);
}
