/**
 * Receiver names of a station (C118): claim, move from another station, release.
 * A name moves only after confirmation: the server requires the number of its current station.
 */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { attempt } from '../../api/attempt.ts';
import { callResource } from '../../api/resource.ts';
import { send } from '../../api/send.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Question } from '../../ui/Question.tsx';
import { wordsOf } from './Histories.tsx';
import { SmallTable } from './SmallTable.tsx';
import { shownDate } from './station-values.ts';
import styles from './stations.module.css';

/** A pending question: a name to release, or to move from another station. */
type PendingChange = { readonly name: string; readonly from: string | null };
const never = 'not heard recently';

export function Receivers({ id, stationId }: { id: string; stationId: string }): ReactElement {
  const inputId = useId();
  const [name, setName] = useState('');
  const [requested, setRequested] = useState<PendingChange | null>(null);
  const {
    data: response,
    error,
    refetch,
  } = useQuery({
    ...callResource(api.station.receivers, { id }),
    gcTime: 0,
    meta: { errorTitle: 'The receivers could not be loaded' },
  });
  const data = response?.value;

  const claim = async (given: string, from: string | null): Promise<void> => {
    const body = from === null ? { name: given } : { name: given, from };
    const done = await attempt(`${given} was not claimed`, async () => {
      try {
        await send(api.station.claimReceiver, { path: { id }, body, cause: 'user' });
      } catch (failure) {
        const owner = ownerOf(failure);
        if (owner === null) throw failure;
        setRequested({ name: given, from: owner });
        return;
      }
      setName('');
      notify({ kind: 'done', title: `${given} now counts for station ${stationId}` });
    });
    if (done) await refetch();
  };
  const release = async (given: string): Promise<void> => {
    const query = { name: given };
    const call = (): Promise<unknown> => send(api.station.releaseReceiver, { path: { id }, query, cause: 'user' });
    if (!(await attempt(`${given} was not released`, call))) return;
    notify({ kind: 'done', title: `${given} released` });
    await refetch();
  };
  const confirm = (): void => {
    if (!requested) return;
    setRequested(null);
    void (requested.from === null ? release(requested.name) : claim(requested.name, requested.from));
  };

  return (
    <SmallTable
      title="Receiver names"
      headers={['Name', 'Last received (UTC)', 'Change']}
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
            aria-label={`Release ${one.name}`}
            onClick={() => setRequested({ name: one.name, from: null })}
          >
            Release
          </PlainButton>,
        ],
      }))}
      words={wordsOf(
        data !== undefined,
        error,
        () => void refetch(),
        `Only messages sent as ${stationId} count for this station.`,
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
              ? 'All recently heard names belong to a station.'
              : `${data.unclaimed.length} ${data.unclaimed.length === 1 ? 'name was' : 'names were'} heard recently and ${data.unclaimed.length === 1 ? 'belongs' : 'belong'} to no station. Claiming a name includes its past messages.`}
          </p>
        </form>
      ) : null}
      {requested ? (
        <Question
          title={requested.from === null ? `Release ${requested.name}?` : `Move ${requested.name} here?`}
          yes={requested.from === null ? 'Release' : 'Move'}
          onYes={confirm}
          onNo={() => setRequested(null)}
        >
          {requested.from === null
            ? `Its messages, including past ones, no longer count for station ${stationId}.`
            : `${requested.name} belongs to station ${requested.from}. All its messages, including past ones, will count for station ${stationId}.`}
        </Question>
      ) : null}
    </SmallTable>
  );
}

/** Number of the station that has the name, if the server refused for that reason. */
function ownerOf(failure: unknown): string | null {
  return failure instanceof ApiError && failure.status === 409 ? (failure.body?.errors?.from?.[0] ?? null) : null;
}
