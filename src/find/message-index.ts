/**
 * Messages that are stored on this device, as a search reads them: one column for each field, so that 100,000 are compared within milliseconds. Pure.
 * Own file: pure, and measured on its own (`npm run bench -- find`).
 */
import { type Meaning, type MeaningKind, meaningKinds } from '../../contract/entities/meaning.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant } from '../../contract/params.ts';
import { foldCode } from './fold.ts';
import type { Question } from './question.ts';

/** A row of a list of ACARS messages. Any field may be missing: rows are those of a store. */
export type IndexableRow = Readonly<Record<string, unknown>>;
export type FoundMessage = {
  /** Epoch ms. */
  readonly at: number;
  /** '' = none, as in the other texts. */
  readonly tail: string;
  readonly flight: string;
  /** null = not decoded. */
  readonly kind: MeaningKind | null;
  /** What it says, or its text where nothing is decoded. */
  readonly words: string;
};
type MessageSearch = {
  /** Messages of the index that match. */
  readonly count: number;
  /** Different tails of these. */
  readonly aircraft: number;
  /** The newest, newest first. */
  readonly newest: readonly FoundMessage[];
};

/** Longer texts are cut on a row of the dialog. */
const shownLength = 160;
const noKind = meaningKinds.length;
const decodedLevels = ['none', 'partial', 'full'] as const;

