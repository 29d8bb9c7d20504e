/** Views that the user's company shares: open, copy as a link, and stop sharing an own one. */
import { IconLink, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { attempt } from '../../api/attempt.ts';
import { send } from '../../api/send.ts';
import { sharedViewsKey, sharedViewsQuery } from '../../api/shared-views.ts';
import type { ListDefinition } from '../define-list.ts';
import type { SavedView } from './saved-views.ts';
import { ViewRow } from './ViewRow.tsx';
import styles from './ViewsMenu.module.css';

type Props = {
  readonly list: ListDefinition;
  readonly company: string;
  readonly onOpen: (view: SavedView) => void;
};

export function SharedViews({ list, company, onOpen }: Props): ReactElement | null {
  const client = useQueryClient();
  const { data } = useQuery(sharedViewsQuery());
  const shared = data?.value.filter((view) => view.list === list.name) ?? [];
  if (shared.length === 0) return null;
  const unshare = async (id: number): Promise<void> => {
    await attempt('The view is still shared', () =>
      send(api.sharedViews.unshare, { path: { id: String(id) }, cause: 'user' }),
    );
    await client.invalidateQueries({ queryKey: sharedViewsKey });
  };
  return (
    <section aria-label={`Shared in ${company}`}>
      <h2 className={styles.heading}>Shared in {company}</h2>
      <ul className={styles.views}>
        {shared.map(({ id, name, search, by, isOwn }) => {
          const view = { list: list.name, name, search: Object.fromEntries(new URLSearchParams(search)) };
          return (
            <ViewRow
              key={id}
              list={list}
              view={view}
              note={isOwn ? 'shared by you' : `shared by ${by}`}
              onOpen={() => onOpen(view)}
              actions={
                isOwn
                  ? [
                      {
                        name: `Stop sharing ${name}`,
                        icon: <IconX size={16} aria-hidden="true" />,
                        act: () => void unshare(id),
                      },
                    ]
                  : []
              }
              linkIcon={<IconLink size={16} aria-hidden="true" />}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** Shares a view under its name. */
export function useShare(): (view: SavedView) => Promise<void> {
  const client = useQueryClient();
  return async ({ list, name, search }) => {
    const body = { list, name, search: new URLSearchParams(search).toString() };
    await attempt('The view is not shared', () => send(api.sharedViews.share, { body, cause: 'user' }));
    await client.invalidateQueries({ queryKey: sharedViewsKey });
  };
}
