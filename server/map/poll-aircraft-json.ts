/** Polls an aircraft.json. No redirects, bounded size, one request at a time. A missing source affects nothing else. */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../base/clock.ts';
import type { Logger } from '../http/guard.ts';
import { OutgoingLine } from '../upstream/outgoing-line.ts';
import { readAircraftJson } from './aircraft-json.ts';
import type { AircraftJsonConfig, AircraftJsonSource } from './aircraft-json-config.ts';
import type { Positions } from './positions.ts';

type Log = Pick<Logger, 'warn' | 'info'>;

/** Ten thousand aircraft. The busiest receivers see five hundred. */
const maxBytes = 8_000_000;
const responseMs = 4000;

/** Aircraft of a new file, or why there is none. */
export type PollResult = { readonly aircraft: number } | { readonly error: unknown };

/** Returns a function that stops it and aborts the pending request. */
export function pollAircraftJson(
  { sources, everyMs }: AircraftJsonConfig,
  positions: Pick<Positions, 'take'>,
  log: Log,
  onResult: (result: PollResult) => void = () => {},
): () => Promise<void> {
  const ended = new AbortController();
  const line = new OutgoingLine('Downlink');
  const running = sources.map(async (source) => {
    const poll = new Poll(source, positions, log, line, onResult);
    while (!ended.signal.aborted) {
      const beganMs = performance.now();
      await poll.once(ended.signal);
      const leftMs = everyMs - (performance.now() - beganMs);
      await pause(Math.max(0, leftMs), null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  });
  return async () => {
    ended.abort();
    line.close();
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
    private readonly line: Pick<OutgoingLine, 'send'>,
    private readonly onResult: (result: PollResult) => void,
  ) {}

  async once(ended: AbortSignal): Promise<void> {
    const { from, stationId } = this.source;
    try {
      const text = await (isAbsolute(from) ? readFileText(from) : readAircraftUrl(this.line, from));
      const { writtenAtMs, reports } = readAircraftJson(text, stationId, clock.now());
      // An abandoned file stays in place.
      if (writtenAtMs !== this.writtenAtMs) {
        this.positions.take(reports);
        this.onResult({ aircraft: reports.length });
      }
      this.writtenAtMs = writtenAtMs;
      if (this.isFailing) this.log.info({ from: shown(from) }, 'aircraft.json is read again');
      this.isFailing = false;
    } catch (error) {
      if (ended.aborted) return;
      this.onResult({ error });
      if (this.isFailing) return;
      this.isFailing = true;
      this.log.warn(
        { from: shown(from), reason: (error as Error).message },
        'aircraft.json cannot be read: tried again',
      );
    }
  }
}

/** Without possible secrets. */
const shown = (from: string): string => from.replace(/[?#].*$/s, '');

async function readFileText(path: string): Promise<string> {
  const about = await stat(path);
  // A device would never end, and a pipe never open.
  if (!about.isFile()) throw new Error('not a file');
  if (about.size > maxBytes) throw new Error(tooLarge);
  return readFile(path, 'utf8');
}

/** The owner configured the URL: it may be in the server's own network. */
export async function readAircraftUrl(line: Pick<OutgoingLine, 'send'>, from: string): Promise<string> {
  // Receivers close idle connections after about our interval.
  const headers = { accept: 'application/json', connection: 'close' };
  const request = { url: new URL(from), headers, timeoutMs: responseMs, maxBytes };
  const { status, body } = await line.send(request, { isOwners: true });
  if (status !== 200) throw new Error(`it was answered with ${status}${status < 400 ? ', which is not followed' : ''}`);
  return body.toString('utf8');
}

const tooLarge = `it is larger than ${maxBytes / 1e6} MB`;
