/** Streams records of a CSV file (RFC 4180). Ambiguous records are reported with their line, never guessed. */

/** Why a file is refused as a whole, as a text for its owner. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/** `line` = start of the record, from 1. `fault` = why this record cannot be read. */
export type CsvRecord = { readonly line: number; readonly values: readonly string[]; readonly fault?: string };

export const maxColumns = 200;
/** Characters of a record. */
const maxRecord = 200_000;
/** Lines of a record whose quoted value contains line breaks. */
const maxLines = 200;

/**
 * Several records at a time, never none: an async generator step per record costs as much as reading it.
 * Quotes are " (or ' if the first line starts with it, as OpenSky writes). @throws BadFile, or errors of reading
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  let quote = '"';
  let open: { line: number; text: string } | null = null;
  for await (const { line: firstLine, texts } of textLines(bytes)) {
    const records: CsvRecord[] = [];
    for (const [index, text] of texts.entries()) {
      const line = firstLine + index;
      if (line === 1) quote = text.startsWith("'") ? "'" : '"';
      const begin: number = open?.line ?? line;
      const whole: string = open ? `${open.text}\n${text}` : text;
      const values = valuesOf(whole, quote);
      if (values === 'open') {
        if (whole.length > maxRecord || line - begin >= maxLines) throw neverEnds(begin);
        open = { line: begin, text: whole };
        continue;
      }
      open = null;
      if (whole === '') continue;
      records.push(typeof values === 'string' ? { line: begin, values: [], fault: values } : { line: begin, values });
    }
    if (records.length) yield records;
  }
  if (open) throw neverEnds(open.line);
}

const neverEnds = (line: number): BadFile =>
  new BadFile(`The value that begins with a quote in line ${line} does not end.`);

/** 'open' = an unclosed quote. Any other text = the error. */
function valuesOf(text: string, quote: string): string[] | string {
  if (!text.includes(quote)) return text.split(',');
  const values: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== quote) {
      const end = text.indexOf(',', at);
      values.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) return values;
      at = end + 1;
      continue;
    }
    const end = closingQuote(text, at + 1, quote);
    if (end < 0) return 'open';
    values.push(text.slice(at + 1, end).replaceAll(quote + quote, quote));
    if (end + 1 === text.length) return values;
    if (text[end + 1] !== ',') return 'text after a closing quote';
    at = end + 2;
  }
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 2))
    if (text[at + 1] !== quote) return at;
  return -1;
}

/** LF or CRLF. A byte order mark is dropped. Returns completed lines, `line` = number of the first. @throws BadFile for invalid UTF-8 */
async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; texts: string[] }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  let isFirst = true;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new BadFile(`The file is not UTF-8 text (after line ${line}). Save it as CSV in UTF-8.`);
    }
  };
  for await (const chunk of bytes) {
    if (isFirst) refuseOtherFiles(chunk);
    isFirst = false;
    const texts = (rest + decode(chunk)).split('\n');
    rest = texts.pop() ?? '';
    if (texts.length) yield { line: line + 1, texts: texts.map(withoutReturn) };
    line += texts.length;
    if (rest.length > maxRecord) throw new BadFile(`Line ${line + 1} is longer than ${maxRecord} characters.`);
  }
  rest += decode();
  if (rest) yield { line: line + 1, texts: [withoutReturn(rest)] };
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

function refuseOtherFiles(bytes: Uint8Array): void {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new BadFile('The file is UTF-16. Save it as CSV in UTF-8.');
  if (first === 0x50 && second === 0x4b)
    throw new BadFile('The file is an archive or a workbook. Save it as CSV in UTF-8.');
  if (bytes.subarray(0, 4096).includes(0)) throw new BadFile('The file is not text. Save it as CSV in UTF-8.');
}
