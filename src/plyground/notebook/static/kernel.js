/**
 * The connection of a widget to its Python half: requests with answers, and the engine's analysis.
 *
 * @typedef {object} WidgetModel what a notebook gives a widget
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: (...values: any[]) => void) => void} on
 * @property {(event: string, listener: (...values: any[]) => void) => void} off
 * @property {(message: object) => void} send
 */

import { ApiError } from "../../web/static/js/api.js";

export class Kernel extends EventTarget {
  /** As a socket that is never lost; see EnginePanel. */
  status = "open";
  #model;
  /** All views of a model hear all answers. */
  #view = crypto.randomUUID();
  #count = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {WidgetModel} model */
  constructor(model) {
    super();
    this.#model = model;
    model.on("msg:custom", this.#receive);
  }

  close() {
    this.send({ type: "stop" });
    this.#model.off("msg:custom", this.#receive);
  }

  /**
   * Like `fetchJson`.
   *
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  request = (path, body = {}, signal) =>
    new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        this.#waiting.delete(id);
        reject(signal.reason);
      });
      this.#model.send({ view: this.#view, id, path, body });
    });

  /** Sends a message of the analysis. @param {object} message */
  send(message) {
    this.#model.send({ view: this.#view, analysis: message });
  }

  /** @param {any} message */
  #receive = (message) => {
    if (message.view !== this.#view) return;
    if (message.analysis) {
      this.dispatchEvent(new CustomEvent("message", { detail: message.analysis }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ("problem" in message) waiting?.reject(new ApiError(message.problem, 400));
    else waiting?.resolve(message.answer);
  };
}
