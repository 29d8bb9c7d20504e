/**
 * Answers that are text already. Must not: know what is inside.
 */

/** A JSON text that a handler made itself (hot pages come from the database as text): it is sent as it is. */
export class Preserialised {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** An answer that is asked for again and again: who has it already (If-None-Match) is told so, and its text is not made. */
export class TaggedAnswer {
  readonly etag: string;
  readonly body: () => Buffer;
  constructor(etag: string, body: () => Buffer) {
    this.etag = etag;
    this.body = body;
  }
}

/** The weak comparison of RFC 9110: W/"a" and "a" are the same. A header that is none matches nothing. */
export function isTagAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, tag]) => tag === opaque);
}
