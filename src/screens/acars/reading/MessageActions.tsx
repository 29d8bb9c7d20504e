/** Actions on a message besides copying its text. */
import { IconLink, IconMap2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { AnyRow, ListDefinition } from '../../../list/define-list.ts';
import { useCopyLink } from '../../../list/detail/copy-link.ts';
import { useShowOnMap } from '../../../objects/show-on-map.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';

type Props = { readonly row: AnyRow; readonly list: ListDefinition };

export function MessageActions({ row, list }: Props): ReactElement {
  const showOnMap = useShowOnMap();
  return (
    <>
      <PlainButton onClick={() => void showOnMap(row)}>
        <IconMap2 size={16} aria-hidden="true" />
        Show on map
      </PlainButton>
      <CopyLink row={row} list={list} />
    </>
  );
}

function CopyLink({ row, list }: Props): ReactElement | null {
  const copy = useCopyLink(list)(row);
  if (!copy) return null;
  return (
    <PlainButton onClick={copy}>
      <IconLink size={16} aria-hidden="true" />
      Copy link
    </PlainButton>
  );
}
