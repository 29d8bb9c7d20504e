/** The model of a list screen: address, filter, rows and actions. One per screen, read by its parts. */
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { preferencesRead } from '../data/account-preferences.ts';
import { useJoinedRefused } from '../data/joined-rows.ts';
import { upTo } from '../lib/breakpoints.ts';
import { useMedia } from '../lib/use-media.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { useValue } from '../ui/value-store.ts';
import { defaultPageSize, type ListDefinition, type PageSize, type ViewName } from './define-list.ts';
import { useOpenRows } from './detail/use-open-rows.ts';
import { receptionNoun } from './page/coverage-text.ts';
import { hasNext, type Paging } from './page/paging.ts';
import { useFillWindow } from './page/use-fill-window.ts';
import { useFirstRow, useListPage, withFirst } from './page/use-list-page.ts';
import { type ListLook, useListLook } from './state/list-look.ts';
import { serverSort, sortRows, withSort } from './state/list-sort.ts';
import { hasJoinedRows, type ListState, windowNames, withPage, withSize } from './state/list-state.ts';
import { useFollowedRange } from './state/use-followed-range.ts';
import { useListState } from './state/use-list-state.ts';
import { type ChosenRange, useSearch } from './state/use-search.ts';
import { useMaxColumns } from './table/few-columns.ts';

export type ListOfOne = {
  readonly list: ListDefinition;
  /** Of the route. '' = none. */
  readonly id: string;
  readonly userId: string;
  /** '' = none. */
  readonly company: string;
  /** On a screen with others (`within`), no larger than needed. */
  readonly isPart: boolean;
};

export type ListModel = ReturnType<typeof useNewListModel>;
const Context = createContext<ListModel | null>(null);
export const ListModelProvider = Context.Provider;

export function useListModel(): ListModel {
  const model = useContext(Context);
  if (!model) throw new Error('This part must be inside a list screen.');
  return model;
}

export function useNewListModel({ list, id, userId, company, isPart }: ListOfOne) {
  const [fitRows, setFitRows] = useState<number | null>(null);
  const address = useListState(list, userId, fitRows);
  const { state, change } = address;
  const [look, setLook] = useListLook(userId);
  const typed = useSearch(list, state, change);
  const leftRange = useFollowedRange(list, state, change);
  const [takenCount, setTakenCount] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const place = usePlace(list, state, look, isPart);
  const extra = useMemo(() => callParams(list, id, company), [list, id, company]);
  const body = useRef<HTMLDivElement>(null);
  useFillWindow(
    body,
    place.isNarrow && place.rowsAs === 'read' ? 'readNarrow' : place.rowsAs,
    look.density,
    state.isFit,
    setFitRows,
  );
  const archive = useArchiveConsent(list, state);
  const data = useListPage({
    list,
    state,
    extra,
    searchCount: typed.count,
    isPaused,
    isPart,
    isSized: !state.isFit || fitRows !== null,
    isJoined: place.isJoined,
    isConfirmed: archive.isGiven,
  });
  const { refresh } = data;

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
  const openRows = useOpenRows(pageKey, place.isWide && place.maxColumns === null, first.row);
  // An empty response is announced together with its text, never while rows seem to load (C25b).
  const announced = data.pageState === 'loading' ? null : data.page;
  const coverage = announced?.coverage ?? null;
  const paging: Paging = {
    list,
    state,
    count: announced?.count ?? null,
    isCountExact: announced?.isCountExact ?? true,
    isIncomplete: coverage !== null && !coverage.isComplete,
    rowsShown: data.page?.shown ?? 0,
    isJoined: place.isJoined,
  };
  const isTotalKnown =
    paging.isCountExact && !paging.isIncomplete && !(list.paging.total === 'unknown' && hasNext(paging));
  // Back from an open message leads to the rows, not to the message before.
  const showPage = (page: number): void => change(withPage(state, page), address.openMessage ? 'replace' : 'push');
  // A list that shows another view than the usual one was not opened without a choice.
  const isUnanswered = list.views?.read !== undefined && look.reading === null && state.view === address.usualView;
  const isAccountRead = useValue(preferencesRead);

  return {
    list,
    isPart,
    userId,
    company,
    /** Parameters of each call of the list. */
    extra,
    /** Contains the rows. */
    body,
    ...place,

    // ---- State, as in the address
    state,
    change,
    /** Invalid parameters of the address. */
    ignored: address.ignored,
    openMessage: address.openMessage,
    widths: address.widths,
    setWidths: address.setWidths,
    /** A saved view: its columns and sizes are not stored as preferences. */
    showView: address.show,
    look,
    setLook,
    showPage,
    /** The user has not been asked yet how to read. */
    asksReading: isUnanswered && isAccountRead && !isPart && data.pageState === 'rows',
    /** The first choice is the answer for all lists. */
    chooseView: (view: ViewName): void => {
      if (look.reading === null && view !== 'aircraft') setLook({ reading: view });
      change({ ...state, view }, 'replace');
    },
    showSize: (size: PageSize | 'fit'): void => change(withSize(state, size)),
    sortBy: (sort: ListState['sort']): void => change(withSort(list, state, sort), 'replace'),
    hide: (hidden: readonly string[]): void => change({ ...state, hidden }, 'replace'),
    showDefaults: (): void => {
      address.save({ widths: {}, isTextWide: false });
      change({ ...withSize(state, defaultPageSize), hidden: [], view: 'table', widths: null }, 'replace');
    },

    // ---- Filter. Searching with the same state is a Refresh.
    typed,
    search: (): void => typed.search(refresh),
    searchRange: (range: ChosenRange): void => typed.searchRange(range, refresh),
    reset: (): void => typed.reset(refresh),
    /** The list has its own window although there is a range. */
    leftRange,

    // ---- Rows
    data,
    /** The page whose count is shown. null while rows load. */
    announced,
    coverage,
    /** Of what coverage counts: stored are the receptions of each message. */
    storedNoun: place.isJoined ? receptionNoun : list.noun,
    paging,
    rows,
    /** Of the route, shown first. */
    first,
    /** Changes with each new query: rows then start at their top. */
    pageKey,
    /** Rows of the pages before. */
    offset: state.size === 'all' ? 0 : state.page * state.size,
    /** All rows; -1 = not known. */
    total: isTotalKnown ? (paging.count ?? -1) : -1,
    openRows,
    refresh,
    readArchive: archive.give,
    isPaused,
    setPaused,
    /** New rows are at the top of page 1: scrolls there, with the focus of the button that disappears. */
    takeIn: (): void => {
      setTakenCount((count) => count + 1);
      if (state.page > 0) showPage(0);
      else refresh();
      // Rows may leave the document: their container keeps the focus, and arrows continue from its first row.
      body.current?.querySelector<HTMLElement>('[role="grid"], section[tabindex="0"]')?.focus({ preventScroll: true });
    },
  };
}

