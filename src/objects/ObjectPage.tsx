/** Frame of the page of one object: loading, not found, failed, or its parts with the age of the response. */
import { IconError404, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { isNotFound } from '../api/api-error.ts';
import { NothingStored } from '../api/race.ts';
import { useReportedAge } from '../api/reported-age.ts';
import type { ApiResponse } from '../api/resource.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ServerMessage } from '../ui/ServerMessage.tsx';
import styles from './ObjectPage.module.css';

type Props<V> = {
  readonly query: UseQueryResult<ApiResponse<V>>;
  /** Heading of the page without data: `Station 1001`. */
  readonly title: string;
  /** What to do if the object does not exist. */
  readonly notFound: ReactNode;
  readonly children: (response: ApiResponse<V>) => ReactNode;
};

export function ObjectPage<V>({ query, title, notFound, children }: Props<V>): ReactElement {
  const { data, error } = query;
  useReportedAge(query);
  if (data) return <div className={styles.page}>{children(data)}</div>;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {error ? (
        <Problem error={error} notFound={notFound} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.coming} role="status" aria-label="Loading" />
      )}
    </div>
  );
}

function Problem(props: { error: Error; notFound: ReactNode; onRetry: () => void }): ReactElement {
  const { error, notFound, onRetry } = props;
  const isMissing = isNotFound(error);
  const Icon = isMissing ? IconError404 : IconPlugConnectedX;
  return (
    <section className={styles.problem} role={isMissing ? 'status' : 'alert'}>
      <p>
        <Icon size={20} aria-hidden="true" />{' '}
        {error instanceof NothingStored ? (
          'The server is unreachable and this page is not stored yet. Open it once while online to store it.'
        ) : (
          <span>
            {isMissing ? null : <strong>This page could not be loaded.</strong>} <ServerMessage text={error.message} />
          </span>
        )}
      </p>
      {isMissing ? (
        notFound
      ) : (
        <PlainButton onClick={onRetry}>
          <IconRefresh size={16} aria-hidden="true" />
          Try again
        </PlainButton>
      )}
    </section>
  );
}
