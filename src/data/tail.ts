/** The page of one aircraft (ADD-tail): live, otherwise its stored copy, otherwise what stored messages contain of it. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type Tail, type TailSpan, tail } from '../../contract/entities/tail.ts';
import { readKnown } from '../../contract/known-values.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, type Found, resource, responseCopy } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

/** `isPartial`: from stored messages, of which not all are on this device. */
export type TailView = { readonly tail: Tail; readonly isPartial: boolean };

/** One copy for each way to write an id. */
const idOf = (id: string): string => id.trim().toUpperCase().replace(/^\.+/, '');

export function tailQuery(id: string, days: TailSpan): UseQueryOptions<ApiResponse<TailView>> {
  const read = (body: unknown): TailView => ({ tail: readKnown(tail, body), isPartial: false });
  const copy = responseCopy({ call: api.tail.one, variant: `${idOf(id)} ${days}` }, read);
  return {
    ...resource<TailView>({
      key: [api.tail.one.id, idOf(id), days],
      request: ({ cause, signal }) =>
        send(api.tail.one, { path: { id: idOf(id) }, query: { days: String(days) }, cause, signal }, readAny),
      read,
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: {
        store: copy.store,
        find: async (session, shown) => (await copy.find(session, shown)) ?? fromStoredMessages(id, days, session),
      },
    }),
    // The screen reports it in place: other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}

/** Its code is loaded only where it is needed. */
async function fromStoredMessages(id: string, days: TailSpan, session: AbortSignal): Promise<Found<TailView> | null> {
  const { tailFromStored } = await import('./tail-from-stored.ts');
  const found = await tailFromStored(idOf(id), days, session);
  return found && { value: { tail: found.tail, isPartial: true }, dataAt: found.dataAt };
}
