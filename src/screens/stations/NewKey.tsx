import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { apiBase } from '../../data/api-base.ts';
import { receiversQuery } from '../../data/resources.ts';
import { hostForOthers } from '../../stations/server-address.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './stations.module.css';

/** The only place where a key is shown. */
export function NewKey({
  stationId,
  value,
  onClose,
}: {
  stationId: string;
  value: string;
  onClose: () => void;
}): ReactElement {
  const { data } = useQuery(receiversQuery());
  const url = new URL(`${apiBase()}/ingest/acars`, location.href);
  url.hostname = hostForOthers(url.hostname, data?.value.appHost ?? url.hostname);
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
