/**
 * The form that sets up a game: opponent, side, clock, options.
 *
 * The choices are saved for each game.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameEntry} GameEntry
 * @typedef {import("../api_types.js").AgentEntry} AgentEntry
 * @typedef {import("../api_types.js").Setting} Setting
 */

import { makeAgentChoice, readAgentChoice } from "../agent_choice.js";
import { getAgentOptionName, getChoiceName, getOptionName } from "../display_names.js";
import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { makeOptionField, readOptions } from "../option_fields.js";
import { loadItem, saveItem } from "../storage.js";

/** @typedef {Record<string, string>} SavedChoices */

const AGENT_NAMING = {
  option: getAgentOptionName,
  choice: (/** @type {string} */ _, /** @type {Setting} */ choice) => String(choice),
};

/**
 * Makes the fields for a game.
 *
 * @param {GameEntry} game
 * @param {Catalogue} catalogue
 * @param {boolean} hasOptions may the rules be chosen?
 */
export function makeSetupFields(game, catalogue, hasOptions) {
  /** @type {SavedChoices} */
  const saved = {
    opponent: "engine",
    level: "4",
    side: "0",
    clock: "none",
    "watch.0": "engine:level=4",
    "watch.1": "engine:level=6",
    "watch.delay": "1",
    ...loadItem(`setup.${game.name}`, {}),
  };
  return [
    makeOpponentFields(game, catalogue, saved),
    makeSideFields(saved),
    makeClockFields(saved),
    hasOptions ? makeOptionFields(game, saved) : make("div"),
    make(
      "label",
      { class: "switch" },
      make("input", {
        type: "checkbox",
        role: "switch",
        name: "undo",
        checked: saved["undo"] !== "off",
      }),
      make("span", {}, say("web.setup.undo")),
    ),
  ];
}

/**
 * Reads the form as a request to create a game.
 *
 * @param {HTMLFormElement} form
 * @param {GameEntry} game
 * @param {Catalogue} catalogue
 */
export function readSetup(form, game, catalogue) {
  const data = new FormData(form);
  const name = String(data.get("name")).trim();
  saveChoices(data, game);
  saveItem("name", name);
  const shared = {
    game: game.name,
    options: readOptions(data, "option", game.options),
    control: readControl(data),
    undo: data.get("undo") === "on",
  };
  if (data.get("opponent") === "watch") {
    const players = [0, 1].map((side) => readAgentChoice(String(data.get(`watch.${side}`))));
    return { ...shared, players, delay: Number(data.get("watch.delay")) };
  }
  const here = { kind: "human", name };
  const opponent = readOpponent(data, catalogue);
  const side = data.get("side");
  return {
    ...shared,
    players: side === "1" ? [opponent, here] : [here, opponent],
    random: side === "random" && opponent.kind !== "human",
    ...(opponent.kind === "open" ? { listed: data.get("listed") === "on" } : {}),
  };
}

/**
 * Shows only the fields that apply to the current choices.
 *
 * @param {HTMLFormElement} form
 * @param {GameEntry | undefined} game
 */
export function updateFields(form, game) {
  const data = new FormData(form);
  for (const part of form.querySelectorAll("[data-when]")) {
    const [name = "", ...values] = (part.getAttribute("data-when") ?? "").split(" ");
    /** @type {HTMLElement} */ (part).hidden = !values.includes(String(data.get(name)));
  }
  const output = /** @type {HTMLOutputElement | null} */ (form.querySelector(".level output"));
  if (game && output) showLevel(output, game, data);
}

/** The chosen level, and how strong that is where it was measured. @param {HTMLOutputElement} output @param {GameEntry} game @param {FormData} data */
function showLevel(output, game, data) {
  const level = String(data.get("level"));
  const hasOptions = Object.keys(readOptions(data, "option", game.options)).length > 0;
  const ratings = hasOptions ? null : game.ratings;
  const elo = ratings?.levels[level];
  output.value = elo === undefined ? level : say("web.setup.level.rated", { level, elo });
  output.title = ratings
    ? say("agent.level.measured", { date: ratings.date, command: ratings.command })
    : "";
}

/** @param {GameEntry} game @param {Catalogue} catalogue @param {SavedChoices} saved */
function makeOpponentFields(game, catalogue, saved) {
  const others = catalogue.agents.filter(
    ({ name }) => name !== "engine" && (name !== "baseline" || game.baselines?.length),
  );
  const chosen = saved["agent"] ?? "";
  return make(
    "fieldset",
    { class: "part" },
    make("legend", {}, say("web.setup.opponent")),
    makeSegments("opponent", saved["opponent"], [
      ["engine", say("web.setup.engine"), makeIcon("computer")],
      ["link", say("web.setup.link"), makeIcon("link")],
      ["here", say("web.setup.here"), makeIcon("people")],
      ["agent", say("web.setup.agent"), makeIcon("flask")],
      ["watch", say("web.setup.watch"), makeIcon("eye")],
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
        value: saved["level"],
      }),
    ),
    make("p", { class: "muted small", "data-when": "opponent link" }, say("web.setup.link.about")),
    make(
      "label",
      { class: "switch", "data-when": "opponent link" },
      make("input", {
        type: "checkbox",
        role: "switch",
        name: "listed",
        checked: saved["listed"] === "on",
      }),
      make("span", {}, say("web.setup.listed")),
    ),
    makeWatchFields(game, catalogue, saved),
    make("p", { class: "muted small", "data-when": "opponent here" }, say("web.setup.here.about")),
    make(
      "div",
      { class: "fields", "data-when": "opponent agent" },
      make(
        "label",
        { class: "field wide" },
        make("span", {}, say("web.setup.agent.which")),
        makeAgentSelect(others, catalogue.engines, chosen),
      ),
      ...others.map((agent) => makeAgentFields(agent, game, saved)),
    ),
    make(
      "label",
      { class: "field", "data-when": "opponent engine link here agent" },
      make("span", {}, say("web.setup.name")),
      make("input", {
        name: "name",
        maxlength: 40,
        value: loadItem("name", ""),
        placeholder: say("web.player.guest"),
        autocomplete: "nickname",
      }),
    ),
  );
}

