/** Frame of the page of one object: loading, not found, failed, or its parts with the age of the response. */

import { IconError404 } from '@tabler/icons-react';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import { isNotFound } from '../data/api-error.ts';
import { useReportedAge } from '../data/reported-age.ts';
import type { ApiResponse } from '../data/resource.ts';
import { useWaitText } from '../data/waiting.ts';
import panel from '../ui/panel.module.css';
import { ServerMessage } from '../ui/ServerMessage.tsx';
import { useNamedScreen } from '../ui/screen-name.ts';
import shared from '../ui/shared.module.css';
import { NextStep } from './NextStep.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import styles from './ObjectPage.module.css';

type Props<V> = {
  readonly query: UseQueryResult<ApiResponse<V>>;
  readonly queryKey: QueryKey;
  /** Title of the document, and heading of the page without data: `Station 1001`. */
  readonly title: string;
  /** What to do if the object does not exist. */
  readonly notFound: ReactNode;
  readonly children: (response: ApiResponse<V>) => ReactNode;
};

export function ObjectPage<V>({ query, queryKey, title, notFound, children }: Props<V>): ReactElement {
  const { data, error } = query;
  useReportedAge(query);
  useNamedScreen(title);
  if (data) return <div className={styles.page}>{children(data)}</div>;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {error ? (
        <Problem error={error} notFound={notFound} onRetry={() => void query.refetch()} />
      ) : (
        <Loading of={queryKey} className={styles.coming} />
      )}
    </div>
  );
}

function Problem(props: { error: Error; notFound: ReactNode; onRetry: () => void }): ReactElement {
  const { error, notFound, onRetry } = props;
  if (!isNotFound(error))
    return (
      <section className={styles.problem} role="alert">
        <NotLoaded error={error} what="this page" onRetry={onRetry} />
      </section>
    );
  return (
    <section className={styles.problem} role="status">
      <p>
        <IconError404 size={20} aria-hidden="true" /> <ServerMessage text={error.message} />
      </p>
      {notFound}
      <div className={shared.buttons}>
        <NextStep error={error} />
      </div>
    </section>
  );
}

type PanelProps = {
  readonly title: string;
  /** Next to the heading: period, or number. */
  readonly note?: ReactNode;
  /** Of a past time. */
  readonly isOld?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A part of the page of one object. */
export function Panel({ title, note, isOld = false, className, children }: PanelProps): ReactElement {
  const heading = useId();
  return (
    <section className={`${panel.panel} ${className ?? ''}`} aria-labelledby={heading} data-old={isOld || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {children}
    </section>
  );
}

/** Space of a part without data, and what its query waits for as soon as that is late. */
export function Loading(props: {
  readonly of: QueryKey;
  readonly className?: string | undefined;
  /** As high as the loaded content. */
  readonly children?: ReactNode;
}): ReactElement {
  const text = useWaitText(props.of);
  return (
    <div className={props.className} role="status" {...(text === null ? { 'aria-label': 'Loading' } : {})}>
      {text === null ? null : <p className={styles.text}>{text}</p>}
      {props.children}
    </div>
  );
}

/** In a line of text. */
export function LoadingText({ of, children }: { readonly of: QueryKey; readonly children: string }): string {
  return useWaitText(of) ?? children;
}
