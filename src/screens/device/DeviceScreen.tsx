/** /device (C119): stored data with size and age, and its removal. Works offline and never shows data of another user. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useNow } from '../../api/use-now.ts';
import { sizeText } from '../../lib/format.ts';
import { removePart, type StoredPart, storedAs } from '../../offline/device-contents.ts';
import { Question } from '../../ui/Question.tsx';
import { AppBlock } from './AppBlock.tsx';
import styles from './Device.module.css';
import { ageWords, limits, partText } from './device-text.ts';
import { MapBlock } from './MapBlock.tsx';
import { StorageErrorBlock } from './StorageErrorBlock.tsx';
import { StoredRow } from './StoredRow.tsx';
import { SumBlock } from './SumBlock.tsx';
import { useDevice } from './use-device.ts';
import { type RemovalHandle, useRemoval } from './use-removal.ts';

const tickMs = 10_000;

export default function DeviceScreen(): ReactElement {
  const { facts, reread } = useDevice();
  const removal = useRemoval(reread);
  return (
    <div className={styles.screen}>
      <h1>Stored on this device</h1>
      <p>Offline, the app shows the data stored here. Online, it updates that data as you use it.</p>
      <RemovalStatus removal={removal} />
      <StorageErrorBlock cannotRead={facts?.parts === null} onRetry={() => void reread()} />
      {facts ? (
        <>
          <SumBlock facts={facts} removal={removal} onChanged={reread} />
          {facts.parts ? <Parts parts={facts.parts} removal={removal} /> : null}
          <MapBlock tiles={facts.tiles} removal={removal} />
          <AppBlock isReady={facts.isReady} />
        </>
      ) : (
        <p role="status">Reading storage …</p>
      )}
      <section className={styles.panel} aria-labelledby="device-limits">
        <h2 id="device-limits">Storage limits</h2>
        <ul className={styles.limits}>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
      <RemovalQuestion removal={removal} />
    </div>
  );
}

/** Always mounted: a live region that appears with its text is not read. Receives the focus when the clicked button is gone with its row. */
function RemovalStatus({ removal: { result, isBusy } }: { removal: RemovalHandle }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [result]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.result} data-failed={result?.hasFailed}>
      {isBusy ? 'Removing …' : result?.text}
    </div>
  );
}

function Parts({ parts, removal }: { parts: readonly StoredPart[]; removal: RemovalHandle }): ReactElement {
  const now = useNow(tickMs);
  return (
    <section className={styles.panel} aria-labelledby="device-lists">
      <h2 id="device-lists">Lists and records</h2>
      {parts.length === 0 ? (
        <p className={styles.dim}>Nothing stored yet. Each list is stored when you open it online.</p>
      ) : (
        <ul className={styles.rows}>
          {parts.map((part) => (
            <StoredRow
              key={part.id}
              {...storedAs(part.id)}
              facts={partText(part)}
              age={ageWords(part, now)}
              isBusy={removal.isBusy}
              onRemove={() =>
                removal.remove({
                  what: `${storedAs(part.id).title}, ${sizeText(part.bytes)}`,
                  work: () => removePart(part.id),
                })
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function RemovalQuestion({ removal }: { removal: RemovalHandle }): ReactElement | null {
  const { requested, isReached } = removal;
  if (!requested) return null;
  return (
    <Question
      title={requested.isEverything ? 'Remove everything stored on this device?' : `Remove ${requested.what}?`}
      yes={requested.isEverything ? 'Remove everything' : 'Remove'}
      onYes={() => removal.answer(true)}
      onNo={() => removal.answer(false)}
    >
      {requested.isEverything
        ? `This removes ${requested.what}. Offline areas are removed for every user of this device. You stay logged in. `
        : null}
      {isReached
        ? 'Data is downloaded again as you use the lists and the map.'
        : 'You are offline. Removed data is unavailable until you are online again.'}
    </Question>
  );
}
