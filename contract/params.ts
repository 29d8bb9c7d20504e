/**
 * Query parameters: the text that travels and the value that it means, both ways, for app and server alike.
 * Must not: know any endpoint. A text that means nothing throws BadValue with a sentence for the person who sent it.
 */

/** Why a text from outside was refused: one sentence, shown beside the field. */
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

/** The longest text that any parameter may carry. */
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

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
export const numberParam: Param<number> = {
  read(text) {
    const value = decimal.test(text.trim()) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) throw new BadValue('This must be a number.');
    return value;
  },
  write: String,
  json: { type: 'number' },
};

/** A whole number from `min` to `max`. */
export function integerParam(min: number, max: number): Param<number> {
  return {
    read(text) {
      const value = /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
      if (!Number.isInteger(value) || value < min || value > max)
        throw new BadValue(`This must be a whole number from ${min} to ${max}.`);
      return value;
    },
    write: String,
    json: { type: 'integer', minimum: min, maximum: max },
  };
}

export const flagParam: Param<boolean> = {
  read(text) {
    const word = text.trim().toLowerCase();
    if (word !== 'true' && word !== 'false') throw new BadValue("This must be 'true' or 'false'.");
    return word === 'true';
  },
  write: String,
  json: { type: 'string', enum: ['true', 'false'] },
};

const instantPattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?Z?$/;
/**
 * The three written forms of an instant (C26), always UTC: `YYYY-MM-DD HH:mm:ss`, `YYYY-MM-DDTHH:mm`, `YYYY-MM-DDTHH:mm:ssZ`.
 * Returns epoch milliseconds of the whole second, or null when it is no such text or no such day.
 */
export function parseInstant(text: string): number | null {
  const match = instantPattern.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
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

/** Epoch milliseconds as `YYYY-MM-DDTHH:mm:ssZ`; milliseconds are cut. */
export function writeInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Value = epoch milliseconds. */
export const instantParam: Param<number> = {
  read(text) {
    const ms = parseInstant(text);
    if (ms === null) throw new BadValue('This must be a UTC date and time such as 2026-02-01 23:58:00.');
    return ms;
  },
  /** The form of the default windows, TIME-07. */
  write: (ms) => writeInstant(ms).replace('T', ' ').replace('Z', ''),
  json: { type: 'string', examples: ['2026-02-01 23:58:00', '2026-02-01T23:58', '2026-02-01T23:58:00Z'] },
};

/** `YYYY-MM-DD`. */
export const dayParam: Param<string> = {
  read(text) {
    if (parseInstant(`${text.trim()}T00:00`) === null) throw new BadValue('This must be a date such as 2026-02-01.');
    return text.trim();
  },
  write: (value) => value,
  json: { type: 'string', format: 'date' },
};

/** Rows an answer holds at most when no limit, or a larger one, is asked (C22). */
export const maxRows = 50_000;
/** Counts are exact up to here; beyond, the count is this plus one and reads 'more than 100,000' (C22). */
export const maxExactCount = 100_000;

/** -1 means all, as no limit does (C22); more than `maxRows` is answered with `maxRows`. */
export const paging = {
  offset: integerParam(0, 1_000_000_000),
  limit: integerParam(-1, 1_000_000_000),
};
