/** An aircraft or a station as an event of rules, apart from any message. Own file: pure, silences and counts ask about them. */
import type { Place } from '../../base/geometry.ts';
import { type PlainField, type RuleEvent, ruleValue } from '../rules/rule-event.ts';

type Known = Pick<RuleEvent, 'tail' | 'icao' | 'flight' | 'atMs'> & {
  /** Number and receiver names of a station, or the receivers of messages. */
  readonly stations: readonly string[];
};

export class KnownObject implements RuleEvent {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly atMs: number;
  readonly stations: readonly string[];
  readonly text = '';
  readonly faults = [];
  readonly place: Place | null = null;
  readonly altitudeFt = null;
  readonly speedKt = null;
  readonly isEmergency = false;

  constructor({ tail, icao, flight, atMs, stations }: Known) {
    this.tail = tail;
    this.icao = icao;
    this.flight = flight;
    this.atMs = atMs;
    this.stations = stations;
  }

  values(field: PlainField): readonly string[] {
    if (field === 'station') return this.stations.map((name) => ruleValue(field, name));
    const value = field === 'tail' || field === 'icao' || field === 'flight' ? this[field] : null;
    const key = value === null ? '' : ruleValue(field, value);
    return key === '' ? [] : [key];
  }
}