/** Two engines, and the time before each of their moves. @param {GameEntry} game @param {Catalogue} catalogue @param {SavedChoices} saved */
function makeWatchFields(game, catalogue, saved) {
  const select = (/** @type {string} */ name) =>
    makeAgentChoice(catalogue, game.name, saved[name] ?? "", { name });
  const delay = make("input", {
    type: "number",
    name: "watch.delay",
    min: 0,
    max: 60,
    step: "any",
    value: saved["watch.delay"],
    required: true,
  });
  return make(
    "div",
    { class: "fields", "data-when": "opponent watch" },
    makeField(getSideName(0), select("watch.0")),
    makeField(getSideName(1), select("watch.1")),
    make("div", { class: "wide" }, makeField(say("web.setup.delay"), delay)),
  );
}

/** @param {AgentEntry[]} agents @param {string[]} engines @param {string} chosen */
function makeAgentSelect(agents, engines, chosen) {
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

/** @param {AgentEntry} agent @param {GameEntry} game @param {SavedChoices} saved */
function makeAgentFields(agent, game, saved) {
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
            make("option", { selected: name === saved[`${prefix}.variant`] }, name),
          ),
        ),
      ),
    ...agent.options.map((option) =>
      makeOptionField(
        option,
        prefix,
        AGENT_NAMING,
        saved[`${prefix}.${option.name}`] ?? option.default,
      ),
    ),
  );
}

/** @param {SavedChoices} saved */
function makeSideFields(saved) {
  return make(
    "fieldset",
    { class: "part", "data-when": "opponent engine link agent" },
    make("legend", {}, say("web.setup.side")),
    makeSegments("side", saved["side"], [
      ["0", getSideName(0)],
      ["random", say("web.setup.random")],
      ["1", getSideName(1)],
    ]),
  );
}

/**
 * Calls the sides as the chosen game does.
 *
 * @param {HTMLFormElement} form
 * @param {[string, string]} names
 */
export function showSideNames(form, names) {
  names.forEach((name, side) => {
    const choice = `input[name="side"][value="${side}"] ~ span`;
    const agent = `label:has([name="watch.${side}"]) > span`;
    for (const label of form.querySelectorAll(`${choice}, ${agent}`)) label.textContent = name;
  });
}

/** @param {SavedChoices} saved */
function makeClockFields(saved) {
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
      value: saved[name] ?? usual,
      required: true,
    });
  return make(
    "fieldset",
    { class: "part" },
    make("legend", {}, say("web.setup.clock")),
    makeSegments("clock", saved["clock"], [
      ["none", say("web.clock.none")],
      ["move", say("web.clock.move")],
      ["game", say("web.clock.game")],
    ]),
    make(
      "div",
      { class: "fields", "data-when": "clock move" },
      makeField(say("web.clock.seconds_a_move"), number("clock.move", 30, 3600)),
    ),
    make(
      "div",
      { class: "fields", "data-when": "clock game" },
      makeField(say("web.clock.minutes"), number("clock.minutes", 5, 360, 0.1)),
      makeField(say("web.clock.increment"), number("clock.increment", 3, 600, 0)),
    ),
  );
}

/** @param {GameEntry} game @param {SavedChoices} saved */
function makeOptionFields(game, saved) {
  if (!game.options.length) return make("div");
  const naming = {
    option: (/** @type {string} */ option) => getOptionName(game.name, option),
    choice: (/** @type {string} */ option, /** @type {Setting} */ choice) =>
      getChoiceName(game.name, option, choice),
  };
  const changed = game.options.some((option) => saved[`option.${option.name}`] !== undefined);
  return make(
    "details",
    { class: "part", open: changed },
    make("summary", {}, say("web.setup.options")),
    make(
      "div",
      { class: "fields" },
      ...game.options.map((option) => {
        const text = saved[`option.${option.name}`];
        const value = text === undefined ? option.default : parseSaved(option, text);
        return makeOptionField(option, "option", naming, value);
      }),
    ),
  );
}

/** Parses a saved text as a setting. @param {import("../api_types.js").Option} option @param {string} text */
function parseSaved(option, text) {
  if (option.kind === "bool") return text === "true";
  return option.choices?.find((choice) => String(choice) === text) ?? text;
}

/** @param {string} name @param {string | undefined} chosen @param {[string, string, Node?][]} choices */
function makeSegments(name, chosen, choices) {
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
function makeField(words, control) {
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
function saveChoices(data, game) {
  /** @type {SavedChoices} */
  const saved = { undo: "off", listed: "off" };
  for (const [name, value] of data) {
    if (!name.startsWith("option.") && name !== "name") saved[name] = String(value);
  }
  for (const [name, value] of Object.entries(readOptions(data, "option", game.options))) {
    saved[`option.${name}`] = String(value);
  }
  saveItem(`setup.${game.name}`, saved);
}
