/**
 * All that is stored in a few figures, what the browser grants, and 'Remove everything'.
 * Must not: take the browser's estimate for a count.
 */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { tileBudgetBytes } from '../../../contract/tile-keeper.ts';
import { sizeText } from '../../lib/format.ts';
import { askToPersist } from '../../offline/browser-storage.ts';
import { policy } from '../../offline/policy.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Device.module.css';
import { tilesText, totalOf } from './device-words.ts';
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
      <h2 id="device-all">In all: {all}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>Your lists and answers</dt>
          <dd>{own === null ? 'cannot be read' : `${sizeText(own)} of at most ${sizeText(policy.maxBytes)}`}</dd>
        </div>
        <div>
          <dt>The map</dt>
          <dd>{map ? `${tilesText(map)} of at most ${sizeText(tileBudgetBytes)}` : 'not kept by this browser'}</dd>
        </div>
        <div>
          <dt>With the app itself, as the browser estimates</dt>
          <dd>
            {usedBytes === null
              ? 'it does not tell'
              : `about ${sizeText(usedBytes)}${roomBytes === null ? '' : `, room for ${sizeText(roomBytes)}`}`}
          </dd>
        </div>
      </dl>
      <Persistence isPersisted={isPersisted} onChanged={onChanged} />
      <PlainButton
        className={styles.everything}
        disabled={removal.isBusy || isEmpty}
        onClick={() =>
          removal.remove({
            what: `all rows, answers, positions, map tiles and kept areas, ${all}`,
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
  const [answer, setAnswer] = useState<'none' | 'granted' | 'refused'>('none');
  const place = useRef<HTMLParagraphElement>(null);
  const isKept = isPersisted === true;
  // The pressed button is gone: what it brought is read out in its place.
  useEffect(() => {
    if (isKept && answer === 'granted') place.current?.focus({ preventScroll: true });
  }, [isKept, answer]);
  if (isPersisted === null) return null;
  if (isPersisted)
    return (
      <p ref={place} tabIndex={-1} className={styles.answer}>
        The browser does not clear it by itself.
      </p>
    );
  const ask = async (): Promise<void> => {
    setAnswer((await askToPersist()) ? 'granted' : 'refused');
    await onChanged();
  };
  return (
    <div className={styles.persistence}>
      <p>The browser may clear all of it when the device runs out of room.</p>
      <PlainButton onClick={() => void ask()}>Ask the browser to keep it</PlainButton>
      <p role="status" className={styles.dim}>
        {answer === 'refused'
          ? 'The browser did not agree. It may once the app is installed, or has been used more.'
          : null}
      </p>
    </div>
  );
}
