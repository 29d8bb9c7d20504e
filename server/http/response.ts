/** Responses that are text already. */

/** A JSON text prepared by a handler (cached pages arrive from the database as text), sent unchanged. */
export class Preserialised {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Body of a call that succeeds, with the status that the contract defines for an unavailable server. */
export class Unavailable {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}

/** A JSON text in pieces, each created when the previous one was taken. `signal` = the client has disconnected. */
export class StreamedResponse {
  readonly chunks: (signal: AbortSignal) => AsyncGenerator<string, void>;
  constructor(chunks: (signal: AbortSignal) => AsyncGenerator<string, void>) {
    this.chunks = chunks;
  }
}

/** A response that is requested repeatedly: with a matching If-None-Match it is a 304, and its text is not created. */
export class TaggedResponse {
  readonly etag: string;
  readonly body: () => Buffer;
  constructor(etag: string, body: () => Buffer) {
    this.etag = etag;
    this.body = body;
  }
}

/** Weak comparison of RFC 9110: W/"a" and "a" are equal. An invalid header matches nothing. */
export function isTagAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, tag]) => tag === opaque);
}
