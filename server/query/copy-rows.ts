/** Rows in the binary format of COPY. As text, the numbers and instants of a row cost more to write and to read than its storage. */
import { parseInstant } from '../../contract/params.ts';
import { nextTurn } from '../base/pieces.ts';
import type { Column } from './columns.ts';

/** Of a database column, which must be of exactly this type: double precision, boolean, timestamptz, text, jsonb, bigint, integer. */
export type CopyType = Exclude<Column['type'], 'day'> | 'json' | 'bigint' | 'integer';
/** An instant as a written one, or as epoch ms. */
export type CopyValue = string | number | boolean | null;

const signature = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const pieceBytes = 65_536;
/** Shorter texts are written by character: a call for each would cost more. */
const shortText = 24;
const epochMs = Date.UTC(2000, 0, 1);
const twoTo32 = 2 ** 32;
/** Of the binary form of jsonb. */
const jsonVersion = 1;

/** A row may be one list that is filled again for each. Requests get a turn after each piece. */
export async function* inBinary(
  types: readonly CopyType[],
  rows: Iterable<readonly CopyValue[]>,
): AsyncIterable<Buffer> {
  let piece = new Piece();
  piece.bytes(signature);
  for (const row of rows) {
    piece.row(types, row);
    if (piece.length < pieceBytes) continue;
    yield piece.written();
    await nextTurn();
    piece = new Piece();
  }
  piece.end();
  yield piece.written();
}

class Piece {
  length = 0;
  private buffer = Buffer.allocUnsafeSlow(2 * pieceBytes);
  private view = viewOf(this.buffer);

  written = (): Buffer => this.buffer.subarray(0, this.length);

  bytes(bytes: Buffer): void {
    this.length += bytes.copy(this.buffer, this.length);
  }

  end(): void {
    this.reserve(2);
    this.view.setInt16(this.length, -1);
    this.length += 2;
  }

  row(types: readonly CopyType[], values: readonly CopyValue[]): void {
    // Of each value its length and up to eight bytes. Texts reserve their own.
    this.reserve(2 + 12 * types.length);
    this.view.setInt16(this.length, types.length);
    this.length += 2;
    for (let at = 0; at < types.length; at++) {
      const value = values[at] ?? null;
      if (value === null) this.size(-1);
      else this.value(types[at] as CopyType, value, types.length - at);
    }
  }

  private value(type: CopyType, value: string | number | boolean, columnsLeft: number): void {
    if (type === 'text') this.text(String(value), columnsLeft);
    else if (type === 'number') this.number(Number(value));
    else if (type === 'flag') this.flag(value === true);
    else if (type === 'instant') this.wide((instantMs(value) - epochMs) * 1000);
    else if (type === 'json') this.text(String(value), columnsLeft, jsonVersion);
    else if (type === 'bigint') this.wide(Number(value));
    else this.integer(Number(value));
  }

  private number(value: number): void {
    this.size(8);
    this.view.setFloat64(this.length, value);
    this.length += 8;
  }

  private flag(value: boolean): void {
    this.size(1);
    this.buffer[this.length++] = Number(value);
  }

  private integer(value: number): void {
    this.size(4);
    this.view.setInt32(this.length, value);
    this.length += 4;
  }

  private size(bytes: number): void {
    this.view.setInt32(this.length, bytes);
    this.length += 4;
  }

  private wide(value: number): void {
    this.size(8);
    this.view.setInt32(this.length, Math.floor(value / twoTo32));
    this.view.setUint32(this.length + 4, value >>> 0);
    this.length += 8;
  }

  private text(text: string, columnsLeft: number, version?: number): void {
    this.reserve(5 + 3 * text.length + 12 * columnsLeft);
    const sizeAt = this.length;
    this.length += 4;
    if (version !== undefined) this.buffer[this.length++] = version;
    this.length += (text.length <= shortText && this.ascii(text)) || this.buffer.write(text, this.length);
    this.view.setInt32(sizeAt, this.length - sizeAt - 4);
  }

  /** The number of bytes. 0 = it has other characters, or none. */
  private ascii(text: string): number {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return 0;
      this.buffer[this.length + at] = code;
    }
    return text.length;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
    this.view = viewOf(larger);
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

function instantMs(value: string | number | boolean): number {
  if (typeof value === 'number') return value;
  const ms = parseInstant(String(value));
  if (ms === null) throw new Error(`not an instant: ${value}`);
  return ms;
}
