/**
 * A WebSocket that reconnects.
 *
 * It retries with growing delays (at once when the network or the reader comes back), sends a hello
 * on every connection, and detects a dead connection by pings.
 *
 * Events: `message` (detail: the message) and `status` (detail: the connection status).
 *
 * @typedef {"connecting" | "open" | "lost" | "closed"} ConnectionStatus
 */

const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 15_000;
const PING_INTERVAL_MS = 20_000;
const PONG_TIMEOUT_MS = 10_000;
/** The close code of the server for an unknown id. */
const NOT_FOUND = 4404;

export class ReconnectingSocket extends EventTarget {
  /** @type {ConnectionStatus} */
  status = "connecting";

  /** @type {WebSocket | null} */
  #socket = null;
  #path;
  #makeHello;
  #usesPings;
  #failures = 0;
  #timer = 0;
  #pinger = 0;
  #lastMessageAt = 0;
  #onWake = () => this.#retryNow();

  /**
   * @param {string} path like `/api/games/ID/socket`
   * @param {object} [options]
   * @param {() => object | null} [options.makeHello] makes the first message of each connection
   * @param {boolean} [options.pings] does the server answer pings?
   */
  constructor(path, { makeHello = () => null, pings = true } = {}) {
    super();
    this.#path = path;
    this.#makeHello = makeHello;
    this.#usesPings = pings;
    addEventListener("online", this.#onWake);
    document.addEventListener("visibilitychange", this.#onWake);
    this.#connect();
  }

  /**
   * Sends a message; returns false if there is no connection.
   *
   * @param {object} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Closes the connection for good. */
  close() {
    removeEventListener("online", this.#onWake);
    document.removeEventListener("visibilitychange", this.#onWake);
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#setStatus("closed");
    this.#socket?.close();
  }

  #connect() {
    this.#setStatus(this.#failures ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.onopen = () => this.#handleOpen();
    socket.onmessage = (event) => this.#handleMessage(event.data);
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === NOT_FOUND) this.close();
      else this.#handleLoss();
    };
  }

  #handleOpen() {
    this.#lastMessageAt = Date.now();
    const greeting = this.#makeHello();
    if (greeting) this.send(greeting);
    this.#setStatus("open");
    clearInterval(this.#pinger);
    if (this.#usesPings) this.#pinger = setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  /** @param {string} data */
  #handleMessage(data) {
    this.#failures = 0;
    this.#lastMessageAt = Date.now();
    const message = JSON.parse(data);
    if (message.type !== "pong") {
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
    }
  }

  #ping() {
    const sent = Date.now();
    this.send({ type: "ping", at: sent });
    setTimeout(() => {
      if (this.status === "open" && this.#lastMessageAt < sent) this.#drop();
    }, PONG_TIMEOUT_MS);
  }

  /** Drops a dead connection, which emits no close event. */
  #drop() {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#handleLoss();
  }

  #handleLoss() {
    clearInterval(this.#pinger);
    if (this.status === "closed") return;
    this.#failures += 1;
    this.#setStatus("lost");
    const pause = Math.min(FIRST_DELAY_MS * 2 ** (this.#failures - 1), MAX_DELAY_MS);
    clearTimeout(this.#timer);
    // Jitter: not all pages at the same moment after the server was down.
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + 0.5 * Math.random()));
  }

  #retryNow() {
    if (this.status !== "lost" || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** @param {ConnectionStatus} status */
  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}
