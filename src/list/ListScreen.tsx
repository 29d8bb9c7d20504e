/**
 * A list screen: title, filter, chips, table or cards, pager. It joins the state, the rows and the parts.
 * Must not: know any one list, or draw a row.
 */
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { upTo } from '../lib/breakpoints.ts';
import { useSession } from '../session/use-session.ts';
import { BadId } from './BadId.tsx';
import { CardRows } from './CardRows.tsx';
import { Chips, IgnoredNames } from './Chips.tsx';
import { callParams } from './call-params.ts';
import { DetailPanel } from './DetailPanel.tsx';
import type { ListDefinition, PageSize } from './define-list.ts';
import { ExportPanel } from './export/ExportPanel.tsx';
import { FaceOf } from './Faces.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { useMostColumns } from './few-columns.ts';
import styles from './ListScreen.module.css';
import { ListTable } from './ListTable.tsx';
import { ListTop } from './ListTop.tsx';
import { type LiveProps, NewRowsButton } from './LiveControls.tsx';
import { useListLook } from './list-look.ts';
import { serverSort, sortRows, withSort } from './list-sort.ts';
import { withPage, withSize } from './list-state.ts';
import { overlayId } from './overlay.ts';
import { hasNext, Pager, type PagerProps } from './Pager.tsx';
import { useFirstRow, withFirst } from './use-first-row.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPage } from './use-list-page.ts';
import { useListState } from './use-list-state.ts';
import { useMedia } from './use-media.ts';
import { useOpenRows } from './use-open-rows.ts';
import { useSearch } from './use-search.ts';

/** `id` = that of the route, for a list of one thing. `isPart` = it stands on a screen with others (`within`), no larger than it needs. */
export function ListScreen(props: { list: ListDefinition; id?: string; isPart?: boolean }): ReactElement {
  const { list, id = '', isPart = false } = props;
  const session = useSession();
  const user = session.kind === 'in' ? session.session : null;
  if (list.of && !list.of.isId(id)) return <BadId list={list} of={list.of} />;
  // Another list, another thing or another person: nothing of the state before stays.
  return (
    <ListOf
      key={`${list.name} ${id} ${user?.userId}`}
      list={list}
      id={id}
      userId={user?.userId ?? ''}
      company={user?.company?.trim() ?? ''}
      isPart={isPart}
    />
  );
}

const noKeys = {};
/** From here a tablet may show the table in place of cards. */
const tabletWidth = 768;

type ListOfProps = {
  readonly list: ListDefinition;
  readonly id: string;
  readonly userId: string;
  readonly company: string;
  readonly isPart: boolean;
};

