import type { ListPage } from '../../api/list-resource.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import type { ListState } from '../list-state.ts';
import type { ChosenRange, SearchHandle } from '../use-search.ts';

export type RangeProps = {
  readonly list: ListDefinition;
  readonly state: ListState;
  readonly page: ListPage<AnyRow> | null;
  readonly typed: SearchHandle;
  readonly onSearch: () => void;
  readonly onRange: (range: ChosenRange) => void;
};
