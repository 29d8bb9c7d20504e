/** A live position as an event of rules. Own file: pure. */
import { emergencyOf, emergencyStateText } from '../../../contract/squawk.ts';
import { degreesWords, grouped, list } from '../../../decoder/words.ts';
import type { Place } from '../../base/geometry.ts';
import type { Tracked } from '../../map/positions.ts';
import type { PlainField, RuleEvent } from '../rules/rule-event.ts';
import { ruleValue } from '../rules/rule-event.ts';

/** Names of ADS-B for what a squawk says, too: together they are one emergency. */
const squawkOfState: Readonly<Record<string, string>> = { unlawful: '7500', nordo: '7600', general: '7700' };

export class LiveEvent implements RuleEvent {
  readonly icao: string;
  readonly flight: string | null;
  readonly text = '';
  readonly faults = [];
  readonly place: Place | null;
  readonly altitudeFt: number | null;
  readonly speedKt: number | null;
  readonly squawk: string | null;
  /** The squawk, or the name of the state. null = none. */
  readonly emergency: string | null;
  /** Receivers, in lower case. The one of the newest reports is first. */
  readonly stations: readonly string[];
  private readonly state: string | null;

  /** `tail` = as the receiver or the reference data names it. `atMs` = now: a report may be seconds old. */
  constructor(
    { icao, all, byStation }: Tracked,
    readonly tail: string | null,
    readonly atMs: number,
  ) {
    const { altitudeFt, groundSpeedKt } = all.location();
    this.icao = icao;
    this.flight = all.callsign;
    this.place = all.placed;
    this.altitudeFt = altitudeFt;
    this.speedKt = groundSpeedKt;
    this.squawk = all.certain('squawk');
    const state = all.certain('emergency');
    this.state = emergencyStateText(state);
    this.emergency =
      emergencyOf(this.squawk) !== null ? this.squawk : this.state && state ? (squawkOfState[state] ?? state) : null;
    this.stations = [...byStation.keys()].reverse();
  }

  get isEmergency(): boolean {
    return this.emergency !== null;
  }

  values(field: PlainField): readonly string[] {
    if (field === 'station') return this.stations;
    const value = field === 'tail' || field === 'icao' || field === 'flight' || field === 'squawk' ? this[field] : null;
    const key = value === null ? '' : ruleValue(field, value);
    return key === '' ? [] : [key];
  }

  /** Of `what` a rule asks: a squawk or an emergency, otherwise '' = its place. */
  titleOf(what: string): string {
    const who = this.tail ?? this.flight ?? this.icao;
    if (what === '') return `${who} is in the area`;
    return what === this.squawk ? `Squawk ${what} of ${who}` : `Emergency state of ${who}: ${this.state ?? what}`;
  }
  /** `LOT123, 52.23 N 21.01 E, 35,000 ft, 14:32 UTC: emergency` */
  wordsOf(what: string): string {
    const says = what === '' ? null : (emergencyOf(what) ?? this.state);
    const where = list([
      this.tail === null ? null : this.flight,
      this.place && degreesWords(this.place),
      this.altitudeFt === null ? null : `${grouped(Math.round(this.altitudeFt))} ft`,
      `${new Date(this.atMs).toISOString().slice(11, 16)} UTC`,
    ]);
    return says ? `${where}: ${says}` : where;
  }
  get path(): string {
    return `/tail/${encodeURIComponent(this.tail ?? this.icao)}`;
  }
}
