/**
 * The line above a list: title and count, FILTER, columns, refresh; on narrow screens FILTER, what is applied, and a menu.
 * Must not: hold state of the list.
 */
import { Popover } from '@mantine/core';
import { IconArrowsMaximize, IconDotsVertical, IconFilter, IconFilterFilled, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { ListPage } from '../api/queries.ts';
import { formatCount } from '../lib/format.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { utcMoment } from '../lib/time.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { chipsOf } from './filter-words.ts';
import styles from './ListScreen.module.css';
import { type LiveProps, NewRowsButton, PauseButton, shownAtText } from './LiveControls.tsx';
import { DensityControl, type LookProps, TabletRowsControl } from './LookControls.tsx';
import { withSort } from './list-sort.ts';
import type { ListState } from './list-state.ts';
import { type PagerProps, SizeSelect, totalText } from './Pager.tsx';
import { ParentLink } from './ParentLink.tsx';
import { windowName } from './time-window.ts';

export type TopProps = LookProps & {
  readonly list: ListDefinition;
  readonly title: string;
  /** It stands among others, under a heading of theirs. */
  readonly isPart: boolean;
  readonly state: ListState;
  readonly pager: PagerProps;
  readonly page: ListPage<AnyRow> | null;
  readonly live: LiveProps;
  readonly isNarrow: boolean;
  /** Wide enough for a table by choice. */
  readonly isTablet: boolean;
  readonly hasTable: boolean;
  readonly mostColumns: number | null;
  readonly isFetching: boolean;
  readonly openCount: number;
  readonly extra: Readonly<Record<string, string>>;
  readonly onFilter: () => void;
  readonly onRefresh: () => void;
  readonly onChange: (next: ListState, step?: 'push' | 'replace') => void;
  readonly onDefaults: () => void;
};

export function ListTop(props: TopProps): ReactElement {
  const { list, state, isNarrow, page, live, isPart } = props;
  return (
    <header className={styles.top}>
      {list.of ? <ParentLink parent={list.of.parent} /> : null}
      {list.within && !isPart ? <ParentLink parent={list.within} /> : null}
      {isPart ? null : <h1 className={isNarrow ? styles.narrowTitle : undefined}>{props.title}</h1>}
      {isNarrow ? null : (
        <span className={styles.count}>
          {countLine(props)}
          {page ? <span className={styles.shownAt}>{shownAtText(live)}</span> : null}
        </span>
      )}
      {isNarrow ? <NewRowsButton live={live} isNarrow /> : null}
      <span className={styles.space} />
      {Object.keys(list.filters).length === 0 ? null : (
        <PlainButton
          className={state.isSearched ? styles.filterOn : styles.filter}
          aria-haspopup="dialog"
          onClick={props.onFilter}
        >
          {state.isSearched ? (
            <IconFilterFilled size={16} aria-hidden="true" />
          ) : (
            <IconFilter size={16} aria-hidden="true" />
          )}
          {state.isSearched ? specTexts.list.filterOn : specTexts.list.filterOff}
        </PlainButton>
      )}
      {isNarrow ? (
        <>
          <p className={styles.summary}>
            <span>{summary(props)}</span>
            <span>{live.isPaused && live.canReload ? `Paused, ${countLine(props)}` : countLine(props)}</span>
          </p>
          {list.action}
          {props.hasTable ? <TableColumns {...props} /> : null}
          {isPart ? <AloneLink list={list} /> : null}
          <NarrowMenu {...props} />
        </>
      ) : (
        <>
          {list.action}
          <ExportMenu list={list} state={state} page={page} extra={props.extra} isNarrow={false} />
          <TableColumns {...props} />
          <PauseButton live={live} hasWord={false} />
          <RefreshButton {...props} />
          {isPart ? <AloneLink list={list} /> : null}
        </>
      )}
    </header>
  );
}

/** The same view of the list, as large as the window. */
function AloneLink({ list: { within, title } }: { list: ListDefinition }): ReactElement | null {
  return within ? (
    <Link
      to="."
      search={((now: Record<string, unknown>) => ({ ...now, only: within.slot })) as never}
      className={styles.alone}
      aria-label={`${title}, alone`}
      title="Show this table alone"
    >
      <IconArrowsMaximize size={16} aria-hidden="true" />
    </Link>
  ) : null;
}

function TableColumns({ list, state, look, onLook, onChange, onDefaults, mostColumns }: TopProps): ReactElement {
  return (
    <ColumnsMenu
      list={list}
      hidden={state.hidden}
      mostColumns={mostColumns}
      onHidden={(hidden) => onChange({ ...state, hidden }, 'replace')}
      onDefaults={onDefaults}
    >
      <DensityControl look={look} onLook={onLook} />
    </ColumnsMenu>
  );
}

/** `48,213 messages`, on a phone `1,000 stored`; when the server's cap cut rows off, how many are here (C22). */
function countLine({ list, page, pager, isNarrow }: TopProps): string {
  if (!page) return '';
  const count = totalText(pager);
  const line = `${count} ${list.noun[page.count === 1 ? 0 : 1]}`;
  const held = page.source === 'stored' ? `${isNarrow ? count : line} stored` : line;
  return page.isCut ? `${held}, the first ${formatCount(page.rows.length)} are shown` : held;
}

function summary({ list, title, state, openCount, page }: TopProps): string {
  if (openCount > 0) return `${openCount} not applied yet`;
  const [first, ...more] = chipsOf(list, state.filters);
  if (!first) {
    if (!list.window) return list.of ? title : '';
    const name = windowName(list.window);
    return page?.source === 'stored' ? `${name} to ${utcMoment(page.dataAt, Date.now())}` : `Last ${name}`;
  }
  return `${first.field.label} ${first.text}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

function RefreshButton({ isFetching, onRefresh }: TopProps): ReactElement {
  return (
    <PlainButton
      className={styles.refresh}
      aria-label="Refresh"
      title="Refresh"
      data-busy={isFetching || undefined}
      onClick={onRefresh}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </PlainButton>
  );
}

function NarrowMenu(props: TopProps): ReactElement {
  const { list, state, onChange } = props;
  const [isOpened, setOpened] = useState(false);
  const sort = state.sort ? `${state.sort.isDescending ? '-' : ''}${state.sort.key}` : '';
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <PlainButton look="icon" aria-label="Rows, order, refresh" onClick={() => setOpened((open) => !open)}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label="Rows, order, refresh">
        <SizeSelect {...props.pager} />
        {props.isTablet && props.mostColumns === null ? (
          <TabletRowsControl look={props.look} onLook={props.onLook} />
        ) : null}
        <label className={styles.order}>
          {list.endpoint.list.order?.ways.length ? 'Order' : 'Order of this page'}
          <select
            value={sort}
            onChange={(event) => {
              const key = event.target.value;
              const isDescending = key.startsWith('-');
              const next = key === '' ? null : { key: isDescending ? key.slice(1) : key, isDescending };
              onChange(withSort(list, state, next), 'replace');
            }}
          >
            <option value="">as the server sends it</option>
            {list.columns.flatMap((column) => [
              <option key={column.key} value={column.key}>{`${column.header} ↑`}</option>,
              <option key={`-${column.key}`} value={`-${column.key}`}>{`${column.header} ↓`}</option>,
            ])}
          </select>
        </label>
        <ExportMenu
          list={list}
          state={state}
          page={props.page}
          extra={props.extra}
          isNarrow
          onStart={() => setOpened(false)}
        />
        <PauseButton live={props.live} hasWord />
        <PlainButton onClick={props.onRefresh}>
          <IconRefresh size={16} aria-hidden="true" />
          Refresh
        </PlainButton>
      </Popover.Dropdown>
    </Popover>
  );
}
