/** A list screen: joins state, rows and parts of any list. */
import { useParams } from '@tanstack/react-router';
import { type ReactElement, Suspense, useMemo, useRef, useState } from 'react';
import { upTo } from '../lib/breakpoints.ts';
import { useSession } from '../session/use-session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useArchiveConsent } from './archive/use-archive-consent.ts';
import { BadId } from './BadId.tsx';
import { Chips, IgnoredNames } from './Chips.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import { callParams } from './call-params.ts';
import { CardRows } from './cards/CardRows.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { defaultPageSize, type ListDefinition, type PageSize } from './define-list.ts';
import { ExportPanel } from './export/ExportPanel.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { useMaxColumns } from './few-columns.ts';
import styles from './ListScreen.module.css';
import { ListStates } from './ListStates.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTop } from './ListTop.tsx';
import { type LiveProps, NewRowsButton } from './LiveControls.tsx';
import { useListLook } from './list-look.ts';
import { serverSort, sortRows, withSort } from './list-sort.ts';
import { withPage, withSize } from './list-state.ts';
import { overlayId } from './overlay.ts';
import { hasNext, Pager, type PagerProps } from './Pager.tsx';
import { RangeNote } from './RangeNote.tsx';
import { storedWindow } from './time-window.ts';
import { useFillWindow } from './use-fill-window.ts';
import { useFirstRow, withFirst } from './use-first-row.ts';
import { useFollowedRange } from './use-followed-range.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPage } from './use-list-page.ts';
import { useListState } from './use-list-state.ts';
import { useMedia } from './use-media.ts';
import { useOpenRows } from './use-open-rows.ts';
import { type ChosenRange, useSearch } from './use-search.ts';

/** `isPart` = on a screen with others (`within`), no larger than needed. */
export function ListScreen({ list, isPart = false }: { list: ListDefinition; isPart?: boolean }): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const session = useSession();
  const user = session.kind === 'in' ? session.session : null;
  if (list.of && !list.of.isId(id)) return <BadId list={list} of={list.of} />;
  // Another list, object or user: no state is carried over.
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

/** Below the title, not needed for the first rows. */
const RangeBar = lazyPart(async () => ({ default: (await import('./range-bar/RangeBar.tsx')).RangeBar }));
const ViewTools = lazyPart(async () => ({ default: (await import('./views/ViewTools.tsx')).ViewTools }));
const ArchiveCost = lazyPart(async () => ({ default: (await import('./archive/ArchiveCost.tsx')).ArchiveCost }));
const noKeys = {};
/** From this width a tablet can show the table instead of cards. */
const tabletWidth = 768;

type ListOfProps = {
  readonly list: ListDefinition;
  readonly id: string;
  readonly userId: string;
  readonly company: string;
  readonly isPart: boolean;
};

