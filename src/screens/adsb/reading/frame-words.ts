/** Content of a frame in words, from its fields. A frame without a known report has the name of its downlink format. Pure. */
import type { MeaningKind } from '../../../../contract/entities/meaning.ts';
import { formatCount, measured, oneLine } from '../../../lib/format.ts';
import type { AnyRow } from '../../../list/define-list.ts';

export type FrameWords = { readonly kind: MeaningKind; readonly words: string };

const emergencyCodes: readonly unknown[] = ['7500', '7600', '7700'];
/** Slower climbs and descents are level flight. */
const minRateFtMin = 200;

export const textOf = (value: unknown): string => (typeof value === 'string' ? oneLine(value.trim()) : '');
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part).join(', ');

export function frameWords(row: AnyRow): FrameWords {
  const report = textOf(row.report).toLowerCase();
  const squawk = textOf(row.squawk);
  const code = squawk === '' ? null : `squawk ${squawk}`;
  const found = ofReport(report, row, code) ?? ofFormat(textOf(row.msgType), row, code);
  return emergencyCodes.includes(squawk) ? { ...found, kind: 'fault' } : found;
}

function ofReport(report: string, row: AnyRow, code: string | null): FrameWords | null {
  if (report === '') return null;
  if (report.startsWith('aircraft identification')) {
    const name = textOf(row.identification);
    return { kind: 'other', words: name === '' ? 'Identification without a name' : `Identification ${name}` };
  }
  if (report.startsWith('surface position')) return { kind: 'position', words: joined('Surface position', speed(row)) };
  if (report.startsWith('airborne position'))
    return { kind: 'position', words: joined('Airborne position', altitude(row)) };
  if (report.startsWith('airborne velocity'))
    return { kind: 'position', words: joined('Velocity', speed(row), direction(row), climb(row)) };
  if (report.includes('emergency')) {
    const state = textOf(row.emergencyState);
    const isNone = state === '' || state === 'No emergency';
    return { kind: isNone ? 'other' : 'fault', words: joined(isNone ? 'No emergency' : `Emergency: ${state}`, code) };
  }
  if (report.startsWith('test message')) return { kind: 'other', words: joined('Test message', code) };
  return { kind: 'other', words: joined(textOf(row.report).replace(/ Message$/, ''), altitude(row), code) };
}

const formats: readonly (readonly [start: string, kind: MeaningKind, words: string])[] = [
  ['DF 0:', 'link', 'Air-to-air surveillance'],
  ['DF 4:', 'other', 'Altitude reply'],
  ['DF 5:', 'other', 'Identity reply'],
  ['DF 11:', 'link', 'All-call reply'],
  ['DF 16:', 'link', 'Air-to-air coordination'],
  ['DF 17:', 'other', 'ADS-B message'],
  ['DF 18:', 'other', 'Extended squitter'],
  ['DF 20:', 'other', 'Comm-B reply'],
  ['DF 21:', 'other', 'Comm-B reply'],
  ['SSR', 'other', 'Mode A/C reply'],
];

function ofFormat(msgType: string, row: AnyRow, code: string | null): FrameWords {
  const [, kind, words] = formats.find(([start]) => msgType.startsWith(start)) ?? [null, 'other', msgType || 'Frame'];
  return { kind, words: joined(words, textOf(row.bds2Identification), altitude(row), code) };
}

/** `37,000 ft`. */
function altitude({ altitude: value, altUnit }: AnyRow): string | null {
  const height = numberOf(value);
  return height === null ? null : measured(formatCount(height), altUnit === 'meters' ? 'm' : 'ft');
}

const isValid = (status: unknown): boolean => status !== 'Unavailable';

/** Over ground from its parts, otherwise through the air. */
function speed(row: AnyRow): string | null {
  const [east, north] = ground(row);
  if (east !== null && north !== null) return measured(formatCount(Math.hypot(east, north)), 'kt');
  const air = numberOf(row.airspeed);
  return air === null || !isValid(row.airspeedStatus) ? null : `airspeed ${measured(formatCount(air), 'kt')}`;
}

function direction(row: AnyRow): string | null {
  const [east, north] = ground(row);
  const degrees = (value: number): string => `${String(Math.round(value + 360) % 360).padStart(3, '0')}°`;
  if (east !== null && north !== null)
    return east === 0 && north === 0 ? null : `track ${degrees((Math.atan2(east, north) * 180) / Math.PI)}`;
  const heading = numberOf(row.heading);
  return heading === null || !isValid(row.headingStatus) ? null : `heading ${degrees(heading)}`;
}

const ground = (row: AnyRow): readonly [east: number | null, north: number | null] => [
  isValid(row.ewStatus) ? numberOf(row.ewVelocity) : null,
  isValid(row.nsStatus) ? numberOf(row.nsVelocity) : null,
];

function climb({ verticalRate, verticalStatus }: AnyRow): string | null {
  const rate = numberOf(verticalRate);
  if (rate === null || !isValid(verticalStatus)) return null;
  if (Math.abs(rate) < minRateFtMin) return 'level';
  return `${rate > 0 ? 'climbing' : 'descending'} ${measured(formatCount(Math.abs(rate)), 'ft/min')}`;
}
