/** A rule as functions of an event, and by what an index finds it. Pure. */
import type { FaultFact } from '../../../contract/entities/meaning.ts';
import type { Condition, ConditionField, RuleBody, RuleOwner } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import { type Area, areaOf, isInArea } from './area.ts';
import { type Expression, readExpression } from './expressions.ts';
import {
  type FaultField,
  faultFields,
  type PlainField,
  type ReferenceField,
  type ReferenceValues,
  type RuleEvent,
  referenceFields,
  ruleValue,
} from './rule-event.ts';

export type StoredRule = {
  readonly id: string;
  readonly owner: RuleOwner;
  readonly userId: string | null;
  readonly company: string | null;
  readonly name: string;
  readonly body: Pick<RuleBody, 'all' | 'not' | 'scope'>;
};

/** Words of a text and of a phrase: letters and digits. In lower case. */
export const wordsOf = (text: string): readonly string[] =>
  // Nearly all texts are ASCII, which takes a quarter of the time.
  text.match(isAscii.test(text) ? /[a-zA-Z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant, control characters among it
const isAscii = /^[\x00-\x7f]*$/;

/** Of all expressions on one event. */
const expressionsMs = 2;

/** Texts of an event that several conditions ask about, made once. */
export class Asked {
  #words: readonly string[] | null = null;
  #joined: string | null = null;
  readonly #expressions = new Map<Expression, boolean>();
  #spentMs = 0;
  /** Expressions that were not tried: the time of this event was over. */
  skipped = 0;

  constructor(
    readonly event: RuleEvent,
    /** null = not looked up. */
    readonly reference: ReferenceValues | null = null,
    /** Of all expressions on the event. */
    readonly limitMs = expressionsMs,
  ) {}

  get words(): readonly string[] {
    this.#words ??= wordsOf(this.event.text);
    return this.#words;
  }
  /** With a blank around each, so that a phrase is one search. */
  hasPhrase(phrase: string): boolean {
    this.#joined ??= ` ${this.words.join(' ')} `;
    return this.#joined.includes(phrase);
  }
  matches(expression: Expression): boolean {
    const known = this.#expressions.get(expression);
    if (known !== undefined) return known;
    const isPossible = expression.literals.some((literal) => this.event.text.includes(literal));
    let isMet = false;
    if (isPossible && this.#spentMs < this.limitMs) {
      const began = performance.now();
      isMet = expression.test(this.event.text);
      this.#spentMs += performance.now() - began;
    } else if (isPossible) this.skipped++;
    this.#expressions.set(expression, isMet);
    return isMet;
  }
}
type Test = (asked: Asked) => boolean;
type FaultTest = (fault: FaultFact) => boolean;

/** By what an index finds a rule: one of these keys is in each event that it matches. */
type Anchor =
  | { readonly by: PlainField | ReferenceField | 'chapter' | 'word' | 'literal'; readonly keys: readonly string[] }
  /** Keys that begin so. */
  | { readonly by: 'tail' | 'flight'; readonly keys: readonly string[]; readonly prefixes: readonly string[] }
  | { readonly by: 'area'; readonly areas: readonly Area[] }
  | { readonly by: 'emergency' | 'fault' | 'aircraft' };

export type CompiledRule = {
  readonly rule: StoredRule;
  /** Conditions, with the receiver names of stations. */
  readonly named: readonly Condition[];
  readonly anchor: Anchor;
  /** Asks for airline, type or operator. */
  readonly needsReference: boolean;
  /** Conditions that the database answers, of matches only. */
  readonly isNewFault: boolean;
  /** `days` null = ever. */
  readonly firstReceived: { readonly days: number | null } | null;
  /** The faults that the rule is about, [] if it is about none, null = it does not match. */
  match(asked: Asked): readonly FaultFact[] | null;
};

const isOneOf = <T extends string>(list: readonly T[], field: string): field is T =>
  (list as readonly string[]).includes(field);

/** From few events to many. Fields that are missing cannot be the only condition of a rule. */
const anchors: readonly ConditionField[] = [
  ...([
    'tail',
    'icao',
    'flight',
    'squawk',
    'emergency',
    'newFault',
    'chapter',
    'element',
    'expression',
    'words',
  ] as const),
  ...(['area', 'answer', 'from', 'to', 'sublabel', 'station', 'label', 'type', 'operator', 'airline', 'kind'] as const),
  'firstReceived',
];
/** Conditions that no single event answers: asked about each minute. */
export const periodicFields = ['silent', 'count', 'arrival'] as const satisfies readonly ConditionField[];
export const isPeriodic = ({ all }: Pick<RuleBody, 'all'>): boolean =>
  all.some(({ field }) => isOneOf(periodicFields, field));
export const isIndexable = ({ field }: Condition): boolean => anchors.includes(field) || isOneOf(periodicFields, field);

/** Fields of a live position. */
const liveFields: readonly ConditionField[] = [
  ...(['tail', 'icao', 'flight', 'squawk', 'emergency', 'area', 'altitude', 'speed', 'station'] as const),
  ...referenceFields,
];
/** A live position answers all of its conditions, and something in it changes. */
export const isLive = ({ all }: Pick<RuleBody, 'all'>): boolean =>
  all.every(({ field }) => liveFields.includes(field)) &&
  all.some(({ field }) => field === 'squawk' || field === 'emergency' || field === 'area');

/** `receivers` = names by number of the station. Areas and expressions of stored rules are valid: others match nothing. */
export function compileRule(
  rule: StoredRule,
  receivers: ReadonlyMap<string, readonly string[]> = new Map(),
): CompiledRule {
  const named = (one: Condition): Condition =>
    one.field === 'station'
      ? { ...one, values: one.values.flatMap((value) => [value, ...(receivers.get(value) ?? [])]) }
      : one;
  const [all, not] = [rule.body.all.map(named), rule.body.not.map(named)];
  const ofFault = ({ field }: Condition): boolean => isOneOf(faultFields, field) || field === 'newFault';
  const isAboutFaults = all.some(ofFault);
  const tests = all.filter((one) => !ofFault(one)).map(testOf);
  const faultTests = all.filter(ofFault).map(faultTestOf);
  const notFault = not.filter((one) => isAboutFaults && ofFault(one)).map(faultTestOf);
  const notTests = not.filter((one) => !(isAboutFaults && ofFault(one))).map(testOf);
  const anchored = anchors.map((field) => all.find((one) => one.field === field)).find((one) => one !== undefined);
  return {
    rule,
    named: all,
    anchor: anchorOf(anchored),
    needsReference: [...all, ...not].some(({ field }) => isOneOf(referenceFields, field)),
    isNewFault: all.some(({ field }) => field === 'newFault'),
    firstReceived: all.find((one) => one.field === 'firstReceived') ?? null,
    match(asked) {
      if (!tests.every((test) => test(asked)) || notTests.some((test) => test(asked))) return null;
      if (!isAboutFaults) return [];
      const faults = asked.event.faults.filter(
        (fault) => faultTests.every((test) => test(fault)) && !notFault.some((test) => test(fault)),
      );
      return faults.length > 0 ? faults : null;
    },
  };
}

type Values = Extract<Condition, { values: readonly string[] }>;

function testOf(condition: Condition): Test {
  switch (condition.field) {
    case 'altitude':
      return ({ event }) => isBetween(event.altitudeFt, condition);
    case 'speed':
      return ({ event }) => isBetween(event.speedKt, condition);
    case 'area': {
      const area = areaOf(condition.points);
      return ({ event: { place } }) => area !== null && place !== null && isInArea(area, place);
    }
    case 'emergency':
      return ({ event }) => event.isEmergency;
    case 'newFault':
    case 'chapter':
    case 'class':
    case 'severity':
    case 'phase': {
      const test = faultTestOf(condition);
      return ({ event }) => event.faults.some(test);
    }
    case 'firstReceived':
    case 'silent':
    case 'count':
    case 'arrival':
      return () => true;
    default:
      return valueTestOf(condition);
  }
}

const isBetween = (value: number | null, { min, max }: { readonly min: number | null; readonly max: number | null }) =>
  value !== null && (min === null || value >= min) && (max === null || value <= max);

function valueTestOf({ field, values }: Values): Test {
  if (field === 'words') {
    const phrases = phrasesOf(values).map((words) => ` ${words.join(' ')} `);
    return (asked) => phrases.some((phrase) => asked.hasPhrase(phrase));
  }
  if (field === 'expression') {
    const expressions = expressionsOf(values);
    return (asked) => expressions.some((one) => asked.matches(one));
  }
  const { keys, prefixes } = keysOf(field, values);
  const exact = new Set(keys);
  const isMet = (value: string): boolean => exact.has(value) || prefixes.some((prefix) => value.startsWith(prefix));
  if (isOneOf(referenceFields, field)) return ({ reference }) => reference?.[field].some(isMet) ?? false;
  return ({ event }) => event.values(field as PlainField).some(isMet);
}

function faultTestOf(condition: Condition): FaultTest {
  if (!isOneOf(faultFields, condition.field)) return () => true;
  const { field, values } = condition as Values & { readonly field: FaultField };
  const keys = new Set(values.map((value) => ruleValue(field, value)));
  return (fault) => {
    const value = fault[field];
    return value !== null && keys.has(ruleValue(field, value));
  };
}

const phrasesOf = (values: readonly string[]): (readonly string[])[] =>
  values.map((value) => wordsOf(foldCase(value))).filter((words) => words.length > 0);
const expressionsOf = (values: readonly string[]): Expression[] =>
  values.map(readExpression).filter((one) => typeof one !== 'string');

/** `*` at the end of a tail or flight = each that begins so. */
function keysOf(field: Values['field'], values: readonly string[]) {
  const keys: string[] = [];
  const prefixes: string[] = [];
  for (const value of values) {
    const key = ruleValue(field, value);
    if ((field === 'tail' || field === 'flight') && key.endsWith('*')) prefixes.push(key.slice(0, -1));
    else if (key !== '') keys.push(key);
  }
  return { keys, prefixes };
}

function anchorOf(condition: Condition | undefined): Anchor {
  switch (condition?.field) {
    case undefined:
    case 'firstReceived':
      return { by: 'aircraft' };
    case 'emergency':
      return { by: 'emergency' };
    case 'newFault':
      return { by: 'fault' };
    case 'area': {
      const area = areaOf(condition.points);
      return { by: 'area', areas: area ? [area] : [] };
    }
    case 'words':
      // The longest word of a phrase is the rarest.
      return {
        by: 'word',
        keys: phrasesOf(condition.values).map((words) => words.reduce((a, b) => (b.length > a.length ? b : a))),
      };
    case 'expression':
      return { by: 'literal', keys: expressionsOf(condition.values).flatMap(({ literals }) => literals) };
    case 'tail':
    case 'flight':
      return { by: condition.field, ...keysOf(condition.field, condition.values) };
    default: {
      const { field, values } = condition as Values & { readonly field: PlainField | ReferenceField | 'chapter' };
      return { by: field, keys: keysOf(field, values).keys };
    }
  }
}
