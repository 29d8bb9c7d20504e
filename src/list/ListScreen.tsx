/** A list screen: the parts of any list, around the model that they read. */
import { IconDatabase, IconHandFinger } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { useAudience, useSession } from '../session/use-session.ts';
import { lazyPart, Nothing } from '../ui/lazy-part.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import shared from '../ui/shared.module.css';
import { CardRows } from './cards/CardRows.tsx';
import type { ListDefinition, ListSubject } from './define-list.ts';
import { DetailPanel } from './detail/DetailPanel.tsx';
import { ExportPanel } from './export/ExportPanel.tsx';
import { Chips, IgnoredNames } from './filter/Chips.tsx';
import { FilterPanel } from './filter/FilterPanel.tsx';
import styles from './ListScreen.module.css';
import { ListModelProvider, type ListOfOne, useListModel, useNewListModel } from './list-model.ts';
import { overlayId } from './overlay.ts';
import { coverageText } from './page/coverage-text.ts';
import { ListStates, LoadingRows, Message } from './page/ListStates.tsx';
import { NewRowsButton } from './page/LiveControls.tsx';
import { Pager } from './page/Pager.tsx';
import { hasNext } from './page/paging.ts';
import { useFirstRowsKept } from './page/use-first-rows-kept.ts';
import { ListTable } from './table/ListTable.tsx';
import { ListTop } from './top/ListTop.tsx';
import { ParentLink } from './top/ParentLink.tsx';
import { useListKeys } from './use-list-keys.ts';

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
const ReadingQuestion = lazyPart(
  async () => ({ default: (await import('./reading/ReadingQuestion.tsx')).ReadingQuestion }),
  Nothing,
);
const noKeys = {};

function ListOf(props: ListOfOne): ReactElement {
  const model = useNewListModel(props);
  const { list, isPart, isNarrow, data, coverage, first, openRows, typed } = model;
  // With several lists on a screen the shortcut is ambiguous.
  useListKeys(
    isPart
      ? noKeys
      : {
          '/': () => typed.setPanelOpen(Object.keys(list.filters).length > 0),
          n: data.news && data.news.count > 0 && !list.ownKeys?.includes('n') ? model.takeIn : null,
        },
  );
  useFirstRowsKept(model);
  const Bar = list.filterBar;
  const audience = useAudience();
  const Above = list.above?.for.includes(audience) && !isPart ? list.above.Line : null;
  // Range and reading views have a line of their own. Without them saved views are in the first line.
  const hasLine = isPart || list.window !== null || list.views !== undefined;
  const viewTools = isPart ? null : (
    <Suspense fallback={<span className={list.views ? styles.viewPlace : undefined} />}>
      <ViewTools />
    </Suspense>
  );
  return (
    <ListModelProvider value={model}>
      <div className={isPart ? styles.part : styles.screen}>
        <ListTop viewTools={hasLine ? null : viewTools} />
        {Above ? (
          <Suspense fallback={<div className={styles.above} />}>
            <Above />
          </Suspense>
        ) : null}
        {isNarrow || Object.keys(list.filters).length === 0 ? (
          <IgnoredNames />
        ) : (
          <div className={styles.chips} data-lean={!hasLine || undefined}>
            {isPart || !list.window ? null : (
              <Suspense fallback={<span className={styles.rangePlace} />}>
                <RangeBar />
              </Suspense>
            )}
            <Chips />
            {hasLine ? viewTools : null}
          </div>
        )}
        {Bar && !isPart ? (
          <Suspense fallback={<div className={styles.barPlace} />}>
            <Bar />
          </Suspense>
        ) : null}
        {model.leftRange ? <RangeNote onFollow={model.leftRange.followAgain} /> : null}
        {coverage && (data.pageState === 'rows' || data.pageState === 'beyond') ? <CoverageNote /> : null}
        {first.missing === null ? null : (
          <p className={styles.missing} role="status" data-note>
            {first.missing}
          </p>
        )}
        <div ref={model.body} className={styles.body}>
          <Rows />
          {openRows.shown && data.pageState === 'rows' && !model.View ? (
            <DetailPanel list={list} row={openRows.shown} onClose={openRows.closeAll} />
          ) : null}
        </div>
        {list.note ? <p className={styles.note}>{list.note}</p> : null}
        {model.isJoinedHere ? <p className={styles.note}>{joinedHereText}</p> : null}
        <NewRowsButton />
        {/* Below the rows: a click on a row must not miss because the question appears. */}
        {model.asksReading ? (
          <Suspense fallback={null}>
            <ReadingQuestion />
          </Suspense>
        ) : null}
        <Pager />
        {/* Menus open in here: outside of landmarks they would be unreachable for landmark navigation. */}
        <div id={overlayId(list)} />
        <ExportPanel />
        <FilterPanel />
      </div>
    </ListModelProvider>
  );
}

