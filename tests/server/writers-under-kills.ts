/** Writers that post messages until each is acknowledged, while program and database are killed. WRITER_KILLS, WRITER_MESSAGES: how many. */
import { request as httpRequest } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { acarsdecLine } from '../support/messages.ts';

export const writerKills = Number(process.env.WRITER_KILLS ?? 2);
const messages = Number(process.env.WRITER_MESSAGES ?? 3200);
const writers = 16;
const linesOfPost = 50;
/** A kill happens at a random moment of this time after its share of messages is acknowledged. */
const spreadMs = 200;
/** Until a killed server is ready again. */
const retryMs = 100;

const killed = ['database', 'program and database', 'program'] as const;
type Killed = (typeof killed)[number];
type Options = {
  readonly key: string;
  /** Current address of the program. */
  readonly url: () => string;
  /** Kills, and resolves when the program is ready again. */
  readonly kill: (what: Killed) => Promise<void>;
};
type WriterReport = {
  readonly messages: number;
  readonly kills: Readonly<Record<Killed, number>>;
  /** Posts without an acknowledgement, which were sent again. */
  readonly repeated: number;
};

/** Texts are `written 0` to `written N`. Resolves when all messages are acknowledged and all kills are over. */
export async function writeUnderKills({ key, url, kill }: Options): Promise<WriterReport> {
  const startedS = Math.floor(Date.now() / 1000);
  const lineOf = (n: number): string =>
    JSON.stringify(acarsdecLine({ timestamp: startedS - 1000 - n, text: `written ${n}`, station_id: undefined }));
  const kills = { program: 0, database: 0, 'program and database': 0 };
  let [taken, acknowledged, repeated, begun] = [0, 0, 0, 0];
  let killing: Promise<void> = Promise.resolve();
  const killIfDue = (): void => {
    if (begun >= writerKills || acknowledged < ((begun + 0.5) * messages) / (writerKills + 1)) return;
    const what = killed[begun++ % killed.length] ?? 'program';
    kills[what]++;
    killing = killing.then(() => after(Math.random() * spreadMs)).then(() => kill(what));
    killing.catch(() => {}); // reported at the end
  };
  const write = async (): Promise<void> => {
    while (taken < messages) {
      const from = taken;
      taken += linesOfPost;
      const lines = Array.from({ length: Math.min(linesOfPost, messages - from) }, (_, at) => lineOf(from + at));
      for (let status = 0; status !== 200; ) {
        status = await post(`${url()}/api/v1/ingest/acars`, key, lines.join('\n')).catch(() => 0);
        if (status === 200) continue;
        if (status !== 0 && status < 500) throw new Error(`A post was refused with ${status}.`);
        repeated++;
        await after(retryMs);
      }
      acknowledged += lines.length;
      killIfDue();
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await killing;
  return { messages, kills, repeated };
}

/** A connection for each request: a killed server must not leave one half open. Acknowledged = the whole response was read. */
function post(url: string, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
    const request = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('cut'))));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
