import { Select, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { upTo } from '../../lib/breakpoints.ts';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { useMedia } from '../../lib/use-media.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useListModel } from '../list-model.ts';
import { inOverlay } from '../overlay.ts';
import { isAllOffered, sizeChoice } from '../state/list-state.ts';
import styles from './Pager.module.css';
import { hasNext, lastPageOf, rangeText } from './paging.ts';
import { TakeList } from './TakeList.tsx';

/** RAW-08: sizes, range, first, previous, 'Page N', next. A last button only where the count is always exact (USR-06). */
export function Pager(): ReactElement {
  const { list, state, paging, isPart, isNarrow, showPage } = useListModel();
  const lastPage = lastPageOf(paging);
  // On phones the menu of the list contains the page size.
  const isPhone = useMedia(upTo('xs'));
  return (
    <nav className={styles.pager} aria-label={list.within ? `Pages of ${list.title}` : 'Pages'}>
      {isPhone ? null : <SizeSelect />}
      <span className={styles.range} role="status">
        {rangeText(paging)}
      </span>
      {isPart || isNarrow ? null : <TakeList isIcon />}
      <div className={styles.steps}>
        <PlainButton
          className={styles.first}
          aria-label="First page"
          disabled={state.page === 0}
          onClick={() => showPage(0)}
        >
          <IconChevronsLeft size={16} aria-hidden="true" />
        </PlainButton>
        <PlainButton disabled={state.page === 0} onClick={() => showPage(state.page - 1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
          <span className={styles.word}>Previous</span>
        </PlainButton>
        <strong className={styles.number}>
          {specTexts.list.page} {state.page + 1}
          {lastPage === null || paging.isIncomplete ? null : ` of ${lastPage + 1}`}
        </strong>
        <PlainButton disabled={!hasNext(paging)} onClick={() => showPage(state.page + 1)}>
          Next
          <IconChevronRight size={16} aria-hidden="true" />
        </PlainButton>
        {list.paging.total === 'exact' ? (
          <PlainButton
            className={styles.first}
            aria-label="Last page"
            disabled={lastPage === null || state.page >= lastPage}
            onClick={() => showPage(lastPage ?? 0)}
          >
            <IconChevronsRight size={16} aria-hidden="true" />
          </PlainButton>
        ) : null}
      </div>
    </nav>
  );
}

/** PAGE-08: All is disabled until a SEARCH, with the reason. */
export function SizeSelect(): ReactElement {
  const { list, state, isPart, showSize, paging } = useListModel();
  const { count, isIncomplete } = paging;
  const isAllDisabled = !isAllOffered(list, state);
  const options = [
    ...list.paging.sizes.map((size) => ({ value: String(size), label: String(size) })),
    {
      value: 'all',
      label:
        list.paging.total === 'exact' && count !== null
          ? `All (${formatCount(count)}${isIncomplete ? ' stored' : ''})`
          : 'All',
      disabled: isAllDisabled,
    },
    // A part of a screen has no height of its own.
    ...(isPart ? [] : [{ value: 'fit', label: state.isFit ? `Fill the window (${state.size})` : 'Fill the window' }]),
  ];
  return (
    <Select
      className={styles.select}
      label="Rows per page"
      data={options}
      data-fit={state.isFit || undefined}
      value={String(sizeChoice(state))}
      allowDeselect={false}
      withCheckIcon={false}
      comboboxProps={{ width: 180, position: 'top-start', portalProps: inOverlay(list) }}
      maxDropdownHeight={360}
      onChange={(value) => showSize(value === 'all' || value === 'fit' ? value : Number(value))}
      renderOption={({ option }) =>
        option.value === 'all' && isAllDisabled ? (
          <Tooltip label={specTexts.list.allDisabled} openDelay={0} events={{ hover: true, focus: true, touch: true }}>
            <span className={styles.disabledOption}>
              {option.label}
              <span className="dl-hidden">, {specTexts.list.allDisabled}</span>
            </span>
          </Tooltip>
        ) : (
          <span>{option.label}</span>
        )
      }
    />
  );
}
