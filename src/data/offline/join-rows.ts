/** Rows of messages as messages: receptions of one message are one (decoder/join-receptions.ts), on a page and among stored rows. Pure. */
import { type Joined, joinReceptions, type Received } from '../../../decoder/join-receptions.ts';

type AnyRow = Readonly<Record<string, unknown>>;
/** `row` = the first of its rows, at `place` among all. */
export type Message<R extends AnyRow> = {
  readonly row: R;
  readonly place: number;
  readonly receivers: number;
  readonly receptions: readonly R[];
};
type Reception<R> = Received & { readonly row: R; readonly place: number };

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const textOf = (value: unknown): string => textOrNull(value) ?? '';

/** In the order of the rows, which may be sorted by any column. */
export function messagesOf<R extends AnyRow>(rows: readonly R[]): Message<R>[] {
  const receptions = rows.map(
    (row, place): Reception<R> => ({
      ...{ row, place },
      ...{ id: textOf(row.id) || `row ${place}`, acarsDateTime: textOf(row.acarsDateTime) },
      ...{ stationId: textOrNull(row.stationId), tail: textOrNull(row.tail), label: textOrNull(row.label) },
      ...{ msgno: textOrNull(row.msgno), blockId: textOrNull(row.blockId), text: textOrNull(row.text) },
      aggregatedText: textOrNull(row.aggregatedText),
    }),
  );
  receptions.sort((a, b) => (a.acarsDateTime < b.acarsDateTime ? 1 : a.acarsDateTime > b.acarsDateTime ? -1 : 0));
  return joinReceptions(receptions)
    .map(messageOf)
    .sort((a, b) => a.place - b.place);
}

function messageOf<R extends AnyRow>({ receptions, receivers }: Joined<Reception<R>>): Message<R> {
  const { row, place } = receptions.reduce((first, one) => (one.place < first.place ? one : first));
  return { row, place, receivers: receivers.size, receptions: receptions.map((one) => one.row) };
}
