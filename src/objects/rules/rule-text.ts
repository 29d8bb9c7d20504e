/** What a rule says, in words (decision 45). Pure. */
import type { MeaningKind } from '../../../contract/entities/meaning.ts';
import {
  type Condition,
  type ConditionField,
  type RuleBody,
  type RuleOwner,
  type RuleScope,
  type ValueField,
  valueFields,
} from '../../../contract/entities/rules.ts';
import { counted, formatCount, measured, oneLine } from '../../lib/format.ts';
import { kindWords } from '../kind-words.ts';

/** In the order of the menu of fields. */
export const fieldNames: Readonly<Record<ConditionField, string>> = {
  words: 'Words',
  tail: 'Tail',
  flight: 'Flight',
  kind: 'Kind',
  newFault: 'New fault',
  chapter: 'ATA chapter',
  class: 'Fault class',
  severity: 'Fault severity',
  phase: 'Fault phase',
  emergency: 'Emergency',
  squawk: 'Squawk',
  element: 'CPDLC element',
  answer: 'Response required',
  label: 'Label',
  sublabel: 'Sublabel',
  icao: 'ICAO address',
  airline: 'Airline',
  type: 'Aircraft type',
  operator: 'Operator',
  from: 'From airport',
  to: 'To airport',
  altitude: 'Altitude',
  speed: 'Speed',
  area: 'Area',
  station: 'Station',
  arrival: 'Arrival',
  firstReceived: 'First received',
  silent: 'Silent',
  count: 'Count',
  expression: 'Expression',
};

export const scopeNames: Readonly<Record<RuleScope, string>> = {
  every: 'Event',
  leg: 'Leg',
  hour: 'Hour',
  day: 'Day',
};
export const ownerNames: Readonly<Record<RuleOwner, string>> = { user: 'Me', company: 'Company', all: 'All' };

const isKind = (text: string): text is MeaningKind => Object.hasOwn(kindWords, text);
export const isValueField = (field: ConditionField): field is ValueField =>
  (valueFields as readonly string[]).includes(field);

/** A value as it is shown. */
export const valueText = (field: ConditionField, value: string): string =>
  field === 'kind' && isKind(value) ? kindWords[value] : oneLine(value);

const maxNamed = 3;

function listText(field: ValueField, values: readonly string[]): string {
  const named = values.slice(0, maxNamed).map((value) => valueText(field, value));
  const more = values.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${formatCount(more)} more`;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} or ${named.at(-1)}` : (named[0] ?? '');
}

function rangeText({ min, max }: { readonly min: number | null; readonly max: number | null }, unit: string): string {
  if (min !== null && max !== null) return `${formatCount(min)} to ${formatCount(max)} ${unit}`;
  if (min !== null) return `from ${formatCount(min)} ${unit}`;
  return max === null ? 'any' : `up to ${formatCount(max)} ${unit}`;
}

/** Names that keep their capitals within a sentence. */
const capitals = /^(?:CPDLC|ATA|ICAO)/;
const withinSentence = (name: string): string =>
  capitals.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

export function conditionText(one: Condition): string {
  switch (one.field) {
    case 'altitude':
      return `altitude ${rangeText(one, 'ft')}`;
    case 'speed':
      return `speed ${rangeText(one, 'kt')}`;
    case 'area':
      return `inside an area of ${counted(one.points.length, 'point')}`;
    case 'emergency':
      return 'an emergency';
    case 'newFault':
      return 'a new fault';
    case 'arrival':
      return 'an arrival';
    case 'firstReceived':
      return one.days === null
        ? 'aircraft received for the first time'
        : `aircraft not received for ${measured(one.days, 'd')}`;
    case 'silent': {
      const what = one.of === 'tail' ? 'aircraft' : 'station';
      return one.minutes === null
        ? `${what} is silent`
        : `${what} silent for ${measured(formatCount(one.minutes), 'min')}`;
    }
    case 'count':
      return `${formatCount(one.atLeast)} or more in ${measured(formatCount(one.minutes), 'min')}`;
    default:
      return `${withinSentence(fieldNames[one.field])} ${listText(one.field, one.values)}`;
  }
}

/** One sentence: `New fault, tail D-ABCD or D-ABCE, except fault phase test.` */
export function ruleText({ all, not }: Pick<RuleBody, 'all' | 'not'>): string {
  const what = all.map(conditionText).join(', ');
  const ignored = not.map(conditionText).join(', ');
  const text = [what || 'no condition', ignored && `except ${ignored}`].filter(Boolean).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
