/** Upload keys of a station (C120): create, show once, revoke. Never store a key or show it again. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import { apiBase } from '../../api/api-base.ts';
import { attempt } from '../../api/attempt.ts';
import { callResource } from '../../api/resource.ts';
import { send } from '../../api/send.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Question } from '../../ui/Question.tsx';
import { wordsOf } from './Histories.tsx';
import { SmallTable } from './SmallTable.tsx';
import { shownDate } from './station-values.ts';
import styles from './stations.module.css';

type Key = Reads<typeof api.station.keys>[number];

export function StationKeys({ id, stationId }: { id: string; stationId: string }): ReactElement {
  const inputId = useId();
  const [name, setName] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [toRevoke, setToRevoke] = useState<Key | null>(null);
  const [isBusy, setBusy] = useState(false);
  const {
    data: response,
    error,
    refetch,
  } = useQuery({
    // Names and beginnings of keys: no secret is among them.
    ...callResource(api.station.keys, { id }),
    gcTime: 0,
    meta: { errorTitle: 'The keys could not be loaded' },
  });
  const data = response?.value;
  const make = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const done = await attempt('The key was not created', async () => {
      const { key } = await send(api.station.createKey, { path: { id }, body: { name: name.trim() }, cause: 'user' });
      setMade(key);
      setName('');
    });
    setBusy(false);
    if (done) await refetch();
  };
  const revoke = async (keyId: string): Promise<void> => {
    setToRevoke(null);
    const call = (): Promise<unknown> => send(api.station.revokeKey, { path: { id, keyId }, cause: 'user' });
    if (!(await attempt('The key was not revoked', call))) return;
    notify({ kind: 'done', title: `${keyId} is revoked` });
    await refetch();
  };
  return (
    <SmallTable
      title="Keys"
      headers={['Key', 'Name', 'Created', 'Created by', 'Last used', 'State']}
      rows={(data ?? []).map((key) => ({ key: key.id, cells: cellsOf(key, () => setToRevoke(key)) }))}
      words={wordsOf(
        data !== undefined,
        error,
        () => void refetch(),
        'No keys yet. Create one so that the station can upload.',
      )}
    >
      <form
        className={styles.line}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void make();
        }}
      >
        <label htmlFor={inputId}>Key name</label>
        <input
          id={inputId}
          className={styles.input}
          value={name}
          maxLength={100}
          autoComplete="off"
          placeholder="such as roof"
          onChange={(event) => setName(event.target.value)}
        />
        <PlainButton type="submit" aria-disabled={isBusy}>
          Create key
        </PlainButton>
      </form>
      {made === null ? null : <NewKey stationId={stationId} value={made} onClose={() => setMade(null)} />}
      {toRevoke ? (
        <Question
          title={`Revoke ${toRevoke.id}?`}
          yes="Revoke"
          onYes={() => void revoke(toRevoke.id)}
          onNo={() => setToRevoke(null)}
        >
          Uploads with this key are refused from now on. This cannot be undone. You can create a new key.
        </Question>
      ) : null}
    </SmallTable>
  );
}

function cellsOf(key: Key, onRevoke: () => void): (string | ReactElement)[] {
  return [
    <span key="id" className={styles.mono}>
      {key.id}…
    </span>,
    key.name || '–',
    shownDate(key.createdOn),
    key.createdBy ?? 'command line',
    key.lastUsedOn ? shownDate(key.lastUsedOn) : 'never',
    key.revokedOn ? (
      `revoked ${shownDate(key.revokedOn)}`
    ) : (
      <PlainButton key="revoke" look="subtle" aria-label={`Revoke ${key.id}`} onClick={onRevoke}>
        Revoke
      </PlainButton>
    ),
  ];
}

/** The only place where a key is shown. */
function NewKey({
  stationId,
  value,
  onClose,
}: {
  stationId: string;
  value: string;
  onClose: () => void;
}): ReactElement {
  const url = new URL(`${apiBase()}/ingest/acars`, location.href).href;
  const command = `curl ${url} -H "Authorization: Bearer ${value}" -H "Content-Type: application/x-ndjson" --data-binary @messages.jsonl`;
  return (
    <Dialog
      title={`The new key of station ${stationId}`}
      tone="done"
      width={640}
      staysOpenOnBackdrop
      onClose={onClose}
      footer={
        <PlainButton look="filled" onClick={onClose}>
          Done
        </PlainButton>
      }
    >
      <p>This key is shown only once. Store it like a password.</p>
      <Secret label="Key" text={value} />
      <p>To upload messages (one JSON object per line):</p>
      <Secret label="Command" text={command} />
      <p>
        The key sends under {stationId} and the claimed receiver names. Lines under other names are skipped: claim a
        name first.
      </p>
    </Dialog>
  );
}

function Secret({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <div className={styles.secret}>
      <output aria-label={label}>{text}</output>
      <CopyButton text={text}>{`Copy ${label.toLowerCase()}`}</CopyButton>
    </div>
  );
}
