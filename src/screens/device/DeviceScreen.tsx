/**
 * /device (C119): what this app has stored on this device, how old and how large it is, and the way to remove it.
 * Must not: tell of anyone else's rows, log out, or need the server.
 */
import { type ReactElement, useEffect, useRef } from 'react';
import { useNow } from '../../api/use-now.ts';
import { sizeText } from '../../lib/format.ts';
import { type HeldPart, removePart } from '../../offline/device-contents.ts';
import { Question } from '../../ui/Question.tsx';
import { AppBlock } from './AppBlock.tsx';
import styles from './Device.module.css';
import { ageWords, limits, nameOf, partWords } from './device-words.ts';
import { MapBlock } from './MapBlock.tsx';
import { StoredRow } from './StoredRow.tsx';
import { SumBlock } from './SumBlock.tsx';
import { TroubleBlock } from './TroubleBlock.tsx';
import { useDevice } from './use-device.ts';
import { type RemovalHandle, useRemoval } from './use-removal.ts';

const tickMs = 10_000;

export default function DeviceScreen(): ReactElement {
  const { facts, reread } = useDevice();
  const removal = useRemoval(reread);
  return (
    <div className={styles.screen}>
      <h1>Stored on this device</h1>
      <p>Without a network the app shows what is stored here. With one it is kept up to date while you use it.</p>
      <Said removal={removal} />
      <TroubleBlock cannotRead={facts?.parts === null} onRetry={() => void reread()} />
      {facts ? (
        <>
          <SumBlock facts={facts} removal={removal} onChanged={reread} />
          {facts.parts ? <Parts parts={facts.parts} removal={removal} /> : null}
          <MapBlock tiles={facts.tiles} removal={removal} />
          <AppBlock isReady={facts.isReady} />
        </>
      ) : (
        <p role="status">Reading what is stored …</p>
      )}
      <section className={styles.panel} aria-labelledby="device-limits">
        <h2 id="device-limits">How much is kept</h2>
        <ul className={styles.limits}>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
      <Asked removal={removal} />
    </div>
  );
}

/** Always there: a live region that comes with its first words is not read. The pressed button is gone with its row, so that the focus goes here. */
function Said({ removal: { said, isBusy } }: { removal: RemovalHandle }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [said]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.said} data-failed={said?.hasFailed}>
      {isBusy ? 'Removing …' : said?.text}
    </div>
  );
}

function Parts({ parts, removal }: { parts: readonly HeldPart[]; removal: RemovalHandle }): ReactElement {
  const now = useNow(tickMs);
  return (
    <section className={styles.panel} aria-labelledby="device-lists">
      <h2 id="device-lists">Lists and answers</h2>
      {parts.length === 0 ? (
        <p className={styles.dim}>None yet. Each list is stored when you open it with the server in reach.</p>
      ) : (
        <ul className={styles.rows}>
          {parts.map((part) => (
            <StoredRow
              key={part.id}
              {...nameOf(part.id)}
              facts={partWords(part)}
              age={ageWords(part, now)}
              isBusy={removal.isBusy}
              onRemove={() =>
                removal.remove({
                  what: `${nameOf(part.id).title}, ${sizeText(part.bytes)}`,
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

function Asked({ removal }: { removal: RemovalHandle }): ReactElement | null {
  const { asked, isReached } = removal;
  if (!asked) return null;
  return (
    <Question
      title={asked.isEverything ? 'Remove everything stored on this device?' : `Remove ${asked.what}?`}
      yes={asked.isEverything ? 'Remove everything' : 'Remove'}
      onYes={() => removal.answer(true)}
      onNo={() => removal.answer(false)}
    >
      {asked.isEverything
        ? `These are ${asked.what}. Kept areas go for everyone who uses this device. You stay logged in. `
        : null}
      {isReached
        ? 'It is fetched again while you use the lists and the map.'
        : 'The server is not reached now: it can be fetched again only with a network, and until then nothing of it is shown.'}
    </Question>
  );
}