function ListOf({ list, id, userId, company, isPart }: ListOfProps): ReactElement {
  const [fitRows, setFitRows] = useState<number | null>(null);
  const { state, ignored, change, save, widths, setWidths, show } = useListState(list, userId, fitRows);
  const [look, setLook] = useListLook(userId);
  const typed = useSearch(list, state, change);
  const leftRange = useFollowedRange(list, state, change);
  const [takenCount, setTakenCount] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const isNarrow = useMedia(upTo('sm'));
  const isTablet = useMedia(`(min-width: ${tabletWidth}px)`) && isNarrow;
  const isWide = !useMedia(upTo('lg')) && !isPart;
  const maxColumns = useMaxColumns(list);
  const hasTable = maxColumns === null ? !isNarrow || (isTablet && look.tabletRows === 'table') : maxColumns > 0;
  const extra = useMemo(() => callParams(list, id, company), [list, id, company]);
  const body = useRef<HTMLDivElement>(null);
  const rowsAs = !hasTable ? 'cards' : isPart ? 'table' : state.view;
  useFillWindow(body, rowsAs, look.density, state.isFit, setFitRows);
  const View = rowsAs === 'read' || rowsAs === 'lines' ? list.views?.[rowsAs] : undefined;
  const archive = useArchiveConsent(list, state);
  const isSized = !state.isFit || fitRows !== null;
  const isConfirmed = archive.isGiven;
  const data = useListPage({ list, state, extra, searchCount: typed.count, isPaused, isPart, isSized, isConfirmed });

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
  const openRows = useOpenRows(pageKey, isWide && maxColumns === null, first.row);
  // An empty response is announced together with its text, never while rows seem to load (C25b).
  const announced = data.pageState === 'loading' ? null : data.page;

  const coverage = announced?.coverage ?? null;
  const isIncomplete = coverage !== null && !coverage.isComplete;
  const onRange = (range: ChosenRange): void => typed.searchRange(range, data.refresh);
  const onSearch = (): void => typed.search(data.refresh);
  const onReset = (): void => typed.reset(data.refresh);
  // New rows are at the top of page 1: scrolls there, with the focus of the button that disappears.
  const onTakeIn = (): void => {
    setTakenCount((count) => count + 1);
    if (state.page > 0) change(withPage(state, 0));
    else data.refresh();
    // Rows may leave the document: their container keeps the focus, and arrows continue from its first row.
    body.current?.querySelector<HTMLElement>('[role="grid"], section[tabindex="0"]')?.focus({ preventScroll: true });
  };
  // With several lists on a screen the shortcut is ambiguous.
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
    count: announced?.count ?? null,
    isCountExact: announced?.isCountExact ?? true,
    isIncomplete,
    rowsShown: sorted.length,
    onPage: (page: number) => change(withPage(state, page)),
    canFit: !isPart,
    onSize: (size) => change(withSize(state, size)),
  };
  const shared = {
    list,
    rows,
    pageKey,
    isChanging: data.isChanging,
    offset: offsetOf(state),
    count:
      pager.isCountExact && !isIncomplete && !(list.paging.total === 'unknown' && hasNext(pager))
        ? (pager.count ?? -1)
        : -1,
  };

  // Range and reading views have a line of their own. Without them saved views are in the first line.
  const hasLine = isPart || list.window !== null || list.views !== undefined;
  const viewTools = isPart ? null : (
    <Suspense fallback={<span className={list.views ? styles.viewPlace : undefined} />}>
      <ViewTools
        list={list}
        state={state}
        widths={widths}
        userId={userId}
        company={company}
        onView={(view) => change({ ...state, view }, 'replace')}
        onShow={show}
      />
    </Suspense>
  );

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
        page={announced}
        isNarrow={isNarrow}
        isTablet={isTablet}
        hasTable={hasTable}
        maxColumns={maxColumns}
        isFetching={data.isFetching}
        openCount={Object.keys(typed.open).length}
        extra={extra}
        onFilter={() => typed.setPanelOpen(true)}
        onRefresh={data.refresh}
        onRange={onRange}
        onChange={change}
        isTextWide={widths.isTextWide}
        onTextWide={(isTextWide) => setWidths({ isTextWide })}
        viewTools={hasLine ? null : viewTools}
        onDefaults={() => {
          save({ widths: {}, isTextWide: false });
          change({ ...withSize(state, defaultPageSize), hidden: [], view: 'table', widths: null }, 'replace');
        }}
      />
      {isNarrow || Object.keys(list.filters).length === 0 ? (
        <IgnoredNames list={list} ignored={ignored} />
      ) : (
        <div className={styles.chips} data-lean={!hasLine || undefined}>
          {isPart || !list.window ? null : (
            <Suspense fallback={<span className={styles.rangePlace} />}>
              <RangeBar
                list={list}
                state={state}
                page={data.page}
                typed={typed}
                onSearch={onSearch}
                onRange={onRange}
              />
            </Suspense>
          )}
          <Chips
            list={list}
            applied={state.filters}
            window={data.request.window}
            open={typed.open}
            ignored={ignored}
            storedWindow={storedWindow(data.page)}
            isIncomplete={isIncomplete}
            isSearched={state.isSearched}
            onRemove={typed.remove}
            onDiscard={typed.discard}
            onSearch={onSearch}
            onReset={onReset}
          />
          {hasLine ? viewTools : null}
        </div>
      )}
      {leftRange ? <RangeNote onFollow={leftRange.followAgain} /> : null}
      {coverage && (data.pageState === 'rows' || data.pageState === 'beyond') ? (
        <CoverageNote list={list} coverage={coverage} />
      ) : null}
      {first.missing === null ? null : (
        <p className={styles.missing} role="status">
          {first.missing}
        </p>
      )}
      <NewRowsButton live={live} hasTable={hasTable && !View} />
      <div ref={body} className={styles.body}>
        {data.pageState === 'archive' ? (
          <Suspense fallback={null}>
            <ArchiveCost list={list} state={state} onRead={archive.give} onLeave={() => onRange(null)} />
          </Suspense>
        ) : data.pageState !== 'rows' ? (
          <ListStates
            list={list}
            pageState={data.pageState}
            page={data.page}
            error={data.error}
            request={data.request}
            applied={state.filters}
            extra={extra}
            isNarrow={!hasTable}
            maxColumns={maxColumns}
            onRetry={data.refresh}
            onShowStored={data.showStored}
            onFirstPage={() => change(withPage(state, 0))}
            onRemove={typed.remove}
            onReset={onReset}
          />
        ) : View ? (
          <Suspense fallback={null}>
            <View
              {...shared}
              count={pager.count}
              isStored={data.page?.source === 'stored'}
              extra={extra}
              onNextPage={hasNext(pager) ? () => pager.onPage(state.page + 1) : null}
              onPreviousPage={state.page > 0 ? () => pager.onPage(state.page - 1) : null}
            />
          </Suspense>
        ) : hasTable ? (
          <ListTable
            {...shared}
            openRows={openRows}
            isStored={data.page?.source === 'stored'}
            sort={state.sort}
            onSort={(sort) => change(withSort(list, state, sort), 'replace')}
            hidden={state.hidden}
            onHidden={(hidden) => change({ ...state, hidden }, 'replace')}
            maxColumns={maxColumns}
            widths={widths.widths}
            onWidths={(next) => setWidths({ widths: next })}
            isTextWide={widths.isTextWide}
          />
        ) : (
          <CardRows {...shared} first={first.row} onRefresh={data.refresh} />
        )}
        {openRows.shown && data.pageState === 'rows' && !View ? (
          <DetailPanel list={list} row={openRows.shown} onClose={openRows.closeAll} />
        ) : null}
      </div>
      <Pager {...pager} />
      {/* Menus open in here: outside of landmarks they would be unreachable for landmark navigation. */}
      <div id={overlayId(list)} />
      <ExportPanel list={list} />
      <FilterPanel
        list={list}
        isOpened={typed.isPanelOpen}
        onClose={() => typed.setPanelOpen(false)}
        isNarrow={isNarrow}
        applied={state.filters}
        window={data.request.window}
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
