/** The pack of one aircraft for a place without a network: its ledger, its page, its newest messages, in the stores of their screens (decision 44). */
import { api } from '../../contract/api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { StoredEndpoint } from '../../contract/endpoint.ts';
import { faultLedger } from '../../contract/entities/faults.ts';
import { type Tail, tailDays, tail as tailPage, tailSpans } from '../../contract/entities/tail.ts';
import { parseInstant } from '../../contract/params.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { storedRows, storeRows } from './list-resource.ts';
import { listCall, sendList } from './list-wire.ts';
import { storedResponse, storeResponse } from './offline/cached-responses.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

/** Newest messages of a pack, and those of one request: each is a step of the progress. */
const mostMessages = 2000;
const perRequest = 500;
/** Characters of a reception with its facts, about. */
const usualRow = 1200;

const endpoint = api.acarsMessage.allUsers;
const window = { hours: (tailDays * dayMs) / hourMs };
const nameOf = (tail: string): string => tail.trim().toUpperCase().replace(/^\.+/, '');

/** About the number of bytes of a pack, before it starts. */
export function packBytes(ledger: unknown, page: Tail | undefined): number {
  const messages = page ? Math.min(mostMessages, page.messages.length + page.olderMessages) : 0;
  return JSON.stringify(ledger).length + 2 * JSON.stringify(page ?? null).length + messages * usualRow;
}

export type PackProgress = { readonly done: number; readonly of: number };

/** @throws what `send` throws, also after `signal`. False: this browser does not store it. */
export async function savePack(
  tail: string,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: PackProgress) => void },
): Promise<boolean> {
  const session = sessionSignal();
  const name = nameOf(tail);
  let [done, of] = [0, 1 + tailSpans.length + 1];
  const step = (): void => onProgress({ done: ++done, of });
  const keep = async (call: StoredEndpoint, variant: string, body: unknown): Promise<boolean> => {
    const storedAt = parseInstant(String((body as { asOf?: unknown } | null)?.asOf)) ?? 0;
    await storeResponse({ call, variant }, { value: body, storedAt }, session);
    step();
    return (await storedResponse({ call, variant }, session)) !== null;
  };
  onProgress({ done, of });
  const path = { tail: name };
  const ledger = await send(api.faults.ofTail, { path, cause: 'user', signal }, readAny);
  faultLedger.parse(ledger);
  let isStored = await keep(api.faults.ofTail, name, ledger);
  for (const days of tailSpans) {
    const query = { days: String(days) };
    const page = await send(api.tail.one, { path: { id: name }, query, cause: 'user', signal }, readAny);
    tailPage.parse(page);
    isStored = (await keep(api.tail.one, `${name} ${days}`, page)) && isStored;
  }
  for (let offset = 0; isStored && isRunning(session) && offset < mostMessages; offset += perRequest) {
    const request = { filters: { tail }, window, sort: null, offset, limit: perRequest };
    const call = listCall(endpoint, request, {});
    const found = await sendList<object>(call, { cause: 'user', signal });
    await storeRows(call, found, session);
    const parts = Math.ceil(Math.min(mostMessages, found.count) / perRequest);
    of = 1 + tailSpans.length + Math.max(1, parts);
    step();
    if (found.rows.length < perRequest) break;
  }
  return isStored && isRunning(session);
}

/** Receptions of the aircraft on this device. */
export async function storedMessages(tail: string): Promise<number> {
  const found = await storedRows(endpoint, { filters: { tail }, window: null, sort: null });
  return found?.rows.length ?? 0;
}
