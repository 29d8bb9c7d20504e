/**
 * A list screen: title, filter, chips, table or cards, pager.
 * Must not: know any one list.
 */
import type { ReactElement } from 'react';
import type { ListDefinition } from './define-list.ts';

export function ListScreen({ list }: { list: ListDefinition }): ReactElement {
  return <h1>{list.title}</h1>;
}
