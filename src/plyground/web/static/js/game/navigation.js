/** The buttons that step through a game, and those that flip the board and show its coordinates. */

import { toggleCoordinates } from "../appearance.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";

/**
 * @param {HTMLElement} box
 * @param {object} handlers
 * @param {(ply: number) => void} handlers.goToPly
 * @param {(by: number) => void} handlers.step
 * @param {() => void} handlers.flip
 */
export function showNavigation(box, { goToPly, step, flip }) {
  const button = (
    /** @type {import("../icons.js").Icon} */ sign,
    /** @type {() => void} */ onclick,
  ) => {
    const element = make("button", { class: "icon", onclick, "data-nav": sign }, makeIcon(sign));
    setTooltip(element, say(`web.key.${sign}`), sign);
    return element;
  };
  box.replaceChildren(
    button("first", () => goToPly(0)),
    button("back", () => step(-1)),
    button("forward", () => step(1)),
    button("last", () => goToPly(Infinity)),
    button("flip", flip),
    button("coordinates", toggleCoordinates),
  );
}
