/** A database and receivers for one test file, and lines for them. */
import { afterEach, beforeEach, expect } from 'vitest';
import { IngestCounters } from '../../server/base/ingest-counters.ts';
import {
  type ReceiverOptions,
  type Receivers,
  startReceivers,
} from '../../server/input/receive/listeners/receivers.ts';
import { acarsdecLine } from '../support/messages.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';

export function receiversForFile() {
  const fixture = databaseForFile();
  let logged: string[] = [];
  const log = {
    warn: (facts: object, message?: string) => void logged.push(`${message} ${JSON.stringify(facts)}`),
    info: () => {},
  } as unknown as Parameters<typeof startReceivers>[2];
  let counters: IngestCounters;
  let running: Receivers | null = null;

  async function start(options: Partial<ReceiverOptions> = {}, db = fixture.db): Promise<number> {
    counters = new IngestCounters();
    running = await startReceivers(db, counters, log, { host: '127.0.0.1', ports: [0], ...options });
    return running.ports[0]?.port ?? 0;
  }
  async function stop(): Promise<void> {
    await running?.stop();
    running = null;
  }
  beforeEach(async () => {
    logged = [];
    await emptyMessages(fixture.db);
  });
  afterEach(stop);

  /** One clock for the file: the same number is the same message whenever it is created. */
  const startedS = Math.floor(Date.now() / 1000);
  const line = (n: number): string =>
    JSON.stringify(acarsdecLine({ timestamp: startedS - 1000 - n, text: `message ${n}` }));
  const lines = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => line(from + i));
  const inDatabase = async (): Promise<number> =>
    (await fixture.db.query<{ count: number }>('select count(*) as count from acars'))[0]?.count ?? 0;
  const source = (name: 'udp' | 'tcp') => {
    const found = counters.read().sources.find((one) => one.source === name);
    if (!found) throw new Error(name);
    return found;
  };
  /** Waits until this number of lines was received and none is pending. */
  async function settled(received: number): Promise<void> {
    await expect.poll(() => counters.read().total).toMatchObject({ received, waiting: 0 });
  }

  return {
    /** Log entries since the start of the test. */
    logged: () => logged,
    counters: () => counters,
    held: fixture,
    start,
    ports: () => (running?.ports ?? []).map(({ port }) => port),
    stop,
    line,
    lines,
    inDatabase,
    source,
    settled,
  };
}
