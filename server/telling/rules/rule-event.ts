/** What rules are asked about: a message, or a live position (decision 45). Own file: matcher, live positions and trial make events. */

import { tailKey } from '../../../contract/airline-code.ts';
import type { CpdlcFact, FaultFact, Meaning } from '../../../contract/entities/meaning.ts';
import type { ValueField } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import type { Place } from '../../base/geometry.ts';

/** Fields that reference data answers, for each aircraft. */
export const referenceFields = ['airline', 'type', 'operator'] as const satisfies readonly ValueField[];
export type ReferenceField = (typeof referenceFields)[number];
/** In lower case. */
export type ReferenceValues = Readonly<Record<ReferenceField, readonly string[]>>;
/** Fields of one fault. */
export const faultFields = ['chapter', 'class', 'severity', 'phase'] as const satisfies readonly ValueField[];
export type FaultField = (typeof faultFields)[number];
export type PlainField = Exclude<ValueField, 'words' | 'expression' | ReferenceField | FaultField>;

export type Identity = { readonly tail: string | null; readonly icao: string | null; readonly flight: string | null };
export type RuleEvent = Identity & {
  /** Epoch ms. */
  readonly atMs: number;
  /** In lower case. '' = none. */
  readonly text: string;
  /** Values of a field, as `ruleValue` writes them. */
  values(field: PlainField): readonly string[];
  readonly faults: readonly FaultFact[];
  readonly place: Place | null;
  readonly altitudeFt: number | null;
  readonly speedKt: number | null;
  readonly isEmergency: boolean;
};

/** The form in which a value of a rule and one of an event are equal. `*` at the end stays. */
export function ruleValue(field: ValueField, value: string): string {
  return field === 'tail' ? tailValue(value) : foldCase(value.trim());
}

/** The same tails occur again and again. */
const tailValues = new Map<string, string>();
const maxTails = 20_000;
function tailValue(tail: string): string {
  const known = tailValues.get(tail);
  if (known !== undefined) return known;
  const value = tailKey(foldCase(tail.trim())) ?? '';
  if (tailValues.size >= maxTails) tailValues.clear();
  tailValues.set(tail, value);
  return value;
}

const pan = 'DM55';
const mayday = 'DM56';

/** What the message itself says about an emergency. null = nothing. */
export function emergencyOf(meaning: Meaning | null): 'MAYDAY' | 'PAN' | 'ADS-C emergency' | null {
  const codes = meaning?.facts.cpdlc?.elements.map(({ code }) => code) ?? [];
  if (codes.includes(mayday)) return 'MAYDAY';
  if (codes.includes(pan)) return 'PAN';
  const { adsc } = meaning?.facts ?? {};
  return adsc?.direction === 'down' && adsc.what === 'emergency' ? 'ADS-C emergency' : null;
}

/** What a message event is made of. */
export type Sent = Identity & {
  readonly atMs: number;
  /** Of all blocks, if these are complete. */
  readonly text: string | null;
  readonly label: string | null;
  readonly sublabel: string | null;
  /** Airport code of the column. */
  readonly destination: string | null;
  readonly stations: readonly string[];
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitudeFt: number | null;
  /** JSON, also as the database writes it. null = not decoded. */
  readonly meaning: string | null;
};

const noValues: readonly string[] = [];
/** Whether the JSON may contain the member. Without the first quote, with which much of a JSON text would be compared. */
const mayHave = (json: string | null | undefined, member: string): boolean => json?.includes(`${member}":`) === true;
const one = (field: ValueField, value: string | null | undefined): readonly string[] => {
  const text = value ? ruleValue(field, value) : '';
  return text === '' ? noValues : [text];
};
/** Knots a unit. Others are not compared. */
const knots: Readonly<Record<string, number>> = { kt: 1, 'km/h': 1 / 1.852 };

/** Values are read when a rule asks: most messages concern none. */
export class MessageEvent implements RuleEvent {
  readonly #sent: Sent;
  #text: string | null = null;
  #meaning: Meaning | null | undefined;
  /** Several rules ask: by a value, and by its beginning. */
  #tail: readonly string[] | null = null;
  #flight: readonly string[] | null = null;

  constructor(sent: Sent) {
    this.#sent = sent;
  }

  get tail(): string | null {
    return this.#sent.tail;
  }
  get icao(): string | null {
    return this.#sent.icao;
  }
  get flight(): string | null {
    return this.#sent.flight;
  }
  get atMs(): number {
    return this.#sent.atMs;
  }

  get stations(): readonly string[] {
    return this.#sent.stations;
  }
  get text(): string {
    this.#text ??= foldCase(this.#sent.text ?? '');
    return this.#text;
  }
  /** As stored by this version of the program. */
  get meaning(): Meaning | null {
    if (this.#meaning === undefined)
      this.#meaning = this.#sent.meaning === null ? null : (JSON.parse(this.#sent.meaning) as Meaning);
    return this.#meaning;
  }
  get faults(): readonly FaultFact[] {
    return mayHave(this.#sent.meaning, 'faults') ? (this.meaning?.facts.faults ?? []) : [];
  }
  get #elements(): CpdlcFact['elements'] {
    return mayHave(this.#sent.meaning, 'cpdlc') ? (this.meaning?.facts.cpdlc?.elements ?? []) : [];
  }
  get isEmergency(): boolean {
    const json = this.#sent.meaning;
    return json !== null && /"DM5[56]"|"emergency"/.test(json) && emergencyOf(this.meaning) !== null;
  }
  get place(): Place | null {
    const { lat, lon, meaning } = this.#sent;
    if (lat !== null && lon !== null) return { lat, lon };
    const position = mayHave(meaning, 'position') ? this.meaning?.facts.position : undefined;
    return position?.lat !== undefined && position.lon !== undefined ? { lat: position.lat, lon: position.lon } : null;
  }
  get altitudeFt(): number | null {
    return this.meaning?.facts.altitude?.ft ?? this.#sent.altitudeFt;
  }
  get speedKt(): number | null {
    const { value, unit } = this.meaning?.facts.speed ?? {};
    const factor = knots[unit?.toLowerCase() ?? ''];
    return value === undefined || factor === undefined ? null : value * factor;
  }

  values(field: PlainField): readonly string[] {
    const sent = this.#sent;
    switch (field) {
      case 'tail':
        this.#tail ??= one(field, sent.tail);
        return this.#tail;
      case 'flight':
        this.#flight ??= one(field, sent.flight);
        return this.#flight;
      case 'icao':
      case 'label':
      case 'sublabel':
        return one(field, sent[field]);
      case 'station':
        return sent.stations.map((name) => ruleValue(field, name)).filter((name) => name !== '');
      case 'kind':
        return this.meaning && this.meaning.level !== 'none' ? one(field, this.meaning.kind) : noValues;
      case 'element':
        return this.#elements.map(({ code }) => ruleValue(field, code));
      case 'answer':
        return this.#elements.flatMap(({ response }) => one(field, response));
      case 'from':
        return mayHave(sent.meaning, 'from') ? one(field, this.meaning?.facts.from) : noValues;
      case 'to': {
        const ofColumn = one(field, sent.destination);
        if (!mayHave(sent.meaning, 'to')) return ofColumn;
        return [...new Set([...ofColumn, ...one(field, this.meaning?.facts.to)])];
      }
      case 'squawk':
        return noValues;
    }
  }
}
