/** Texts and limits of the pages of a list. Pure. */
import { maxExactCount, maxJoinedRows } from '../../../contract/params.ts';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import type { ListDefinition } from '../define-list.ts';
import type { ListState } from '../state/list-state.ts';

export type Paging = {
  readonly list: ListDefinition;
  readonly state: ListState;
  /** null while unknown. */
  readonly count: number | null;
  readonly isCountExact: boolean;
  /** Only stored rows are counted, and the server has more. */
  readonly isIncomplete: boolean;
  readonly rowsShown: number;
  /** Rows are messages. An inexact count is still of receptions. */
  readonly isJoined: boolean;
};

/** `48,213`, or `more than 100,000` (C22). */
export const countText = (count: number, isExact: boolean, isJoined = false): string =>
  isExact
    ? formatCount(count)
    : `more than ${isJoined ? `${formatCount(maxJoinedRows)} receptions` : formatCount(maxExactCount)}`;

/** Like `rangeOfCount`. If the server has more: `51 to 60 of 1,000 stored`. */
export function rangeText(props: Paging): string {
  const text = rangeOfCount(props);
  return props.isIncomplete && text !== '' ? `${text} stored` : text;
}

/** `51 to 75 of 48,213`. Without a count `51-75 of more than 75`, and on the last page `51-60 of 60` (C40). */
function rangeOfCount(props: Paging): string {
  const { list, state, count, isCountExact, rowsShown, isJoined } = props;
  if (count === null) return '';
  if (rowsShown === 0)
    return list.paging.total === 'unknown' ? '0' : `0 of ${countText(count, isCountExact, isJoined)}`;
  const first = state.size === 'all' ? 1 : state.page * state.size + 1;
  const last = first + rowsShown - 1;
  if (list.paging.total !== 'unknown')
    return `${formatCount(first)} to ${formatCount(last)} of ${countText(count, isCountExact, isJoined)}`;
  return `${formatCount(first)}-${formatCount(last)} of ${unknownTotal(props, last)}`;
}

/** Known count, for the line next to the title. */
export function totalText(props: Paging): string {
  const { list, state, count, isCountExact, rowsShown, isJoined } = props;
  if (count === null) return '';
  if (list.paging.total !== 'unknown') return countText(count, isCountExact, isJoined);
  return unknownTotal(props, (state.size === 'all' ? 0 : state.page * state.size) + rowsShown);
}

/** `more than 75`, and after the last page what there is. */
const unknownTotal = (props: Paging, last: number): string =>
  hasNext(props) ? `${specTexts.reference.moreThan} ${formatCount(last)}` : formatCount(last);

export function hasNext({ state, count, isCountExact, rowsShown }: Paging): boolean {
  if (state.size === 'all' || count === null) return false;
  return isCountExact ? (state.page + 1) * state.size < count : rowsShown === state.size;
}

/** USR-06: the last page, 0 for the first. null if the list's count may be inexact, or is unknown yet. */
export function lastPageOf({ list, state, count }: Paging): number | null {
  if (list.paging.total !== 'exact' || count === null) return null;
  return state.size === 'all' ? 0 : Math.max(0, Math.ceil(count / state.size) - 1);
}
