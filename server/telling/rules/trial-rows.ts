/** Stored rows as a trial reads them, and what it finds in them: the thread and its caller share it. Own file: both import it. */
import type { RuleBody } from '../../../contract/entities/rules.ts';
import type { ReferenceValues } from './rule-event.ts';

/** Of a row: JSON of these in one list, since long lists are read in half the time of objects. */
export type TrialRow = readonly [
  atMs: number,
  tail: string | null,
  icao: string | null,
  flight: string | null,
  label: string | null,
  sublabel: string | null,
  /** Of all blocks, if these are complete. */
  text: string | null,
  destination: string | null,
  station: string,
  lat: number | null,
  lon: number | null,
  altitudeFt: number | null,
  /** JSON. null = also if no condition asks for it. */
  meaning: string | null,
  assemblyKey: string | null,
  isOneBlock: boolean,
  id: string,
  ...reference: readonly (readonly string[])[],
];

/** Begins a trial in a new thread. `receivers` = names by number of the station. */
export type TrialStart = {
  readonly body: Pick<RuleBody, 'all' | 'not' | 'scope'>;
  readonly receivers: ReadonlyMap<string, readonly string[]>;
};
/** An event that the rule is about. */
export type TrialHit = {
  /** Of the row. */
  readonly id: string;
  readonly atMs: number;
  readonly key: string;
  readonly isEmergency: boolean;
  readonly tail: string | null;
  readonly flight: string | null;
  readonly label: string | null;
  readonly words: string;
};
/** Of one text of rows. `oldestMs` null = it had none. */
export type TrialReply = {
  readonly rows: number;
  readonly oldestMs: number | null;
  readonly hits: readonly TrialHit[];
};

export const referenceOf = ([
  airline = [],
  type = [],
  operator = [],
]: readonly (readonly string[])[]): ReferenceValues => ({
  airline,
  type,
  operator,
});
