/**
 * The faces of a list that are not rows: loading, empty, beyond the end, failed, nothing stored.
 * Must not: ask for data.
 */
import { IconMessageOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { type ListPage, storedCount } from '../api/queries.ts';
import { formatCount } from '../lib/format.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { utcMoment } from '../lib/time.ts';
import { useAudience } from '../session/use-session.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './Faces.module.css';
import type { FilterTexts } from './filter-text.ts';
import { chipsOf, paramNamesOf } from './filter-words.ts';
import { windowName } from './time-window.ts';
import type { Face } from './use-list-page.ts';

export type FaceProps = {
  readonly list: ListDefinition;
  readonly face: Exclude<Face, 'rows'>;
  readonly page: ListPage<AnyRow> | null;
  readonly error: Error | null;
  readonly applied: FilterTexts;
  readonly extra: Readonly<Record<string, string>>;
  readonly isNarrow: boolean;
  readonly mostColumns: number | null;
  readonly onRetry: () => void;
  readonly onShowStored: () => void;
  readonly onFirstPage: () => void;
  readonly onRemove: (names: readonly string[]) => void;
  readonly onReset: () => void;
};

export function FaceOf(props: FaceProps): ReactElement {
  switch (props.face) {
    case 'loading':
      return <Skeleton {...props} />;
    case 'empty':
      return <Empty {...props} />;
    case 'beyond':
      return (
        <Message icon={<IconMessageOff />} title="This page lies beyond the last one.">
          <PlainButton onClick={props.onFirstPage}>First page</PlainButton>
        </Message>
      );
    case 'failed':
      return <Failed {...props} />;
    case 'nothing-stored':
      return (
        <Message
          icon={<IconPlugConnectedX />}
          title="The server was not reached, and nothing of this list is stored yet."
        >
          <p>It is stored on this device once it was opened with the server in reach.</p>
          <Retry onRetry={props.onRetry} />
        </Message>
      );
  }
}

const skeletonRows = 12;
function Skeleton({ list, isNarrow, mostColumns }: FaceProps): ReactElement {
  const columns = list.columns.slice(0, mostColumns ?? 8);
  const said = list.messages.loading;
  return (
    <div className={styles.skeleton} role="status" aria-label={said ?? 'Loading'} data-narrow={isNarrow || undefined}>
      {said ? <p className={styles.loading}>{said}</p> : null}
      {isNarrow ? null : (
        <div className={styles.skeletonHead} aria-hidden="true">
          {columns.map((column) => (
            <span key={column.key} style={{ width: column.width ?? 180 }}>
              {column.header}
            </span>
          ))}
        </div>
      )}
      {isNarrow ? <SkeletonCards list={list} /> : null}
      {Array.from({ length: isNarrow ? 0 : skeletonRows }, (_, at) => at).map((at) => (
        <div key={at} className={styles.skeletonRow} aria-hidden="true">
          {columns.map((column, column_) => (
            <span key={column.key} style={{ width: column.width ?? 180 }}>
              <i style={{ width: `${45 + ((at * 7 + column_ * 13) % 40)}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** As high as the cards that come: name and time, a text, four facts, as far as the list's cards have them. */
function SkeletonCards({ list: { card } }: { list: ListDefinition }): ReactElement {
  return (
    <>
      {Array.from({ length: skeletonRows }, (_, at) => at).map((at) => (
        <div key={at} className={styles.skeletonCard} aria-hidden="true">
          <i className={styles.skeletonName} />
          {card.text === null ? null : <i className={styles.skeletonText} />}
          {card.facts.length === 0 ? null : <i className={styles.skeletonFacts} />}
        </div>
      ))}
    </>
  );
}

/** The specified sentence, what is applied, and a way out. */
function Empty({ list, page, applied, onRemove, onReset }: FaceProps): ReactElement {
  const chips = chipsOf(list, applied);
  const last = chips.at(-1);
  const audience = useAudience();
  return (
    <Message icon={<IconMessageOff />} title={list.messages.empty} isStatus>
      {chips.length > 0 ? (
        <p>
          Applied: {chips.map((chip) => `${chip.field.label} ${chip.text}`).join(', ')}.
          {page?.source === 'stored' ? ' Only what is stored on this device was searched.' : null}
        </p>
      ) : list.window ? (
        <p>
          {page?.source === 'stored'
            ? `There were none in the ${windowName(list.window)} up to ${utcMoment(page.dataAt, Date.now())}, when this was stored.`
            : `No ${list.noun[1]} in the last ${windowName(list.window)}. New ones show here by themselves.`}
        </p>
      ) : null}
      {chips.length === 0 && list.messages.bringIn && audience === 'admin' ? (
        <p>
          {list.messages.bringIn.text} <code>{list.messages.bringIn.command}</code>
        </p>
      ) : null}
      <p className={styles.actions}>
        {last ? (
          <PlainButton onClick={() => onRemove(paramNamesOf(last.field))}>
            Remove {last.field.label} {last.text}
          </PlainButton>
        ) : null}
        {last ? (
          <PlainButton look="subtle" onClick={onReset}>
            {specTexts.list.reset}
          </PlainButton>
        ) : null}
      </p>
    </Message>
  );
}

/** The specified sentence, why, what is kept, retry and the stored copy. */
function Failed({ list, applied, error, extra, onRetry, onShowStored }: FaceProps): ReactElement {
  const [stored, setStored] = useState<{ readonly count: number; readonly dataAt: number } | null>(null);
  useEffect(() => {
    let isGone = false;
    void storedCount(list.endpoint, extra).then(
      (found) => isGone || setStored(found),
      () => {}, // nothing to offer then
    );
    return () => {
      isGone = true;
    };
  }, [list, extra]);
  return (
    <Message icon={<IconPlugConnectedX />} title={list.messages.failed} isFailure>
      <p>
        {error instanceof ApiError && error.body ? 'The server answered: ' : null}
        {error?.message}
        {chipsOf(list, applied).length > 0 ? ' Your filter is kept.' : null}
      </p>
      {stored && stored.count > 0 ? (
        <p>
          {formatCount(stored.count)} {list.noun[stored.count === 1 ? 0 : 1]} from{' '}
          {utcMoment(stored.dataAt, Date.now())} are stored on this device.
        </p>
      ) : null}
      <p className={styles.actions}>
        <Retry onRetry={onRetry} />
        {stored && stored.count > 0 ? (
          <PlainButton onClick={onShowStored}>Show stored {list.noun[1]}</PlainButton>
        ) : null}
      </p>
    </Message>
  );
}

function Retry({ onRetry }: { onRetry: () => void }): ReactElement {
  return (
    <PlainButton look="filled" onClick={onRetry}>
      <IconRefresh size={16} aria-hidden="true" />
      Try again
    </PlainButton>
  );
}

export function Message(props: {
  icon: ReactNode;
  title: string;
  isFailure?: boolean;
  isStatus?: boolean;
  children?: ReactNode;
}): ReactElement {
  return (
    <div
      className={styles.message}
      role={props.isFailure ? 'alert' : 'status'}
      data-failed={props.isFailure || undefined}
    >
      <span className={styles.icon} aria-hidden="true">
        {props.icon}
      </span>
      <div className={styles.words}>
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </div>
  );
}
