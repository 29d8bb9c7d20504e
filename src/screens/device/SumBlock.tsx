/** Totals, the browser's storage estimate and 'Remove everything'. The estimate is not an exact count. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { tileBudgetBytes } from '../../../contract/tile-keeper.ts';
import { sizeText } from '../../lib/format.ts';
import { requestPersistence } from '../../offline/browser-storage.ts';
import { policy } from '../../offline/policy.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Device.module.css';
import { tilesText, totalOf } from './device-text.ts';
import type { DeviceFacts } from './use-device.ts';
import { type RemovalHandle, removeEverything } from './use-removal.ts';

export function SumBlock({
  facts,
  removal,
  onChanged,
}: {
  facts: DeviceFacts;
  removal: RemovalHandle;
  onChanged: () => Promise<void>;
}): ReactElement {
  const { parts, tiles, browser } = facts;
  const own = parts?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null;
  const map = tiles ? totalOf(tiles.sums) : null;
  const { usedBytes, roomBytes, isPersisted } = browser;
  const all = sizeText((own ?? 0) + (map?.bytes ?? 0));
  const isEmpty = parts?.length === 0 && (map?.tiles ?? 0) === 0 && (tiles?.areas.length ?? 0) === 0;
  return (
    <section className={styles.panel} aria-labelledby="device-all">
      <h2 id="device-all">Total: {all}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>Your lists and records</dt>
          <dd>{own === null ? 'cannot be read' : `${sizeText(own)} of up to ${sizeText(policy.maxBytes)}`}</dd>
        </div>
        <div>
          <dt>The map</dt>
          <dd>{map ? `${tilesText(map)} of up to ${sizeText(tileBudgetBytes)}` : 'not supported by this browser'}</dd>
        </div>
        <div>
          <dt>Including the app (browser estimate)</dt>
          <dd>
            {usedBytes === null
              ? 'not reported'
              : `about ${sizeText(usedBytes)}${roomBytes === null ? '' : `, space for ${sizeText(roomBytes)}`}`}
          </dd>
        </div>
      </dl>
      <Persistence isPersisted={isPersisted} onChanged={onChanged} />
      <PlainButton
        className={styles.everything}
        disabled={removal.isBusy || isEmpty}
        onClick={() =>
          removal.remove({
            what: `all rows, records, positions, map tiles and offline areas (${all})`,
            work: () => removeEverything(isPersisted === true),
            isEverything: true,
          })
        }
      >
        Remove everything
      </PlainButton>
    </section>
  );
}

function Persistence({
  isPersisted,
  onChanged,
}: {
  isPersisted: boolean | null;
  onChanged: () => Promise<void>;
}): ReactElement | null {
  const [response, setResponse] = useState<'none' | 'granted' | 'refused'>('none');
  const place = useRef<HTMLParagraphElement>(null);
  // The clicked button is gone: its result is read out here.
  useEffect(() => {
    if (isPersisted && response === 'granted') place.current?.focus({ preventScroll: true });
  }, [isPersisted, response]);
  if (isPersisted === null) return null;
  if (isPersisted)
    return (
      <p ref={place} tabIndex={-1} className={styles.persisted}>
        The browser does not clear this data automatically.
      </p>
    );
  const ask = async (): Promise<void> => {
    setResponse((await requestPersistence()) ? 'granted' : 'refused');
    await onChanged();
  };
  return (
    <div className={styles.persistence}>
      <p>The browser may clear this data when space runs low.</p>
      <PlainButton onClick={() => void ask()}>Request persistent storage</PlainButton>
      <p role="status" className={styles.dim}>
        {response === 'refused' ? 'The browser declined. Install the app or use it more often, then try again.' : null}
      </p>
    </div>
  );
}
