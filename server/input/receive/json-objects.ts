/**
 * Finds the JSON objects of receivers, whatever is between them: line ends, blanks, NUL, nothing, or the brackets of an array. An object may
 * have line ends inside, and may arrive in any pieces. Linear in time. Memory holds one object.
 */
import { StringDecoder } from 'node:string_decoder';
import { isObject, type Json } from '../../base/json-values.ts';
import { maxLineLength, notJson, parseLine, tooLong } from './json-line.ts';

/** `number` = the line where it begins, from 1. `text` of an object is strict JSON. */
export type Piece = Found | { readonly number: number; readonly broken: string };
type Found = { readonly number: number; readonly text: string; readonly value: Json };

/** What may follow. */
const [keyOrEnd, key, colon, value, valueOrEnd, after] = [0, 1, 2, 3, 4, 5];
const [inObject, inArray] = [1, 2];
/** Between objects; in an object; after an unusable one, up to the next line or object. */
type Mode = 'between' | 'object' | 'skipping';

const [newline, quote, backslash, comma, colonSign] = [0x0a, 0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Also NUL, with which some programs end a text, and the mark of UTF-8. */
const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0 || code === 0xfeff;

export class JsonObjects {
  readonly #maxLength: number;
  #decoder: StringDecoder | null = null;
  #found: Piece[] = [];
  #mode: Mode = 'between';
  #line = 1;
  #isLineStart = true;
  /** Of the object, or of other text between objects: from earlier chunks, and its place in this one. */
  #head = '';
  #from = 0;
  #startLine = 1;
  #expects = value;
  readonly #containers: number[] = [];
  /** Places where the open containers began, in characters of the object. */
  readonly #starts: number[] = [];
  #isText = false;
  #isEscaped = false;
  #isBare = false;
  #textStart = 0;
  /** The object that ended last within this one. */
  #child: readonly [from: number, to: number] | null = null;
  /** The last character that is not blank, between objects. */
  #before = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** An object has begun and not ended. */
  get isOpen(): boolean {
    return this.#mode === 'object';
  }

  /** Nothing has begun. */
  get isBetween(): boolean {
    return this.#mode === 'between' && trimmed(this.#head) === '';
  }

  readBytes(chunk: Uint8Array): Piece[] {
    this.#decoder ??= new StringDecoder('utf8');
    return this.read(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
  }

  read(text: string): Piece[] {
    this.#from = 0;
    for (let at = 0; at < text.length; ) {
      const lineEnd = this.#isLineStart ? this.#readLine(text, at) : -1;
      this.#isLineStart = lineEnd > 0 && text.charCodeAt(lineEnd - 1) === newline;
      at = lineEnd < 0 ? this.#readSlowly(text, at) : lineEnd;
      if (lineEnd >= 0) this.#from = at;
    }
    this.#head += text.slice(this.#from);
    if (this.#mode === 'skipping') this.#head = '';
    else if (this.#head.length > this.#maxLength) this.#endTooLong(text.length);
    return this.#take();
  }

  /** What is left when nothing more follows. */
  end(): Piece[] {
    const last = this.read(this.#decoder?.end() ?? '');
    if (this.#mode === 'object') {
      this.#endCut(this.#head);
    } else if (this.#mode === 'between') this.#endGarbage(this.#head);
    this.#reset('between', 0);
    this.#isLineStart = true;
    return [...last, ...this.#take()];
  }

  #take(): Piece[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Nearly every line is one object: then no character is looked at here. Returns the place after it. -1 = not such a line. */
  #readLine(text: string, from: number): number {
    const newlineAt = text.indexOf('\n', from);
    const end = newlineAt < 0 ? text.length : newlineAt;
    const first = skipBlanks(text, from, end);
    let last = end;
    while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
    if (text.charCodeAt(first) !== openBrace || text.charCodeAt(last - 1) !== closeBrace) return -1;
    if (last - first > this.#maxLength) return -1;
    const line = text.slice(first, last);
    try {
      const parsed: unknown = JSON.parse(line);
      if (!isObject(parsed)) return -1;
      this.#found.push({ number: this.#line, text: line, value: parsed });
    } catch {
      return -1;
    }
    if (newlineAt < 0) return end;
    this.#line++;
    return end + 1;
  }

  /** Up to the end of a line or an object. Returns the place after it. */
  #readSlowly(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#mode === 'object') {
        if (code === newline) this.#line++;
        const restart = this.#step(text, at, code);
        if (restart !== null) return restart;
      } else if (code === openBrace && this.#isStart()) {
        if (this.#mode === 'between') this.#endGarbage(this.#head + text.slice(this.#from, at));
        this.#begin(at);
      } else if (code === newline) {
        if (this.#mode === 'between') this.#endGarbage(this.#head + text.slice(this.#from, at));
        this.#reset('between', at + 1);
        this.#line++;
        this.#isLineStart = true;
        return at + 1;
      } else if (!isBlank(code)) this.#before = code;
    }
    return text.length;
  }

  /** In the rest of an unusable object, an object after a colon, a comma or a bracket is a part of it. */
  #isStart(): boolean {
    if (this.#mode === 'between') return true;
    return this.#before !== colonSign && this.#before !== comma && this.#before !== openBracket;
  }

  #begin(at: number): void {
    this.#reset('object', at);
    this.#startLine = this.#line;
    this.#expects = keyOrEnd;
    this.#containers.push(inObject);
    this.#starts.push(0);
  }

  #reset(mode: Mode, from: number): void {
    this.#mode = mode;
    this.#head = '';
    this.#from = from;
    this.#before = 0;
    this.#containers.length = 0;
    this.#starts.length = 0;
    this.#isText = false;
    this.#isEscaped = false;
    this.#isBare = false;
    this.#textStart = 0;
    this.#child = null;
  }

  /** One character of an object. Returns the place to continue at, null = the next one. */
  #step(text: string, at: number, code: number): number | null {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === quote) this.#isText = false;
      return null;
    }
    if (isBlank(code)) {
      if (this.#isBare) this.#endValue();
      return null;
    }
    if (this.#isBare && (code === comma || code === closeBrace || code === closeBracket)) this.#endValue();
    if (this.#accepts(code, at)) {
      if (this.#containers.length > 0) return null;
      this.#endObject(this.#head + text.slice(this.#from, at + 1));
      this.#reset('between', at + 1);
      return at + 1;
    }
    return this.#restart(text, at, code);
  }

  #place(at: number): number {
    return this.#head.length + at - this.#from;
  }

  #endValue(): void {
    this.#isBare = false;
    this.#expects = after;
  }

  /** False = JSON has no such character here. */
  #accepts(code: number, at: number): boolean {
    const expects = this.#expects;
    const isValue = expects === value || expects === valueOrEnd;
    const container = this.#containers.at(-1);
    switch (code) {
      case quote:
        if (this.#isBare || !(isValue || expects === key || expects === keyOrEnd)) return false;
        this.#isText = true;
        this.#textStart = this.#place(at);
        this.#expects = isValue ? after : colon;
        return true;
      case openBrace:
      case openBracket:
        if (this.#isBare || !isValue) return false;
        this.#containers.push(code === openBrace ? inObject : inArray);
        this.#starts.push(this.#place(at));
        this.#expects = code === openBrace ? keyOrEnd : valueOrEnd;
        return true;
      case closeBrace:
        if (container !== inObject || !(expects === after || expects === keyOrEnd)) return false;
        this.#close(at);
        return true;
      case closeBracket:
        if (container !== inArray || !(expects === after || expects === valueOrEnd)) return false;
        this.#close(at);
        return true;
      case comma:
        if (expects !== after) return false;
        this.#expects = container === inObject ? key : value;
        return true;
      case colonSign:
        if (expects !== colon) return false;
        this.#expects = value;
        return true;
      default:
        if (!isValue) return false;
        this.#isBare = true;
        return true;
    }
  }

  #close(at: number): void {
    const isObjectEnd = this.#containers.pop() === inObject;
    const start = this.#starts.pop() ?? 0;
    this.#child = isObjectEnd ? [start, this.#place(at) + 1] : null;
    this.#expects = after;
  }

  /** The object was cut, and something else follows. Only the cut part is lost: the next object may have begun within a text. */
  #restart(text: string, at: number, code: number): number {
    const whole = this.#head + text.slice(this.#from, at);
    if (code === openBrace) {
      this.#endCut(whole);
      this.#begin(at);
      return at + 1;
    }
    const inText = /\{\s*"\s*$/.exec(whole.slice(this.#textStart));
    if (inText && inText.index > 0) {
      const start = this.#textStart + inText.index;
      this.#fail();
      this.#begin(at);
      // The quote that seemed to end the text begins the name of a member.
      this.#head = whole.slice(start);
      this.#startLine = this.#line - linesIn(this.#head);
      this.#textStart = this.#head.indexOf('"');
      this.#isText = true;
      this.#expects = colon;
      return at;
    }
    this.#fail();
    this.#reset('skipping', at);
    this.#before = code;
    return at + 1;
  }

  /** A whole object that follows a cut one after its colon looks like a part of it. A brace alone is not even a part of an object. */
  #endCut(whole: string): void {
    const [from, to] = this.#child ?? [0, 0];
    const isChildLast = to > 0 && this.#expects === after && !this.#isText && trimmed(whole.slice(to)) === '';
    if (isChildLast || trimmed(whole) !== '{') this.#fail();
    if (isChildLast) this.#add(whole.slice(from, to), this.#startLine + linesIn(whole.slice(0, from)));
  }

  #endObject(text: string): void {
    if (text.length > this.#maxLength) this.#found.push({ number: this.#startLine, broken: tooLong(this.#maxLength) });
    else this.#add(text);
  }

  #add(text: string, number = this.#startLine): void {
    this.#found.push({ number, ...parseLine(text) });
  }

  #fail(): void {
    this.#found.push({ number: this.#startLine, broken: notJson });
  }

  #endTooLong(at: number): void {
    this.#found.push({
      number: this.#mode === 'object' ? this.#startLine : this.#line,
      broken: tooLong(this.#maxLength),
    });
    this.#reset('skipping', at);
  }

  /** Text between objects. The brackets and commas of an array are none of its own. */
  #endGarbage(text: string): void {
    const garbage = trimmed(text);
    if (garbage === '' || (isOfArray.test(garbage) && garbage !== '[]')) return;
    const broken = garbage.length > this.#maxLength ? tooLong(this.#maxLength) : reasonOf(garbage);
    this.#found.push({ number: this.#line, broken });
  }
}

/** Of arrays in arrays, too. More is no array of messages. */
const isOfArray = /^(?:[[\],]\s*){1,20}$/;
function reasonOf(garbage: string): string {
  if (!/^["[\dtfn-]/.test(garbage)) return notJson;
  const parsed = parseLine(garbage);
  return 'broken' in parsed ? parsed.broken : notJson;
}

/** The objects of a file. */
export async function* objectsIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const objects = new JsonObjects(maxLineLength);
  for await (const chunk of bytes) yield* objects.readBytes(chunk);
  yield* objects.end();
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(skipBlanks(text, 0, end), end);
}
