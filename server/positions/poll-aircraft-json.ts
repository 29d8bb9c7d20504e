/**
 * Asks readsb or dump1090 every few seconds for its aircraft.json. Must not: follow a redirect, read more than is sensible, ask again before it
 * has an answer, or let a source that is gone trouble anything else.
 */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../clock.ts';
import type { Logger } from '../guard.ts';
import { OutgoingLine } from '../upstream/outgoing-line.ts';
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
  const line = new OutgoingLine('Downlink');
  const running = sources.map(async (source) => {
    const poll = new Poll(source, positions, log, line);
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
    private readonly line: Pick<OutgoingLine, 'ask'>,
  ) {}

  async once(ended: AbortSignal): Promise<void> {
    const { from, stationId } = this.source;
    try {
      const text = await (isAbsolute(from) ? readFileText(from) : askText(this.line, from));
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
        { from: shown(from), reason: (error as Error).message },
        'aircraft.json cannot be read: tried again',
      );
    }
  }
}

/** Without what may be a secret. */
const shown = (from: string): string => from.replace(/[?#].*$/s, '');

async function readFileText(path: string): Promise<string> {
  const about = await stat(path);
  // A device would never end, and a pipe never open.
  if (!about.isFile()) throw new Error('it is no file');
  if (about.size > maxBytes) throw new Error(tooLarge);
  return readFile(path, 'utf8');
}

/** The owner named the address: it may lie in the server's own network. */
async function askText(line: Pick<OutgoingLine, 'ask'>, from: string): Promise<string> {
  // Receivers close idle connections after about as long as we wait.
  const headers = { accept: 'application/json', connection: 'close' };
  const question = { url: new URL(from), headers, timeoutMs: answerMs, maxBytes };
  const { status, body } = await line.ask(question, { isOwners: true });
  if (status !== 200) throw new Error(`it was answered with ${status}${status < 400 ? ', which is not followed' : ''}`);
  return body.toString('utf8');
}

const tooLarge = `it is larger than ${maxBytes / 1e6} MB`;