const joinedHereText =
  'This server counts every reception. A row joins the receptions on this page, so a message can be on two pages.';

/** As a table, as cards, in a view for reading, or why there are none. */
function Rows(): ReactElement {
  const model = useListModel();
  const { list, state, data, paging, rows, pageKey, offset, hasTable, View } = model;
  const isStored = data.page?.source === 'stored';
  if (data.pageState === 'archive')
    return (
      <Suspense fallback={null}>
        <ArchiveCost />
      </Suspense>
    );
  if (data.pageState !== 'rows') return <ListStates />;
  if (View)
    return (
      <Suspense fallback={<LoadingRows />}>
        <View
          list={list}
          rows={rows}
          offset={offset}
          count={paging.count}
          pageKey={pageKey}
          isChanging={data.isChanging}
          isStored={isStored}
          extra={model.extra}
          onNextPage={hasNext(paging) ? () => model.showPage(state.page + 1) : null}
          onPreviousPage={state.page > 0 ? () => model.showPage(state.page - 1) : null}
        />
      </Suspense>
    );
  if (!hasTable) return <CardRows />;
  return (
    <ListTable
      list={list}
      rows={rows}
      offset={offset}
      count={model.total}
      pageKey={pageKey}
      isStored={isStored}
      isChanging={data.isChanging}
      openRows={model.openRows}
      sort={state.sort}
      onSort={model.sortBy}
      hidden={state.hidden}
      onHidden={model.hide}
      maxColumns={model.maxColumns}
      widths={model.widths.widths}
      onWidths={(widths) => model.setWidths({ widths })}
      isTextWide={model.widths.isTextWide}
    />
  );
}

/** The list was reset to its own window (OVW-04). */
function RangeNote({ onFollow }: { onFollow: () => void }): ReactElement {
  return (
    <p className={styles.missing} role="status" data-note>
      This list does not follow the range.{' '}
      <PlainButton look="subtle" onClick={onFollow}>
        Follow again
      </PlainButton>
    </p>
  );
}

/** Above stored rows of which the server has more: their number, and the start of their time range. */
function CoverageNote(): ReactElement | null {
  const { coverage, storedNoun } = useListModel();
  const text = coverage && coverageText(coverage, storedNoun, Date.now());
  return text === null ? null : (
    <p className={styles.coverage} role="status" data-note>
      <IconDatabase size={16} aria-hidden="true" className={shared.rigid} />
      {text}
    </p>
  );
}

/** List of one object (such as an airline's aircraft) whose address contains an invalid id. It sends no request. */
function BadId({ list, of }: { list: ListDefinition; of: ListSubject }): ReactElement {
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <ParentLink parent={of.parent} />
        <h1>{list.title}</h1>
      </header>
      <div className={styles.body}>
        <Message icon={<IconHandFinger />} title={of.badId} isStatus>
          <p>The link contains an invalid id.</p>
        </Message>
      </div>
    </div>
  );
}
