/** What the receiver of one reception sent beyond the columns, loaded when it is opened. */
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { extraQuery } from '../../api/extra.ts';
import { NothingStored } from '../../api/race.ts';
import { manyLines } from '../../lib/format.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './AsReceived.module.css';
import { extraFacts } from './extra-facts.ts';

const scrollsFrom = 800;

/** `id` of the reception. `station` = its name. */
export function AsReceived({ id, station }: { id: string; station: string | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.received} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        As the receiver sent it<span className="dl-hidden">, {station ?? 'station unknown'}</span>
      </summary>
      {isOpen ? <Received id={id} /> : null}
    </details>
  );
}

function Received({ id }: { id: string }): ReactElement {
  const query = useQuery(extraQuery(id));
  const extra = query.data?.value.extra;
  if (query.data === undefined)
    return query.isFetching || !query.error ? (
      <p className={styles.note} role="status">
        Loading …
      </p>
    ) : (
      <div className={styles.note} role="status">
        <p>
          {query.error instanceof NothingStored
            ? 'Not on this device, and the server is unreachable.'
            : `It could not be loaded: ${query.error.message}`}
        </p>
        <PlainButton onClick={() => void query.refetch()}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      </div>
    );
  if (!extra) return <p className={styles.note}>Nothing beyond the fields of the message is stored.</p>;
  const json = JSON.stringify(extra, null, 2);
  return (
    <div className={styles.content}>
      <dl className={styles.facts}>
        {extraFacts(extra).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {/* Scrollable text must be focusable. */}
      <pre className={styles.json} tabIndex={json.length > scrollsFrom ? 0 : undefined}>
        {manyLines(json)}
      </pre>
      <CopyButton text={json}>Copy JSON</CopyButton>
    </div>
  );
}
