/** Loads the code of a row of route-table.ts. */
import type { RouteComponent } from '@tanstack/react-router';
import type { RouteRow } from './route-table.ts';

/** A list is shown by ListScreen, which loads next to its definition. */
export async function loadScreen(row: RouteRow): Promise<{ default: RouteComponent }> {
  if ('screen' in row) return row.screen();
  const [{ ListScreen }, { default: list }] = await Promise.all([import('../list/ListScreen.tsx'), row.list()]);
  return { default: () => <ListScreen list={list} /> };
}
