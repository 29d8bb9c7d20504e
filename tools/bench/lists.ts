/** Light requests while twenty lists of 50,000 messages are sent, against the same alone. Each list is a new query, never cached. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { logIn } from '../../tests/support/api-client.ts';
import { series } from '../../tests/support/messages.ts';
import { asking, type Heavy, lightPages, underLoad } from './light-requests.ts';
import { withServer } from './with-server.ts';

const storedMessages = 60_000;
const rowsOfList = 50_000;
const atOnce = 20;

export function measure(): Promise<object[]> {
  return withServer({}, async (server) => {
    const lines = series(storedMessages, (index) => ({ label: `H${index % 7}`, level: -(index % 30) }));
    const { code, output } = await server.import(lines);
    if (code !== 0) throw new Error(output);
    const { token } = await logIn(server, 'parser');
    const endMs = Date.now();
    const light = lightPages(asking(server, token), endMs);
    const readers = new ListReaders(`${server.apiBase}/AcarsMessage/allUsers`, token, endMs);
    return [await underLoad(`${atOnce} lists of ${rowsOfList.toLocaleString('en')} messages`, light, readers)];
  });
}

/** In a separate thread, so that their responses do not delay the light requests. */
class ListReaders implements Heavy {
  private thread: Worker | null = null;
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly endMs: number,
  ) {}

  async start(): Promise<void> {
    const { url, token, endMs } = this;
    const query = `limit=${rowsOfList}&acarsMessageDateTimeMin=2020-01-01T00:00:00Z`;
    this.thread = new Worker(readerProgram, { eval: true, workerData: { url, token, endMs, atOnce, query } });
    await once(this.thread, 'message');
  }
  /** Resolves to the megabytes that were read. */
  async stop(): Promise<number> {
    if (!this.thread) return 0;
    const received = once(this.thread, 'message');
    this.thread.postMessage('stop');
    const [bytes] = await received;
    await this.thread.terminate();
    return Math.round(bytes / 1e6);
  }
}

const readerProgram = `
  const { get } = require('node:http');
  const { parentPort, workerData: { url, token, endMs, atOnce, query } } = require('node:worker_threads');
  let turn = 0;
  let bytes = 0;
  const read = () => {
    const to = new Date(endMs - 1000 * (turn++ % 600)).toISOString().slice(0, 19) + 'Z';
    get(url + '?' + query + '&acarsMessageDateTimeMax=' + to, { headers: { authorization: 'Bearer ' + token } }, (answer) => {
      if (answer.statusCode !== 200) throw new Error('a list answered ' + answer.statusCode);
      answer.on('data', (chunk) => (bytes += chunk.length)).on('end', read);
    });
  };
  for (let n = 0; n < atOnce; n++) read();
  parentPort.once('message', () => parentPort.postMessage(bytes));
  parentPort.postMessage('started');
`;
