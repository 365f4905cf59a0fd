/**
 * Playback controls of a search: buttons, a slider, and automatic playback.
 *
 * Playback never starts by itself. At the end, it starts again from the first step.
 */

import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";
import { loadItem, saveItem } from "../storage.js";

const NUMBERS = new Intl.NumberFormat();
/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** Half the width of the slider's thumb: the distance of the first step from its end. */
const THUMB = 8;

export class Playback {
  #step = 1;
  #steps = 1;
  #timer = 0;
  #animationFrame = 0;
  #isRunning = false;

  /**
   * @param {HTMLElement} root
   * @param {(step: number) => void} onStep called with the requested step
   */
  constructor(root, onStep) {
    this.#onStep = onStep;
    this.#first = this.#makeButton("first", "web.key.step_first", () => this.goToFirst());
    this.#back = this.#makeButton("back", "web.key.step_back", () => this.stepBack());
    this.#run = this.#makeButton("play", "web.lab.play", () => this.toggle(), "run");
    this.#run.classList.add("primary");
    this.#forward = this.#makeButton("forward", "web.key.step_forward", () => this.stepForward());
    this.#last = this.#makeButton("last", "web.key.step_last", () => this.goToLast());
    this.#slider.addEventListener("input", () => {
      this.pause();
      // Fast dragging sends more events than can be drawn.
      cancelAnimationFrame(this.#animationFrame);
      this.#animationFrame = requestAnimationFrame(() => this.#onStep(Number(this.#slider.value)));
    });
    this.#slider.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      this.toggle();
    });
    root.append(
      make(
        "div",
        { class: "playback-buttons" },
        this.#first,
        this.#back,
        this.#run,
        this.#forward,
        this.#last,
      ),
      make("div", { class: "playback-slider" }, this.#slider, this.#cutMarks),
      this.#count,
      this.#makeSpeedSelect(),
    );
    this.#showRunning();
    new ResizeObserver(() => this.#drawCutMarks()).observe(this.#cutMarks);
  }

  #onStep;
  #first;
  #back;
  #run;
  #forward;
  #last;
  #slider = make("input", {
    type: "range",
    min: 1,
    max: 1,
    step: 1,
    value: 1,
    "aria-label": say("web.lab.event"),
  });
  #cutMarks = make("canvas", { class: "playback-cuts", "aria-hidden": "true", height: 6 });
  #events = "";
  #count = make("output", { class: "playback-count" });
  #stepsPerSecond = loadItem("lab.speed", 2);

  /**
   * Loads the events of a search; cuts are marked below the slider.
   *
   * @param {string} events
   */
  load(events) {
    this.#events = events;
    // As wide as it can become, so that the slider keeps its length.
    this.#count.style.minWidth = `${2 * NUMBERS.format(events.length).length + 3}ch`;
    this.#drawCutMarks();
  }

  #drawCutMarks() {
    const [canvas, events] = [this.#cutMarks, this.#events];
    const pen = canvas.getContext("2d");
    canvas.width = canvas.clientWidth * devicePixelRatio || 1;
    if (!pen) return;
    pen.fillStyle = getComputedStyle(canvas).color;
    const room = canvas.width - 2 * THUMB * devicePixelRatio;
    const wide = Math.max(1, Math.min(3, room / events.length)) * devicePixelRatio;
    // Too many marks would run into each other.
    if ((events.split("c").length - 1) * wide > room / 2) return;
    for (let at = events.indexOf("c"); at >= 0; at = events.indexOf("c", at + 1)) {
      const x = THUMB * devicePixelRatio + (room * at) / Math.max(events.length - 1, 1);
      pen.fillRect(x - wide / 2, 0, wide, canvas.height);
    }
  }

  /**
   * Goes to the next cut, or the previous one.
   *
   * @param {1 | -1} by
   */
  goToCut(by) {
    const [events, at] = [this.#events, this.#step - 1];
    const found = by > 0 ? events.indexOf("c", at + 1) : events.lastIndexOf("c", at - 1);
    if (found >= 0) this.#jump(found + 1);
  }

  get isRunning() {
    return this.#isRunning;
  }

  /**
   * Shows the current step.
   *
   * @param {number} step
   * @param {number} steps
   * @param {string} words what happened there
   */
  show(step, steps, words) {
    [this.#step, this.#steps] = [step, steps];
    this.#slider.max = String(steps);
    this.#slider.value = String(step);
    this.#slider.setAttribute("aria-valuetext", words);
    this.#count.textContent = `${NUMBERS.format(step)} / ${NUMBERS.format(steps)}`;
    for (const one of [this.#first, this.#back]) one.disabled = step <= 1;
    for (const one of [this.#forward, this.#last]) one.disabled = step >= steps;
  }

  goToFirst() {
    this.#jump(1);
  }

  stepBack() {
    this.#jump(this.#step - 1);
  }

  stepForward() {
    this.#jump(this.#step + 1);
  }

  goToLast() {
    this.#jump(this.#steps);
  }

  toggle() {
    if (this.#isRunning) return this.pause();
    this.#isRunning = true;
    this.#showRunning();
    if (this.#step >= this.#steps) this.#onStep(1);
    this.#tick();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#isRunning = false;
    this.#showRunning();
  }

  /** @param {number} step */
  #jump(step) {
    this.pause();
    if (step >= 1 && step <= this.#steps) this.#onStep(step);
  }

  #tick() {
    this.#timer = setTimeout(() => {
      this.#onStep(this.#step + 1);
      if (this.#step >= this.#steps) this.pause();
      else this.#tick();
    }, 1000 / this.#stepsPerSecond);
  }

  #showRunning() {
    this.#run.replaceChildren(makeIcon(this.#isRunning ? "pause" : "play"));
    const words = say(this.#isRunning ? "web.lab.pause" : "web.lab.play");
    setTooltip(this.#run, words, "run");
    this.#run.setAttribute("aria-label", words);
  }

  #makeSpeedSelect() {
    return make(
      "label",
      { class: "speed" },
      make("span", { class: "visually-hidden" }, say("web.lab.speed")),
      make(
        "select",
        {
          title: say("web.lab.speed"),
          onchange: (/** @type {Event} */ event) => {
            this.#stepsPerSecond = Number(/** @type {HTMLSelectElement} */ (event.target).value);
            saveItem("lab.speed", this.#stepsPerSecond);
          },
        },
        ...SPEEDS.map((speed) =>
          make(
            "option",
            { value: speed, selected: speed === this.#stepsPerSecond },
            say("web.lab.speed.is", { speed }),
          ),
        ),
      ),
    );
  }

  /**
   * @param {import("../icons.js").Icon} sign
   * @param {string} key
   * @param {() => void} act
   * @param {string} [id] of its key
   */
  #makeButton(sign, key, act, id = sign) {
    const button = make("button", { class: "icon", type: "button", onclick: act }, makeIcon(sign));
    setTooltip(button, say(key), id);
    button.setAttribute("aria-label", say(key));
    return button;
  }
}
