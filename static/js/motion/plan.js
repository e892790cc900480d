/**
 * What moves on the table when events lead from one model to the next. Pure: a move names two places of the drawing by their
 * keys, and never a tile, so that a plan can tell nothing that the drawing does not show.
 *
 * Keys: `wall`, `hand:KEY` (a tile of the viewer's), `rack:PLACE` and `drawn:PLACE` (concealed tiles of a seat), `river:PLACE:N`,
 * `meld:PLACE:N:TILE`, `bonus:PLACE:N`, `indicator:N`, `score:PLACE`, `sheet`.
 */

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {import('../protocol.js').GameEvent} GameEvent */

/**
 * @typedef {'deal' | 'draw' | 'discard' | 'claim' | 'kong' | 'flower' | 'shift' | 'reveal' | 'win' | 'score' | 'sheet'} Kind
 *
 * @typedef {object} Move
 * @property {Kind} kind
 * @property {string | null} from  key in the drawing before; null: it appears where it is
 * @property {string} to  key in the drawing after
 * @property {number} delay  ms
 * @property {number} duration  ms
 * @property {number} [amount]  points that a score changed by
 */

/** @type {Record<Kind, number>} */
const LASTS = {
  deal: 240, draw: 170, discard: 200, claim: 260, kong: 260, flower: 220, shift: 140, reveal: 320, win: 480, score: 1500, sheet: 220,
};
/** One event after the other, but not at the price of waiting for each. */
const STEP = 70;
const DEAL_STEP = 45;
const TILES_AT_ONCE = 4;
/** The winning tiles are seen before the result covers them. */
const BEFORE_SHEET = 650;
/** With more visible events than this somebody catches up: he is shown the present. */
const MOST = 6;

const VISIBLE = new Set(['drawn', 'bonus_exposed', 'discarded', 'meld_claimed', 'kong_declared', 'indicator_revealed', 'deal_won']);
/** The table stands otherwise afterwards, by no play that could be shown. */
const LEAPS = new Set(['position_restored', 'match_rewound']);

/** @param {TableModel} before @param {TableModel} after @param {GameEvent[]} events  what leads from one to the other @returns {Move[]} */
export function plan(before, after, events) {
  if (events.some((event) => LEAPS.has(event.type))) return [];
  const dealt = events.map((event) => event.type).lastIndexOf('deal_started');
  const shown = events.slice(dealt + 1).filter((event) => VISIBLE.has(event.type));
  if (dealt >= 0) return shown.some((event) => event.type === 'discarded') ? [] : deal(after);
  if (!events.length || shown.length > MOST) return [];
  const planner = new Planner(before, after);
  for (const event of shown) planner.take(event);
  const brought = new Set(planner.moves.map((each) => each.to));
  return [...planner.moves, ...shifts(before, after).filter((each) => !brought.has(each.to)), ...endings(before, after)];
}

/** @param {Kind} kind @param {string | null} from @param {string} to @param {number} [delay] @returns {Move} */
const move = (kind, from, to, delay = 0) => ({ kind, from, to, delay, duration: LASTS[kind] });

/** Four tiles at a time to the viewer, the racks of the others in turn.
 * @param {TableModel} m @returns {Move[]} */
function deal(m) {
  const own = m.hand.map((each, i) => move('deal', 'wall', `hand:${each.key}`, Math.floor(i / TILES_AT_ONCE) * DEAL_STEP * 2));
  const racks = m.places.filter((p) => p.concealed.length && (m.spectator || p.place !== 0)).map((p) => move('deal', 'wall', `rack:${p.place}`, p.place * DEAL_STEP));
  return [...racks, ...own];
}

/** Tiles of the viewer that stand elsewhere now.
 * @param {TableModel} before @param {TableModel} after */
function shifts(before, after) {
  const stood = new Map(before.hand.map((each, i) => [each.key, `${i}${each.drawn}`]));
  return after.hand
    .filter((each, i) => stood.has(each.key) && stood.get(each.key) !== `${i}${each.drawn}`)
    .map((each) => move('shift', `hand:${each.key}`, `hand:${each.key}`));
}

/** Scores that changed, and the sheet that opens.
 * @param {TableModel} before @param {TableModel} after @returns {Move[]} */
function endings(before, after) {
  const scores = after.places.flatMap((p) => {
    const amount = p.score - before.places[p.place].score;
    return amount ? [{ ...move('score', null, `score:${p.place}`), amount }] : [];
  });
  return after.result && !before.result ? [...scores, move('sheet', null, 'sheet', BEFORE_SHEET)] : scores;
}

