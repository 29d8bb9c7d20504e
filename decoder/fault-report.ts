/** Fault reports of maintenance computers: ATA chapter, part, flight phase, hard or intermittent. Pure. */

import { bodyOf } from './h1-body.ts';

export type Fault = {
  /** ATA chapter: two digits. */
  readonly chapter: string;
  readonly name: string;
  /** Flight phase of the maintenance computer. null = not in the text. */
  readonly phase: number | null;
  readonly persistence: 'hard' | 'intermittent' | null;
};
type FaultReport = {
  readonly isWarning: boolean;
  /** Empty: a report in a format that is not read. */
  readonly faults: readonly Fault[];
};

/** Faults and warnings of Airbus (FLR, WRN, MPF), reports of Boeing and Bombardier maintenance computers. */
const faultPattern =
  /^(?:\.1\/)?(?:(?<failure>FLR)|(?<warning>WRN))\/|^(?:\.1\/)?MP[FC]\/|^PLF\d{6}|^MDC REPORT: CURRENT FAULTS/;
/** ATA chapter and part behind the time, in two layouts: `FR2605012330  36221607BMC1 X2,,,,,,,R WING LOOP B,HARD`, */
const listedName =
  /\/FR\d{10} *(?<chapter>\d{2})\d{6}[^,]*,(?:[^,]*,){6}(?<name>[A-Z][^,\r\n]{1,60}),(?<state>[A-Z]*)/g;
/** and `FR24030411230034583106FWC2 :NO DATA FROM GPS1 /IDECAM 2`. */
const plainName = /\/(?:FR|WN)\d{10}(?:00)? *(?<chapter>\d{2})\d{6,7}(?<name>[A-Z][A-Z0-9 /().:&-]{1,60})/g;
/** One line per fault: `21460006 GALLEY COOLING/IDENT 5EB8 PHASE 2 HARD`. */
const lineName =
  /\n(?<chapter>\d{2})\d{6} (?<name>[A-Z][A-Z0-9 ]{1,60})\/(?:[^\r\n]*?PHASE (?<phase>\d{1,2}) (?<state>[A-Z]+))?/g;

/** null = no fault report. */
export function readFaultReport(label: string | null, text: string | null): FaultReport | null {
  const body = bodyOf(label, text);
  const found = faultPattern.exec(body)?.groups;
  if (!found) return null;
  const faults = [listedName, plainName, lineName]
    .map((pattern) => [...body.matchAll(pattern)].flatMap(({ groups }) => (groups ? [faultOf(groups)] : [])))
    .find((some) => some.length > 0);
  return { isWarning: found.warning !== undefined, faults: faults ?? [] };
}

/** `#CFB`, `- #CFD`: sent by the central fault display, whatever the format. */
export const isFromFaultDisplay = (label: string | null, text: string | null): boolean =>
  label === 'H1' && /^(?:- )?(?:[A-Z]\d\d[A-Z])?#CF[A-Z]?/.test(text ?? '');

function faultOf({ chapter = '', name = '', phase, state }: Readonly<Record<string, string | undefined>>): Fault {
  return {
    chapter,
    name: (name.split('/ID')[0] ?? '').replace(/\s+/g, ' ').trim(),
    phase: phase === undefined ? null : Number(phase),
    persistence: state?.startsWith('HARD') ? 'hard' : state?.startsWith('INT') ? 'intermittent' : null,
  };
}

/** Chapters of ATA 100 that reports name. */
export const ataChapters: Readonly<Record<string, string>> = {
  '21': 'Air conditioning',
  '22': 'Auto flight',
  '23': 'Communications',
  '24': 'Electrical power',
  '25': 'Equipment and furnishings',
  '26': 'Fire protection',
  '27': 'Flight controls',
  '28': 'Fuel',
  '29': 'Hydraulic power',
  '30': 'Ice and rain protection',
  '31': 'Indicating and recording',
  '32': 'Landing gear',
  '33': 'Lights',
  '34': 'Navigation',
  '35': 'Oxygen',
  '36': 'Pneumatic',
  '38': 'Water and waste',
  '44': 'Cabin systems',
  '45': 'Central maintenance system',
  '46': 'Information systems',
  '49': 'Auxiliary power',
  '52': 'Doors',
  '53': 'Fuselage',
  '54': 'Nacelles and pylons',
  '55': 'Stabilizers',
  '56': 'Windows',
  '57': 'Wings',
  '70': 'Engine practices',
  '71': 'Power plant',
  '72': 'Engine',
  '73': 'Engine fuel and control',
  '74': 'Ignition',
  '75': 'Engine air',
  '76': 'Engine controls',
  '77': 'Engine indicating',
  '78': 'Exhaust',
  '79': 'Engine oil',
  '80': 'Starting',
};
