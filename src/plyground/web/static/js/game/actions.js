/**
 * What a player can do besides moving: take back, offer a draw, resign; and afterwards.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { make } from "../dom.js";
import { icon } from "../icons.js";
import { confirm } from "../app_shell.js";
import { say } from "../i18n.js";

export class Actions {
  #box;
  #send;
  #written = "";

  /** @param {HTMLElement} box @param {(message: object) => void} send */
  constructor(box, send) {
    this.#box = box;
    this.#send = send;
  }

  /** @param {GameState} state */
  show(state) {
    const written = JSON.stringify([
      state.result,
      state.seats,
      state.offers,
      state.moves.some(({ side }) => state.seats.includes(side)),
      state.rematch,
    ]);
    if (written === this.#written) return;
    this.#written = written;
    const offer = this.#offer(state);
    this.#box.replaceChildren(
      ...(state.result ? this.#after(state) : (offer ?? this.#during(state))),
    );
  }

  /** @param {GameState} state */
  #during({ seats, settings, players, moves }) {
    if (!seats.length) return [make("p", { class: "soft small" }, say("web.watching"))];
    const bothHuman = players.every(({ kind }) => kind === "human" || kind === "open");
    return [
      settings.undo &&
        this.#button(
          "undo",
          "web.undo",
          () => this.#send({ type: "undo" }),
          !moves.some(({ side }) => seats.includes(side)),
        ),
      bothHuman && this.#button("draw", "web.draw", () => void this.#draw(seats.length === 2)),
      this.#button("resign", "web.resign", () => void this.#resign()),
    ].filter((each) => each !== false);
  }

  /** @param {GameState} state */
  #after({ id, seats, rematch }) {
    const again = rematch
      ? link("rematch", "web.rematch.go", `/game/${rematch}`, "main")
      : this.#button("rematch", "web.rematch", () => this.#send({ type: "rematch" }));
    return [
      ...(seats.length || rematch ? [again] : []),
      link("analyse", "web.analyse", `/analysis/game/${id}`),
      ...(seats.length === 1 ? [link("eye", "web.mistakes", `/analysis/game/${id}?learn=${seats[0]}`)] : []),
      link("add", "web.new", "/"),
    ];
  }

  /** What the other one asked for. @param {GameState} state */
  #offer({ offers, seats }) {
    const [me] = seats;
    if (me === undefined || seats.length > 1) return null;
    for (const type of /** @type {const} */ (["draw", "undo"])) {
      const by = offers[type];
      if (by === null || by === undefined) continue;
      if (by === me) return [make("p", { class: "soft small" }, say(`web.offer.${type}.mine`))];
      return [
        make("p", { class: "offer" }, say(`web.offer.${type}`)),
        this.#button(
          "check",
          "web.accept",
          () => this.#send({ type, answer: "accept" }),
          false,
          "main",
        ),
        this.#button("close", "web.decline", () => this.#send({ type, answer: "decline" })),
      ];
    }
    return null;
  }

  /** @param {boolean} isAgreed */
  async #draw(isAgreed) {
    const question = say(isAgreed ? "web.draw.agree" : "web.draw.ask");
    if (await confirm(question, say("web.draw"))) this.#send({ type: "draw", answer: "offer" });
  }

  async #resign() {
    if (await confirm(say("web.resign.ask"), say("web.resign"))) this.#send({ type: "resign" });
  }

  /** @param {import("../icons.js").Icon} sign @param {string} key @param {() => void} onclick @param {boolean} [disabled] @param {string} [kind] */
  #button(sign, key, onclick, disabled = false, kind = "") {
    return make(
      "button",
      { class: kind, onclick, disabled, "data-action": sign },
      icon(sign),
      say(key),
    );
  }
}

/** @param {import("../icons.js").Icon} sign @param {string} key @param {string} href @param {string} [kind] */
function link(sign, key, href, kind = "") {
  return make("a", { class: `button ${kind}`, href, "data-action": sign }, icon(sign), say(key));
}
