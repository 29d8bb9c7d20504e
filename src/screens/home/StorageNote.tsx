import { IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { api } from '../../../contract/api.ts';
import { type ApiResponse, callResource } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import { asOfText } from '../../stations/station-text.ts';
import styles from './StorageNote.module.css';
import {
  archiveText,
  backupText,
  dayText,
  intervalText,
  type Storage,
  shortageText,
  storageText,
  upgradeText,
} from './storage-text.ts';

const refreshMs = 600_000;
const tickMs = 60_000;

/** Size of the database, its forecast, and backups. */
export function StorageNote(): ReactElement {
  const { data, error } = useQuery({
    ...callResource(api.system.storage),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    meta: { isQuiet: true },
  });
  const heading = useId();
  return (
    <section className={styles.note} aria-labelledby={heading} data-stored={data?.source === 'stored' || undefined}>
      <IconDatabase size={20} aria-hidden />
      <div>
        <h2 id={heading}>Storage</h2>
        {data ? (
          <Facts {...data} />
        ) : (
          <p className={styles.more}>{error ? 'The size could not be loaded.' : 'Loading'}</p>
        )}
      </div>
    </section>
  );
}

function Facts({ value, dataAt, source }: ApiResponse<Storage>): ReactElement {
  const now = useNow(tickMs);
  const warnings = [shortageText(value), value.backup?.problem].filter((text) => typeof text === 'string');
  const backup = backupText(value, now);
  const upgrade = upgradeText(value, now);
  const stored = source === 'stored' ? `${asOfText(dataAt, now)}.` : null;
  const more = [dayText(value), archiveText(value), intervalText(value), stored].filter(Boolean).join(' ');
  return (
    <>
      <p>{storageText(value)}</p>
      {more ? <p className={styles.more}>{more}</p> : null}
      {backup ? <p className={styles.more}>{backup}</p> : null}
      {upgrade ? <p className={styles.more}>{upgrade}</p> : null}
      {warnings.map((text) => (
        <p key={text} className={styles.shortage}>
          {text}
        </p>
      ))}
    </>
  );
}
