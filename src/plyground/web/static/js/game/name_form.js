/**
 * The field for a player's name, shown to who plays with others and has not given one.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { find } from "../dom.js";
import { saveItem } from "../storage.js";

export class NameForm {
  #form;

  /** @param {HTMLFormElement} form @param {(message: object) => void} send */
  constructor(form, send) {
    this.#form = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = /** @type {HTMLInputElement} */ (find("input", form)).value.trim();
      if (!name) return;
      saveItem("name", name);
      send({ type: "name", name });
    });
  }

  /** @param {GameState} state */
  show({ seats, players, result }) {
    const [me] = seats;
    const isAlone = seats.length !== 1 || players.every(({ kind }) => kind !== "open");
    this.#form.hidden = me === undefined || isAlone || result !== null || !!players[me]?.name;
  }
}
