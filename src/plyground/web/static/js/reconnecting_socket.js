/**
 * A connection that mends itself.
 *
 * It reconnects with growing pauses (at once when the network or the reader comes back), greets
 * the server each time anew, and notices a line that died without a word.
 *
 * Events: `message` (detail: what the server said) and `standing` (detail: how the line stands).
 *
 * @typedef {"connecting" | "open" | "lost" | "closed"} Standing
 */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const PING_EVERY = 20_000;
const PATIENCE = 10_000;
/** With this code the server says that there is nothing at this address. */
const MISSING = 4404;

export class Channel extends EventTarget {
  /** @type {Standing} */
  standing = "connecting";

  /** @type {WebSocket | null} */
  #socket = null;
  #path;
  #greet;
  #pings;
  #failures = 0;
  #timer = 0;
  #pinger = 0;
  #lastHeard = 0;
  #wake = () => this.#retryNow();

  /**
   * @param {string} path like `/api/games/ID/socket`
   * @param {object} [options]
   * @param {() => object | null} [options.greet] the first message of each connection
   * @param {boolean} [options.pings] does the other end answer pings?
   */
  constructor(path, { greet = () => null, pings = true } = {}) {
    super();
    this.#path = path;
    this.#greet = greet;
    this.#pings = pings;
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /**
   * Sends a message; false if there is no connection now.
   *
   * @param {object} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Hangs up for good. */
  close() {
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#stand("closed");
    this.#socket?.close();
  }

  #connect() {
    this.#stand(this.#failures ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(event.data);
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === MISSING) this.close();
      else this.#lost();
    };
  }

  #opened() {
    this.#lastHeard = Date.now();
    const greeting = this.#greet();
    if (greeting) this.send(greeting);
    this.#stand("open");
    clearInterval(this.#pinger);
    if (this.#pings) this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
  }

  /** @param {string} data */
  #heard(data) {
    this.#failures = 0;
    this.#lastHeard = Date.now();
    const message = JSON.parse(data);
    if (message.type !== "pong") {
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
    }
  }

  #ping() {
    const sent = Date.now();
    this.send({ type: "ping", at: sent });
    setTimeout(() => {
      if (this.standing === "open" && this.#lastHeard < sent) this.#drop();
    }, PATIENCE);
  }

  /** A dead line does not say that it closed: let go of it. */
  #drop() {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#lost();
  }

  #lost() {
    clearInterval(this.#pinger);
    if (this.standing === "closed") return;
    this.#failures += 1;
    this.#stand("lost");
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE);
    clearTimeout(this.#timer);
    // Not all pages at the same moment after the server was away.
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + 0.5 * Math.random()));
  }

  #retryNow() {
    if (this.standing !== "lost" || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** @param {Standing} standing */
  #stand(standing) {
    if (standing === this.standing) return;
    this.standing = standing;
    this.dispatchEvent(new CustomEvent("standing", { detail: standing }));
  }
}
