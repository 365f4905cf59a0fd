/**
 * What can be done to a variation: promote it, delete it.
 *
 * @typedef {import("./study.js").Study} Study
 */

import { make } from "../dom.js";
import { complain, confirm } from "../app_shell.js";
import { say } from "../i18n.js";

/** @param {HTMLElement} box @param {Study} study */
export function showPruning(box, study) {
  const id = study.current;
  const isVariation = study
    .lineTo(id)
    .some(({ id: at, parent }) => study.after(parent ?? 0)[0]?.id !== at);
  box.replaceChildren(
    button("web.analysis.promote", !isVariation, () => study.promote(id)),
    button("web.analysis.delete", id === 0, () => prune(study, id)),
  );
}

/** @param {string} key @param {boolean} disabled @param {() => Promise<void>} act */
function button(key, disabled, act) {
  const onclick = () => void act().catch(complain);
  return make("button", { class: "quiet", "data-prune": key, disabled, onclick }, say(key));
}

/** @param {Study} study @param {number} id */
async function prune(study, id) {
  const { move } = study.node(id);
  const count = 1 + study.lineFrom(id).length;
  const question = say("web.analysis.delete.ask", { move, count });
  if (await confirm(question, say("web.analysis.delete"))) await study.remove(id);
}
