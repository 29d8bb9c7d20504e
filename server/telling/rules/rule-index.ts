/** One index of all rules: what a few lookups for an event find is tested, the others cost nothing. Pure. Own file: a property test compares it with all rules. */
import type { FaultFact } from '../../../contract/entities/meaning.ts';
import { ruleLimits } from '../../../contract/entities/rules.ts';
import { type Area, isInArea } from './area.ts';
import { Asked, type CompiledRule } from './compiled-rule.ts';
import {
  type PlainField,
  type ReferenceField,
  type ReferenceValues,
  type RuleEvent,
  referenceFields,
  ruleValue,
} from './rule-event.ts';

export type Match = {
  readonly rule: CompiledRule;
  readonly event: RuleEvent;
  /** That the rule is about. [] = it is about none. */
  readonly faults: readonly FaultFact[];
};
type Key = PlainField | ReferenceField | 'chapter' | 'word' | 'literal';
type ByKey = Map<string, CompiledRule[]>;

export class RuleIndex {
  /** Airline, type or operator find some of its rules: they must be known of each event. */
  readonly needsReference: boolean;
  readonly size: number;
  readonly #byKey = new Map<Exclude<Key, 'literal'>, ByKey>();
  /** Of expressions, by their first characters: several have these in common, and few texts contain them. */
  readonly #byLiteral = new Map<string, ByKey>();
  /** By length, then by prefix. */
  readonly #byPrefix: Readonly<Record<'tail' | 'flight', Map<number, ByKey>>> = { tail: new Map(), flight: new Map() };
  readonly #areas: { readonly area: Area; readonly rule: CompiledRule }[] = [];
  readonly #ofEmergencies: CompiledRule[] = [];
  readonly #ofFaults: CompiledRule[] = [];
  readonly #ofAircraft: CompiledRule[] = [];

  constructor(readonly rules: readonly CompiledRule[]) {
    for (const rule of rules) this.#add(rule);
    this.size = rules.length;
    this.needsReference = referenceFields.some((field) => this.#byKey.has(field));
  }

  #add(rule: CompiledRule): void {
    const { anchor } = rule;
    switch (anchor.by) {
      case 'emergency':
        this.#ofEmergencies.push(rule);
        break;
      case 'fault':
        this.#ofFaults.push(rule);
        break;
      case 'aircraft':
        this.#ofAircraft.push(rule);
        break;
      case 'area':
        for (const area of anchor.areas) this.#areas.push({ area, rule });
        break;
      case 'literal':
        for (const literal of new Set(anchor.keys))
          entry(entry(this.#byLiteral, literal.slice(0, ruleLimits.literal), newKeys), literal, newList).push(rule);
        break;
      default: {
        const byKey = entry(this.#byKey, anchor.by, newKeys);
        for (const key of new Set(anchor.keys)) entry(byKey, key, newList).push(rule);
        if (!('prefixes' in anchor)) break;
        for (const prefix of new Set(anchor.prefixes))
          entry(entry(this.#byPrefix[anchor.by], prefix.length, newKeys), prefix, newList).push(rule);
      }
    }
  }

  /** Rules that may match. Without `reference` those that need it to be found are missing. */
  candidates(event: RuleEvent, reference: ReferenceValues | null, asked = new Asked(event)): ReadonlySet<CompiledRule> {
    // Made when a rule is found: this runs for each message, and most concern none.
    let found: Set<CompiledRule> | null = null;
    for (const [field, byKey] of this.#byKey)
      for (const key of keysOf(field, event, reference, asked)) found = added(found, byKey.get(key));
    if (this.#byLiteral.size > 0 && event.text !== '')
      for (const [begin, literals] of this.#byLiteral)
        if (event.text.includes(begin))
          for (const [literal, rules] of literals) if (event.text.includes(literal)) found = added(found, rules);
    for (const field of ['tail', 'flight'] as const) {
      const byLength = this.#byPrefix[field];
      if (byLength.size === 0) continue;
      for (const value of event.values(field))
        for (const [length, byPrefix] of byLength) found = added(found, byPrefix.get(value.slice(0, length)));
    }
    if (this.#areas.length > 0 && event.place)
      for (const { area, rule } of this.#areas) if (isInArea(area, event.place)) found = added(found, [rule]);
    if (this.#ofEmergencies.length > 0 && event.isEmergency) found = added(found, this.#ofEmergencies);
    if (this.#ofFaults.length > 0 && event.faults.length > 0) found = added(found, this.#ofFaults);
    if (this.#ofAircraft.length > 0 && (event.tail !== null || event.icao !== null))
      found = added(found, this.#ofAircraft);
    return found ?? noRules;
  }
}
const noRules: ReadonlySet<CompiledRule> = new Set();
function added(found: Set<CompiledRule> | null, rules: readonly CompiledRule[] | undefined): Set<CompiledRule> | null {
  if (!rules) return found;
  const all = found ?? new Set();
  for (const rule of rules) all.add(rule);
  return all;
}

const newKeys = (): ByKey => new Map();
const newList = (): CompiledRule[] => [];
function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function keysOf(
  field: Exclude<Key, 'literal'>,
  event: RuleEvent,
  reference: ReferenceValues | null,
  asked: Asked,
): Iterable<string> {
  switch (field) {
    case 'word':
      return asked.words;
    case 'chapter':
      return event.faults.flatMap(({ chapter }) => (chapter === null ? [] : [ruleValue('chapter', chapter)]));
    case 'airline':
    case 'type':
    case 'operator':
      return reference?.[field] ?? [];
    default:
      return event.values(field);
  }
}
