/**
 * The socket of one table: says hello with the last number heard, comes back by itself, and sends an act again under the same
 * id until it is answered.
 */

import { waitBefore } from './backoff.js';

/** @typedef {import('../protocol.js').ClientFrame} ClientFrame */
/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */
/** @typedef {Extract<ClientFrame, {type: 'act'}>} Act */

/**
 * @typedef {object} Hooks
 * @property {string} match
 * @property {() => Promise<string>} ticket  rejects with a `Refusal` where a new try is of no use
 * @property {() => number | null} since
 * @property {() => boolean} control  false: a newer tab plays the seat, which a new socket would take back from it
 * @property {(frame: ServerFrame) => void} onFrame
 * @property {(state: 'connecting' | 'open' | 'reconnecting' | 'closed', code?: string) => void} onState
 */

/** The server will not let this browser in, whatever is tried. */
export class Refusal extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const PING_MS = 20_000;
const SILENCE_MS = 60_000;
const RESEND_MS = 6_000;
/** After these the page waits for the person. */
const FINAL = new Set(['taken_over', 'bad_frame', 'wrong_protocol', 'unknown_match', 'left_table', 'saved', 'not_allowed', 'table_closed', 'kicked', 'banned']);

export class Connection {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Act | null} */
    this.act = null;
    this.tries = 0;
    this.heard = 0;
    this.wanted = false;
    this.ready = false;
    this.attempt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.beat = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    addEventListener('online', () => this.wake());
    // A socket without a network dies in silence: what it shows meanwhile would be stale.
    addEventListener('offline', () => this.wanted && this.resync());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake());
    addEventListener('pagehide', () => this.#drop());
    addEventListener('pageshow', (e) => e.persisted && this.wake());
  }

  start() {
    this.#drop();
    this.wanted = true;
    this.tries = 0;
    this.hooks.onState('connecting');
    void this.#open();
  }

  /** Tries at once where it is waiting for the next try. */
  wake() {
    if (!this.wanted || this.socket) return;
    clearTimeout(this.retry);
    void this.#open();
  }

  /** Something is missing: come back and take what is there now. */
  resync() {
    this.#drop();
    this.#later();
  }

  /** @param {ClientFrame} frame @returns {boolean} whether it went out */
  send(frame) {
    if (!this.ready || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {Act} act */
  sendAct(act) {
    this.act = act;
    this.#resend();
  }

  #resend() {
    clearTimeout(this.again);
    if (!this.act) return;
    this.send(this.act);
    this.again = setTimeout(() => this.#resend(), RESEND_MS);
  }

  async #open() {
    const attempt = ++this.attempt;
    let ticket;
    try {
      ticket = await this.hooks.ticket();
    } catch (error) {
      if (attempt !== this.attempt) return;
      if (error instanceof Refusal) this.#end(error.code);
      else this.#later();
      return;
    }
    if (attempt !== this.attempt || !this.wanted) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, ticket, match: this.hooks.match, since: this.hooks.since() }));
      clearInterval(this.beat);
      this.beat = setInterval(() => this.#pulse(), PING_MS);
    };
    socket.onmessage = (message) => this.#take(socket, message.data);
    socket.onclose = () => this.#closed(socket);
  }

  /** @param {WebSocket} socket @param {string} data */
  #take(socket, data) {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    /** @type {ServerFrame} */
    const frame = JSON.parse(data);
    if (frame.type === 'bye' && FINAL.has(frame.code)) {
      this.hooks.onFrame(frame);
      this.#end(frame.code);
      return;
    }
    if (!this.ready && frame.type !== 'bye') {
      this.ready = true;
      this.tries = 0;
      this.hooks.onState('open');
    }
    if ((frame.type === 'accepted' || frame.type === 'refused') && frame.id === this.act?.id) {
      this.act = null;
      clearTimeout(this.again);
    }
    this.hooks.onFrame(frame);
    // What was on its way when the line broke goes out again, once the view is up to date.
    if (frame.type === 'snapshot' || frame.type === 'events') if (this.act && !this.again) this.#resend();
  }

  #pulse() {
    if (Date.now() - this.heard > SILENCE_MS) this.resync();
    else this.send({ type: 'ping' });
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (socket !== this.socket) return;
    this.#drop();
    if (!this.wanted) return;
    if (this.hooks.control()) this.#later();
    else this.#end('taken_over');
  }

  #later() {
    this.hooks.onState('reconnecting');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.#open(), waitBefore(this.tries++, Math.random()));
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    this.ready = false;
    this.attempt++;
    clearInterval(this.beat);
    clearTimeout(this.again);
    this.again = undefined;
    socket?.close();
  }

  /** @param {string} code */
  #end(code) {
    this.wanted = false;
    this.#drop();
    this.hooks.onState('closed', code);
  }
}
