/** Why a rule cannot be stored, in sentences beside its conditions. Own file: reasons change apart from calls. */
import { meaningKinds } from '../../../contract/entities/meaning.ts';
import {
  type Condition,
  type ConditionField,
  type RuleBody,
  type RuleFault,
  ruleLimits,
  type ValueField,
} from '../../../contract/entities/rules.ts';
import { isElementCode } from '../../../decoder/receiver-cpdlc.ts';
import { areaOf } from './area.ts';
import { isIndexable, isLive, periodicFields, wordsOf } from './compiled-rule.ts';
import { readExpression } from './expressions.ts';
import { referenceFields, ruleValue } from './rule-event.ts';

const pattern =
  (form: RegExp, text: string) =>
  (value: string): string | null =>
    form.test(value) ? null : text;
const anything = (): null => null;
const airport = pattern(/^[A-Z0-9]{3,4}$/i, 'An airport is a code of 3 or 4 characters, such as FRA or EDDF.');
const answers = ['W/U', 'A/N', 'R', 'NE', 'N', 'Y'];

/** null = a valid value. Values are trimmed. */
const valueFaults: Readonly<Record<ValueField, (value: string) => string | null>> = {
  words: (value) => (wordsOf(value).length > 0 ? null : 'Use at least one letter or digit in a word.'),
  expression: (value) => {
    const read = readExpression(value);
    return typeof read === 'string' ? read : null;
  },
  label: pattern(/^.{1,4}$/u, 'A label has 2 characters, such as H1.'),
  sublabel: pattern(/^.{1,4}$/u, 'A sublabel has 2 characters, such as M1.'),
  kind: (value) =>
    meaningKinds.some((kind) => ruleValue('kind', kind) === ruleValue('kind', value))
      ? null
      : `Unknown kind. Kinds are ${meaningKinds.join(', ')}.`,
  element: (value) =>
    isElementCode(value.toUpperCase()) ? null : 'Unknown CPDLC element. Elements are numbered, such as UM20 or DM56.',
  answer: (value) =>
    answers.includes(value.toUpperCase()) ? null : `Unknown response. Responses are ${answers.join(', ')}.`,
  chapter: pattern(/^\d\d$/, 'An ATA chapter has two digits, such as 36.'),
  class: anything,
  severity: anything,
  phase: anything,
  tail: pattern(
    /^\.*[A-Z0-9][A-Z0-9-]*\*?$/i,
    'Use letters, digits and hyphens in a tail. An * at the end stands for any text.',
  ),
  icao: pattern(/^[0-9A-F]{6}$/i, 'An ICAO address has 6 hexadecimal digits, such as 3C6444.'),
  flight: pattern(/^[A-Z0-9]+\*?$/i, 'Use letters and digits in a flight. An * at the end stands for any text.'),
  airline: anything,
  type: anything,
  operator: anything,
  from: airport,
  to: airport,
  squawk: pattern(/^[0-7]{4}$/, 'A squawk has four digits from 0 to 7, such as 7700.'),
  station: anything,
};

/** Conditions that name aircraft or stations. */
const naming: readonly ConditionField[] = ['tail', 'icao', 'flight', ...referenceFields, 'station'];
const flightEnds: readonly ConditionField[] = ['from', 'to'];
const namesAircraft: readonly ConditionField[] = ['tail', 'icao', 'flight', ...referenceFields];
/** Conditions that only narrow what another one finds. */
const narrowing =
  'Add a condition that few messages meet, such as words, a label, a kind, an aircraft, a flight, an airport or a station.';

