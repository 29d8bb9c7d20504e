/** Names a list on the device. */
import type { ListEndpoint } from '../../contract/endpoint.ts';

/** Which list: its endpoint, and the parameters that belong to the list rather than to its filters. */
export type ListId = { readonly endpoint: ListEndpoint; readonly scope: Readonly<Record<string, string>> };

/** The same text for the same parameters, whatever their order. */
export const stableText = (record: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
export const listKey = (list: ListId): string => `${list.endpoint.id} ${stableText(list.scope)}`;
