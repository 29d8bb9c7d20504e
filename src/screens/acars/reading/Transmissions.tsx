/** A row of the views for reading is a message: its receptions on the page, and how long it waits for an answer (decision 35). */
import { IconAntenna, IconHourglass } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactElement, useContext, useMemo } from 'react';
import { parseInstant } from '../../../../contract/params.ts';
import { openRequests, wantsAnswer } from '../../../../decoder/dialogue.ts';
import type { Received } from '../../../../decoder/join-receptions.ts';
import { type Message, messagesOf } from '../../../data/offline/join-rows.ts';
import { useNow } from '../../../data/use-now.ts';
import { useMeanings } from '../../../decoding/row-meaning.ts';
import { dialogueMessages, useTalkQuery } from '../../../decoding/talk.ts';
import { ageText } from '../../../lib/time.ts';
import type { AnyRow, JoinProps } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Rows.module.css';
import { textOf } from './words.ts';

type Shown = {
  readonly receivers: ReadonlyMap<AnyRow, number>;
  /** Instants of requests without an answer. */
  readonly open: ReadonlyMap<AnyRow, number>;
};
const shown = createContext<Shown>({ receivers: new Map(), open: new Map() });

/** `children` gets a row for each message, and its place on the page. */
export function Transmissions({ rows, children }: JoinProps): ReactElement {
  const messages = useMemo(() => messagesOf(rows), [rows]);
  const open = useOpenRequests(messages);
  const receivers = useMemo(() => new Map(messages.map((one) => [one.row, one.receivers])), [messages]);
  const shownRows = useMemo(() => messages.map(({ row }) => row), [messages]);
  const places = useMemo(() => messages.map(({ place }) => place), [messages]);
  return <shown.Provider value={{ receivers, open }}>{children(shownRows, places)}</shown.Provider>;
}

// ---- Requests without an answer

/** A connection is silent after three hours. Aircraft of one page whose dialogues are read. */
const openHours = 24;
const openMs = 3 * 3_600_000;
const maxAircraft = 8;
const tickMs = 10_000;
const refreshMs = 60_000;

/** The answer may be on another page: the dialogue of the aircraft decides. */
function useOpenRequests(messages: readonly Message<AnyRow>[]): ReadonlyMap<AnyRow, number> {
  const now = useNow(tickMs);
  const meanings = useMeanings(useMemo(() => messages.map(({ row }) => row), [messages]));
  const asking = messages.filter(({ row }, at) => {
    const cpdlc = meanings[at]?.facts.cpdlc;
    return cpdlc && wantsAnswer(cpdlc) && now - (parseInstant(textOf(row.acarsDateTime)) ?? 0) < openMs;
  });
  const tails = [...new Set(asking.map(({ row }) => textOf(row.tail)))].filter((tail) => tail !== '');
  const talkQuery = useTalkQuery();
  const client = useQueryClient();
  const { data: rows = noRows } = useQuery({
    queryKey: ['open-requests', tails],
    queryFn: async (): Promise<readonly Received[]> => {
      const talks = tails.slice(0, maxAircraft).map((tail) => client.fetchQuery(talkQuery({ tail }, openHours)));
      // An aircraft whose dialogue cannot be read has no ages.
      const read = await Promise.allSettled(talks);
      return read.flatMap((one) => (one.status === 'fulfilled' ? (one.value.rows as readonly Received[]) : []));
    },
    enabled: tails.length > 0,
    refetchInterval: refreshMs,
    meta: { isQuiet: true },
  });
  const read = useMeanings(rows);
  const meaningOf = new Map(rows.map((row, at) => [row, read[at] ?? null]));
  const open = new Map<AnyRow, number>();
  for (const tail of tails) {
    const own = rows.filter((row) => row.tail === tail);
    const requests = openRequests(
      dialogueMessages(
        own,
        own.map((row) => meaningOf.get(row) ?? null),
      ),
      now,
    );
    for (const { row, receptions } of asking) {
      const at = receptions.map(({ id }) => requests.get(textOf(id))).find((one) => one !== undefined);
      if (at !== undefined) open.set(row, at);
    }
  }
  return open;
}

const noRows: readonly Received[] = [];

/** Number of stations that received the message of a row, at least. */
export const useReceivers = (row: AnyRow): number => useContext(shown).receivers.get(row) ?? 1;

export function Receivers({ row }: { readonly row: AnyRow }): ReactElement {
  const receivers = useReceivers(row);
  return (
    <span className={styles.receivers}>
      <IconAntenna size={14} aria-hidden="true" />
      <span className="dl-hidden">received by </span>
      {receivers}
    </span>
  );
}

/** Of a request without an answer. */
export function OpenAge({ row }: { readonly row: AnyRow }): ReactElement | null {
  const at = useContext(shown).open.get(row);
  return at === undefined ? null : <Age at={at} />;
}

function Age({ at }: { readonly at: number }): ReactElement {
  const now = useNow(tickMs);
  return (
    <span className={styles.open} data-ticking>
      <IconHourglass size={14} aria-hidden="true" /> open {ageText(now - at)}
    </span>
  );
}
