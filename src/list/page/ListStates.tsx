/** States of a list without rows: loading, empty, past the end, failed, not stored. */
import { IconMessageOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError, unreachedClause } from '../../data/api-error.ts';
import { type ListPage, listQuery, storedCoverage } from '../../data/list-resource.ts';
import { readsArchive } from '../../data/list-wire.ts';
import type { Coverage } from '../../data/offline/coverage.ts';
import { NothingStored } from '../../data/race.ts';
import { nothingStoredText, useWaitText } from '../../data/waiting.ts';
import { counted } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcMoment } from '../../lib/time.ts';
import { NextStep } from '../../objects/NextStep.tsx';
import { useAudience } from '../../session/use-session.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { chipsOf, paramNamesOf } from '../filter/filter-fields.ts';
import { useListModel } from '../list-model.ts';
import { windowName } from '../state/time-window.ts';
import { ParentLink } from '../top/ParentLink.tsx';
import { coverageText } from './coverage-text.ts';
import styles from './ListStates.module.css';
import { NextWindows } from './NextWindows.tsx';

export function ListStates(): ReactElement | null {
  const { data, showPage, refresh } = useListModel();
  const isArchive = readsArchive(data.request);
  switch (data.pageState) {
    case 'rows':
    case 'archive':
      return null;
    case 'loading':
      return <LoadingRows />;
    case 'empty':
      return <Empty />;
    case 'beyond':
      return (
        <Message
          icon={<IconMessageOff />}
          title={isIncomplete(data.page) ? 'This page is not stored.' : 'This is past the last page.'}
        >
          <PlainButton onClick={() => showPage(0)}>First page</PlainButton>
        </Message>
      );
    case 'failed':
      return <Failed />;
    case 'nothing-stored':
      return (
        <Message icon={<IconPlugConnectedX />} title={nothingStoredTitle(data.error, isArchive)}>
          <p>
            {isArchive ? 'Choose a newer range, or try again when online.' : 'Open it once while online to store it.'}
          </p>
          <p className={styles.actions}>
            <Retry onRetry={refresh} />
            <NextStep error={data.error} />
          </p>
        </Message>
      );
  }
}

function nothingStoredTitle(error: Error | null, isArchive: boolean): string {
  const why = error instanceof NothingStored ? error.why : 'refused';
  return isArchive ? `${unreachedClause[why]} and the archive is never stored.` : nothingStoredText(why, 'this list');
}

const skeletonRows = 12;

