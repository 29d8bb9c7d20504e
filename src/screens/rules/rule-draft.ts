/** A rule in the editor: conditions as typed, and the rule that they make. Pure. */
import * as z from 'zod/mini';
import {
  type Condition,
  type ConditionField,
  condition,
  type QuietHours,
  type RuleBody,
  type RuleFault,
  type RuleWays,
  ruleBody,
  ruleLimits,
  type WaysState,
} from '../../../contract/entities/rules.ts';
import { fieldNames, isValueField } from '../../objects/rules/rule-text.ts';

/** Texts as typed. `key` stays while the row is edited. A row keeps what it had when its field changes. */
export type ConditionDraft = {
  readonly key: number;
  readonly field: ConditionField;
  readonly values: readonly string[];
  readonly min: string;
  readonly max: string;
  /** A line per point: latitude, longitude. */
  readonly points: string;
  readonly days: string;
  readonly of: 'tail' | 'station';
  readonly minutes: string;
  readonly atLeast: string;
};
export type RuleDraft = Omit<RuleBody, 'all' | 'not'> & {
  readonly all: readonly ConditionDraft[];
  readonly not: readonly ConditionDraft[];
};
export type ConditionPart = 'all' | 'not';

let nextKey = 1;
const blank = { values: [], min: '', max: '', points: '', days: '', of: 'tail', minutes: '', atLeast: '' } as const;
export const newCondition = (field: ConditionField): ConditionDraft => ({ ...blank, key: nextKey++, field });

const textOf = (value: number | null): string => (value === null ? '' : String(value));

export function conditionDraft(one: Condition): ConditionDraft {
  const draft = newCondition(one.field);
  switch (one.field) {
    case 'altitude':
    case 'speed':
      return { ...draft, min: textOf(one.min), max: textOf(one.max) };
    case 'area':
      return { ...draft, points: one.points.map(([lat, lon]) => `${lat}, ${lon}`).join('\n') };
    case 'firstReceived':
      return { ...draft, days: textOf(one.days) };
    case 'silent':
      return { ...draft, of: one.of, minutes: textOf(one.minutes) };
    case 'count':
      return { ...draft, atLeast: String(one.atLeast), minutes: String(one.minutes) };
    case 'emergency':
    case 'newFault':
    case 'arrival':
      return draft;
    default:
      return { ...draft, values: one.values };
  }
}

export const draftOf = (body: RuleBody): RuleDraft => ({
  name: body.name,
  owner: body.owner,
  isEnabled: body.isEnabled,
  all: body.all.map(conditionDraft),
  not: body.not.map(conditionDraft),
  scope: body.scope,
  quiet: body.quiet,
  ways: body.ways,
});

/** A typed number without group separators. Blank = null, other text = NaN. */
function numberOf(text: string): number | null {
  const plain = text.replace(/[,\s]/g, '').replace('−', '-');
  if (plain === '') return null;
  return /^-?\d{1,7}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** A point per line, or null if a line is none. */
export function readPoints(text: string): [number, number][] | null {
  const points: [number, number][] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, lat, lon] = /^\s*(-?\d{1,3}(?:\.\d{1,8})?)[\s,;]+(-?\d{1,3}(?:\.\d{1,8})?)\s*$/.exec(line) ?? [];
    if (lat === undefined || lon === undefined) return null;
    points.push([Number(lat), Number(lon)]);
  }
  return points;
}

const maxMinutes = 7 * 24 * 60;

