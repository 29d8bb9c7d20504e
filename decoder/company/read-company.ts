/** The tables of company formats, one per family of labels, and ARINC 702. To add a format, add a row to the file of its label. */

import type { Position } from '../gate/coordinates.ts';
import { Ledger } from '../gate/ledger.ts';
import { bodyOf } from '../h1-body.ts';
import type { Reader, Reading } from '../reading.ts';
import { grouped } from '../words.ts';
import { readArinc702 } from './arinc-702.ts';
import { byLabel, type Format, type FormatReading, readFormat } from './format.ts';
import { label1x } from './label-1x.ts';
import { label2x } from './label-2x.ts';
import { label3x } from './label-3x.ts';
import { label4x } from './label-4x.ts';
import { label5x } from './label-5x.ts';
import { label8x } from './label-8x.ts';
import { labelH1 } from './label-h1.ts';
import { labelOther } from './label-other.ts';
import { labelQ } from './label-q.ts';

export const companyFormats: readonly Format[] = [
  ...label1x,
  ...label2x,
  ...label3x,
  ...label4x,
  ...label5x,
  ...label8x,
  ...labelH1,
  ...labelQ,
  ...labelOther,
];
const formats = byLabel(companyFormats);

/** null = none of the formats of the tables. */
export const readCompany = (label: string, ledger: Ledger): FormatReading | null =>
  readFormat(formats.get(label) ?? [], label, ledger);

/** Number and flight of a downlink, in front of the text of some receivers. */
const downlinkHead = /^[A-Z]\d\d[A-Z](?<flight>[A-Z0-9]{2}\d{4})/;

export const readCompanyText: Reader = ({ label, text, known }) => {
  const head = downlinkHead.exec(text);
  const flight = head?.groups?.flight;
  const behind =
    head && flight !== undefined ? readBody(label, text.slice(head[0].length).replace(/^[\r\n]+/, ''), known) : null;
  if (!behind || flight === undefined) return readBody(label, text, known);
  const item = { label: 'Flight Number', value: flight, isUnverified: false };
  return { ...behind, items: [item, ...behind.items], facts: { flight, ...behind.facts } };
};

function readBody(label: string, text: string, known: Position | null): Reading | null {
  const body = bodyOf(label, text);
  const ledger = new Ledger(body, known);
  const reading = readCompany(label, ledger);
  if (reading) return readingOf(reading, ledger);
  const plain = new Ledger(body.replace(/[\r\n]/g, ''), known);
  const report = readArinc702(label, plain);
  return report && readingOf(report, plain);
}

/** Facts about the message itself. */
const frame: readonly string[] = [
  'Message Checksum',
  'Network',
  'Version',
  'Sequence Number',
  'Route Status',
  'Message Type',
];

/** "Full" only if the items account for the text, and say something. */
function readingOf({ kind, description, words, items, facts, isWhole }: FormatReading, ledger: Ledger): Reading | null {
  if (items.length === 0) return null;
  const remaining = ledger.rest();
  const hasContent = items.some(({ label }) => !frame.includes(label));
  const hasEmptyField = /,\s*(?:,|$)/.test(ledger.text);
  const isFull = isWhole && hasContent && !hasEmptyField && remaining === '';
  return {
    kind,
    level: isFull ? 'full' : 'partial',
    words,
    by: 'own',
    facts,
    description,
    items: items.map((item) => ({ ...item, value: cut(item.value) })),
    remaining,
    understoodPercent: isFull ? 100 : percentOf(ledger.text.length, remaining.length),
  };
}

const longestValue = 4000;
const cut = (text: string): string =>
  text.length > longestValue
    ? `${text.slice(0, longestValue)}… (${grouped(text.length - longestValue)} characters more)`
    : text;

/** Null if nothing readable remains. Never 0 or 100: both would contradict the level. */
const percentOf = (size: number, rest: number): number | null =>
  rest === 0 ? null : Math.min(99, Math.max(1, Math.round((1 - rest / size) * 100)));
