/** Notices of the user: the newest, their number, changes, and how the user is told (decision 45). */
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import {
  type NoticeSettings,
  type noticeActions,
  type noticeRow,
  pushPayload,
} from '../../contract/entities/notices.ts';
import type { Row } from '../../contract/kinds.ts';
import { sessionStore } from '../session/session-store.ts';
import { storedPushed } from '../session/told-user.ts';
import { type ListPage, listQuery } from './list-resource.ts';
import { type ApiResponse, callResource } from './resource.ts';
import { send } from './send.ts';

export type Notice = Row<typeof noticeRow>;
type Pushed = z.output<typeof pushPayload>;

/** As many are stored on the device. */
export const maxNotices = 500;

/** The screen reports a failure in place: other servers of this API lack the call. */
const meta = { isQuiet: true };

export const noticesQuery = (): UseQueryOptions<ListPage<Notice>> => ({
  ...listQuery(api.notices.list, { filters: {}, window: null, sort: null, offset: 0, limit: maxNotices }),
  meta,
});

export const noticeCountQuery = (): UseQueryOptions<ApiResponse<Reads<typeof api.notices.count>>> => ({
  ...callResource(api.notices.count),
  meta,
});

export async function changeNotices(ids: readonly string[], action: (typeof noticeActions)[number]): Promise<void> {
  await send(api.notices.change, { body: { ids: [...ids], action }, cause: action === 'seen' ? 'poll' : 'user' });
}

export const noticeSettingsQuery = (): UseQueryOptions<NoticeSettings> => ({
  queryKey: [api.notices.settings.id],
  queryFn: ({ signal }) => send(api.notices.settings, { cause: 'user', signal }),
  meta,
});

export const saveNoticeSettings = (settings: NoticeSettings): Promise<unknown> =>
  send(api.notices.changeSettings, { body: settings, cause: 'user' });

// ---- What the worker received while the app was closed

const pushedKey = ['pushed'];

/** A stored list with the pushed notices that it lacks: they have no more than their text. A live list has them all. */
export function useWithPushed(page: ListPage<Notice> | undefined): readonly Notice[] {
  const { data } = useQuery({ queryKey: pushedKey, queryFn: readPushed, enabled: page?.source === 'stored', meta });
  const rows = page?.rows ?? [];
  if (!data || page?.source !== 'stored') return rows;
  const known = new Set(rows.map(({ id }) => id));
  return [...data.filter(({ id }) => !known.has(id)).map(noticeOf), ...rows];
}

async function readPushed(): Promise<readonly Pushed[]> {
  const state = sessionStore.get();
  const all = (await storedPushed()).flatMap((one) => {
    const read = pushPayload.safeParse(one);
    return read.success ? [read.data] : [];
  });
  return all.filter(({ user }) => state.kind === 'in' && state.session.userId === user).reverse();
}

const noticeOf = ({ id, at, title, body, path, isEmergency }: Pushed): Notice => ({
  ...{ id, at, title, words: body, path, isEmergency, state: 'new', kind: isEmergency ? 'emergency' : 'message' },
  ...{ tail: null, icao: null, flight: null, stationId: null, rule: null, ruleId: null, hits: 1, isLate: false },
  ...{ takenBy: null, changedAt: null, deliveries: null, history: null },
});