class Planner {
  /** @param {TableModel} before @param {TableModel} after */
  constructor(before, after) {
    this.before = before;
    this.after = after;
    /** @type {Move[]} */
    this.moves = [];
    this.at = 0;
    /** How many of a thing each place has once the events so far have happened. */
    this.rivers = before.places.map((p) => p.river.flat().length);
    this.melds = before.places.map((p) => p.melds.length);
    this.bonus = before.places.map((p) => p.bonus.length);
    this.indicators = before.indicators.length;
    /** Keys of the viewer's tiles that are still where they were. */
    this.held = before.hand.map((each) => each.key);
  }

  /** @param {GameEvent} event */
  take(event) {
    const place = 'seat' in event ? this.after.places.findIndex((p) => p.seat === event.seat) : -1;
    switch (event.type) {
      case 'drawn':
        this.#drawn(place);
        break;
      case 'bonus_exposed':
        this.#add('flower', this.#leaves(place, event.tile, true), `bonus:${place}:${this.bonus[place]++}`);
        break;
      case 'discarded':
        this.#add('discard', this.#leaves(place, event.tile, event.drawn ?? false), `river:${place}:${this.rivers[place]++}`);
        break;
      case 'meld_claimed':
        this.#claimed(place, event.meld);
        break;
      case 'kong_declared':
        this.#kong(place, event.meld);
        break;
      case 'indicator_revealed':
        this.#add('reveal', null, `indicator:${this.indicators++}`);
        break;
      case 'deal_won':
        this.#won(place);
        break;
      default:
        return;
    }
    this.at += STEP;
  }

  /** @param {Kind} kind @param {string | null} from @param {string} to */
  #add(kind, from, to) {
    this.moves.push(move(kind, from, to, this.at));
  }

  /** @param {number} place */
  #own(place) {
    return place === 0 && !this.after.spectator;
  }

  /** Only a tile that still stands apart can be seen coming.
   * @param {number} place */
  #drawn(place) {
    if (this.#own(place)) {
      const drawn = this.after.hand.find((each) => each.drawn);
      if (drawn) this.#once('draw', 'wall', `hand:${drawn.key}`);
    } else if (this.after.places[place].holdsDrawn) this.#once('draw', 'wall', `drawn:${place}`);
  }

  /** Where one thing is brought twice, the last time counts.
   * @param {Kind} kind @param {string | null} from @param {string} to */
  #once(kind, from, to) {
    this.moves = this.moves.filter((each) => each.to !== to);
    this.#add(kind, from, to);
  }

  /** Where a tile comes from that leaves a hand.
   * @param {number} place @param {string} tile @param {boolean} drawn  the drawn one, if it is there @returns {string} */
  #leaves(place, tile, drawn) {
    const { before, held } = this;
    if (!this.#own(place)) return drawn && before.places[place].holdsDrawn ? `drawn:${place}` : `rack:${place}`;
    const alike = before.hand.filter((each) => each.tile === tile && held.includes(each.key));
    const found = alike.find((each) => each.drawn === drawn) ?? alike[0];
    if (!found) return 'wall';
    this.held = held.filter((key) => key !== found.key);
    return `hand:${found.key}`;
  }

  /** @param {number} place @param {import('../protocol.js').Meld} meld */
  #claimed(place, meld) {
    const n = this.melds[place]++;
    const feeder = this.after.places.findIndex((p) => p.seat === meld.from_seat);
    const own = meld.tiles.slice(0, -1);
    let next = 0;
    this.after.places[place].melds[n].tiles.forEach((each, i) => {
      const from = each.turn ? `river:${feeder}:${this.rivers[feeder] - 1}` : this.#leaves(place, own[next++], false);
      this.#add('claim', from, `meld:${place}:${n}:${i}`);
    });
  }

  /** @param {number} place @param {import('../protocol.js').Meld} meld */
  #kong(place, meld) {
    if (meld.form === 'added') {
      const laid = this.after.places[place].melds.findIndex((each, i) => each.form === 'added' && this.before.places[place].melds[i]?.form !== 'added');
      // Where it was robbed at once there is nothing to see.
      const i = laid < 0 ? -1 : this.after.places[place].melds[laid].tiles.findIndex((each) => each.on);
      if (i >= 0) this.#add('kong', this.#leaves(place, meld.tiles[meld.tiles.length - 1], true), `meld:${place}:${laid}:${i}`);
      return;
    }
    const n = this.melds[place]++;
    meld.tiles.forEach((tile, i) => this.#add('kong', this.#leaves(place, tile, i === meld.tiles.length - 1), `meld:${place}:${n}:${i}`));
  }

  /** @param {number} place */
  #won(place) {
    if (!this.#own(place)) this.#add('win', null, `rack:${place}`);
    else for (const each of this.after.hand) this.#add('win', null, `hand:${each.key}`);
  }
}
