/**
 * The names of receivers that a station has claimed (C118): more of them claimed, moved here from another station after a question, or given up.
 * Must not: take a name from another station unasked (the server refuses it without that station's number).
 */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import { currentEpoch } from '../../session/session-store.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Question } from '../../ui/Question.tsx';
import { attempt } from './attempt.ts';
import { wordsOf } from './Histories.tsx';
import { SmallTable } from './SmallTable.tsx';
import { shownDate } from './station-values.ts';
import styles from './stations.module.css';

/** What waits for an answer: a name to be given up, or to be taken from another station. */
type Asked = { readonly name: string; readonly from: string | null };
const never = 'not heard lately';

export function Receivers({ id, stationId }: { id: string; stationId: string }): ReactElement {
  const inputId = useId();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['stationReceivers', currentEpoch(), id],
    queryFn: ({ signal }) => send(api.station.receivers, { path: { id }, signal, cause: 'user' }),
    gcTime: 0,
    meta: { errorTitle: 'The receivers could not be read' },
  });

  const claim = async (wanted: string, from: string | null): Promise<void> => {
    const body = from === null ? { name: wanted } : { name: wanted, from };
    const done = await attempt(`${wanted} was not claimed`, async () => {
      try {
        await send(api.station.claimReceiver, { path: { id }, body, cause: 'user' });
      } catch (failure) {
        const owner = ownerOf(failure);
        if (owner === null) throw failure;
        setAsked({ name: wanted, from: owner });
        return;
      }
      setName('');
      notify({ kind: 'done', title: `${wanted} counts for station ${stationId} now` });
    });
    if (done) await refetch();
  };
  const release = async (given: string): Promise<void> => {
    const query = { name: given };
    const call = (): Promise<unknown> => send(api.station.releaseReceiver, { path: { id }, query, cause: 'user' });
    if (!(await attempt(`${given} was not given up`, call))) return;
    notify({ kind: 'done', title: `${given} is given up` });
    await refetch();
  };
  const answer = (): void => {
    if (!asked) return;
    setAsked(null);
    void (asked.from === null ? release(asked.name) : claim(asked.name, asked.from));
  };

  return (
    <SmallTable
      title="Receiver names"
      headers={['Name', 'Last heard (UTC)', 'Change']}
      rows={(data?.claimed ?? []).map((one) => ({
        key: one.name,
        cells: [
          <span key="name" className={styles.mono}>
            {one.name}
          </span>,
          one.lastHeard ? shownDate(one.lastHeard) : never,
          <PlainButton
            key="release"
            look="subtle"
            aria-label={`Give up ${one.name}`}
            onClick={() => setAsked({ name: one.name, from: null })}
          >
            Give up
          </PlainButton>,
        ],
      }))}
      words={wordsOf(
        data !== undefined,
        error,
        () => void refetch(),
        `Only what is sent as ${stationId} counts for this station.`,
      )}
    >
      {data ? (
        <form
          className={styles.line}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (name.trim() !== '') void claim(name.trim(), null);
          }}
        >
          <label htmlFor={inputId}>Name of a receiver</label>
          <input
            id={inputId}
            className={styles.input}
            list={`${inputId}-list`}
            value={name}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
          <datalist id={`${inputId}-list`}>
            {data.unclaimed.map((one) => (
              <option key={one.name} value={one.name}>
                {one.lastHeard ? `heard ${shownDate(one.lastHeard)} UTC` : never}
              </option>
            ))}
          </datalist>
          <PlainButton type="submit">Claim</PlainButton>
          <p className={styles.hint}>
            {data.unclaimed.length === 0
              ? 'Every name that was heard lately belongs to a station.'
              : `${data.unclaimed.length} ${data.unclaimed.length === 1 ? 'name was' : 'names were'} heard lately and ${data.unclaimed.length === 1 ? 'belongs' : 'belong'} to no station. What was received before counts, too.`}
          </p>
        </form>
      ) : null}
      {asked ? (
        <Question
          title={asked.from === null ? `Give up ${asked.name}?` : `Move ${asked.name} here?`}
          yes={asked.from === null ? 'Give up' : 'Move'}
          onYes={answer}
          onNo={() => setAsked(null)}
        >
          {asked.from === null
            ? `Its messages count for station ${stationId} no more, also those that came before.`
            : `${asked.name} belongs to station ${asked.from}. Its messages, also those that came before, will count for station ${stationId}.`}
        </Question>
      ) : null}
    </SmallTable>
  );
}

/** The number of the station that has the name, when the server refused for that reason. */
function ownerOf(failure: unknown): string | null {
  return failure instanceof ApiError && failure.status === 409 ? (failure.body?.errors?.from?.[0] ?? null) : null;
}
