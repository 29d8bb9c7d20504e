/**
 * Parses ACARS texts about movements: airports, and gate departure (out), takeoff (off), landing (on), gate arrival (in).
 * One row per format, tested with real texts. Unknown formats give nothing.
 */
export type Movement = 'out' | 'off' | 'on' | 'in';

/** Airports by the code in the text, ICAO or IATA. Times in minutes of the day, UTC. */
export type MovementReport = {
  /** Flight named in the text: uplinks have no number. */
  readonly flight: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly movement: { readonly what: Movement; readonly minuteOfDay: number } | null;
  /** Scheduled gate times. */
  readonly scheduledOut: number | null;
  readonly scheduledIn: number | null;
};

type Format = {
  readonly labels: readonly string[];
  /** Named groups: from, to, what (the movement), time (hhmm). */
  readonly pattern: RegExp;
  /** If the label implies the movement. */
  readonly what?: Movement;
};

const pair = '(?<from>[A-Z]{4})(?<to>[A-Z]{4})';
const byLabel: readonly (readonly [labels: readonly string[], what: Movement])[] = [
  [['QA', 'QE', 'QH', 'QP'], 'out'],
  [['QB', 'QF', 'QQ'], 'off'],
  [['QC', 'QR'], 'on'],
  [['QD', 'QS'], 'in'],
];

const formats: readonly Format[] = [
  // Out, off, on and in reports of ARINC 620: KSFOKLAX1234, more may follow.
  ...byLabel.map(([labels, what]) => ({ labels, what, pattern: new RegExp(`^${pair}(?<time>\\d{4})`) })),
  // /14 OFF EVENT      / KIAD KDEN 08 124438/TIME 1244
  {
    labels: ['13', '14', '15', '16'],
    pattern:
      /^\/1[3-6] (?<what>OUT|OFF|ON|IN) EVENT *\/ (?<from>[A-Z]{4}) (?<to>[A-Z]{4}) \d\d \d{6}\/TIME (?<time>\d{4})/,
  },
  // /18 POST TIMES SECS/ KLAX KSEA 12 053340/IN TIME 0530
  {
    labels: ['18'],
    what: 'in',
    pattern: /^\/18 POST TIMES SECS\/ (?<from>[A-Z]{4}) (?<to>[A-Z]{4}) \d\d \d{6}\/IN TIME (?<time>\d{4})/,
  },
  // OFF02,N39247W077226,KFDK,KSNA,1106,2124,0248,011.1
  {
    labels: ['44'],
    pattern: /^(?:00)?(?<what>OUT|OFF|ON|IN)0\d,[^,]*,(?<from>[A-Z]{4}),(?<to>[A-Z]{4}),\d{4},(?<time>\d{4})/,
  },
  // POS02,N38338W121179,GRD,KMHR,KPDX,0807,0003
  { labels: ['44'], pattern: /^(?:00)?(?:POS|ETA)0\d,[^,]*,[^,]*,(?<from>[A-Z]{4}),(?<to>[A-Z]{4}),/ },
  // OFF02, and in the next line KBWI,KIND,1237,18.4
  { labels: ['22'], what: 'off', pattern: /^OFF02\s+(?<from>[A-Z]{4}),(?<to>[A-Z]{4}),(?<time>\d{4}),/ },
  // /ET EXP TIME       / KDEN KPHX 01 001341
  { labels: ['5Z'], pattern: /^\/?[A-Z][A-Z0-9] [A-Z ]+ *\/ (?<from>[A-Z]{4}) (?<to>[A-Z]{4}) \d\d / },
  // AGFSR AC0620/07/08/YYZYHZ/0340Z
  { labels: ['4T'], pattern: /^AGFSR [A-Z0-9]{2}\d{4}\/\d\d\/\d\d\/(?<from>[A-Z]{3})(?<to>[A-Z]{3})\// },
  // 3N01 POSRPT 0581/27 KIAD/MSLP .N962AV
  { labels: ['80', '5U'], pattern: / {1,3}\d{3,4}\/\d\d (?<from>[A-Z]{4})\/(?<to>[A-Z]{4}) \./ },
  // 010024 KJFK KLAX7, and in the next line /FN 0738
  { labels: ['24', '39'], pattern: /^0100(?:24|39) (?<from>[A-Z]{4}) (?<to>[A-Z]{4})\d\s/ },
  // A flight plan: FPN/...:DA:KEWR:AA:KDFW:...
  { labels: ['H1'], pattern: /:DA:(?<from>[A-Z]{4}):AA:(?<to>[A-Z]{4})/ },
];

/**
 * QUOTPOPS~1RO0391  DEP OTP, and below STD 1405Z STA 1640Z. Without Z a scheduled time may be local, and without a flight it may
 * belong to another.
 */
const flightPattern = /~1?(?<flight>[A-Z0-9]{2}\d{3,4})\b/;
const schedulePattern = /\bST(?<which>[DA])[ :/]?(?<time>\d{4})Z\b/g;

/** Labels with texts to parse. */
export const movementLabels: readonly string[] = [...new Set([...formats.flatMap(({ labels }) => labels), 'RA'])];

/** null = no information about a flight. */
export function readMovementText(label: string | null, text: string | null): MovementReport | null {
  if (label === null || text === null) return null;
  for (const format of formats) {
    if (!format.labels.includes(label)) continue;
    const found = format.pattern.exec(text)?.groups;
    if (!found) continue;
    const what = format.what ?? (found.what?.toLowerCase() as Movement | undefined);
    const minuteOfDay = found.time === undefined ? null : minuteOf(found.time);
    return {
      flight: null,
      from: found.from ?? null,
      to: found.to ?? null,
      movement: what === undefined || minuteOfDay === null ? null : { what, minuteOfDay },
      scheduledOut: null,
      scheduledIn: null,
    };
  }
  return readSchedule(text);
}

function readSchedule(text: string): MovementReport | null {
  const flight = flightPattern.exec(text)?.groups?.flight ?? null;
  const times = new Map<string, number | null>();
  for (const { groups } of text.matchAll(schedulePattern)) times.set(groups?.which ?? '', minuteOf(groups?.time ?? ''));
  const [scheduledOut, scheduledIn] = [times.get('D') ?? null, times.get('A') ?? null];
  if (flight === null || (scheduledOut === null && scheduledIn === null)) return null;
  return { flight, from: null, to: null, movement: null, scheduledOut, scheduledIn };
}

/** hhmm as minutes of the day. null = invalid. */
function minuteOf(hhmm: string): number | null {
  const [hours, minutes] = [Number(hhmm.slice(0, 2)), Number(hhmm.slice(2))];
  return hhmm.length === 4 && hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

/** A destination in texts that are no report of a movement. */
const destination = /,(?<to>[A-Z]{4})\s*$|\/(?<next>[A-Z]{4})\/\d{4}/;

/** Their labels. */
export const destinationLabels: readonly string[] = ['10', '21'];

/** The destination named in a message. null = none. */
export function destinationIn(label: string | null, text: string | null): string | null {
  const reported = readMovementText(label, text)?.to;
  if (reported || label === null || !destinationLabels.includes(label)) return reported ?? null;
  const { to, next } = destination.exec(text ?? '')?.groups ?? {};
  return (label === '21' ? to : next) ?? null;
}
