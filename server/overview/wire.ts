/** The newest messages in words. Receptions of one message are joined. */
import { api } from '../../contract/api.ts';
import { type WireRow, wireRows } from '../../contract/entities/overview.ts';
import { type Joined, joinReceptions, type Received } from '../../decoder/join-receptions.ts';
import { describeMessage } from '../../decoder/message-words.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { messageRows } from '../messages/message-page.ts';
import type { Messages } from '../messages/messages.ts';
import { acarsTable } from '../query/message-tables.ts';

/** Receptions read for the rows: several stations receive one message, and link messages are frequent. */
const receptionsRead = 400;
/** Link messages are hidden at first: a few suffice. */
const maxLinkRows = 16;
const windowMs = 24 * 3_600_000;

export type Reception = Received & {
  readonly flight: string | null;
  readonly text: string | null;
};
const { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText } = acarsColumns;
const list = {
  table: acarsTable,
  columns: { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText },
};
const window = api.acarsMessage.allUsers.list.filters.filter(({ way }) => way === 'between');

const ofStation = api.acarsMessage.allUsers.list.filters.filter(({ field }) => field === 'stationId');

type WireQuery = {
  /** Only its messages. null = all. */
  readonly company: string | null;
  /** Only those of this station, or receiver. */
  readonly stationId?: string;
};
export async function readWire(messages: Messages, { company, stationId }: WireQuery, now: number): Promise<WireRow[]> {
  const [min = '', max = ''] = window.flatMap(({ params }) => params.map(({ name }) => name));
  const query = { [min]: now - windowMs, [max]: now, ...(stationId === undefined ? {} : { stationId }) };
  const { rows } = await messageRows(messages, list, { filters: [...window, ...ofStation], query, company });
  const { sql, values } = rows(receptionsRead);
  const found = await messages.query<{ json: string }>(sql, values);
  return wireOf(found.map(({ json }) => JSON.parse(json) as Reception));
}

/** Newest first, as given. */
function wireOf(receptions: readonly Reception[]): WireRow[] {
  const rows = joinReceptions(receptions).map(wireRowOf);
  let links = 0;
  return rows.filter(({ kind }) => kind !== 'link' || ++links <= maxLinkRows).slice(0, wireRows);
}

export function wireRowOf({ newest: one, receivers }: Joined<Reception>): WireRow {
  const { id, acarsDateTime: at } = one;
  return {
    id,
    at,
    tail: one.tail,
    flight: one.flight,
    label: one.label,
    ...describeMessage(one.label, one.aggregatedText ?? one.text),
    heardBy: receivers.size,
  };
}