function ListOf({ list, id, userId, company, isPart }: ListOfProps): ReactElement {
  const { state, ignored, change, widths, setWidths } = useListState(list, userId);
  const [look, setLook] = useListLook(userId);
  const typed = useSearch(list, state, change);
  const [takenCount, setTakenCount] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const isNarrow = useMedia(upTo('sm'));
  const isTablet = useMedia(`(min-width: ${tabletWidth}px)`) && isNarrow;
  const isWide = !useMedia(upTo('lg')) && !isPart;
  const mostColumns = useMostColumns(list);
  const hasTable = mostColumns === null ? !isNarrow || (isTablet && look.tabletRows === 'table') : mostColumns > 0;
  const extra = useMemo(() => callParams(list, id, company), [list, id, company]);
  const data = useListPage(list, state, extra, typed.count, isPaused, isPart);
  const body = useRef<HTMLDivElement>(null);

  const first = useFirstRow(list, id, state);
  const sorted = useMemo(() => sortRows(list, data.page?.rows ?? [], state.sort), [list, data.page, state.sort]);
  const rows = useMemo(() => withFirst(sorted, first.row), [sorted, first.row]);
  const pageKey = JSON.stringify([
    state.filters,
    state.page,
    state.size,
    serverSort(list, state.sort),
    typed.count,
    takenCount,
  ]);
  const openRows = useOpenRows(pageKey, isWide && mostColumns === null, first.row);
  // An empty answer is told when its text is due, not beside rows that seem to come (C25b).
  const told = data.face === 'loading' ? null : data.page;

  const onSearch = (): void => typed.search(data.refresh);
  const onReset = (): void => typed.reset(data.refresh);
  // New rows stand at the top of page 1: there the reader goes, and the focus of the button that vanishes.
  const onTakeIn = (): void => {
    setTakenCount((count) => count + 1);
    if (state.page > 0) change(withPage(state, 0));
    else data.refresh();
    // The rows themselves may leave: what holds them keeps the focus, and the arrows go on from its first row.
    body.current?.querySelector<HTMLElement>('[role="grid"], section[tabindex="0"]')?.focus({ preventScroll: true });
  };
  // Of several lists on a screen none can be meant.
  useListKeys(
    isPart
      ? noKeys
      : {
          '/': () => typed.setPanelOpen(Object.keys(list.filters).length > 0),
          n: data.news && data.news.count > 0 ? onTakeIn : null,
        },
  );

  const live: LiveProps = {
    list,
    news: data.news,
    canReload: data.canReload,
    isPaused,
    shownAt: data.shownAt,
    onTakeIn,
    onPause: setPaused,
  };
  const pager: PagerProps = {
    list,
    state,
    count: told?.count ?? null,
    isCountExact: told?.isCountExact ?? true,
    rowsShown: sorted.length,
    onPage: (page: number) => change(withPage(state, page)),
    onSize: (size: PageSize) => change(withSize(state, size)),
  };
  const shared = {
    list,
    rows,
    pageKey,
    isChanging: data.isChanging,
    offset: offsetOf(state),
    count: pager.isCountExact && !(list.paging.total === 'untold' && hasNext(pager)) ? (pager.count ?? -1) : -1,
  };

  return (
    <div className={isPart ? styles.part : styles.screen}>
      <ListTop
        list={list}
        isPart={isPart}
        title={(data.page?.rows[0] && list.of?.title(data.page.rows[0])) ?? list.title}
        state={state}
        pager={pager}
        live={live}
        look={look}
        onLook={setLook}
        page={told}
        isNarrow={isNarrow}
        isTablet={isTablet}
        hasTable={hasTable}
        mostColumns={mostColumns}
        isFetching={data.isFetching}
        openCount={Object.keys(typed.open).length}
        extra={extra}
        onFilter={() => typed.setPanelOpen(true)}
        onRefresh={data.refresh}
        onChange={change}
        onDefaults={() => {
          setWidths({});
          change({ ...state, hidden: [] }, 'replace');
        }}
      />
      {isNarrow || Object.keys(list.filters).length === 0 ? (
        <IgnoredNames list={list} ignored={ignored} />
      ) : (
        <div className={styles.chips}>
          <Chips
            list={list}
            applied={state.filters}
            open={typed.open}
            ignored={ignored}
            storedWindow={data.page?.source === 'stored' ? data.page.window : null}
            isSearched={state.isSearched}
            onRemove={typed.remove}
            onDiscard={typed.discard}
            onSearch={onSearch}
            onReset={onReset}
          />
          <NewRowsButton live={live} isNarrow={false} />
        </div>
      )}
      {first.missing === null ? null : (
        <p className={styles.missing} role="status">
          {first.missing}
        </p>
      )}
      <div ref={body} className={styles.body}>
        {data.face !== 'rows' ? (
          <FaceOf
            list={list}
            face={data.face}
            page={data.page}
            error={data.error}
            applied={state.filters}
            extra={extra}
            isNarrow={!hasTable}
            mostColumns={mostColumns}
            onRetry={data.refresh}
            onShowStored={data.showStored}
            onFirstPage={() => change(withPage(state, 0))}
            onRemove={typed.remove}
            onReset={onReset}
          />
        ) : hasTable ? (
          <ListTable
            {...shared}
            openRows={openRows}
            isStored={data.page?.source === 'stored'}
            sort={state.sort}
            onSort={(sort) => change(withSort(list, state, sort), 'replace')}
            hidden={state.hidden}
            onHidden={(hidden) => change({ ...state, hidden }, 'replace')}
            mostColumns={mostColumns}
            widths={widths}
            onWidths={setWidths}
          />
        ) : (
          <CardRows {...shared} first={first.row} />
        )}
        {openRows.shown && data.face === 'rows' ? (
          <DetailPanel list={list} row={openRows.shown} onClose={openRows.closeAll} />
        ) : null}
      </div>
      <Pager {...pager} />
      {/* Menus open in here: what stands outside of the landmarks is lost to those who move by them. */}
      <div id={overlayId(list)} />
      <ExportPanel list={list} />
      <FilterPanel
        list={list}
        isOpened={typed.isPanelOpen}
        onClose={() => typed.setPanelOpen(false)}
        isNarrow={isNarrow}
        applied={state.filters}
        draft={typed.draft}
        onText={typed.type}
        onSearch={onSearch}
        onReset={onReset}
      />
    </div>
  );
}

const offsetOf = (state: { page: number; size: PageSize }): number =>
  state.size === 'all' ? 0 : state.page * state.size;
