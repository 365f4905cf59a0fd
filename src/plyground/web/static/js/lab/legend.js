/** The legend of the search tree. */

import { draw, make } from "../dom.js";
import { say } from "../i18n.js";
import { drawCutMark, drawRoleSign, drawText } from "./node_shapes.js";

/** @typedef {"max" | "min" | "mover" | "window" | "open" | "best" | "cut"} Sign */

/** @param {string} algorithm */
export function makeLegend(algorithm) {
  /** @type {Sign[]} */
  const signs = algorithm === "negamax" ? ["mover"] : ["max", "min"];
  if (algorithm !== "minimax") signs.push("window");
  signs.push("open", "best");
  if (algorithm !== "minimax") signs.push("cut");
  return make(
    "ul",
    { class: "legend", "aria-label": say("web.lab.legend") },
    ...signs.map((sign) => make("li", {}, drawSample(sign), say(`web.lab.legend.${sign}`))),
  );
}

/** @param {Sign} sign */
function drawSample(sign) {
  const width = sign === "window" ? 32 : 20;
  return draw(
    "svg",
    {
      class: "tree-picture",
      viewBox: `${-width / 2} -8 ${width} 16`,
      width,
      height: 16,
      "aria-hidden": "true",
    },
    drawSign(sign),
  );
}

/** @param {Sign} sign */
function drawSign(sign) {
  if (sign === "max" || sign === "min" || sign === "mover") return drawRoleSign(sign, 0, 0);
  if (sign === "window") return drawText(0, 0, "[α, β]", 11, "window-text");
  if (sign === "cut") return drawCutMark();
  if (sign === "best") return draw("path", { class: "edge principal", d: "M-9 0H9" });
  const box = { class: "face max", x: -8, y: -6, width: 16, height: 12, rx: 3 };
  return draw("g", { class: "node open" }, draw("rect", box));
}