/** The shape of the rows: until they are loaded, and while the code of their view loads. */
export function LoadingRows(): ReactElement {
  const { list, data, extra, hasTable, maxColumns, View } = useListModel();
  const columns = list.columns.slice(0, maxColumns ?? 8);
  const waitText = useWaitText(listQuery(list.endpoint, data.request, extra).queryKey);
  const loadingText = waitText ?? list.messages.loading;
  return (
    <div
      className={styles.skeleton}
      role="status"
      aria-label={loadingText ?? 'Loading'}
      data-narrow={!hasTable || undefined}
    >
      {loadingText ? <p className={styles.loading}>{loadingText}</p> : null}
      {View ? <LoadingLines /> : null}
      {!hasTable || View ? null : (
        <div className={styles.skeletonHead} aria-hidden="true">
          {columns.map((column) => (
            <span key={column.key} style={{ width: column.width ?? 180 }}>
              {column.header}
            </span>
          ))}
        </div>
      )}
      {hasTable || View ? null : <SkeletonCards list={list} />}
      {Array.from({ length: hasTable && !View ? skeletonRows : 0 }, (_, at) => at).map((at) => (
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

/** Read and Lines: an icon with a name, below it a sentence. */
function LoadingLines(): ReactElement {
  return (
    <>
      {Array.from({ length: skeletonRows }, (_, at) => at).map((at) => (
        <div key={at} className={styles.skeletonLine} aria-hidden="true">
          <i style={{ width: 120 }} />
          <i style={{ width: 220 + ((at * 61) % 140) }} />
        </div>
      ))}
    </>
  );
}

/** As high as the expected cards: name and time, a text, four facts, as far as the list's cards have them. */
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

/** Stored rows of which the server has more. */
const isIncomplete = (page: ListPage<AnyRow> | null): boolean => page?.coverage?.isComplete === false;

/** The specified sentence, what is applied, and a way out. Stored rows that are not all there are never called none. */
function Empty(): ReactElement {
  const { list, state, data, typed, reset, storedNoun } = useListModel();
  const { page, request } = data;
  const chips = chipsOf(list, state.filters);
  const last = chips.at(-1);
  const partText = page?.coverage ? coverageText(page.coverage, storedNoun, Date.now()) : null;
  const audience = useAudience();
  const bringIn = chips.length === 0 && audience === 'admin' ? list.messages.bringIn : undefined;
  return (
    <Message icon={<IconMessageOff />} title={partText ? 'No stored row matches.' : list.messages.empty} isStatus>
      {partText ? <p>{partText}</p> : null}
      {chips.length > 0 ? (
        <p>
          Applied: {chips.map((chip) => `${chip.field.label} ${chip.text}`).join(', ')}.
          {page?.source === 'stored' ? ` Only stored ${list.noun[1]} were searched.` : null}
        </p>
      ) : request.window && !partText ? (
        <p>
          {page?.source === 'stored'
            ? `No ${list.noun[1]} in the ${windowName(request.window)} before ${utcMoment(page.dataAt, Date.now())}, when this copy was stored.`
            : `No ${list.noun[1]} in the last ${windowName(request.window)}. New ${list.noun[1]} appear automatically.`}
        </p>
      ) : null}
      <NextWindows />
      {bringIn ? (
        <p>
          {bringIn.text} <code>{bringIn.command}</code>
        </p>
      ) : null}
      <p className={styles.actions}>
        {last ? (
          <PlainButton onClick={() => typed.remove(paramNamesOf(last.field))}>
            Remove {last.field.label} {last.text}
          </PlainButton>
        ) : null}
        {last ? (
          <PlainButton look="subtle" onClick={reset}>
            {specTexts.list.reset}
          </PlainButton>
        ) : list.of ? (
          <ParentLink parent={list.of.parent} />
        ) : bringIn ? (
          <Link to={bringIn.screen.path}>{bringIn.screen.label}</Link>
        ) : (
          <NextStep />
        )}
      </p>
    </Message>
  );
}

/** Specified sentence, reason, what is safe, retry and stored copy. */
function Failed(): ReactElement {
  const { list, state, data, extra, refresh, storedNoun } = useListModel();
  const { error, request } = data;
  const [stored, setStored] = useState<Coverage | null>(null);
  useEffect(() => {
    let isGone = false;
    void storedCoverage(list.endpoint, request, extra).then(
      (found) => isGone || setStored(found),
      () => {}, // nothing to offer then
    );
    return () => {
      isGone = true;
    };
  }, [list, request, extra]);
  return (
    <Message icon={<IconPlugConnectedX />} title={list.messages.failed} isFailure>
      <p>
        <ServerMessage text={error?.message ?? ''}>
          {error instanceof ApiError && error.body ? 'The server answered: ' : null}
          {error?.message}
        </ServerMessage>
        {chipsOf(list, state.filters).length > 0 ? ' Your filter is kept.' : null}
      </p>
      {stored && stored.storedRows > 0 ? <p>{storedWords(stored, storedNoun)}</p> : null}
      <p className={styles.actions}>
        <Retry onRetry={refresh} />
        {stored && stored.storedRows > 0 ? (
          <PlainButton onClick={data.showStored}>Show stored {list.noun[1]}</PlainButton>
        ) : null}
        <NextStep error={error} />
      </p>
    </Message>
  );
}

function storedWords(stored: Coverage, noun: ListDefinition['noun']): string {
  const now = Date.now();
  const verb = stored.storedRows === 1 ? 'is' : 'are';
  const all = `${counted(stored.storedRows, ...noun)} from ${utcMoment(stored.asOf, now)} ${verb} stored on this device.`;
  return coverageText(stored, noun, now) ?? all;
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
