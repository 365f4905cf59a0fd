/** The buttons that walk through a game, and the one that turns the board. */

import { make } from "../dom.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";
import { say } from "../i18n.js";

/**
 * @param {HTMLElement} box
 * @param {object} ways
 * @param {(ply: number) => void} ways.look
 * @param {(by: number) => void} ways.step
 * @param {() => void} ways.flip
 */
export function showNavigation(box, { look, step, flip }) {
  const button = (
    /** @type {import("../icons.js").Icon} */ sign,
    /** @type {() => void} */ onclick,
  ) => {
    const made = make("button", { class: "icon", onclick, "data-nav": sign }, makeIcon(sign));
    setTooltip(made, say(`web.key.${sign}`), sign);
    return made;
  };
  box.replaceChildren(
    button("first", () => look(0)),
    button("back", () => step(-1)),
    button("forward", () => step(1)),
    button("last", () => look(Infinity)),
    button("flip", flip),
  );
}
