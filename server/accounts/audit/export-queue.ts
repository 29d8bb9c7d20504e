/**
 * Exports of the app in order of their first request: two run, the others wait (decision 48). A pause of `goneMs` loses the place, so that a
 * closed tab holds no one up. The limit of long pages (list-page.ts) holds for other clients, too. Own file: tested without a server.
 */

/** Two, so that one client on a slow link does not hold the others up. */
const running = 2;
/** The app asks every 2 s while it waits, and every 5 s while it runs. */
const goneMs = 15_000;
/** Beyond, an export starts at once: the limit of long pages is enough for it. One session cannot fill the queue of the others. */
const maxPlaces = { all: 1000, session: 4 };

export class ExportQueue {
  /** When each was last heard of, oldest export first. */
  readonly #seenMs = new Map<string, number>();

  /** Number of exports before that of a session. 0 = it may run. */
  before(session: string, id: string, nowMs: number): number {
    for (const [other, seenMs] of this.#seenMs) if (nowMs - seenMs >= goneMs) this.#seenMs.delete(other);
    const key = keyOf(session, id);
    if (!this.#seenMs.has(key) && this.#isFullFor(session)) return 0;
    this.#seenMs.set(key, nowMs);
    const place = [...this.#seenMs.keys()].indexOf(key);
    return place < running ? 0 : place;
  }

  leave(session: string, id: string): void {
    this.#seenMs.delete(keyOf(session, id));
  }

  #isFullFor(session: string): boolean {
    const own = [...this.#seenMs.keys()].filter((key) => key.startsWith(keyOf(session, '')));
    return own.length >= maxPlaces.session || this.#seenMs.size >= maxPlaces.all;
  }
}

/** A session has no space in its id. */
const keyOf = (session: string, id: string): string => `${session} ${id}`;
