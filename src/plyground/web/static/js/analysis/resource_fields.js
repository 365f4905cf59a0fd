/**
 * Threads and memory of the engine, within what the owner of the server allows.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {"threads" | "hash"} Resource
 */

import { fetchJson } from "../api.js";
import { showError } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { loadItem, saveItem } from "../storage.js";

const LEAST_HASH = 8;

export class ResourceFields {
  element = make("details", { class: "resources small" });
  #onChange;
  /** What was chosen; the server has defaults for the rest. @type {Partial<Record<Resource, number>>} */
  #chosen = loadItem("analysis.resources", {});

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    const fields = make("div", { class: "resource-fields" });
    this.element.append(make("summary", {}, say("web.engine.resources")), fields);
    this.element.addEventListener(
      "toggle",
      () => void this.#showFields(fields).catch(showError),
      { once: true },
    );
  }

  /** The spec of the engine with what was chosen. */
  get spec() {
    const settings = Object.entries(this.#chosen).map(([name, value]) => `${name}=${value}`);
    return settings.length ? `engine:${settings.join(",")}` : "engine";
  }

  /** Forgets what was chosen; returns whether there was anything. */
  reset() {
    const wasChosen = Object.keys(this.#chosen).length > 0;
    this.#chosen = {};
    saveItem("analysis.resources", undefined);
    return wasChosen;
  }

  /** Reads what the owner allows when somebody wants to know. @param {HTMLElement} fields */
  async #showFields(fields) {
    const { limits } = /** @type {Catalogue} */ (await fetchJson("/api/catalogue"));
    fields.replaceChildren(
      this.#makeSelect("threads", listPowers(1, limits.threads), 1),
      this.#makeSelect("hash", listPowers(LEAST_HASH, limits.hash), limits.default_hash),
      make("p", { class: "muted" }, say("web.engine.allowed", { ...limits })),
    );
  }

  /** @param {Resource} name @param {number[]} choices @param {number} fallback */
  #makeSelect(name, choices, fallback) {
    const current = this.#chosen[name] ?? fallback;
    const values = [...new Set([...choices, fallback])].sort((a, b) => a - b);
    const select = make(
      "select",
      { "aria-label": say(`web.engine.${name}`) },
      ...values.map((value) =>
        make(
          "option",
          { value, selected: value === current },
          say(`web.engine.${name}.count`, { count: value }),
        ),
      ),
    );
    select.addEventListener("change", () => {
      this.#chosen = { ...this.#chosen, [name]: Number(select.value) };
      saveItem("analysis.resources", this.#chosen);
      this.#onChange();
    });
    return select;
  }
}

/** The powers of two in a range, and its end. @param {number} from @param {number} to */
function listPowers(from, to) {
  const powers = [];
  for (let power = from; power < to; power *= 2) powers.push(power);
  return [...powers, to];
}
