/** "Take with me": opens the dialog of packs, whose code loads when it is opened. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, Suspense, useState } from 'react';
import type { PackItem } from '../../data/hangar-pack.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';

const TakeDialog = lazyPart(() => import('./TakeDialog.tsx'));

type Props = {
  /** Read when it is pressed: rows of a list change. */
  readonly items: () => readonly PackItem[];
  /** The first items are selected, others can be. Default: all. */
  readonly selected?: number;
  /** An icon with the name as its title, where a row of controls has no space. */
  readonly isIcon?: boolean;
};
const name = 'Take with me';

export function TakeButton({ items, selected, isIcon = false }: Props): ReactElement {
  const [open, setOpen] = useState<readonly PackItem[] | null>(null);
  return (
    <>
      <PlainButton
        aria-haspopup="dialog"
        {...(isIcon ? { look: 'icon', title: name, 'aria-label': name } : {})}
        onClick={() => setOpen(items())}
      >
        <IconDeviceFloppy size={16} aria-hidden="true" />
        {isIcon ? null : name}
      </PlainButton>
      {open ? (
        <Suspense fallback={null}>
          <TakeDialog items={open} selected={selected ?? open.length} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
