/** What goes over the wire, as the table reads and writes it. Mirrors `rules/events.py`, `actions.py`, `views.py` and the frames. */

export type Seat = 0 | 1 | 2 | 3 | number;
export type Tile = string;
export type Viewer = Seat | null;
export type KongForm = 'exposed' | 'added' | 'concealed';

export interface Meld {
  kind: 'chow' | 'pung' | 'kong';
  tiles: Tile[];
  from_seat: Seat | null;
  form: KongForm | null;
}

export interface WinLock {
  reason: string;
  kinds: Tile[] | null;
}

export type Action =
  | { type: 'discard'; tile: Tile; drawn?: boolean }
  | { type: 'declare_ready'; tile: Tile; drawn?: boolean }
  | { type: 'chow'; tiles: Tile[] }
  | { type: 'pung'; tiles: Tile[] }
  | { type: 'kong'; form: KongForm; tile: Tile }
  | { type: 'win' }
  | { type: 'pass' }
  | { type: 'abort_deal' }
  | { type: 'continue_match' };

export interface Answer {
  action: Action;
  timed_out: boolean;
}

export interface PatternWorth {
  id: string;
  worth: number;
  count: number;
}

export interface DealWon {
  type: 'deal_won';
  seat: Seat;
  by: string;
  tile: Tile | null;
  from_seat: Seat | null;
  hand: Tile[];
  patterns: PatternWorth[];
  total: number;
  deltas: number[];
  limits: string[];
  blocks: Tile[][];
  fu: number | null;
  fu_parts: { id: string; fu: number }[];
  yakuman: number;
  liable: [string, Seat][];
  deposits_taken: number;
  indicators: Tile[];
  extra: [string, number][];
}

export interface DealDrawn {
  type: 'deal_drawn';
  kind: 'exhaustive_draw' | 'abortive_draw';
  reason: string;
  deltas: number[];
  shown: (Tile[] | null)[];
  seat: Seat | null;
}

export type Result = DealWon | DealDrawn;

export interface Standing {
  seat: Seat;
  place: number;
  score: number;
  points: number;
}

export interface RiverTile {
  tile: Tile;
  drawn: boolean;
  ready: boolean;
  claimed_by: Seat | null;
}

export interface SeatView {
  hand: Tile[] | null;
  size: number;
  drawn: Tile | null;
  melds: Meld[];
  bonus: Tile[];
  river: RiverTile[];
  ready: string | null;
  fresh_ready: boolean;
  lock: WinLock | null;
  liable: [string, Seat][];
  owed: number;
  continued: boolean;
  left: string | null;
}

export interface Window_ {
  kind: 'discard' | 'robbed_kong' | 'offer';
  from_seat: Seat | null;
  tile: Tile | null;
  seat: Seat | null;
  by: string | null;
  answers: (Answer | null)[];
}

/** A view of a match: the state with what its viewer may not know left out. */
export interface View {
  seq: number;
  ruleset: string;
  options: Record<string, unknown>;
  first_dealer: Seat;
  number: number;
  dealer: Seat;
  round_wind: number;
  repeat: number;
  deposits: number;
  phase: 'idle' | 'opening' | 'draw' | 'turn' | 'claim' | 'settled' | 'over';
  turn: Seat;
  due: string;
  claimed: boolean;
  live_left: number;
  taken: number;
  replacements: number;
  discards: number;
  calls: number;
  draw_source: string;
  after_kong: boolean;
  after_bonus: boolean;
  bonus_out: number;
  bonus_settled: boolean;
  opening_at: Seat;
  opening_replacing: boolean;
  match_commitment: string;
  deal_commitment: string;
  paused: string;
  entropy: string[];
  scores: number[];
  upcoming: number[];
  indicators: Tile[];
  window: Window_ | null;
  results: Result[];
  standings: Standing[];
  seats: SeatView[];
}

