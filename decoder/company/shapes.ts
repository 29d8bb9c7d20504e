/** Shapes of fields that several labels share. Pure. */
import type { Facts } from '../../contract/entities/meaning.ts';
import { fuelWords, list, oneLine, routeWords } from '../words.ts';
import type { Groups } from './format.ts';

/** `KIADKDEN` with what may stand between. */
export const pairWith = (between: string): string => `(?<origin>[A-Z]{4})${between}(?<destination>[A-Z]{4})`;
/** `N 36.936,W108.621`: degrees with decimals. */
export const decimals = String.raw`(?<position>[NS] {0,2}\d{1,3}\.\d+[ ,/]{0,2}[EW] {0,3}\d{1,4}\.\d+)`;
/** `XX0123`, `XXX123A`. */
export const flightId = '(?<flight>[A-Z0-9]{2,3}[0-9]{1,4}[A-Z]?)';

/** A row of text in the way of `Format.pattern`: dots match line ends. */
export const whole = (...parts: readonly string[]): RegExp => new RegExp(`^${parts.join('')}$`, 's');

/** Fields in any order, each behind `/` and its name; what follows the last name takes `rest`. */
export const named = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => String.raw`(?=(?:.*?[/\n]${name} *${value})?)`)
    .join('');

const join = (parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(', ');

/** `Gate request, KIAD to KLAX, ETA 14:02Z, fuel 148`: whatever of these the text holds behind what it is. */
export const reportWords =
  (what: string) =>
  (facts: Facts): string =>
    join([
      what,
      routeWords(facts),
      facts.report && `report ${facts.report}`,
      facts.time && `${facts.time}Z`,
      facts.times?.eta && `ETA ${facts.times.eta}Z`,
      facts.fuel && fuelWords(facts.fuel),
      facts.airports?.filter((one) => one !== facts.from && one !== facts.to).join(', '),
    ]);

/** `Message to dispatch: CALL OPS`. */
export const messageWords =
  (what: string) =>
  ({ freeText }: Facts): string | null =>
    freeText ? oneLine(saysItself(what, freeText) ? freeText : `${what}: ${freeText}`) : null;

/** `LOADSHEET FINAL ...` names itself. */
const letters = (text: string): string => text.replace(/[^A-Za-z]/g, '').toUpperCase();
const saysItself = (what: string, text: string): boolean => letters(text.slice(0, 40)).startsWith(letters(what));

const phases: Readonly<Record<string, string>> = {
  TO: 'take-off',
  IC: 'initial climb',
  CL: 'climb',
  ER: 'en route',
  DC: 'descent',
  AP: 'approach',
};
/** `From climb to en route 13:34Z, 35,764 ft, EGLL to KLAX`, of a group `phases`. Other letters stay letters. */
export function phaseWords(facts: Facts, { phases: codes = '' }: Groups): string {
  const [before, after] = [codes.slice(0, 2), codes.slice(2)].map((code) => phases[code] ?? code);
  return list([
    `From ${before} to ${after}${facts.time ? ` ${facts.time}Z` : ''}`,
    facts.altitude?.words,
    routeWords(facts),
  ]);
}
