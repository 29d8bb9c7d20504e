import { Select, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { maxExactCount } from '../../contract/params.ts';
import { upTo } from '../lib/breakpoints.ts';
import { formatCount } from '../lib/format.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import type { ListDefinition, PageSize } from './define-list.ts';
import { isAllOffered, type ListState, sizeChoice } from './list-state.ts';
import { inOverlay } from './overlay.ts';
import styles from './Pager.module.css';
import { useMedia } from './use-media.ts';

export type PagerProps = {
  readonly list: ListDefinition;
  readonly state: ListState;
  /** null while unknown. */
  readonly count: number | null;
  readonly isCountExact: boolean;
  /** Only stored rows are counted, and the server has more. */
  readonly isIncomplete: boolean;
  readonly rowsShown: number;
  readonly onPage: (page: number) => void;
  /** The list has the height of the window. */
  readonly canFit: boolean;
  readonly onSize: (size: PageSize | 'fit') => void;
};

/** `48,213`, or `more than 100,000` (C22). */
export const countText = (count: number, isExact: boolean): string =>
  isExact ? formatCount(count) : `more than ${formatCount(maxExactCount)}`;

/** Like `rangeOfCount`. If the server has more: `51 to 60 of 1,000 stored`. */
export function rangeText(props: PagerProps): string {
  const text = rangeOfCount(props);
  return props.isIncomplete && text !== '' ? `${text} stored` : text;
}

/** `51 to 75 of 48,213`. Without a count `51-75 of more than 75`, and on the last page `51-60 of 60` (C40). */
function rangeOfCount(props: PagerProps): string {
  const { list, state, count, isCountExact, rowsShown } = props;
  if (count === null) return '';
  if (rowsShown === 0) return list.paging.total === 'unknown' ? '0' : `0 of ${countText(count, isCountExact)}`;
  const first = state.size === 'all' ? 1 : state.page * state.size + 1;
  const last = first + rowsShown - 1;
  if (list.paging.total !== 'unknown')
    return `${formatCount(first)} to ${formatCount(last)} of ${countText(count, isCountExact)}`;
  return `${formatCount(first)}-${formatCount(last)} of ${unknownTotal(props, last)}`;
}

/** Known count, for the line next to the title. */
export function totalText(props: PagerProps): string {
  const { list, state, count, isCountExact, rowsShown } = props;
  if (count === null) return '';
  if (list.paging.total !== 'unknown') return countText(count, isCountExact);
  return unknownTotal(props, (state.size === 'all' ? 0 : state.page * state.size) + rowsShown);
}

/** `more than 75`, and after the last page what there is. */
const unknownTotal = (props: PagerProps, last: number): string =>
  hasNext(props) ? `${specTexts.reference.moreThan} ${formatCount(last)}` : formatCount(last);

export function hasNext({ state, count, isCountExact, rowsShown }: PagerProps): boolean {
  if (state.size === 'all' || count === null) return false;
  return isCountExact ? (state.page + 1) * state.size < count : rowsShown === state.size;
}

/** USR-06: the last page, 0 for the first. null if the list's count may be inexact, or is unknown yet. */
function lastPageOf({ list, state, count }: PagerProps): number | null {
  if (list.paging.total !== 'exact' || count === null) return null;
  return state.size === 'all' ? 0 : Math.max(0, Math.ceil(count / state.size) - 1);
}

/** RAW-08: sizes, range, first, previous, 'Page N', next. A last button only where the count is always exact (USR-06). */
export function Pager(props: PagerProps): ReactElement {
  const { state, onPage } = props;
  const lastPage = lastPageOf(props);
  // On phones the menu of the list contains the page size.
  const isPhone = useMedia(upTo('xs'));
  return (
    <nav className={styles.pager} aria-label={props.list.within ? `Pages of ${props.list.title}` : 'Pages'}>
      {isPhone ? null : <SizeSelect {...props} />}
      <span className={styles.range} role="status">
        {rangeText(props)}
      </span>
      <div className={styles.steps}>
        <PlainButton
          className={styles.first}
          aria-label="First page"
          disabled={state.page === 0}
          onClick={() => onPage(0)}
        >
          <IconChevronsLeft size={16} aria-hidden="true" />
        </PlainButton>
        <PlainButton disabled={state.page === 0} onClick={() => onPage(state.page - 1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
          <span className={styles.word}>Previous</span>
        </PlainButton>
        <strong className={styles.number}>
          {specTexts.list.page} {state.page + 1}
          {lastPage === null || props.isIncomplete ? null : ` of ${lastPage + 1}`}
        </strong>
        <PlainButton disabled={!hasNext(props)} onClick={() => onPage(state.page + 1)}>
          Next
          <IconChevronRight size={16} aria-hidden="true" />
        </PlainButton>
        {props.list.paging.total === 'exact' ? (
          <PlainButton
            className={styles.first}
            aria-label="Last page"
            disabled={lastPage === null || state.page >= lastPage}
            onClick={() => onPage(lastPage ?? 0)}
          >
            <IconChevronsRight size={16} aria-hidden="true" />
          </PlainButton>
        ) : null}
      </div>
    </nav>
  );
}

/** PAGE-08: All is disabled until a SEARCH, with the reason. */
export function SizeSelect({ list, state, count, isIncomplete, canFit, onSize }: PagerProps): ReactElement {
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
    ...(canFit ? [{ value: 'fit', label: state.isFit ? `Fill the window (${state.size})` : 'Fill the window' }] : []),
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
      onChange={(value) => onSize(value === 'all' || value === 'fit' ? value : Number(value))}
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
