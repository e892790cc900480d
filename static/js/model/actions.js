/** The action bar: what the viewer may do besides discarding, in the order and with the keys that do it. */

/** @typedef {import('../protocol.js').Action} Action */

/**
 * @typedef {object} Choice
 * @property {string} key
 * @property {string} word  key of the catalogue, `action.` left out
 * @property {string} tone  `win`, `claim`, `chow`, `ready`, `quiet`
 * @property {string[]} tiles  drawn on the button: the viewer's own that go into the set
 * @property {boolean} labelled  false: another way to do what the button before it says
 * @property {string} hotkey
 * @property {string} [note]  what it is worth
 * @property {boolean} [hinted]  a hint points to it
 * @property {Action | null} action  null: opens what `word` says (`ready`: choose the tile to declare with)
 */

const HOTKEYS = { win: 'w', pass: 'p', kong: 'k', pung: 'u', chow: 'c', declare_ready: 'r', abort_deal: 'a', continue_match: 'n' };

/** @param {Action[]} legal @returns {Choice[]} */
export function choices(legal) {
  /** @type {Choice[]} */
  const out = [];
  const ready = legal.some((action) => action.type === 'declare_ready');
  for (const action of legal) {
    if (action.type === 'discard' || action.type === 'declare_ready' || action.type === 'continue_match') continue;
    out.push({
      key: JSON.stringify(action), word: wordOf(action), tone: toneOf(action), tiles: tilesOf(action), labelled: true, hotkey: HOTKEYS[action.type], action,
    });
  }
  if (ready) {
    out.push({ key: 'ready', word: 'declare_ready', tone: 'ready', tiles: [], labelled: true, hotkey: HOTKEYS.declare_ready, action: null });
  }
  return numbered(out.sort((a, b) => RANK.indexOf(a.tone) - RANK.indexOf(b.tone)));
}

const RANK = ['chow', 'claim', 'ready', 'abort', 'win', 'quiet'];

/** Several of one sort get the digits.
 * @param {Choice[]} list */
function numbered(list) {
  return list.map((choice) => {
    const same = list.filter((each) => each.hotkey === choice.hotkey);
    const place = same.indexOf(choice);
    return place > 0 ? { ...choice, hotkey: `${place + 1}`, labelled: choice.word !== same[0].word } : choice;
  });
}

/** @param {Action} action */
function wordOf(action) {
  return action.type === 'kong' ? `kong_${action.form}` : action.type;
}

/** @param {Action} action */
function toneOf(action) {
  switch (action.type) {
    case 'win':
      return 'win';
    case 'chow':
      return 'chow';
    case 'pung':
    case 'kong':
      return 'claim';
    case 'abort_deal':
      return 'abort';
    default:
      return 'quiet';
  }
}

/** @param {Action} action @returns {string[]} */
function tilesOf(action) {
  switch (action.type) {
    case 'chow':
    case 'pung':
      return action.tiles;
    case 'kong':
      return [action.tile];
    default:
      return [];
  }
}

/** The discard that a tile of the hand stands for, or null where it may not be discarded.
 * @param {Action[]} legal @param {string} tile @param {boolean} drawn @param {boolean} declare */
export function discardOf(legal, tile, drawn, declare) {
  const type = declare ? 'declare_ready' : 'discard';
  /** @param {boolean} exact */
  const find = (exact) =>
    legal.find((a) => a.type === type && a.tile === tile && (!exact || (a.drawn ?? false) === drawn)) ?? null;
  return find(true) ?? find(false);
}
