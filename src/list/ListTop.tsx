/** Toolbar above a list. */
import { Popover } from '@mantine/core';
import { IconArrowsMaximize, IconDotsVertical, IconFilter, IconFilterFilled, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { ListPage } from '../api/list-resource.ts';
import { formatCount } from '../lib/format.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { utcMoment } from '../lib/time.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { storedCountText } from './coverage-text.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { chipsOf } from './filter-fields.ts';
import styles from './ListScreen.module.css';
import { type LiveProps, PauseButton, shownAtText } from './LiveControls.tsx';
import { DensityControl, type LookProps, TabletRowsControl, WideTextControl } from './LookControls.tsx';
import { withSort } from './list-sort.ts';
import { type ListState, movingWindow } from './list-state.ts';
import { type PagerProps, SizeSelect, totalText } from './Pager.tsx';
import { ParentLink } from './ParentLink.tsx';
import { windowName } from './time-window.ts';
import type { ChosenRange } from './use-search.ts';

/** Has the height of RangeSelect, so that the controls below it do not move under a finger. */
const RangePlace = (): ReactElement => (
  <label className={styles.order}>
    Range
    <select disabled />
  </label>
);
const RangeSelect = lazyPart(async () => ({ default: (await import('./range-bar/RangeSelect.tsx')).RangeSelect }));

type TopProps = LookProps & {
  readonly list: ListDefinition;
  readonly title: string;
  /** On a screen with others, below their heading. */
  readonly isPart: boolean;
  readonly state: ListState;
  readonly pager: PagerProps;
  readonly page: ListPage<AnyRow> | null;
  readonly live: LiveProps;
  readonly isNarrow: boolean;
  /** Wide enough for the table as an option. */
  readonly isTablet: boolean;
  readonly hasTable: boolean;
  readonly maxColumns: number | null;
  readonly isFetching: boolean;
  readonly openCount: number;
  readonly extra: Readonly<Record<string, string>>;
  readonly onFilter: () => void;
  readonly onRefresh: () => void;
  readonly onRange: (range: ChosenRange) => void;
  readonly onChange: (next: ListState, step?: 'push' | 'replace') => void;
  readonly isTextWide: boolean;
  readonly onTextWide: (isTextWide: boolean) => void;
  readonly onDefaults: () => void;
  /** Views of a list that has no line for them below. */
  readonly viewTools: ReactNode;
};

export function ListTop(props: TopProps): ReactElement {
  const { list, state, isNarrow, page, live, isPart } = props;
  return (
    <header className={styles.top}>
      {list.of ? <ParentLink parent={list.of.parent} /> : null}
      {list.within && !isPart ? <ParentLink parent={list.within} /> : null}
      {isPart ? null : <h1 className={isNarrow ? 'dl-hidden' : undefined}>{props.title}</h1>}
      {isNarrow ? null : (
        <span className={styles.count}>
          <span>{countLine(props)}</span>
          {page ? <span>{shownAtText(live)}</span> : null}
        </span>
      )}
      <span className={styles.space} />
      {isNarrow ? null : props.viewTools}
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

/** The same view of the list in the full window. */
function AloneLink({ list: { within, title } }: { list: ListDefinition }): ReactElement | null {
  return within ? (
    <Link
      to="."
      search={((now: Record<string, unknown>) => ({ ...now, only: within.slot })) as never}
      className={styles.alone}
      aria-label={`${title}, full window`}
      title="Show only this table"
    >
      <IconArrowsMaximize size={16} aria-hidden="true" />
    </Link>
  ) : null;
}

function TableColumns(props: TopProps): ReactElement {
  const { list, state, onChange, maxColumns } = props;
  return (
    <ColumnsMenu
      list={list}
      hidden={state.hidden}
      maxColumns={maxColumns}
      onHidden={(hidden) => onChange({ ...state, hidden }, 'replace')}
      onDefaults={props.onDefaults}
    >
      <WideTextControl list={list} isTextWide={props.isTextWide} onTextWide={props.onTextWide} />
      <DensityControl look={props.look} onLook={props.onLook} />
    </ColumnsMenu>
  );
}

/** `48,213 messages`, `1,000 of 2,326 messages stored`, on a phone `1,000 of 2,326`. If the server's cap cut rows, the number received (C22). */
function countLine({ list, page, pager, isNarrow }: TopProps): string {
  if (!page) return '';
  const { coverage } = page;
  const isIncomplete = coverage !== null && !coverage.isComplete;
  const count = isIncomplete ? storedCountText(coverage) : totalText(pager);
  const isOne = page.count === 1 && count === '1';
  const line = `${count} ${list.noun[isOne ? 0 : 1]}`;
  // On a phone the note below contains it.
  const short = isIncomplete ? count : `${count} stored`;
  const total = page.source === 'stored' ? (isNarrow ? short : `${line} stored`) : line;
  return page.isCut ? `${total}, first ${formatCount(page.rows.length)} shown` : total;
}

function summary({ list, title, state, openCount, page }: TopProps): string {
  if (openCount > 0) return `${openCount} not applied yet`;
  const [first, ...more] = chipsOf(list, state.filters);
  if (!first) {
    const window = movingWindow(list, state);
    if (!window) return list.of ? title : '';
    const name = windowName(window);
    if (page?.source !== 'stored') return `Last ${name}`;
    if (page.coverage?.isComplete === false) return `Part of ${name}`;
    return `${name} to ${utcMoment(page.dataAt, Date.now())}`;
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
        <PlainButton look="icon" aria-label="List options" onClick={() => setOpened((open) => !open)}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label="List options">
        <SizeSelect {...props.pager} />
        {list.window && !props.isPart ? (
          <Suspense fallback={<RangePlace />}>
            <RangeSelect list={list} state={state} className={styles.order} onRange={props.onRange} />
          </Suspense>
        ) : null}
        {props.isTablet && props.maxColumns === null ? (
          <TabletRowsControl look={props.look} onLook={props.onLook} />
        ) : null}
        <label className={styles.order}>
          {list.endpoint.list.order?.ways.length ? 'Sort by' : 'Sort this page'}
          <select
            value={sort}
            onChange={(event) => {
              const key = event.target.value;
              const isDescending = key.startsWith('-');
              const next = key === '' ? null : { key: isDescending ? key.slice(1) : key, isDescending };
              onChange(withSort(list, state, next), 'replace');
            }}
          >
            <option value="">Default order</option>
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
