/** Toolbar above a list. */
import { Checkbox, Popover, SegmentedControl } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconColumns3,
  IconDotsVertical,
  IconFilter,
  IconFilterFilled,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcMoment } from '../../lib/time.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useNamedScreen } from '../../ui/screen-name.ts';
import shared from '../../ui/shared.module.css';
import { hasValue } from '../cells.ts';
import type { ListDefinition } from '../define-list.ts';
import { ExportMenu, OfferedExport } from '../export/ExportMenu.tsx';
import { NotifyAboutThese } from '../filter/Chips.tsx';
import { chipsOf } from '../filter/filter-fields.ts';
import styles from '../ListScreen.module.css';
import { type ListModel, useListModel } from '../list-model.ts';
import { storedCountText } from '../page/coverage-text.ts';
import { PauseButton, shownAtText } from '../page/LiveControls.tsx';
import { SizeSelect } from '../page/Pager.tsx';
import { totalText } from '../page/paging.ts';
import { TakeList } from '../page/TakeList.tsx';
import type { ListLook } from '../state/list-look.ts';
import { movingWindow } from '../state/list-state.ts';
import { windowName } from '../state/time-window.ts';
import { textColumn } from '../table/table-layout.ts';
import menus from './ListTop.module.css';
import { ParentLink } from './ParentLink.tsx';

/** Has the height of RangeSelect, so that the controls below it do not move under a finger. */
const RangePlace = (): ReactElement => (
  <label className={styles.order}>
    Range
    <select disabled />
  </label>
);
const RangeSelect = lazyPart(async () => ({ default: (await import('../range-bar/RangeSelect.tsx')).RangeSelect }));

/** `viewTools` = views of a list that has no line for them below. */
export function ListTop({ viewTools }: { viewTools: ReactNode }): ReactElement {
  const model = useListModel();
  const { list, state, isNarrow, isPart, data, announced } = model;
  useNamedScreen(isPart ? null : nameOf(model));
  return (
    <header className={styles.top}>
      {list.of ? <ParentLink parent={list.of.parent} /> : null}
      {list.within && !isPart ? <ParentLink parent={list.within} /> : null}
      {isPart ? null : <h1 className={isNarrow ? 'dl-hidden' : undefined}>{titleOf(model)}</h1>}
      {isNarrow ? null : (
        <span className={styles.count}>
          <span>{countLine(model)}</span>
          {announced ? <span>{shownAtText(model)}</span> : null}
        </span>
      )}
      <span className={styles.space} />
      <OfferedExport />
      {isNarrow ? null : viewTools}
      {Object.keys(list.filters).length === 0 ? null : (
        <PlainButton
          className={state.isSearched ? styles.filterOn : shared.strong}
          aria-haspopup="dialog"
          onClick={() => model.typed.setPanelOpen(true)}
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
            <span>{summary(model)}</span>
            <span>{model.isPaused && data.canReload ? `Paused, ${countLine(model)}` : countLine(model)}</span>
          </p>
          {list.action}
          {model.hasTable ? <ColumnsMenu /> : null}
          {isPart ? <AloneLink list={list} /> : null}
          <NarrowMenu />
        </>
      ) : (
        <>
          {list.action}
          <ExportMenu isNarrow={false} />
          <ColumnsMenu />
          <PauseButton hasWord={false} />
          <RefreshButton />
          {isPart ? <AloneLink list={list} /> : null}
        </>
      )}
    </header>
  );
}

/** 'Aircraft of Tarom', if the rows name the object of the list. */
const nameOf = ({ list, data }: ListModel): string | null =>
  (data.page?.rows[0] && list.of?.title(data.page.rows[0])) ?? null;
const titleOf = (model: ListModel): string => nameOf(model) ?? model.list.title;

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

/** `48,213 messages`, `1,000 of 2,326 messages stored`, on a phone `1,000 of 2,326`. If the server's cap cut rows, the number received (C22). */
function countLine({ list, announced: page, paging, isNarrow, storedNoun }: ListModel): string {
  if (!page) return '';
  const { coverage } = page;
  const isIncomplete = coverage !== null && !coverage.isComplete;
  const count = isIncomplete ? storedCountText(coverage) : totalText(paging);
  const isOne = page.count === 1 && count === '1';
  const isOfReceptions = paging.isJoined && !paging.isCountExact && !isIncomplete;
  const noun = isIncomplete ? storedNoun : list.noun;
  const line = isOfReceptions ? count : `${count} ${noun[isOne ? 0 : 1]}`;
  // On a phone the note below contains it.
  const short = isIncomplete ? count : `${count} stored`;
  const total = page.source === 'stored' ? (isNarrow ? short : `${line} stored`) : line;
  return page.isCut ? `${total}, first ${formatCount(page.rows.length)} shown` : total;
}