/** Columns by number. The order is that of the time, newest first. */
export type MessageIndex = {
  readonly size: number;
  readonly at: Float64Array;
  readonly kind: Uint8Array;
  readonly level: Uint8Array;
  readonly freq: Float64Array;
  /** Folded codes. */
  readonly tails: readonly string[];
  readonly flights: readonly string[];
  readonly addresses: readonly string[];
  readonly stations: readonly string[];
  readonly labels: readonly string[];
  /** Elements and ATA chapters, each between spaces. */
  readonly codes: readonly string[];
  /** Text and words without case. */
  readonly texts: readonly string[];
  readonly says: readonly string[];
  readonly shown: readonly FoundMessage[];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const stepRows = 500;

/** Rows in any order, each once. Yields between steps (lib/in-pieces.ts). */
export function* indexOf(rows: readonly IndexableRow[]): Generator<void, MessageIndex> {
  const times = Float64Array.from(rows, ({ acarsDateTime }) => parseInstant(textOf(acarsDateTime)) ?? 0);
  yield;
  const order = Uint32Array.from(rows, (_, at) => at).sort((a, b) => (times[b] as number) - (times[a] as number));
  yield;
  const size = rows.length;
  const [at, freq] = [new Float64Array(size), new Float64Array(size)];
  const [kind, level] = [new Uint8Array(size), new Uint8Array(size)];
  const columns = (): string[] => new Array<string>(size).fill('');
  const [tails, flights, addresses, stations] = [columns(), columns(), columns(), columns()];
  const [labels, codes, texts, says] = [columns(), columns(), columns(), columns()];
  const shown: FoundMessage[] = [];
  for (let to = 0; to < size; to++) {
    if (to % stepRows === 0) yield;
    const from = order[to] as number;
    const row = rows[from] as IndexableRow;
    const meaning = meaningOf(row);
    const message = readMessage(row, times[from] as number);
    at[to] = message.at;
    freq[to] = typeof row.freq === 'number' ? row.freq : 0;
    kind[to] = message.kind === null ? noKind : meaningKinds.indexOf(message.kind);
    level[to] = meaning === null ? decodedLevels.length : Math.max(0, decodedLevels.indexOf(meaning.level));
    tails[to] = foldCode(textOf(row.tail));
    flights[to] = foldCode(textOf(row.flight));
    addresses[to] = textOf(row.icao).toLowerCase();
    stations[to] = foldCase(textOf(row.stationId));
    labels[to] = foldCase(textOf(row.label));
    codes[to] = codesOf(meaning);
    texts[to] = foldCase(textOf(row.text));
    says[to] = message.kind === null ? '' : foldCase(textOf(meaning?.words));
    shown.push(message);
  }
  return { size, at, kind, level, freq, tails, flights, addresses, stations, labels, codes, texts, says, shown };
}

const meaningOf = ({ meaning }: IndexableRow): Meaning | null =>
  typeof meaning === 'object' && meaning !== null ? (meaning as Meaning) : null;

/** `at` = its time, epoch ms. */
export function readMessage(row: IndexableRow, at: number): FoundMessage {
  const meaning = meaningOf(row);
  const kind =
    meaning !== null && meaning.level !== 'none' && meaningKinds.includes(meaning.kind) ? meaning.kind : null;
  const words = (kind !== null && textOf(meaning?.words)) || textOf(row.text);
  return { at, tail: textOf(row.tail), flight: textOf(row.flight), kind, words: words.slice(0, shownLength) };
}

function codesOf(meaning: Meaning | null): string {
  const elements = meaning?.facts?.cpdlc?.elements?.map(({ code }) => code) ?? [];
  const chapters = meaning?.facts?.faults?.flatMap(({ chapter }) => chapter ?? []) ?? [];
  return elements.length + chapters.length === 0 ? '' : ` ${elements.join(' ')} ata${chapters.join(' ata')} `;
}

/** What of a question a stored message can answer. `tails` = folded tails of an airline. */
export type MessageQuery = Pick<
  Question,
  'kinds' | 'decoded' | 'tail' | 'flight' | 'hex' | 'messageLabel' | 'element' | 'chapter' | 'frequency' | 'text'
> & {
  readonly tails: ReadonlySet<string> | null;
  /** Names of receivers without case. null = any. */
  readonly stations: ReadonlySet<string> | null;
  /** Epoch ms, `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The text is part of what the message says, too. */
  readonly isInWords: boolean;
};

const halfKilohertz = 0.0005;

/** A row of the index that matches. Cheap comparisons are first: texts are the longest. */
function testOf(index: MessageIndex, query: MessageQuery): (at: number) => boolean {
  const tests: ((at: number) => boolean)[] = [];
  const equals = (column: readonly string[], value: string | null): void => {
    if (value !== null) tests.push((at) => column[at] === value);
  };
  const { kinds, decoded, tails, stations, frequency, element, chapter } = query;
  if (kinds.length > 0) {
    const isWanted = meaningKinds.map((kind) => kinds.includes(kind));
    tests.push((at) => isWanted[index.kind[at] as number] === true);
  }
  if (decoded !== null) tests.push((at) => decodedLevels[index.level[at] as number] === decoded);
  equals(index.tails, query.tail === null ? null : foldCode(query.tail));
  equals(index.flights, query.flight === null ? null : foldCode(query.flight));
  equals(index.addresses, query.hex === null ? null : query.hex.toLowerCase());
  equals(index.labels, query.messageLabel === null ? null : foldCase(query.messageLabel));
  if (tails !== null) tests.push((at) => tails.has(index.tails[at] as string));
  if (stations !== null) tests.push((at) => stations.has(index.stations[at] as string));
  if (frequency !== null) tests.push((at) => Math.abs((index.freq[at] as number) - frequency) <= halfKilohertz);
  if (element !== null) tests.push((at) => index.codes[at]?.includes(` ${element} `) === true);
  if (chapter !== null) tests.push((at) => index.codes[at]?.includes(` ata${chapter} `) === true);
  if (query.text !== null) {
    const part = foldCase(query.text);
    tests.push(
      query.isInWords
        ? (at) => index.texts[at]?.includes(part) === true || index.says[at]?.includes(part) === true
        : (at) => index.texts[at]?.includes(part) === true,
    );
  }
  // Most questions have one condition.
  const [only] = tests;
  return only && tests.length === 1 ? only : (at) => tests.every((test) => test(at));
}

/** `most` = messages to return. All that match are counted. */
export function searchMessages(index: MessageIndex, query: MessageQuery, most: number): MessageSearch {
  const isMatch = testOf(index, query);
  const found: number[] = [];
  const aircraft = new Set<string>();
  let count = 0;
  for (let at = 0; at < index.size; at++) {
    const time = index.at[at] as number;
    if (time >= query.to) continue;
    // Newest first.
    if (time < query.from) break;
    if (!isMatch(at)) continue;
    count++;
    if (index.tails[at] !== '') aircraft.add(index.tails[at] as string);
    if (found.length < most) found.push(at);
  }
  return { count, aircraft: aircraft.size, newest: found.map((at) => index.shown[at] as FoundMessage) };
}