export function ruleFaults({ name, owner, all, not }: Pick<RuleBody, 'name' | 'owner' | 'all' | 'not'>): RuleFault[] {
  const faults: RuleFault[] = [];
  const ofRule = (reason: string): number => faults.push({ part: 'rule', at: null, reason });
  if (name.trim() === '') ofRule('Enter a name.');
  if (unusable.test(name)) ofRule('The name contains a control character.');
  for (const [part, conditions] of [
    ['all', all],
    ['not', not],
  ] as const)
    for (const [at, condition] of conditions.entries()) {
      const reason = conditionFault(condition) ?? (part === 'not' ? ignoreFault(condition) : null);
      if (reason) faults.push({ part, at, reason });
    }
  if (all.length === 0) ofRule('Add a condition.');
  else if (!all.some(isIndexable)) ofRule(`${fieldsText(all)} alone cannot be a rule. ${narrowing}`);
  if (all.some(({ field }) => field === 'squawk') && !isLive({ all }))
    ofRule('Only positions contain a squawk. Remove the conditions on messages, or write a separate rule for them.');
  const periodic = all.filter(({ field }) => (periodicFields as readonly string[]).includes(field));
  if (periodic.length > 1) ofRule('Write separate rules for a silence, a count and an arrival.');
  // Who sees the health of a station: decision 17.
  if (owner === 'company' && all.some((one) => one.field === 'silent' && one.of === 'station'))
    ofRule(
      'The status of a station is visible to its feeder, Parsers and Admins, not to a company. Choose yourself as the owner of the rule.',
    );
  const [first] = periodic;
  if (first) for (const reason of periodicFaults(first, all, not)) ofRule(reason);
  return faults;
}

const unusable = /\p{Cc}|\p{Surrogate}/u;

const fieldsText = (conditions: readonly Condition[]): string => {
  const names = [...new Set(conditions.map(({ field }) => field))];
  return names.map((field, at) => (at === 0 ? field.charAt(0).toUpperCase() + field.slice(1) : field)).join(' and ');
};

function conditionFault(condition: Condition): string | null {
  switch (condition.field) {
    case 'altitude':
    case 'speed':
      return rangeFault(condition);
    case 'area':
      return areaOf(condition.points) ? null : 'The area encloses nothing, or contains a pole.';
    case 'silent':
      return condition.of === 'tail' && condition.minutes === null
        ? 'Enter the minutes after which an aircraft is silent.'
        : null;
    case 'emergency':
    case 'newFault':
    case 'firstReceived':
    case 'count':
    case 'arrival':
      return null;
    default:
      return valuesFault(condition);
  }
}

function rangeFault({ min, max }: { readonly min: number | null; readonly max: number | null }): string | null {
  if (min === null && max === null) return 'Enter a minimum or a maximum.';
  return min !== null && max !== null && min > max ? 'The minimum is above the maximum.' : null;
}

function valuesFault({ field, values }: Extract<Condition, { values: readonly string[] }>): string | null {
  if (values.length > ruleLimits.values) return `Use up to ${ruleLimits.values} values in a condition.`;
  for (const value of values) {
    if (unusable.test(value)) return 'A value contains a control character.';
    const reason = ruleValue(field, value) === '' ? 'A value is empty.' : valueFaults[field](value.trim());
    if (reason) return values.length > 1 ? `${value}: ${reason}` : reason;
  }
  return null;
}

const neverIgnored: readonly ConditionField[] = [...periodicFields, 'newFault', 'firstReceived'];
const ignoreFault = ({ field }: Condition): string | null =>
  neverIgnored.includes(field) ? 'This condition cannot be in the ignore list. Remove it there.' : null;

function periodicFaults(periodic: Condition, all: readonly Condition[], not: readonly Condition[]): string[] {
  const faults: string[] = [];
  const others = [...all.filter((one) => one !== periodic), ...not];
  const isArrival = periodic.field === 'arrival';
  const allowed = isArrival ? [...naming, ...flightEnds] : naming;
  if (others.some(({ field }) => !allowed.includes(field)))
    faults.push(
      isArrival
        ? 'An arrival can be combined only with aircraft, flights, airlines, types, operators, airports and stations.'
        : 'A silence or a count can be combined only with aircraft, flights, airlines, types, operators and stations.',
    );
  if (
    periodic.field === 'silent' &&
    periodic.of === 'station' &&
    all.some(({ field }) => namesAircraft.includes(field))
  )
    faults.push('A station is silent for all aircraft. Remove the aircraft.');
  const needsAircraft = isArrival || (periodic.field === 'silent' && periodic.of === 'tail');
  if (needsAircraft && !all.some(({ field }) => namesAircraft.includes(field)))
    faults.push('Add the aircraft, such as its tail.');
  if (periodic.field === 'count' && !all.some(({ field }) => naming.includes(field)))
    faults.push('Add the aircraft or the station of the messages that are counted.');
  return faults;
}