/** The condition, or what to change. */
export function readCondition(draft: ConditionDraft): Condition | string {
  const { field } = draft;
  if (isValueField(field)) {
    if (draft.values.length === 0) return 'Add a value.';
    if (draft.values.length > ruleLimits.values) return `Use up to ${ruleLimits.values} values.`;
    return { field, values: [...draft.values] };
  }
  switch (field) {
    case 'altitude':
    case 'speed': {
      const [min, max] = [numberOf(draft.min), numberOf(draft.max)];
      if (Number.isNaN(min) || Number.isNaN(max)) return 'Enter a number.';
      if (min === null && max === null) return 'Enter a minimum or a maximum.';
      if (min !== null && max !== null && min > max) return 'The maximum is below the minimum.';
      return { field, min, max };
    }
    case 'area': {
      const points = readPoints(draft.points);
      if (!points) return 'Enter latitude and longitude in degrees on each line, such as 46.77, 23.62.';
      if (points.length < 3) return 'Enter at least 3 points.';
      if (points.length > ruleLimits.points) return `Use up to ${ruleLimits.points} points.`;
      const read = condition.safeParse({ field, points });
      return read.success ? read.data : 'Latitudes are −90 to 90, longitudes −180 to 180.';
    }
    case 'firstReceived': {
      const days = numberOf(draft.days);
      return days === null || isWhole(days, 1, 365) ? { field, days } : 'Enter 1 to 365 days, or nothing for never.';
    }
    case 'silent': {
      const minutes = numberOf(draft.minutes);
      if (minutes === null && draft.of === 'station') return { field, of: draft.of, minutes };
      return isWhole(minutes, 1, maxMinutes)
        ? { field, of: draft.of, minutes }
        : `Enter 1 to ${maxMinutes.toLocaleString('en-US')} minutes.`;
    }
    case 'count': {
      const [atLeast, minutes] = [numberOf(draft.atLeast), numberOf(draft.minutes)];
      return isWhole(atLeast, 2, 100_000) && isWhole(minutes, 1, maxMinutes)
        ? { field, atLeast, minutes }
        : 'Enter at least 2 events, and the minutes in which they occur.';
    }
    default:
      return { field };
  }
}
const isWhole = (value: number | null, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

type ReadRule = { readonly body: RuleBody } | { readonly faults: readonly RuleFault[] };

/** The rule without its name, which a trial does not need, or its faults by row. */
export function readRule(draft: RuleDraft): ReadRule {
  const faults: RuleFault[] = [];
  const read = (part: ConditionPart): Condition[] =>
    draft[part].flatMap((row, at) => {
      const one = readCondition(row);
      if (typeof one !== 'string') return [one];
      faults.push({ part, at, reason: one });
      return [];
    });
  const [all, not] = [read('all'), read('not')];
  if (draft.all.length === 0) faults.push({ part: 'rule', at: null, reason: 'Add a condition.' });
  return faults.length > 0 ? { faults } : { body: { ...draft, name: draft.name.trim(), all, not } };
}

/** What a trial depends on. Its key is equal for rules that differ in name or ways only. */
export const bodyToTry = (body: RuleBody): RuleBody => ({
  ...body,
  name: 'Trial',
  isEnabled: true,
  ways: { push: false, email: 'none', webhooks: [], mqtt: false },
});

/** Typed or pasted text as values. Only codes are separated by commas: a phrase may contain one. */
export function valuesIn(field: ConditionField, text: string): readonly string[] {
  const isText = field === 'words' || field === 'expression' || field === 'operator' || field === 'airline';
  return text
    .split(isText ? /\n/ : /[\n,;]/)
    .map((value) => value.trim().slice(0, ruleLimits.value))
    .filter((value) => value !== '');
}

/** Values are compared without case: each is added once. */
export function withValues(values: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(values.map((value) => value.toUpperCase()));
  const next = added.filter((value) => {
    const folded = value.toUpperCase();
    return !known.has(folded) && known.add(folded);
  });
  return [...values, ...next].slice(0, ruleLimits.values);
}

const comparable = (draft: RuleDraft): string => {
  const rows = (part: ConditionPart) =>
    draft[part].map((row) => {
      const read = readCondition(row);
      return typeof read === 'string' ? { ...row, key: 0 } : read;
    });
  return JSON.stringify([
    draft.name.trim(),
    draft.owner,
    draft.isEnabled,
    draft.scope,
    draft.quiet,
    draft.ways,
    rows('all'),
    rows('not'),
  ]);
};
export const isSameRule = (a: RuleDraft, b: RuleDraft): boolean => comparable(a) === comparable(b);

// ---- A draft that survives a reload, as text

const storedCondition = z.object({
  field: z.custom<ConditionField>((value) => typeof value === 'string' && Object.hasOwn(fieldNames, value)),
  values: z.array(z.string()),
  min: z.string(),
  max: z.string(),
  points: z.string(),
  days: z.string(),
  of: z.enum(['tail', 'station']),
  minutes: z.string(),
  atLeast: z.string(),
});
const storedDraft = z.object({
  ...z.omit(ruleBody, { all: true, not: true }).shape,
  name: z.string(),
  all: z.array(storedCondition),
  not: z.array(storedCondition),
  /** Of the rule that it changes. null = a new rule. */
  version: z.nullable(z.number()),
});
type StoredDraft = { readonly draft: RuleDraft; readonly version: number | null };

export const writeDraft = ({ draft, version }: StoredDraft): string => JSON.stringify({ ...draft, version });

/** null = none, or not one of this version of the app. */
export function readDraft(text: string | undefined): StoredDraft | null {
  try {
    const { version, ...draft } = storedDraft.parse(JSON.parse(text ?? ''));
    const rows = (stored: typeof draft.all): ConditionDraft[] =>
      stored.map((row) => ({ ...newCondition(row.field), ...row }));
    return { draft: { ...draft, all: rows(draft.all), not: rows(draft.not) }, version };
  } catch {
    return null;
  }
}

/** Without those that cannot work on this server. Undefined states = not known yet. */
export const workingWays = (ways: RuleWays, states: WaysState | undefined): RuleWays =>
  states
    ? {
        push: ways.push && states.push.canWork,
        email: states.email.canWork ? ways.email : 'none',
        webhooks: states.webhook.canWork ? ways.webhooks : [],
        mqtt: ways.mqtt && states.mqtt.canWork,
      }
    : ways;

// ---- quiet hours: minutes of the day as HH:MM

export const firstQuietHours: QuietHours = {
  from: 22 * 60,
  to: 6 * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
  passEmergencies: true,
};
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** null = no time of day. */
export function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const value = Number(hours) * 60 + Number(minutes);
  return Number.isNaN(value) || value >= 24 * 60 ? null : value;
}
