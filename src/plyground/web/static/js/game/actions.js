/**
 * Buttons for a player's other actions: undo, draw, resign; and after the game, rematch and analysis.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { confirm } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";

export class Actions {
  #box;
  #send;
  #renderedKey = "";

  /** @param {HTMLElement} box @param {(message: object) => void} send */
  constructor(box, send) {
    this.#box = box;
    this.#send = send;
  }

  /** @param {GameState} state */
  render(state) {
    const key = JSON.stringify([
      state.result,
      state.seats,
      state.offers,
      state.moves.some(({ side }) => state.seats.includes(side)),
      state.rematch,
      state.held,
      state.pace.paused,
    ]);
    if (key === this.#renderedKey) return;
    this.#renderedKey = key;
    const focused = document.activeElement?.getAttribute("data-action");
    const offer = this.#makeOfferButtons(state);
    this.#box.replaceChildren(
      ...(state.result ? this.#makeEndButtons(state) : (offer ?? this.#makeGameButtons(state))),
    );
    const again = focused && this.#box.querySelector(`[data-action="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {GameState} state */
  #makeGameButtons({ seats, held, settings, players, moves, pace }) {
    if (held.length && players.every(({ spec }) => spec)) return this.#makePaceControls(pace);
    if (!seats.length) return [make("p", { class: "muted small" }, say("web.watching"))];
    const bothHuman = players.every(({ kind }) => kind === "human" || kind === "open");
    return [
      settings.undo &&
        this.#makeButton(
          "undo",
          "web.undo",
          () => this.#send({ type: "undo" }),
          !moves.some(({ side }) => seats.includes(side)),
        ),
      bothHuman &&
        this.#makeButton("draw", "web.draw", () => void this.#offerDraw(seats.length === 2)),
      this.#makeButton("resign", "web.resign", () => void this.#resign()),
    ].filter((each) => each !== false);
  }

  /** @param {GameState} state */
  #makeEndButtons({ id, seats, held, rematch }) {
    const again = rematch
      ? makeLink("rematch", "web.rematch.go", `/game/${rematch}`, "primary")
      : this.#makeButton("rematch", "web.rematch", () => this.#send({ type: "rematch" }));
    return [
      ...(held.length || rematch ? [again] : []),
      makeLink("analyse", "web.analyse", `/analysis/game/${id}`),
      ...(seats.length === 1
        ? [makeLink("eye", "web.mistakes", `/analysis/game/${id}?learn=${seats[0]}`)]
        : []),
      makeLink("add", "web.new", "/"),
    ];
  }

  /** The buttons that answer the opponent's offer. @param {GameState} state */
  #makeOfferButtons({ offers, seats }) {
    const [me] = seats;
    if (me === undefined || seats.length > 1) return null;
    for (const type of /** @type {const} */ (["draw", "undo"])) {
      const by = offers[type];
      if (by === null || by === undefined) continue;
      if (by === me) return [make("p", { class: "muted small" }, say(`web.offer.${type}.mine`))];
      return [
        make("p", { class: "offer" }, say(`web.offer.${type}`)),
        this.#makeButton(
          "check",
          "web.accept",
          () => this.#send({ type, answer: "accept" }),
          false,
          "primary",
        ),
        this.#makeButton("close", "web.decline", () => this.#send({ type, answer: "decline" })),
      ];
    }
    return null;
  }

  /** Speed and pause of a game between engines. @param {GameState["pace"]} pace */
  #makePaceControls({ delay, paused }) {
    const words = make("span", {}, say("web.pace.delay", { seconds: delay }));
    const range = make("input", { type: "range", min: 0, max: 5, step: 0.5, value: delay });
    const send = (/** @type {boolean} */ isPaused) =>
      this.#send({ type: "pace", delay: Number(range.value), paused: isPaused });
    range.addEventListener("input", () => {
      words.textContent = say("web.pace.delay", { seconds: range.value });
    });
    range.addEventListener("change", () => send(paused));
    const button = this.#makeButton(
      paused ? "play" : "pause",
      paused ? "web.pace.resume" : "web.pace.pause",
      () => send(!paused),
      false,
      "primary",
    );
    button.dataset["action"] = "pace";
    return [button, make("label", { class: "field pace" }, words, range)];
  }

  /** @param {boolean} isAgreed */
  async #offerDraw(isAgreed) {
    const question = say(isAgreed ? "web.draw.agree" : "web.draw.ask");
    if (await confirm(question, say("web.draw"))) this.#send({ type: "draw", answer: "offer" });
  }

  async #resign() {
    if (await confirm(say("web.resign.ask"), say("web.resign"))) this.#send({ type: "resign" });
  }

  /** @param {import("../icons.js").Icon} sign @param {string} key @param {() => void} onclick @param {boolean} [disabled] @param {string} [kind] */
  #makeButton(sign, key, onclick, disabled = false, kind = "") {
    return make(
      "button",
      { class: kind, onclick, disabled, "data-action": sign },
      makeIcon(sign),
      say(key),
    );
  }
}

/** @param {import("../icons.js").Icon} sign @param {string} key @param {string} href @param {string} [kind] */
function makeLink(sign, key, href, kind = "") {
  return make(
    "a",
    { class: `button ${kind}`, href, "data-action": sign },
    makeIcon(sign),
    say(key),
  );
}
