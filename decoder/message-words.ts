/**
 * What a message is about, in words: one row per kind, by label and text format. Texts that no row reads are never guessed:
 * they get the meaning of their label. Pure.
 */
import type { MessageKind } from '../contract/entities/overview.ts';
import { readFaultReport } from './fault-report.ts';
import { bodyOf } from './h1-body.ts';
import { labelMeanings } from './label-meanings.ts';
import { type Movement, type MovementReport, readMovementText } from './movement-texts.ts';

export type MessageWords = { readonly kind: MessageKind; readonly words: string };
type Text = {
  readonly label: string;
  /** As received. */
  readonly text: string;
  /** Of H1: without the prefix of the sending system. */
  readonly body: string;
  readonly report: MovementReport | null;
};
type Row = { readonly kind: MessageKind; readonly words: (message: Text) => string | null };

const airport = '[A-Z]{4}';
const groups = (pattern: RegExp, text: string): Readonly<Record<string, string | undefined>> | null =>
  pattern.exec(text)?.groups ?? null;

function fault({ label, text }: Text): string | null {
  const report = readFaultReport(label, text);
  if (!report) return null;
  const what = report.isWarning ? 'Warning' : 'Fault report';
  const [first] = report.faults;
  return first ? `${what}: ${first.name}, ATA ${first.chapter}` : what;
}

const clock = (minuteOfDay: number): string =>
  `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}Z`;
const movementWords: Readonly<Record<Movement, (report: MovementReport, at: string) => string>> = {
  out: ({ from, to }, at) => `Left the gate at ${from} ${at}${to ? `, to ${to}` : ''}`,
  off: ({ from, to }, at) => `Took off from ${from} ${at}${to ? `, to ${to}` : ''}`,
  on: ({ from, to }, at) => `Landed at ${to} ${at}${from ? `, from ${from}` : ''}`,
  in: ({ from, to }, at) => `At the gate at ${to} ${at}${from ? `, from ${from}` : ''}`,
};
function movement({ report }: Text): string | null {
  return report?.movement ? movementWords[report.movement.what](report, clock(report.movement.minuteOfDay)) : null;
}

const degrees = String.raw`[NS] ?\d{2}[\d. ]*,? ?/?[EW] ?\d`;
/** Formats with a position, by label. */
const positionFormats: readonly (readonly [labels: readonly string[], pattern: RegExp])[] = [
  [['H1', '4J'], /^POS(?:[NS]\d|\/)/],
  [['20', '21'], /^POS[NS] ?\d/],
  [['44'], /^(?:00)?POS\d\d,[NS]/],
  [['80', '5U'], / POSRPT |\/POS [NS]\d/],
  [['10', '12', '15', '16', '22', '2P', '32', '4N'], new RegExp(degrees)],
  [['15'], /^\(2[NS]/],
  [['57', 'B6'], /^\/\w{7}\.ADS\.|^POS/],
];
const destination = new RegExp(`,(?<to>${airport})\\s*$|/(?<next>${airport})/\\d{4}/`);
function position({ label, text, body, report }: Text): string | null {
  const isPosition = positionFormats.some(
    ([labels, pattern]) => labels.includes(label) && pattern.test(label === 'H1' ? body : text),
  );
  if (!isPosition) return null;
  const to = destinationOf(label, text, report);
  return to ? `Position, to ${to}` : 'Position';
}

/** The airport to which the aircraft flies, as a code of the text. */
function destinationOf(label: string, text: string, report: MovementReport | null): string | null {
  const found = groups(destination, text);
  return report?.to ?? (label === '21' ? found?.to : label === '10' ? found?.next : null) ?? null;
}

/** The destination named in a message. null = none. */
export const destinationIn = (label: string | null, text: string | null): string | null =>
  destinationOf(label ?? '', text ?? '', readMovementText(label, text));

/** Labels with a destination that are not among the movement labels. */
export const destinationLabels: readonly string[] = ['10', '21'];

/** Data of the ground for the crew at the gate. */
function departure({ label, text, report }: Text): string | null {
  if (label !== 'RA') return null;
  const out = report?.scheduledOut ?? null;
  if (out === null) return null;
  const gate = groups(/\bGATE (?<gate>[A-Z]?\d{1,3}[A-Z]?)\b/, text)?.gate;
  return `Departure sheet: ${gate ? `gate ${gate}, ` : ''}${clock(out)}`;
}

function atis({ label, text }: Text): string | null {
  const at = groups(new RegExp(`\\.TI2/(?:\\d{3})?(?<airport>${airport})`), text)?.airport;
  if (label === 'A9') return at ? `ATIS of ${at}` : 'ATIS';
  if (label === 'B9') return at ? `Requests the ATIS of ${at}` : 'Requests an ATIS';
  return null;
}

function weather({ label, text, body }: Text): string | null {
  const airports = [...text.matchAll(new RegExp(`/STA (${airport})`, 'g'))].map(([, name]) => name);
  if (label === '5U' && / WXRQ /.test(text))
    return airports.length > 0 ? `Requests weather for ${airports.join(' and ')}` : 'Requests weather';
  if (label === 'H1' && /^\d\dW[A-Z0-9]+,/.test(body)) return 'Wind and temperature report';
  return null;
}

function flightPlan({ label, body, report }: Text): string | null {
  if (label !== 'H1' || !body.startsWith('FPN/')) return null;
  return report?.from && report.to ? `Flight plan ${report.from} to ${report.to}` : 'Flight plan';
}

/** Condition monitoring of Airbus and Boeing. */
const engineFormat =
  /^[A-Z]\d\d\/A3\d{2}|^A\d\d\/A3\d{2}|^\d[A-Z]?\w{3},\d{4},B7|^\s+APM \d|^ACM\d\d|^PAGE 0+1\s+MDC REPORT: ENGINE/;
const engine = ({ label, body }: Text): string | null =>
  label === 'H1' && engineFormat.test(body) ? 'Engine report' : null;

/** Labels of link management. */
const linkLabels: readonly string[] = ['_d', '_\u007f', 'Q0', 'MA', 'SA', 'SQ'];
const meanings = new Map<string, string>(labelMeanings);
const linkWords = ({ label }: Text): string | null =>
  linkLabels.includes(label) ? (meanings.get(label) ?? 'Demand mode, no text') : null;

const rows: readonly Row[] = [
  { kind: 'fault', words: fault },
  { kind: 'movement', words: movement },
  { kind: 'position', words: position },
  { kind: 'departure', words: departure },
  { kind: 'atis', words: atis },
  { kind: 'weather', words: weather },
  { kind: 'flightPlan', words: flightPlan },
  { kind: 'engine', words: engine },
  { kind: 'link', words: linkWords },
];

export function describeMessage(label: string | null, text: string | null): MessageWords {
  const message: Text = {
    label: label ?? '',
    text: text ?? '',
    body: bodyOf(label, text),
    report: readMovementText(label, text),
  };
  for (const { kind, words } of rows) {
    const found = words(message);
    if (found !== null) return { kind, words: found };
  }
  const meaning = meanings.get(message.label);
  const isVague = meaning === undefined || /defined by the airline/i.test(meaning);
  return { kind: 'other', words: isVague ? airlineMessage(message.label) : meaning };
}

const airlineMessage = (label: string): string =>
  /^[\x21-\x7e]{1,2}$/.test(label) ? `Airline message, label ${label}` : 'Airline message';
