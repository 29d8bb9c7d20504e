/** When an aircraft was last stored on this device, and its size. Own file: its code is not needed for the button of a list. */
import { type ReactElement, useEffect, useState } from 'react';
import { packIdOf, takenPacks, usePackChanges } from '../../data/hangar-pack.ts';
import type { Pack } from '../../data/offline/packs.ts';
import { sizeText } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import shared from '../../ui/shared.module.css';

export function TakenNote({ tail, now }: { readonly tail: string; readonly now: number }): ReactElement {
  const changes = usePackChanges();
  const [pack, setPack] = useState<Pack | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` is the occasion
  useEffect(() => {
    let isLeft = false;
    void takenPacks().then((packs) => {
      const id = packIdOf({ kind: 'tail', tail });
      if (!isLeft) setPack(packs?.find((one) => one.id === id) ?? null);
    });
    return () => {
      isLeft = true;
    };
  }, [tail, changes]);
  return (
    <span role="status" className={shared.dim}>
      {pack
        ? `On this device from ${utcMoment(pack.at, now)}${pack.by === 'arrival' ? ', stored by its arrival' : ''}, ${sizeText(pack.bytes)}`
        : ''}
    </span>
  );
}
