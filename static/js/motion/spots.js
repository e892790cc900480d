/** The elements that the keys of a plan stand for. */

/** @typedef {import('../ui/screen.js').Screen} Screen */

/** @param {Screen} screen @param {string} key @returns {HTMLElement | null} */
export function elementAt(screen, key) {
  const [kind, first = '', second = '', third = ''] = key.split(':');
  const { board, hand, sheet } = screen;
  const seat = board.seats[Number(first)];
  switch (kind) {
    case 'wall':
      return board.wall.el;
    case 'hand':
      return child(hand.hand, hand.keys.indexOf(first));
    case 'rack':
      return seat.concealed;
    case 'drawn':
      return child(seat.concealed, seat.concealed.childElementCount - 1);
    case 'river':
      return child(seat.river, Number(second), '.t');
    case 'meld':
      return child(child(row(screen, first, 'melds'), Number(second)), Number(third));
    case 'bonus':
      return child(row(screen, first, 'flowers'), Number(second));
    case 'indicator':
      return child(board.dora, Number(first));
    case 'score':
      return board.edges[Number(first)].score;
    default:
      return sheet.el;
  }
}

/** What the viewer has laid out lies with his hand, not on the felt.
 * @param {Screen} screen @param {string} place @param {'melds' | 'flowers'} name */
function row(screen, place, name) {
  const own = place === '0' && !screen.hand.el.hidden;
  return own ? screen.hand[name] : screen.board.seats[Number(place)][name];
}

/** @param {HTMLElement | null} parent @param {number} n @param {string} [query]  below the parent rather than its children @returns {HTMLElement | null} */
function child(parent, n, query) {
  const list = query ? parent?.querySelectorAll(query) : parent?.children;
  return /** @type {HTMLElement | null} */ (list?.[n] ?? null);
}