/** An event on the wire: what equals its default and lists of nothing but null are left out, which is why most is optional. */
export type GameEvent =
  | { type: 'match_started'; ruleset: string; options: Record<string, unknown>; first_dealer: Seat; scores: number[]; commitment?: string; entropy?: string[] }
  | {
      type: 'deal_started'; number: number; ruleset: string; options: Record<string, unknown>; dealer: Seat; round_wind: number;
      repeat: number; deposits: number; scores: number[]; commitment?: string; hands?: (Tile[] | null)[]; indicators?: Tile[];
    }
  | {
      type: 'position_restored'; phase: 'idle' | 'draw' | 'turn' | 'claim'; number: number; ruleset: string;
      options: Record<string, unknown>; dealer: Seat; round_wind: number; repeat: number; deposits: number; scores: number[];
      seat?: Seat; due?: string; claimed?: boolean; hands?: (Tile[] | null)[]; drawn?: Tile | null; melds?: Meld[][];
      bonus?: Tile[][]; rivers?: { tile: Tile; claimed_by?: Seat | null }[][]; locks?: (WinLock | null)[]; indicators?: Tile[];
      taken?: number; replacements?: number; live_left?: number; calls?: number;
    }
  | { type: 'drawn'; seat: Seat; tile?: Tile | null; source?: string; lock?: WinLock | null }
  | { type: 'bonus_exposed'; seat: Seat; tile: Tile }
  | { type: 'play_began'; seat: Seat; drawn?: Tile | null }
  | { type: 'discarded'; seat: Seat; tile: Tile; drawn?: boolean; ready?: string | null; lock?: WinLock | null }
  | { type: 'window_closed'; answers?: (Answer | null)[]; locks?: (WinLock | null)[] }
  | { type: 'meld_claimed'; seat: Seat; meld: Meld; liable?: [string, Seat][] }
  | { type: 'kong_declared'; seat: Seat; meld: Meld }
  | { type: 'indicator_revealed'; tile: Tile }
  | { type: 'deposit_paid'; seat: Seat; points: number }
  | { type: 'win_offered'; seat: Seat; by: string; from_seat?: Seat | null }
  | (Partial<DealWon> & { type: 'deal_won'; seat: Seat; by: string; deltas: number[] })
  | (Partial<DealDrawn> & { type: 'deal_drawn'; kind: 'exhaustive_draw' | 'abortive_draw'; reason: string })
  | { type: 'deal_ended'; scores: number[]; dealer: Seat; round_wind: number; repeat: number; deposits: number; wall?: string; secret?: string }
  | { type: 'match_continued'; seat: Seat }
  | { type: 'match_ended'; standings: Standing[]; deposits_taken?: number; secret?: string }
  | { type: 'timed_out'; seat: Seat }
  | { type: 'seat_left'; seat: Seat; policy: string }
  | { type: 'seat_returned'; seat: Seat }
  | { type: 'match_paused'; reason: string; by?: string; note?: string }
  | { type: 'match_resumed'; reason: string; credit_ms?: number; by?: string; note?: string }
  | { type: 'match_rewound'; to: number; kind?: 'rewind' | 'reset' | 'undo'; seat?: Seat | null; by?: string; reason?: string; position: View }
  | { type: 'match_stopped'; by: string; reason: string }
  | { type: 'seated'; seat: Seat; kind: 'person' | 'bot'; name: string; bot?: 'club' | 'random' | null; by?: string; reason?: string };

export interface Person {
  seat: Seat;
  name: string;
  kind: 'person' | 'bot';
  present: boolean;
  /** Strength of one of the club's own bots. */
  bot?: 'club' | 'random' | null;
  left?: string | null;
}

export interface TableInfo {
  code?: string;
  variant?: string;
  clock?: { base_ms: number; bank_ms: number } | null;
  away?: { policy: string; after_ms: number };
  window_ms?: number;
  /** One person against bots, with undo and hints. */
  practice?: boolean;
}

export interface Clock {
  base_ms: number;
  bank_ms: number;
  grace_ms?: number;
}

export interface Wait {
  tile: Tile;
  left: number;
  wins: boolean;
  reason?: string | null;
  total?: number;
  /** What the same tile would be as a self-draw, where that differs from a discard. */
  self_draw?: { wins: boolean; total: number; reason?: string | null } | null;
}

export interface DiscardWaits {
  tile: Tile;
  drawn?: boolean;
  waits: Wait[];
  /** The rank that a declaration with it would have, and what the waits would be worth after it. */
  ready?: string | null;
  declared?: Wait[] | null;
}

export interface WhyNot {
  code?: string | null;
  rule?: string | null;
  patterns?: PatternWorth[];
  total?: number | null;
}

/** What the club's own bot would do, and why. */
export interface Hint {
  action: Action;
  reason: 'win' | 'ready' | 'closer' | 'shape' | 'value' | 'wait' | 'kong' | 'abort';
  shanten: number | null;
  accepts: { tile: Tile; left: number }[];
}

export type ServerFrame =
  | { type: 'snapshot'; match: string; seq: number; viewer: Viewer; view: View; people?: Person[]; table?: TableInfo; pause?: { by: string; note: string } | null; control?: boolean }
  | { type: 'events'; from: number; items: GameEvent[] }
  | { type: 'prompt'; id: number; seq: number; legal: Action[]; clock?: Clock | null }
  | { type: 'accepted'; id: string; seq: number }
  | { type: 'refused'; id: string; code: string; rule?: string | null; seq?: number; verdict?: WhyNot | null }
  | { type: 'answer'; id: string; what: 'waits'; waits: Wait[] }
  | { type: 'answer'; id: string; what: 'discards'; discards: DiscardWaits[] }
  | ({ type: 'answer'; id: string; what: 'why_not' } & WhyNot)
  | { type: 'answer'; id: string; what: 'hint'; hint: Hint }
  | { type: 'presence'; seats: { seat: Seat; present: boolean; left?: string | null }[] }
  | { type: 'notice'; code: string; params?: Record<string, unknown> }
  | { type: 'said'; seat: Seat | null; name?: string; text?: string; phrase?: string }
  | { type: 'pong' }
  | { type: 'bye'; code: string };

export type ClientFrame =
  | { type: 'hello'; protocol: 1; ticket: string; match: string; since: number | null }
  | { type: 'act'; id: string; prompt: number; seq: number; action: Action }
  | { type: 'ask'; id: string; what: 'waits' | 'why_not' | 'discards' | 'hint'; action?: Action }
  | { type: 'undo'; id: string }
  | { type: 'say'; text?: string; phrase?: string }
  | { type: 'ping' };
