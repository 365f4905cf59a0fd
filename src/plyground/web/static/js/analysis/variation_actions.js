/**
 * Buttons that promote or delete a variation.
 *
 * @typedef {import("./study.js").Study} Study
 */

import { confirm, showError } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";

/** @param {HTMLElement} box @param {Study} study */
export function showVariationActions(box, study) {
  const id = study.current;
  const isVariation = study
    .getLineTo(id)
    .some(({ id: at, parent }) => study.getChildren(parent ?? 0)[0]?.id !== at);
  box.replaceChildren(
    makeButton("web.analysis.promote", !isVariation, () => study.promote(id)),
    makeButton("web.analysis.delete", id === 0, () => confirmDelete(study, id)),
  );
}

/** @param {string} key @param {boolean} disabled @param {() => Promise<void>} act */
function makeButton(key, disabled, act) {
  const onclick = () => void act().catch(showError);
  return make("button", { class: "quiet", "data-action": key, disabled, onclick }, say(key));
}

/** @param {Study} study @param {number} id */
async function confirmDelete(study, id) {
  const { move } = study.getNode(id);
  const count = 1 + study.getLineFrom(id).length;
  const question = say("web.analysis.delete.ask", { move, count });
  if (await confirm(question, say("web.analysis.delete"))) await study.remove(id);
}
