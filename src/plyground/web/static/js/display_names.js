/**
 * Display names of players, agents, moves, options and their choices.
 *
 * A game's own labels have the keys `game.GAME.label.OPTION` and `game.GAME.label.OPTION.CHOICE`;
 * without one, the plain name is shown.
 *
 * @typedef {import("./api_types.js").Player} Player
 * @typedef {import("./api_types.js").Setting} Setting
 */

import { hasWords, say } from "./i18n.js";

/**
 * Parses a spec such as `engine:level=3`.
 *
 * @param {string} spec
 */
export function parseSpec(spec) {
  const colon = spec.indexOf(":");
  const name = colon < 0 ? spec : spec.slice(0, colon);
  const parts = colon < 0 ? [] : spec.slice(colon + 1).split(",");
  const variant = parts[0] && !parts[0].includes("=") ? parts[0] : null;
  const settings = new Map(
    parts
      .filter((part) => part.includes("="))
      .map((part) => {
        const [key = "", ...value] = part.split("=");
        return [key, value.join("=")];
      }),
  );
  return { name, variant, settings };
}

/**
 * The display name of an agent: "Engine, level 3".
 *
 * @param {string} spec
 */
export function getAgentName(spec) {
  const { name, variant, settings } = parseSpec(spec);
  const known = hasWords(`web.agent.${name}`) ? say(`web.agent.${name}`) : name;
  const more = [...settings].map(([key, value]) => `${getAgentOptionName(key)} ${value}`);
  return [known, ...(variant ? [variant] : []), ...more].join(", ");
}

/**
 * @param {Player} player
 * @param {boolean} isMine
 */
export function getPlayerName(player, isMine) {
  if (player.kind === "agent") return getAgentName(player.spec ?? player.name);
  if (player.kind === "engine") return player.name;
  if (player.name) return player.name;
  return say(isMine ? "web.player.you" : "web.player.guest");
}

/** @param {string} option */
export function getAgentOptionName(option) {
  const key = `web.agent.option.${option}`;
  return hasWords(key) ? say(key) : option;
}

/** @param {string} game @param {string} option */
export function getOptionName(game, option) {
  const key = `game.${game}.label.${option}`;
  return hasWords(key) ? say(key) : option.replaceAll("_", " ");
}

/** @param {string} game @param {string} option @param {Setting} choice */
export function getChoiceName(game, option, choice) {
  const key = `game.${game}.label.${option}.${choice}`;
  return hasWords(key) ? say(key) : String(choice);
}

/**
 * The name of a move that has no place on the board (`game.GAME.choice.MOVE`); of any other, its
 * notation.
 *
 * @param {string} game
 * @param {string} move
 */
export function getMoveName(game, move) {
  const key = `game.${game}.choice.${move}`;
  return hasWords(key) ? say(key) : move;
}

/**
 * Describes the options that differ from the defaults: "Rules: Omok, Board size: 19".
 *
 * @param {string} game
 * @param {Record<string, Setting>} options
 */
export function describeOptions(game, options) {
  return Object.entries(options)
    .map(([name, value]) =>
      typeof value === "boolean"
        ? say(value ? "web.option.on" : "web.option.off", { option: getOptionName(game, name) })
        : say("web.option.is", {
            option: getOptionName(game, name),
            value: getChoiceName(game, name, value),
          }),
    )
    .join(" · ");
}

/**
 * Describes a time control.
 *
 * @param {import("./api_types.js").Control | null} control
 */
export function describeControl(control) {
  if (control?.clock) {
    const { left, increment } = control.clock;
    const [minutes, seconds] = [round(left / 60), round(increment)];
    return say("web.clock.words.clock", { minutes, seconds });
  }
  if (control?.per_move) return say("web.clock.words.move", { seconds: round(control.per_move) });
  return say("web.clock.words.none");
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
