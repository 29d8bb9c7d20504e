/** Query parameters as text and value, for app and server. An invalid text throws BadValue with a message for the user. */

/** Why a text was refused: one sentence, shown next to the field. */
export class BadValue extends Error {
  override readonly name = 'BadValue';
}

export type Param<T> = {
  read(text: string): T;
  write(value: T): string;
  /** JSON schema of the text, for the OpenAPI document. */
  readonly json: Readonly<Record<string, unknown>>;
};
export type Params = Readonly<Record<string, Param<unknown>>>;
export type ParamValue<P> = P extends Param<infer T> ? T : never;

/** Maximum length of a parameter. */
export const maxParamLength = 1000;

export const textParam: Param<string> = {
  read(text) {
    if (text.length > maxParamLength) throw new BadValue(`Use at most ${maxParamLength} characters.`);
    if (text.includes('\0')) throw new BadValue('A NUL character is not allowed here.');
    return text;
  },
  write: (value) => value,
  json: { type: 'string', maxLength: maxParamLength },
};

/** One of these words, in any case. */
export function wordParam<const W extends string>(words: readonly W[]): Param<W> {
  return {
    read(text) {
      const word = wordIn(words, text);
      if (word === null) throw new BadValue(`Must be one of: ${words.join(', ')}.`);
      return word;
    },
    write: (value) => value,
    json: { type: 'string', enum: words },
  };
}
/** Some of these words, with commas between them, in any case. */
export function wordsParam<const W extends string>(words: readonly W[]): Param<readonly W[]> {
  return {
    read(text) {
      const found = text.split(',').map((part) => wordIn(words, part));
      const known = found.filter((word) => word !== null);
      if (known.length < found.length) throw new BadValue(`Use these words, with commas: ${words.join(', ')}.`);
      return [...new Set(known)];
    },
    write: (value) => value.join(','),
    json: { type: 'string', examples: [words.slice(0, 2).join(',')] },
  };
}
const wordIn = <W extends string>(words: readonly W[], text: string): W | null => {
  const typed = text.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === typed) ?? null;
};

/** Codes of this form with commas between, in capitals. */
export const codesParam = (form: RegExp, problem: string): Param<readonly string[]> => ({
  read(text) {
    const codes = text.split(',').map((code) => code.trim().toUpperCase());
    if (!codes.every((code) => form.test(code))) throw new BadValue(problem);
    return [...new Set(codes)];
  },
  write: (value) => value.join(','),
  json: { type: 'string' },
});

/** A code of this form, in capitals. */
export const codeParam = (form: RegExp, problem: string): Param<string> => ({
  read(text) {
    const code = text.trim().toUpperCase();
    if (!form.test(code)) throw new BadValue(problem);
    return code;
  },
  write: (value) => value,
  json: { type: 'string', pattern: form.source },
});

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;
export const numberParam: Param<number> = {
  read(text) {
    const value = decimal.test(text.trim()) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) throw new BadValue('Enter a number.');
    return value;
  },
  write: String,
  json: { type: 'number' },
};

/** An integer from `min` to `max`. */
export function integerParam(min: number, max: number): Param<number> {
  return {
    read(text) {
      const value = /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
      if (!Number.isInteger(value) || value < min || value > max)
        throw new BadValue(`Enter a whole number from ${min} to ${max}.`);
      return value;
    },
    write: String,
    json: { type: 'integer', minimum: min, maximum: max },
  };
}

export const flagParam: Param<boolean> = {
  read(text) {
    const word = text.trim().toLowerCase();
    if (word !== 'true' && word !== 'false') throw new BadValue("Must be 'true' or 'false'.");
    return word === 'true';
  },
  write: String,
  json: { type: 'string', enum: ['true', 'false'] },
};

export const instantPattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?Z?$/;
/**
 * The three written forms of an instant (C26), always UTC: `YYYY-MM-DD HH:mm:ss`, `YYYY-MM-DDTHH:mm`, `YYYY-MM-DDTHH:mm:ssZ`.
 * Returns epoch ms of the whole second, or null for an invalid text or day.
 */
export function parseInstant(text: string): number | null {
  const writtenMs = parseWritten(text);
  if (writtenMs !== null) return writtenMs;
  const match = instantPattern.exec(text.trim());
  if (!match) return null;
  // Not as one list of numbers: this runs several times for each stored row.
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  const isReal =
    year >= 1 &&
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal && year > 99 ? ms : null;
}

/** The form of writeInstant(), by character: the pattern takes ten times as long. null = another form, or invalid. */
function parseWritten(text: string): number | null {
  const isForm =
    text.length === 20 &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(7) === dash &&
    text[10] === 'T' &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon &&
    text[19] === 'Z';
  if (!isForm) return null;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // Not a number fails each comparison.
  if (!(year > 99 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60)) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return day <= 28 || new Date(ms).getUTCDate() === day ? ms : null;
}
const [dash, colon, zero] = [45, 58, 48];
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** Epoch ms as `YYYY-MM-DDTHH:mm:ssZ`, truncated to seconds. */
export function writeInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export const instantExamples = ['2026-02-01 23:58:00', '2026-02-01T23:58', '2026-02-01T23:58:00Z'];
export const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Value = epoch ms. */
export const instantParam: Param<number> = {
  read(text) {
    const ms = parseInstant(text);
    if (ms === null) throw new BadValue('Enter a UTC date and time such as 2026-02-01 23:58:00.');
    return ms;
  },
  /** The form of the default windows, TIME-07. */
  write: (ms) => writeInstant(ms).replace('T', ' ').replace('Z', ''),
  json: { type: 'string', pattern: instantPattern.source, examples: instantExamples },
};

/** `YYYY-MM-DD`. */
export const dayParam: Param<string> = {
  read(text) {
    if (parseInstant(`${text.trim()}T00:00`) === null) throw new BadValue('Enter a date such as 2026-02-01.');
    return text.trim();
  },
  write: (value) => value,
  json: { type: 'string', format: 'date', pattern: dayPattern.source },
};

/** Maximum rows of a response without a limit or with a larger one (C22). */
export const maxRows = 50_000;
/** Counts are exact up to here. Beyond, the count is this plus one and reads 'more than 100,000' (C22). */
export const maxExactCount = 100_000;
/** Receptions of which a page of messages is made (`joined`): of more, the number of messages is unknown. */
export const maxJoinedRows = 25_000;

/** -1 means all, like no limit (C22). Above `maxRows`, `maxRows` are returned. */
export const paging = {
  offset: integerParam(0, 1_000_000_000),
  limit: integerParam(-1, 1_000_000_000),
};
