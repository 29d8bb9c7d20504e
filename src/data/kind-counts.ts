/** How many messages of a list have each kind, under its other filters: of the server, otherwise of the stored rows. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { type KindCounts, kindCounts } from '../../contract/entities/decoding.ts';
import { decoderVersion, type MeaningKind, meaning, meaningKinds } from '../../contract/entities/meaning.ts';
import { readKnown, safeReadKnown } from '../../contract/known-values.ts';
import { sendJoined } from './joined-rows.ts';
import { storedRows } from './list-resource.ts';
import type { ListRequest } from './list-wire.ts';
import { matchingRows } from './matching-rows.ts';
import { messagesOf } from './offline/join-rows.ts';
import { type ApiResponse, resource } from './resource.ts';
import { send } from './send.ts';

const { kinds, kindsCompany, kindsPerAircraft, kindsPerAircraftCompany, ...lists } = api.acarsMessage;
/** By the id of the list. */
const callOf = new Map<string, typeof kinds>([
  [lists.allUsers.id, kinds],
  [lists.company.id, kindsCompany as unknown as typeof kinds],
  [lists.withExtData.id, kindsPerAircraft as unknown as typeof kinds],
  [lists.withExtDataCompany.id, kindsPerAircraftCompany as unknown as typeof kinds],
]);

type Request = Pick<ListRequest, 'filters' | 'window' | 'isJoined'>;

/** Filters of kind and decoding are left out: each chip shows what it would find. */
export function kindCountsQuery(
  endpoint: ListEndpoint,
  { filters: all, window, isJoined }: Request,
  extra: Readonly<Record<string, string>>,
): UseQueryOptions<ApiResponse<KindCounts>> {
  const { kind: _, decoded: __, ...filters } = all;
  const call = callOf.get(endpoint.id);
  const request = { filters, window, sort: null };
  return {
    ...resource<KindCounts>({
      key: ['kind-counts', endpoint.id, extra, filters, window, isJoined ?? false],
      request: ({ signal, cause }) => {
        const { params } = matchingRows(endpoint, request, extra);
        return sendJoined(isJoined, (joined) =>
          send(call ?? kinds, { query: { ...params, ...joined }, signal, cause }),
        );
      },
      read: (body) => readKnown(kindCounts, body),
      copy: {
        store: () => undefined,
        find: async () => {
          const stored = await storedRows(endpoint, request, extra);
          return (
            stored && {
              value: countsOf(isJoined ? messagesOf(stored.rows as never).map(({ row }) => row) : stored.rows),
              dataAt: stored.dataAt,
            }
          );
        },
      },
    }),
    // The archive has no such call.
    enabled: call !== undefined && all.archive === undefined,
    staleTime: 10_000,
    refetchInterval: 30_000,
    // Chips work without their numbers, and other servers of this API lack the call.
    meta: { isQuiet: true },
    retry: false,
  };
}

export function countsOf(rows: readonly object[]): KindCounts {
  const counts = Object.fromEntries(meaningKinds.map((kind) => [kind, 0])) as Record<MeaningKind, number>;
  let [notDecoded, waiting] = [0, 0];
  for (const row of rows) {
    const read = safeReadKnown(meaning, (row as { meaning?: unknown }).meaning);
    if (!read.success || read.data.version !== decoderVersion) waiting++;
    else if (read.data.level === 'none') notDecoded++;
    else counts[read.data.kind]++;
  }
  return { counts, notDecoded, waiting, isCut: false };
}
