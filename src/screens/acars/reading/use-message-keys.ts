/** One-letter keys on a selected message: o aircraft, m map, c copy. */
import { useRouter } from '@tanstack/react-router';
import type { AnyRow } from '../../../list/define-list.ts';
import type { ListKeys } from '../../../list/use-list-keys.ts';
import { useObjectPath } from '../../../objects/ObjectLink.tsx';
import { useShowOnMap } from '../../../objects/show-on-map.ts';
import { copyText } from '../../../ui/CopyButton.tsx';

import { textOf } from './words.ts';

export function useMessageKeys(): (row: AnyRow | null) => ListKeys {
  const router = useRouter();
  const pathOf = useObjectPath('tail');
  const showOnMap = useShowOnMap();
  return (row) => {
    const path = row && pathOf(textOf(row.tail));
    const text = row ? textOf(row.text) : '';
    return {
      o: path ? () => void router.navigate({ to: path }) : null,
      m: row ? () => void showOnMap(row) : null,
      c: text !== '' ? () => void copyText(text) : null,
    };
  };
}