function summary(model: ListModel): string {
  const { list, state, announced: page } = model;
  const openCount = Object.keys(model.typed.open).length;
  if (openCount > 0) return `${openCount} not applied yet`;
  const [first, ...more] = chipsOf(list, state.filters);
  if (!first) {
    const window = movingWindow(list, state);
    if (!window) return list.of ? titleOf(model) : '';
    const name = windowName(window);
    if (page?.source !== 'stored') return `Last ${name}`;
    if (page.coverage?.isComplete === false) return `${name}, stored in part`;
    return `${name} to ${utcMoment(page.dataAt, Date.now())}`;
  }
  return `${first.field.label} ${first.text}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

function RefreshButton(): ReactElement {
  const { data, refresh } = useListModel();
  return (
    <PlainButton
      className={styles.refresh}
      aria-label="Refresh"
      title="Refresh"
      data-busy={data.isFetching || undefined}
      onClick={refresh}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </PlainButton>
  );
}

function NarrowMenu(): ReactElement {
  const { list, state, isPart, isTablet, maxColumns, sortBy, refresh } = useListModel();
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
        <SizeSelect />
        {list.window && !isPart ? (
          <Suspense fallback={<RangePlace />}>
            <RangeSelect className={styles.order} />
          </Suspense>
        ) : null}
        {(isTablet && maxColumns === null) || (list.views?.read && !isPart) ? <RowsControl /> : null}
        <label className={styles.order}>
          {list.endpoint.list.order?.ways.length ? 'Sort by' : 'Sort this page'}
          <select
            value={sort}
            onChange={(event) => {
              const key = event.target.value;
              const isDescending = key.startsWith('-');
              const next = key === '' ? null : { key: isDescending ? key.slice(1) : key, isDescending };
              sortBy(next);
            }}
          >
            <option value="">Default order</option>
            {list.columns.flatMap((column) => [
              <option key={column.key} value={column.key}>{`${column.header} ↑`}</option>,
              <option key={`-${column.key}`} value={`-${column.key}`}>{`${column.header} ↓`}</option>,
            ])}
          </select>
        </label>
        <NotifyAboutThese className={menus.notify} />
        <ExportMenu isNarrow onStart={() => setOpened(false)} />
        {isPart ? null : <TakeList />}
        <PauseButton hasWord />
        <PlainButton onClick={refresh}>
          <IconRefresh size={16} aria-hidden="true" />
          Refresh
        </PlainButton>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Label of the button while its menu is closed, and open. */
const columnsMenuWords = (list: ListDefinition): { readonly closed: string; readonly open: string } =>
  list.messages.columnsMenu ?? { closed: specTexts.list.showColumns, open: specTexts.list.showColumns };

/** RAW-06: one checkbox per column, and one for all of them with a mixed state. In the footer: other display options of the table. */
function ColumnsMenu(): ReactElement {
  const { list, state, data, maxColumns, hide, showDefaults } = useListModel();
  const { hidden } = state;
  const [isOpened, setOpened] = useState(false);
  const words = columnsMenuWords(list);
  const all = list.columns.length;
  const shown = all - hidden.length;
  const inTable = Math.min(shown, maxColumns ?? shown);
  const rows = data.page?.rows ?? [];
  const toggle = (key: string): void =>
    hide(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" width={460} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <PlainButton onClick={() => setOpened((open) => !open)}>
          <IconColumns3 size={16} aria-hidden="true" />
          {isOpened ? words.open : words.closed}
          <span className={menus.count}>
            {inTable} of {all}
          </span>
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={menus.menu} aria-label={words.closed}>
        <div className={menus.all}>
          <Checkbox
            label={specTexts.list.toggleAll}
            checked={shown === all}
            indeterminate={shown > 0 && shown < all}
            onChange={() => hide(shown === all ? list.columns.map((column) => column.key) : [])}
          />
          <span className={menus.count}>
            {shown} of {all} shown
          </span>
        </div>
        <div className={menus.columns}>
          {list.columns.map((column) => (
            <Checkbox
              key={column.key}
              label={column.header}
              checked={!hidden.includes(column.key)}
              onChange={() => toggle(column.key)}
            />
          ))}
        </div>
        {inTable < shown ? <p className={menus.room}>{inTable} columns fit. Expand a row to see the others.</p> : null}
        <div className={menus.foot}>
          <WideTextControl />
          <DensityControl />
          <PlainButton
            look="subtle"
            disabled={rows.length === 0}
            onClick={() =>
              hide(list.columns.map(({ key }) => key).filter((key) => rows.every((row) => !hasValue(row[key]))))
            }
          >
            Columns with data
          </PlainButton>
          <PlainButton look="subtle" onClick={showDefaults}>
            Back to default
          </PlainButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

// ---- Row density, width of the text column; cards, table or reading on small screens.

const segmentClasses = { root: menus.segments ?? '', indicator: menus.chosen ?? '' };

function WideTextControl(): ReactElement | null {
  const { list, widths, setWidths } = useListModel();
  const column = textColumn(list);
  return column ? (
    <Checkbox
      label={`${column.header} takes the free width`}
      description="The column takes at least half of the table. A width that you set is kept."
      checked={widths.isTextWide}
      onChange={(event) => setWidths({ isTextWide: event.currentTarget.checked })}
    />
  ) : null;
}

/** Touch devices always get rows of 48 px (tokens.css). */
function DensityControl(): ReactElement {
  const { look, setLook } = useListModel();
  return (
    <span className={menus.control}>
      <span id="rows-density">Rows</span>
      <SegmentedControl
        classNames={segmentClasses}
        aria-labelledby="rows-density"
        data={[
          { value: 'dense', label: 'Dense' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
        value={look.density}
        onChange={(density) => setLook({ density: density as ListLook['density'] })}
      />
    </span>
  );
}

function RowsControl(): ReactElement {
  const { list, look, setLook, isTablet, maxColumns, rowsAs, chooseView } = useListModel();
  return (
    <span className={menus.control}>
      <span id="rows-as">Show rows as</span>
      <SegmentedControl
        classNames={segmentClasses}
        aria-labelledby="rows-as"
        data={[
          { value: 'cards', label: 'Cards' },
          ...(isTablet && maxColumns === null ? [{ value: 'table', label: 'Table' }] : []),
          ...(list.views?.read ? [{ value: 'read', label: 'Read' }] : []),
        ]}
        value={rowsAs === 'read' ? 'read' : isTablet ? look.tabletRows : 'cards'}
        onChange={(rows) => {
          if (rows !== 'read' && isTablet) setLook({ tabletRows: rows as ListLook['tabletRows'] });
          if (list.views?.read) chooseView(rows === 'read' ? 'read' : 'table');
        }}
      />
    </span>
  );
}
