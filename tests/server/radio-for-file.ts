/** A database, receivers of frames that a test serves, and a radio that reads them, for one test file. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';
import { IngestCounters } from '../../server/base/ingest-counters.ts';
import { Radio, type RadioOptions, type RadioParts } from '../../server/input/radio/radio.ts';
import { readRadio } from '../../server/input/radio/radio-config.ts';
import { Positions } from '../../server/map/positions.ts';
import type { Messages } from '../../server/messages/messages.ts';
import { asBeast } from '../recordings/mode-s-encoder.ts';
import { flights } from '../recordings/mode-s-flights.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';

export const frames = flights.flatMap((flight) => flight.frames);
/** Half a millisecond apart by the receiver's clock, which started long ago. */
export const beastOf = (at: number): number[] =>
  asBeast(frames[at]?.bytes ?? new Uint8Array(), 90_000_000 + at * 6000, 100);
export const beast = Buffer.from(frames.flatMap((_, at) => beastOf(at)));
/** Every frame is a row. */
export const all = { ADSB_KEEP: 'all' };

export function radioForFile() {
  const fixture = databaseForFile();
  let counters = new IngestCounters();
  let positions = new Positions();
  let radio: Radio | null = null;
  const receivers: Server[] = [];
  const logged: string[] = [];
  const log = { info: () => {}, warn: (_: object, text?: string) => void logged.push(text ?? '') } as never;

  async function listenTo(
    env: Record<string, string>,
    options: RadioOptions = {},
    messages: Messages = fixture.db,
    outlet?: RadioParts['outlet'],
  ): Promise<Radio> {
    counters = new IngestCounters();
    positions = new Positions();
    radio = new Radio(readRadio(env), { messages, positions, counters, log, outlet }, options);
    await radio.start();
    return radio;
  }
  /** A receiver that serves `serve` to each connection. */
  async function receiver(serve: (socket: Socket, connection: number) => void): Promise<number> {
    let connections = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      serve(socket, connections++);
    });
    receivers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }
  const counts = (source: 'radio' | 'tcp' = 'radio') => counters.of(source);
  const settled = (received: number): Promise<void> =>
    expect.poll(() => ({ received: counts().received, waiting: counts().waiting })).toEqual({ received, waiting: 0 });
  const one = async <T>(sql: string): Promise<T> => (await fixture.db.query<{ value: T }>(sql))[0]?.value as T;
  const rowCount = (): Promise<number> => one('select count(*)::int as value from adsb');

  beforeEach(() => emptyMessages(fixture.db));
  afterEach(async () => {
    await radio?.stop();
    radio = null;
    for (const server of receivers.splice(0)) server.close();
  });
  return { held: fixture, listenTo, receiver, counts, settled, one, rowCount, logged, positions: () => positions };
}
