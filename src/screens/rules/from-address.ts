/**
 * The rule that an address begins: the filter of a list, an object, or a ready-made rule. Anyone can write an address: what is unknown or invalid is named, not used.
 * Own file: tested without a screen. Pure.
 */
import { acars } from '../../../contract/entities/acars.ts';
import { adsb } from '../../../contract/entities/adsb.ts';
import { fault } from '../../../contract/entities/faults.ts';
import { perAircraft } from '../../../contract/entities/per-aircraft.ts';
import {
  type Condition,
  condition,
  type Rule,
  type RuleBody,
  ruleLimits,
  type ValueField,
} from '../../../contract/entities/rules.ts';
import type { Field } from '../../../contract/fields.ts';
import { type Filter, meaningFilters } from '../../../contract/filters.ts';
import { blankRule, type ReadyMade, readyMade, ruleOf, watchedTails } from '../../objects/rules/ready-made.ts';
import { ruleText } from '../../objects/rules/rule-text.ts';
import type { Watched } from '../../objects/watched.ts';
import { withValues } from './rule-draft.ts';

type Search = Readonly<Record<string, unknown>>;
export type Beginning = {
  readonly rule: RuleBody;
  /** Labels of filters that a rule does not have. */
  readonly unsupported: readonly string[];
  /** Parameters without a meaning here, or with an invalid value. */
  readonly ignored: readonly string[];
};

/** Parameters of filters, and the condition that each is. */
const valueParams: Readonly<Record<string, ValueField>> = {
  tail: 'tail',
  flight: 'flight',
  identification: 'flight',
  icao: 'icao',
  modeS: 'icao',
  squawk: 'squawk',
  stationId: 'station',
  label: 'label',
  kind: 'kind',
  element: 'element',
  chapter: 'chapter',
  dsta: 'to',
  text: 'words',
  name: 'words',
  airlineName: 'airline',
  airlineIata: 'airline',
  airlineIcao: 'airline',
  operatorName: 'operator',
  operatorIata: 'operator',
  operatorIcao: 'operator',
  typeCode: 'type',
};
/** `ata` is a chapter of messages, and the whole reference of faults. */
const isChapter = (name: string, text: string): boolean => name === 'ata' && /^\d\d(?:,\d\d)*$/.test(text);
const altitudeParams: Readonly<Record<string, 'min' | 'max'>> = {
  altMin: 'min',
  altMax: 'max',
  altitudeMin: 'min',
  altitudeMax: 'max',
};
/** A rule is about what is received from now on. */
const isWindow = (filter: Filter): boolean => filter.way === 'between';

/** Filters of all lists by parameter. */
const filterLabels: ReadonlyMap<string, { readonly filter: Filter; readonly label: string }> = new Map(
  [acars, adsb, perAircraft, fault].flatMap((fields) =>
    Object.entries(fields as Readonly<Record<string, Field>>).flatMap(([name, { filter, label }]) =>
      filter
        ? (filter as Filter).params.map(
            (param) => [param.name, { filter: filter as Filter, label: label ?? name }] as const,
          )
        : [],
    ),
  ),
);
const meaningLabels: Readonly<Record<string, string>> = { decoded: 'Decoded', ata: 'ATA reference' };
const meaningNames: ReadonlySet<string> = new Set(
  meaningFilters.flatMap(({ params }) => params.map(({ name }) => name)),
);

/** Several values of the address have commas between them. */
const separated: ReadonlySet<ValueField> = new Set(['kind', 'tail', 'squawk', 'station', 'chapter']);

/** null = no condition of a rule. */
function conditionsOf(name: string, text: string): Condition[] | null {
  const field = Object.hasOwn(valueParams, name) ? valueParams[name] : isChapter(name, text) ? 'chapter' : undefined;
  if (field) {
    const values = separated.has(field) ? text.split(',').map((value) => value.trim()) : [text.trim()];
    return checked({ field, values: values.filter((value) => value !== '') });
  }
  if (name === 'newFault') return text === 'yes' ? [{ field: 'newFault' }] : null;
  if (name === 'emergency') return text === 'yes' ? [{ field: 'emergency' }] : null;
  if (name === 'silent') return text === 'station' ? [{ field: 'silent', of: 'station', minutes: null }] : null;
  return null;
}
function checked(one: unknown): Condition[] | null {
  const read = condition.safeParse(one);
  return read.success ? [read.data] : null;
}

