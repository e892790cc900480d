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
      return inRows(seat.river, Number(second));
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

/** @param {Element | null} parent @param {number} n @returns {HTMLElement | null} */
function child(parent, n) {
  return /** @type {HTMLElement | null} */ (parent?.children[n] ?? null);
}

/** The nth of all that stands in the rows of `parent`.
 * @param {HTMLElement} parent @param {number} n @returns {HTMLElement | null} */
function inRows(parent, n) {
  let left = n;
  for (const row of parent.children) {
    if (left < row.childElementCount) return child(row, left);
    left -= row.childElementCount;
  }
  return null;
}