/** From this width a tablet can show the table instead of cards. */
const tabletWidth = 768;

/** What the width of the window makes of a list. */
function usePlace(list: ListDefinition, state: ListState, look: ListLook, isPart: boolean) {
  const isNarrow = useMedia(upTo('sm'));
  const isTablet = useMedia(`(min-width: ${tabletWidth}px)`) && isNarrow;
  const isWide = !useMedia(upTo('lg')) && !isPart;
  const maxColumns = useMaxColumns(list);
  const hasTable = maxColumns === null ? !isNarrow || (isTablet && look.tabletRows === 'table') : maxColumns > 0;
  // A tablet has room for rows and the selected message, on a phone that is a screen of its own.
  const isRead = isNarrow && !isPart && state.view === 'read' && list.views?.read !== undefined;
  const rowsAs = !hasTable && !isRead ? 'cards' : isPart ? 'table' : state.view;
  const isMessages = hasJoinedRows(list, rowsAs);
  const isJoinedRefused = useJoinedRefused();
  return {
    isNarrow,
    /** Wide enough for the table as an option. */
    isTablet,
    isWide,
    /** RESP-02; null = as many as are not hidden. */
    maxColumns,
    /** Otherwise cards. */
    hasTable,
    rowsAs,
    /** Rows are messages, also those of other pages. */
    isJoined: isMessages && !isJoinedRefused,
    /** Rows are messages of one page: the server pages and counts receptions. */
    isJoinedHere: isMessages && isJoinedRefused,
    View: rowsAs === 'table' || rowsAs === 'cards' ? undefined : list.views?.[rowsAs],
  } as const;
}

/** Path id and company of the list's call. The server enforces the company by the session. C38: it is sent when set, or always. */
function callParams(list: ListDefinition, id: string, company: string): Readonly<Record<string, string>> {
  const isSent = list.company === 'always' || (list.company === 'when-set' && company !== '');
  return { ...(isSent ? { company } : {}), ...(list.of ? { [list.of.param]: id } : {}) };
}

/** The archive is read after its cost was confirmed, once for each list and range until the session ends. */
const consents = sessionScoped(() => new Set<string>());

function useArchiveConsent(list: ListDefinition, { filters, isArchived }: ListState) {
  const [, setCount] = useState(0);
  const given = consents.get();
  const key = JSON.stringify([list.name, ...windowNames(list).map((name) => filters[name] ?? '')]);
  return {
    isGiven: !isArchived || given.has(key),
    give: (): void => {
      given.add(key);
      setCount((count) => count + 1);
    },
  };
}