const readyOf = (id: unknown): ReadyMade | undefined => readyMade.find((one) => one.id === id);

/** `ready` = a ready-made rule with what the user watches. The other parameters are filters of a list. */
export function beginningOf(search: Search, list: readonly Watched[]): Beginning {
  const ready = readyOf(search.ready);
  const unsupported = new Set<string>();
  const ignored: string[] = [];
  const found: Condition[] = [];
  const altitude: { min: number | null; max: number | null } = { min: null, max: null };
  for (const [name, value] of Object.entries(search)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (name === 'ready') {
      if (!ready) ignored.push(name);
      continue;
    }
    const known = filterLabels.get(name);
    if (known && isWindow(known.filter)) continue;
    const bound = Object.hasOwn(altitudeParams, name) ? altitudeParams[name] : undefined;
    if (bound) {
      if (/^-?\d{1,6}(?:\.\d+)?$/.test(value.trim())) altitude[bound] = Number(value);
      else ignored.push(name);
      continue;
    }
    const conditions = conditionsOf(name, value);
    if (conditions) found.push(...conditions);
    else if (known || meaningNames.has(name)) unsupported.add(meaningLabels[name] ?? known?.label ?? name);
    else ignored.push(name.slice(0, 40));
  }
  if (altitude.min !== null || altitude.max !== null) found.push({ field: 'altitude', ...altitude });
  const begun = { unsupported: [...unsupported], ignored: ignored.slice(0, 20) };
  if (ready) return { rule: readyRule(ready, found, list), ...begun };
  const all = found.slice(0, ruleLimits.conditions);
  const name = all.length === 0 ? '' : ruleText({ all, not: [] }).slice(0, -1).slice(0, ruleLimits.name);
  return { rule: { ...blankRule, name, all }, ...begun };
}

/** An aircraft of the address is added to those that the user watches. */
function readyRule(ready: ReadyMade, found: readonly Condition[], list: readonly Watched[]): RuleBody {
  const named = found.flatMap((one) => (one.field === 'tail' ? one.values : []));
  const tails = [...named, ...watchedTails(list)].map((tail) => tail.trim().toUpperCase());
  return ruleOf(ready, [...new Set(tails)].slice(0, ruleLimits.values));
}

const isAboutFaults = ({ all }: Pick<RuleBody, 'all'>): boolean =>
  all.some(({ field }) => field === 'newFault') && all.some(({ field }) => field === 'tail');

/** The user's own rule about new faults of aircraft, to which another aircraft can be added. Undefined for other addresses. */
export const ruleAbout = (rules: readonly Rule[] | undefined, { ready, newFault, tail }: Search): Rule | undefined =>
  (ready === 'faults' || newFault === 'yes') && typeof tail === 'string' && tail.length <= ruleLimits.value
    ? rules?.find((rule) => rule.isOwn && isAboutFaults(rule))
    : undefined;

/** The rule with one more aircraft in its first condition of tails. '' or too long = unchanged. */
export function withTail(rule: RuleBody, tail: string): RuleBody {
  const added = tail.trim().toUpperCase();
  const at = rule.all.findIndex(({ field }) => field === 'tail');
  if (at < 0 || added === '' || added.length > ruleLimits.value) return rule;
  const all = rule.all.map((one, index) =>
    index === at && one.field === 'tail' ? { ...one, values: [...withValues(one.values, [added])] } : one,
  );
  return { ...rule, all };
}

/** A new rule of the user with the same content. */
export const copyOf = ({ name, all, not, scope, quiet, ways }: Rule): RuleBody => ({
  name: `${name.slice(0, ruleLimits.name - 5)} copy`,
  owner: 'user',
  isEnabled: true,
  all,
  not,
  scope,
  quiet,
  ways: { ...ways, webhooks: [] },
});
