/**
 * A list screen: title, filter, chips, table or cards, pager. It joins the state, the rows and the parts.
 * Must not: know any one list, or draw a row.
 */
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import { upTo } from '../lib/breakpoints.ts';
import { useSession } from '../session/use-session.ts';
import { CardRows } from './CardRows.tsx';
import { Chips } from './Chips.tsx';
import type { ListDefinition, PageSize } from './define-list.ts';
import { FaceOf } from './Faces.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import styles from './ListScreen.module.css';
import { ListTable } from './ListTable.tsx';
import { ListTop } from './ListTop.tsx';
import {
  draftProblems,
  type FilterTexts,
  notApplied,
  reset,
  search,
  sortRows,
  withoutFilter,
  withPage,
  withSize,
} from './list-state.ts';
import { overlayId } from './overlay.ts';
import { Pager, type PagerProps } from './Pager.tsx';
import { useListPage } from './use-list-page.ts';
import { useListState } from './use-list-state.ts';
import { useMedia } from './use-media.ts';

export function ListScreen({ list }: { list: ListDefinition }): ReactElement {
  const session = useSession();
  const user = session.kind === 'in' ? session.session : null;
  // Another list or another person: nothing of the state before stays.
  return (
    <ListOf
      key={`${list.name} ${user?.userId}`}
      list={list}
      userId={user?.userId ?? ''}
      company={user?.company?.trim() ?? ''}
    />
  );
}

type ListOfProps = { readonly list: ListDefinition; readonly userId: string; readonly company: string };

/** C38: the company goes with the call when it is set, or always. */
function companyQuery(list: ListDefinition, company: string): Readonly<Record<string, string>> {
  return list.company === 'always' || (list.company === 'when-set' && company !== '') ? { company } : {};
}

function ListOf({ list, userId, company }: ListOfProps): ReactElement {
  const { state, ignored, change, widths, setWidths } = useListState(list, userId);
  const [draft, setDraft] = useState<FilterTexts>({});
  const [searchCount, setSearchCount] = useState(0);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const isNarrow = useMedia(upTo('sm'));
  const extra = useMemo(() => companyQuery(list, company), [list, company]);
  const data = useListPage(list, state, extra, searchCount);
  useSlashKey(useCallback(() => setPanelOpen(true), []));

  const rows = useMemo(() => sortRows(data.page?.rows ?? [], state.sort), [data.page, state.sort]);
  const pageKey = JSON.stringify([state.filters, state.page, state.size, searchCount]);
  const open = useMemo(() => notApplied(list, state.filters, draft), [list, state.filters, draft]);

  const apply = (next: typeof state): void => {
    setDraft({});
    setSearchCount((count) => count + 1);
    change(next);
    // The same state again is a press on Refresh.
    if (JSON.stringify(next) === JSON.stringify(state)) data.refresh();
  };
  const onSearch = (): void => {
    if (Object.keys(draftProblems(list, state.filters, draft)).length > 0) {
      setPanelOpen(true);
      return;
    }
    apply(search(list, state, draft));
    setPanelOpen(false);
  };
  const onReset = (): void => apply(reset(state));
  const onRemove = (names: readonly string[]): void => {
    setDraft((old) => without(old, names));
    change(withoutFilter(list, state, names));
  };
  const pager: PagerProps = {
    list,
    state,
    count: data.page?.count ?? null,
    isCountExact: data.page?.isCountExact ?? true,
    rowsShown: rows.length,
    onPage: (page: number) => change(withPage(state, page)),
    onSize: (size: PageSize) => change(withSize(state, size)),
  };
  const shared = {
    list,
    rows,
    pageKey,
    isChanging: data.isChanging,
    offset: offsetOf(state),
    count: pager.isCountExact ? (pager.count ?? -1) : -1,
  };

  return (
    <div className={styles.screen}>
      <ListTop
        list={list}
        state={state}
        pager={pager}
        page={data.page}
        isNarrow={isNarrow}
        isFetching={data.isFetching}
        openCount={Object.keys(open).length}
        onFilter={() => setPanelOpen(true)}
        onRefresh={data.refresh}
        onChange={change}
        onDefaults={() => {
          setWidths({});
          change({ ...state, hidden: [] }, 'replace');
        }}
      />
      {isNarrow ? null : (
        <div className={styles.chips}>
          <Chips
            list={list}
            applied={state.filters}
            open={open}
            ignored={ignored}
            isSearched={state.isSearched}
            onRemove={onRemove}
            onDiscard={(names) => setDraft((old) => without(old, names))}
            onSearch={onSearch}
            onReset={onReset}
          />
        </div>
      )}
      {data.face !== 'rows' ? (
        <FaceOf
          list={list}
          face={data.face}
          page={data.page}
          error={data.error}
          applied={state.filters}
          extra={extra}
          isNarrow={isNarrow}
          onRetry={data.refresh}
          onShowStored={data.showStored}
          onFirstPage={() => change(withPage(state, 0))}
          onRemove={onRemove}
          onReset={onReset}
        />
      ) : isNarrow ? (
        <CardRows {...shared} />
      ) : (
        <ListTable
          {...shared}
          isStored={data.page?.source === 'stored'}
          sort={state.sort}
          onSort={(sort) => change({ ...state, sort }, 'replace')}
          hidden={state.hidden}
          onHidden={(hidden) => change({ ...state, hidden }, 'replace')}
          widths={widths}
          onWidths={setWidths}
        />
      )}
      <Pager {...pager} />
      {/* Menus open in here: what stands outside of the landmarks is lost to those who move by them. */}
      <div id={overlayId} />
      <FilterPanel
        list={list}
        isOpened={isPanelOpen}
        onClose={() => setPanelOpen(false)}
        isNarrow={isNarrow}
        applied={state.filters}
        draft={draft}
        onText={(name, text) => setDraft((old) => ({ ...old, [name]: text }))}
        onSearch={onSearch}
        onReset={onReset}
      />
    </div>
  );
}

const offsetOf = (state: { page: number; size: PageSize }): number =>
  state.size === 'all' ? 0 : state.page * state.size;

function without(texts: FilterTexts, names: readonly string[]): FilterTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
}

/** `/` opens the filter, unless it is typed into a field or a dialog is open. */
function useSlashKey(onSlash: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest('input:not([readonly]),textarea,select,[contenteditable],[role="dialog"],dialog')) return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSlash]);
}
