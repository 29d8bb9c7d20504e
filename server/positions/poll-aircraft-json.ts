/**
 * Asks readsb or dump1090 every few seconds for its aircraft.json. Must not: follow a redirect, read more than is sensible, ask again before it
 * has an answer, or let a source that is gone trouble anything else.
 */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../clock.ts';
import type { Logger } from '../guard.ts';
import { readAircraftJson } from './aircraft-json.ts';
import type { AircraftJsonConfig, AircraftJsonSource } from './aircraft-json-config.ts';
import type { Positions } from './positions.ts';

type Log = Pick<Logger, 'warn' | 'info'>;

/** Ten thousand aircraft; the busiest receivers hear five hundred. */
const maxBytes = 8_000_000;
const answerMs = 4000;

/** Returns the way to stop, which gives up what is under way. */
export function pollAircraftJson(
  { sources, everyMs }: AircraftJsonConfig,
  positions: Pick<Positions, 'take'>,
  log: Log,
): () => Promise<void> {
  const ended = new AbortController();
  const running = sources.map(async (source) => {
    const poll = new Poll(source, positions, log);
    while (!ended.signal.aborted) {
      const beganMs = performance.now();
      await poll.once(ended.signal);
      const leftMs = everyMs - (performance.now() - beganMs);
      await pause(Math.max(0, leftMs), null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  });
  return async () => {
    ended.abort();
    await Promise.all(running);
  };
}

class Poll {
  private isFailing = false;
  private writtenAtMs = Number.NaN;

  constructor(
    private readonly source: AircraftJsonSource,
    private readonly positions: Pick<Positions, 'take'>,
    private readonly log: Log,
  ) {}

  async once(ended: AbortSignal): Promise<void> {
    const { from, stationId } = this.source;
    try {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(answerMs)]);
      const text = await (isAbsolute(from) ? readFileText(from) : fetchText(from, signal));
      const { writtenAtMs, said } = readAircraftJson(text, stationId, clock.now());
      // A file that nobody writes any more stays where it is.
      if (writtenAtMs !== this.writtenAtMs) this.positions.take(said);
      this.writtenAtMs = writtenAtMs;
      if (this.isFailing) this.log.info({ from: shown(from) }, 'aircraft.json is read again');
      this.isFailing = false;
    } catch (error) {
      if (ended.aborted || this.isFailing) return;
      this.isFailing = true;
      this.log.warn(
        { from: shown(from), reason: reasonOf(error as Error) },
        'aircraft.json cannot be read: tried again',
      );
    }
  }
}

/** Without what may be a secret. */
const shown = (from: string): string => from.replace(/[?#].*$/s, '');

/** fetch hides what happened behind 'fetch failed'. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);

async function readFileText(path: string): Promise<string> {
  const about = await stat(path);
  // A device would never end, and a pipe never open.
  if (!about.isFile()) throw new Error('it is no file');
  if (about.size > maxBytes) throw new Error(tooLarge);
  return readFile(path, 'utf8');
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`it was answered with ${answer.status}${answer.status < 400 ? ', which is not followed' : ''}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(tooLarge);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = `it is larger than ${maxBytes / 1e6} MB`;
