// Shapes of the HTTP API that the pages read (the schemas are served at /openapi.json).

export type TableState = "waiting" | "playing" | "saved" | "finished" | "closed";
export type BotStrength = "random" | "club";
export type Clock = { base_ms: number; bank_ms: number };
export type Away = { policy: "bot" | "pause" | "wait"; after_ms: number };
export type OptionValue = boolean | number | string | number[];

export type Person = { id: string; kind: "guest" | "bot"; name: string; language: string | null };

export type TableRow = {
  code: string;
  state: TableState;
  host: string;
  ruleset: string;
  variant: string;
  options: Record<string, OptionValue>;
  clock: Clock | null;
  listed: boolean;
  taken: number;
  practice: boolean;
  people: string[];
  ready: number;
  present: number;
  onlookers: number;
  match: string | null;
  mine: boolean;
};
export type TableList = { revision: number; tables: TableRow[]; here: number };

export type SeatOut = {
  place: number;
  kind: "person" | "bot" | "empty";
  name: string | null;
  bot: BotStrength | null;
  ready: boolean;
  you: boolean;
};
export type TableOut = {
  code: string;
  state: TableState;
  revision: number;
  host: string;
  ruleset: string;
  variant: string;
  options: Record<string, OptionValue>;
  clock: Clock | null;
  away: Away;
  window_ms: number;
  listed: boolean;
  practice: boolean;
  seating: "chosen" | "drawn";
  seats: SeatOut[];
  commitment: string;
  match: { id: string; state: "running" | "saved" | "over"; seat: number | null; left: boolean } | null;
  you: { place: number | null; host: boolean; ready: boolean };
  invite: string;
};
export type SaidOut = { number: number; name: string; place: number | null; you: boolean; text: string | null; phrase: string | null };
export type RoomOut = { number: number; present: number[]; onlookers: number; said: SaidOut[] };
export type TableUpdate = { revision: number; table: TableOut | null; room: RoomOut | null };

export type Standing = { seat: number; place: number; score: number; points: number };
export type MatchOut = {
  id: string;
  code: string;
  state: "running" | "saved" | "over";
  ruleset: string;
  variant: string;
  seats: { seat: number; kind: "person" | "bot"; name: string; bot: BotStrength | null; left: boolean; you: boolean }[];
  seat: number | null;
  standings: Standing[];
};

export type OptionOut = { name: string; default: OptionValue; choices: OptionValue[]; anchor: string | null };
export type RulesetOut = { key: string; id: string; revision: number; variant: string; options: OptionOut[] };
export type PresetOut = { id: string; ruleset: string; variant: string; options: Record<string, OptionValue> };
export type Choices = {
  rulesets: RulesetOut[];
  presets: PresetOut[];
  clocks: { name: string; clock: Clock | null }[];
  window_ms: number;
  bots: BotStrength[];
};
