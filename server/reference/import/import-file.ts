/** Imports one file of reference data, all or nothing, or previews it. */
import type { Transaction } from '../../database/pool.ts';
import type { Messages } from '../../messages/messages.ts';
import { copyLine } from '../../query/columns.ts';
import { lockReferenceData } from '../load.ts';
import { BadFile, type CsvRecord, maxColumns, readCsv } from './csv.ts';
import { type FileKind, fileKinds } from './file-kinds.ts';
import type { Written } from './targets.ts';

export type FileReport = {
  /** Kind of the file. */
  readonly title: string;
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly rejected: number;
  /** Counts by reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** The first rejected rows. */
  readonly examples: readonly { readonly line: number; readonly reason: string }[];
  /** Dropped values of accepted rows, with counts. */
  readonly notes: ReadonlyMap<string, number>;
};
/** `isPreview`: only counts, nothing is written. */
type Options = {
  readonly isPreview?: boolean;
  readonly progress?: (rows: number) => void;
  /** Cancels it: nothing of the file is written. */
  readonly signal?: AbortSignal;
  /** Maximum number of listed rows. */
  readonly maxExamples?: number;
};

const usualExamples = 20;
/** Rolls a transaction back. */
class OnlyPreview extends Error {}

/** @throws BadFile if nothing in the file is usable, errors of the database */
export async function importReferenceFile(
  db: Messages,
  bytes: AsyncIterable<Uint8Array>,
  { isPreview = false, progress = () => {}, signal, maxExamples = usualExamples }: Options = {},
): Promise<FileReport> {
  const batches = readCsv(bytes);
  const first = await batches.next();
  const [header, ...records] = first.done ? [] : first.value;
  if (!header) throw new BadFile('The file is empty.');
  const { kind, names } = recognise(header);
  const reading = new Reading(kind, names, { progress, signal, maxExamples });
  let written: Written = { added: 0, changed: 0 };
  try {
    await db.transaction(async (tx) => {
      await copyRows(tx, kind, reading.copyText(records, batches));
      if (reading.taken === 0) return;
      await lockReferenceData(tx);
      written = await kind.target.write(tx);
      signal?.throwIfAborted();
      if (isPreview) throw new OnlyPreview();
    });
  } catch (error) {
    if (!(error instanceof OnlyPreview)) throw error;
  }
  if (!isPreview) db.memory.pages.clear();
  return reading.report(written);
}

async function copyRows(tx: Transaction, kind: FileKind, text: AsyncIterable<string>): Promise<void> {
  await tx.query(`create temp table incoming (${kind.target.columns}) on commit drop`);
  await tx.copyIn('copy incoming from stdin', text);
}

/** By its header, in any case and order. @throws BadFile with the reason */
function recognise({ values, fault }: CsvRecord): { kind: FileKind; names: string[] } {
  if (fault) throw new BadFile(`The header cannot be read: ${fault}.`);
  if (values.length > maxColumns)
    throw new BadFile(`The header has ${values.length} columns; ${maxColumns} are allowed.`);
  const names = values.map((name) => name.trim().toLowerCase());
  const kind = kindOf(names);
  if (!kind) throw new BadFile(unknownHeader(names));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new BadFile(`The header has the column '${printable(twice)}' twice.`);
  return { kind, names };
}

const kindOf = (names: readonly string[]): FileKind | undefined =>
  fileKinds.find(({ columns }) => columns.every((column) => names.includes(column)));

function unknownHeader(names: readonly string[]): string {
  for (const [separator, word] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'vertical bars'],
  ] as const) {
    const parts = names
      .join(',')
      .split(separator)
      .map((name) => name.replaceAll('"', '').trim());
    if (kindOf(parts)) return `The values are separated by ${word}. Save the file with commas.`;
  }
  const nearest = fileKinds
    .map(({ title, columns }) => ({ title, missing: columns.filter((column) => !names.includes(column)), columns }))
    .sort((a, b) => a.missing.length / a.columns.length - b.missing.length / b.columns.length)[0];
  if (nearest && nearest.missing.length < nearest.columns.length / 2)
    return `The header is not that of ${nearest.title}: the columns ${nearest.missing.join(', ')} are missing.`;
  return `The header is unknown. Known are ${fileKinds.map(({ title }) => title).join(', ')}. It begins with '${printable(names.slice(0, 3).join(','))}'.`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const printable = (text: string): string => text.slice(0, 60).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');

/** Reads rows and counts their results. */
class Reading {
  taken = 0;
  private rejected = 0;
  private readonly reasons = new Map<string, number>();
  private readonly examples: { line: number; reason: string }[] = [];
  private readonly notes = new Map<string, number>();
  /** One object for all rows, which saves a third of the time: readers keep no reference. */
  private readonly fields: Record<string, string> = {};
  /** Line by key. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly kind: FileKind,
    private readonly names: readonly string[],
    private readonly options: Required<Pick<Options, 'progress' | 'maxExamples'>> & Pick<Options, 'signal'>,
  ) {}

  /** Input of COPY in pieces: `first` and the rest. */
  async *copyText(first: readonly CsvRecord[], more: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<string> {
    yield this.linesOf(first);
    for await (const records of more) {
      yield this.linesOf(records);
      this.options.signal?.throwIfAborted();
      this.options.progress(this.taken + this.rejected);
    }
  }

  private linesOf(records: readonly CsvRecord[]): string {
    let lines = '';
    for (const record of records) lines += this.lineOf(record);
    return lines;
  }

  private lineOf({ line, values, fault }: CsvRecord): string {
    if (fault) return this.reject(line, fault);
    if (values.length !== this.names.length)
      return this.reject(line, `value count differs from the header`, ` (${values.length}, not ${this.names.length})`);
    const { fields, names } = this;
    for (let at = 0; at < names.length; at++) fields[names[at] ?? ''] = values[at] ?? '';
    const read = this.kind.read(fields);
    if ('rejected' in read) return this.reject(line, read.rejected);
    const before = this.seen.get(read.key);
    if (before !== undefined)
      return this.reject(line, `the same ${this.kind.target.keyName} as an earlier line`, `: line ${before}`);
    this.seen.set(read.key, line);
    if (read.note) this.notes.set(read.note, (this.notes.get(read.note) ?? 0) + 1);
    this.taken++;
    return copyLine(read.values);
  }

  private reject(line: number, reason: string, more = ''): '' {
    this.rejected++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    if (this.examples.length < this.options.maxExamples) this.examples.push({ line, reason: reason + more });
    return '';
  }

  report({ added, changed }: Written): FileReport {
    const { rejected, reasons, examples, notes } = this;
    const same = this.taken - added - changed;
    return {
      title: this.kind.title,
      read: this.taken + rejected,
      added,
      changed,
      same,
      rejected,
      reasons,
      examples,
      notes,
    };
  }
}
