/** What only a practice table has: taking the last decision back, and a hint. */

/**
 * @typedef {object} PracticePage
 * @property {import('../state/session.js').Session} session
 * @property {import('./questions.js').Questions} questions
 * @property {import('../net/connection.js').Connection} connection
 * @property {() => void} draw
 */

export class Practice {
  /** @param {PracticePage} page */
  constructor(page) {
    this.page = page;
    /** @type {string | null} id of the undo that is not answered yet */
    this.undoing = null;
  }

  /** Whether this table allows it, to this person. */
  get allowed() {
    const { table, viewer, control } = this.page.session;
    return Boolean(table.practice) && viewer !== null && control;
  }

  undo() {
    if (!this.allowed || this.undoing || this.page.session.pending) return;
    const id = this.page.questions.id();
    if (this.page.connection.send({ type: 'undo', id })) this.undoing = id;
  }

  hint() {
    const { page } = this;
    if (!this.allowed || !page.session.prompt) return;
    // Once more puts it away.
    if (page.session.hint) {
      page.session = { ...page.session, hint: null };
      page.draw();
    } else page.connection.send({ type: 'ask', id: page.questions.id(), what: 'hint' });
  }

  /** Takes the answer to an undo. @param {import('../protocol.js').ServerFrame} frame
   * @returns {string | null} why it was refused */
  refusal(frame) {
    if ((frame.type !== 'accepted' && frame.type !== 'refused') || frame.id !== this.undoing) return null;
    this.undoing = null;
    return frame.type === 'refused' ? frame.code : null;
  }

  /** A new line to the server knows nothing of what was on its way. */
  forget() {
    this.undoing = null;
  }
}
