/** "Take with me" of a list: in the menu of a narrow screen, otherwise below the rows. Own file: what a list and its page contain to take. */
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PackItem } from '../../data/hangar-pack.ts';
import { TakeButton } from '../../objects/take/TakeButton.tsx';
import { useListModel } from '../list-model.ts';

/** Aircraft of the page that can be taken, too. */
const mostAircraft = 25;

/** The rows of this list, as they are filtered, and the aircraft on its page. The archive of the server is not stored. */
export function TakeList({ isIcon = false }: { readonly isIcon?: boolean }): ReactElement | null {
  const { list, state, data, extra, rows } = useListModel();
  const router = useRouter();
  const { endpoint, title } = list;
  if (!Object.hasOwn(endpoint.list.entity, 'tail') || state.isArchived) return null;
  const items = (): readonly PackItem[] => {
    const tails = rows.flatMap(({ tail }) => (typeof tail === 'string' && tail.trim() !== '' ? [tail.trim()] : []));
    return [
      { kind: 'list', title, path: router.state.location.href, endpoint, request: data.request, extra },
      ...[...new Set(tails)].slice(0, mostAircraft).map((tail) => ({ kind: 'tail', tail }) as const),
    ];
  };
  return <TakeButton items={items} selected={1} isIcon={isIcon} />;
}
