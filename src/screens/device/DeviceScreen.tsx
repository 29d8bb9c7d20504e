/** /device (C119): stored data with size and age, and its removal. Works offline and never shows data of another user. Over 600 lines: the parts share one removal. */
import { QueryClientContext } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, Suspense, use, useCallback, useEffect, useRef, useState } from 'react';
import type { Audience } from '../../../contract/audience.ts';
import {
  type AreaFacts,
  areaBudgetBytes,
  type TileOverview,
  type TileSum,
  type TileSums,
  tileBudgetBytes,
} from '../../../contract/tile-keeper.ts';
import { useIsReached } from '../../data/connection.ts';
import { keepFaultChanges, useFaultChanges } from '../../data/faults.ts';
import { cancelPacks, refuseAllPacks, removePack, takenPacks, usePackChanges } from '../../data/hangar-pack.ts';
import { type BrowserStorage, browserStorage, requestPersistence } from '../../data/offline/browser-storage.ts';
import { deleteOwnStore } from '../../data/offline/database.ts';
import { removePart, type StoredPart, storedAs, storedParts } from '../../data/offline/device-contents.ts';
import type { Pack } from '../../data/offline/packs.ts';
import { policy } from '../../data/offline/policy.ts';
import { storageError } from '../../data/offline/storage-errors.ts';
import { hasTileKeeper, sendToTileKeeper } from '../../data/offline/tile-keeper.ts';
import { serverNow } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { cappedCount, counted, formatCount, oneLine, sizeText } from '../../lib/format.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';
import { useAudience } from '../../session/use-session.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import plain from '../../ui/plain-screen.module.css';
import shared from '../../ui/shared.module.css';
import { useValue } from '../../ui/value-store.ts';
import styles from './Device.module.css';

const NoticesSection = lazyPart(() => import('./NoticesSection.tsx'));

const tickMs = 10_000;

export default function DeviceScreen(): ReactElement {
  const { facts, reread } = useDevice();
  const removal = useRemoval(reread);
  const hasHome = use(QueryClientContext) !== undefined;
  return (
    <div className={styles.screen}>
      <h1>Stored on this device</h1>
      <p>Offline, the app shows the data stored here. Online, it updates that data as you use it.</p>
      <RemovalStatus removal={removal} />
      <StorageErrorBlock cannotRead={facts.parts === null} onRetry={() => void reread()} />
      <SumBlock facts={facts} removal={removal} onChanged={reread} />
      <Taken packs={facts.packs} removal={removal} />
      {facts.parts === null ? null : <Parts parts={facts.parts} removal={removal} />}
      <MapBlock tiles={facts.tiles} removal={removal} />
      {hasHome ? (
        <Suspense fallback={null}>
          <NoticesSection />
        </Suspense>
      ) : null}
      <AppBlock isReady={facts.isReady} />
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

function Parts({ parts, removal }: { parts: readonly StoredPart[] | undefined; removal: RemovalHandle }): ReactElement {
  const now = useNow(tickMs);
  return (
    <section className={styles.panel} aria-labelledby="device-lists">
      <h2 id="device-lists">Lists and records</h2>
      {parts === undefined ? (
        <p role="status">{stillReading}</p>
      ) : parts.length === 0 ? (
        <p className={shared.dim}>Nothing stored yet. Each list is stored when you open it online.</p>
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

/** What the user took along. Its rows and pages are among those of the lists and records below. */
function Taken({
  packs,
  removal,
}: {
  packs: readonly Pack[] | null | undefined;
  removal: RemovalHandle;
}): ReactElement | null {
  const now = useNow(tickMs);
  if (!packs || packs.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="device-taken">
      <h2 id="device-taken">Taken with me</h2>
      <ul className={styles.rows}>
        {packs.map((pack) => (
          <StoredRow
            key={pack.id}
            title={oneLine(pack.title)}
            screen={pack.path}
            facts={packText(pack)}
            age={`From ${instantWords(pack.at, now)}${pack.by === 'arrival' ? ', stored by its arrival' : ''}`}
            isBusy={removal.isBusy}
            onRemove={() =>
              removal.remove({
                what: `${oneLine(pack.title)}, ${sizeText(pack.bytes)}`,
                work: () => removePack(pack),
              })
            }
          />
        ))}
      </ul>
      <p className={shared.dim}>It is removed last, only when no other space is left.</p>
    </section>
  );
}

const packText = ({ rows, areas, bytes }: Pack): string =>
  [counted(rows, 'row'), areas.length > 0 ? 'map of the airport' : null, sizeText(bytes)].filter(Boolean).join(', ');

function RemovalQuestion({ removal }: { removal: RemovalHandle }): ReactElement | null {
  const { requested, isReached } = removal;
  const unsent = useFaultChanges().length;
  if (!requested) return null;
  return (
    <Confirmation
      title={requested.isEverything ? 'Remove everything stored on this device?' : `Remove ${requested.what}?`}
      yes={requested.isEverything ? 'Remove everything' : 'Remove'}
      onYes={() => removal.answer(true)}
      onNo={() => removal.answer(false)}
    >
      {requested.isEverything
        ? `This removes ${requested.what}. Offline areas are removed for every user of this device. You stay logged in. `
        : null}
      {requested.isEverything && unsent > 0 ? 'Fault states that are not sent yet stay. ' : null}
      {isReached
        ? 'Data is downloaded again as you use the lists and the map.'
        : 'You are offline. Removed data is unavailable until you are online again.'}
    </Confirmation>
  );
}

// ---- removal. Asks first if the data cannot be downloaded again at once

type Removal = {
  /** As part of a sentence. */
  readonly what: string;
  /** True when it is removed. */
  readonly work: () => Promise<boolean>;
  readonly isEverything?: true;
};
type RemovalHandle = {
  /** The open question, or null. */
  readonly requested: Removal | null;
  readonly isBusy: boolean;
  /** Result of the last removal. */
  readonly result: { readonly text: string; readonly hasFailed: boolean } | null;
  readonly isReached: boolean;
  remove(removal: Removal): void;
  answer(isYes: boolean): void;
};

function useRemoval(reread: () => Promise<void>): RemovalHandle {
  // Absent for a user without a role: the small frame requests nothing.
  const client = use(QueryClientContext);
  const isReached = useIsReached();
  const [requested, setRequested] = useState<Removal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<RemovalHandle['result']>(null);
  const run = async ({ what, work }: Removal): Promise<void> => {
    setBusy(true);
    setResult(null);
    const isDone = await work().catch(() => false);
    // Data in memory would be shown as if it were still stored.
    client?.removeQueries({ type: 'inactive' });
    await reread();
    setBusy(false);
    setResult({ text: isDone ? `Removed: ${what}.` : `${what} could not be removed. Try again.`, hasFailed: !isDone });
  };
  return {
    requested,
    isBusy,
    result,
    isReached,
    remove: (removal) => {
      if (isBusy) return;
      if (removal.isEverything || !isReached) setRequested(removal);
      else void run(removal);
    },
    answer: (isYes) => {
      setRequested(null);
      if (isYes && requested) void run(requested);
    },
  };
}

/**
 * Rows, responses, positions, tiles and areas. Fault states that are not sent yet stay. `isPersisted`: persistence ends with the database and is
 * requested again.
 */
async function removeEverything(isPersisted: boolean): Promise<boolean> {
  cancelPacks();
  const [areRowsGone, areTilesGone] = await Promise.all([
    keepFaultChanges(deleteOwnStore),
    hasTileKeeper() ? sendToTileKeeper({ ask: 'clear', areas: true }) : true,
  ]);
  await refuseAllPacks();
  if (isPersisted) await requestPersistence();
  return areRowsGone && areTilesGone;
}

// ---- texts: amounts, ages, limits

const stillReading = 'Stored data is still being read.';

/** `1,000 of 2,326 rows, 1.2 MB`, `1,000 rows of 3 aircraft, 1.2 MB`. */
function partText({ id, isWhole, items, rows, total, bytes }: StoredPart): string {
  const { each = 'records' } = storedAs(id);
  const ofTotal = rows !== null && total !== null && total > rows ? ` of ${cappedCount(total)}` : '';
  const noun = rows === 1 && ofTotal === '' ? 'row' : 'rows';
  const count = rows === null ? null : `${isWhole ? 'all ' : ''}${formatCount(rows)}${ofTotal} ${noun}`;
  const of = items === 1 ? null : `${formatCount(items)} ${each}`;
  const what = count && of ? `${count} of ${of}` : (count ?? of);
  return [what, sizeText(bytes)].filter(Boolean).join(', ');
}

/** `14:32Z, 18 min ago`, with the date if it is not today. */
function instantWords(at: number, now: number): string {
  const day = now - at < 20 * 3600_000 ? '' : `${utcDay(at)} `;
  return `${day}${utcShort(at)}, ${ageText(now - at)} ago`;
}

/** Responses of a list stored within minutes have one age. */
const sameAgeMs = 10 * 60_000;

function ageWords({ newestAt, oldestAt }: Pick<StoredPart, 'newestAt' | 'oldestAt'>, now: number): string {
  if (!Number.isFinite(newestAt)) return 'Age unknown';
  const newest = `From ${instantWords(newestAt, now)}`;
  return newestAt - oldestAt < sameAgeMs ? newest : `${newest}. Oldest: ${ageText(now - oldestAt)} ago`;
}

function totalOf(sums: TileSums): TileSum {
  return Object.values(sums)
    .flatMap((zooms) => Object.values(zooms))
    .reduce<TileSum>((all, one) => ({ tiles: all.tiles + one.tiles, bytes: all.bytes + one.bytes }), {
      tiles: 0,
      bytes: 0,
    });
}
const tilesText = ({ tiles, bytes }: TileSum): string => `${counted(tiles, 'tile')}, ${sizeText(bytes)}`;

/** `main, zoom 0 to 9, 1,240 of 1,240 tiles, 18.2 MB`. */
function areaText({ layer, minZoom, maxZoom, held, tiles, bytes }: AreaFacts): string {
  const zooms = minZoom === maxZoom ? `zoom ${minZoom}` : `zoom ${minZoom} to ${maxZoom}`;
  return `${layer}, ${zooms}, ${formatCount(held)} of ${tilesText({ tiles, bytes })}`;
}

const hours = (ms: number): string => `${ms / 3600_000} hours`;
/** Limits of size and age. */
const limits: readonly string[] = [
  `Each list: the ${formatCount(policy.prefetchRows)} newest rows of the default view and the pages you opened. Aircraft and airlines: up to ${formatCount(policy.longListRows)}. Airports: all.`,
  `Up to ${sizeText(policy.maxBytes)} and ${formatCount(policy.maxPages)} list pages, for up to ${policy.maxPageAgeMs / 86_400_000} days. The oldest are removed first.`,
  `Last positions on the map are shown for ${hours(policy.positionsMaxAgeMs)}.`,
  `Map tiles: up to ${sizeText(tileBudgetBytes)}, including ${sizeText(areaBudgetBytes)} for offline areas. The least recently used are removed first.`,
  `Logging out deletes your rows. When a session expires they are locked, then deleted after ${hours(policy.lockedMaxAgeMs)} or when another user logs in.`,
  'Map tiles and offline areas stay after logout. A private window deletes everything when closed.',
];

function AppBlock({ isReady }: { isReady: boolean }): ReactElement {
  return (
    <section className={styles.panel} aria-labelledby="device-app">
      <h2 id="device-app">The app itself</h2>
      <p>
        Downlink {__APP_VERSION__}.{' '}
        {isReady ? 'Stored. Opens offline.' : 'Not stored yet. Open the app once over HTTPS to use it offline.'}
      </p>
      <p className={shared.dim}>Settings (columns, widths, appearance, map view) stay when stored rows are removed.</p>
    </section>
  );
}

function StorageErrorBlock({ cannotRead, onRetry }: { cannotRead: boolean; onRetry: () => void }): ReactElement {
  const trouble = useValue(storageError);
  const { title, text } = trouble ?? {
    title: 'Stored data could not be read',
    text: globalThis.isSecureContext ? 'Browser storage did not respond.' : 'Nothing is stored without HTTPS.',
  };
  return (
    <div role="alert">
      {trouble || cannotRead ? (
        <div className={styles.trouble}>
          <strong>{title}</strong>
          <p>{text}</p>
          <p className={plain.buttons}>
            {trouble?.repairHref ? (
              <a href={trouble.repairHref}>Clear all stored data and log in again</a>
            ) : (
              <PlainButton onClick={onRetry}>Check again</PlainButton>
            )}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function StoredRow(props: {
  readonly title: string;
  readonly screen?: string;
  readonly facts: string;
  readonly age?: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  const { title, screen, facts, age } = props;
  const [path, search] = screen?.split('?') ?? [];
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>
          {path ? (
            <Link to={path} search={Object.fromEntries(new URLSearchParams(search)) as never}>
              {title}
            </Link>
          ) : (
            title
          )}
        </strong>
        <span>{facts}</span>
        {age ? <span className={shared.dim}>{age}</span> : null}
      </div>
      <PlainButton aria-label={`Remove ${title}`} aria-disabled={props.isBusy} onClick={props.onRemove}>
        Remove
      </PlainButton>
    </li>
  );
}

/** undefined = still being read. Each is read on its own: a slow database hides neither tiles nor the app. */
type DeviceFacts = {
  /** null = the user's database cannot be read. */
  readonly parts?: readonly StoredPart[] | null;
  readonly packs?: readonly Pack[] | null;
  /** null = no worker stores tiles for this page. */
  readonly tiles?: TileOverview | null;
  readonly browser?: BrowserStorage;
  /** The app opens offline: a worker has cached all of it. */
  readonly isReady: boolean;
};

/** `reread` resolves when the screen has the new figures. */
function useDevice(): { readonly facts: DeviceFacts; readonly reread: () => Promise<void> } {
  const [facts, setFacts] = useState<DeviceFacts>(() => ({ isReady: hasTileKeeper() }));
  const turn = useRef(0);
  const changes = usePackChanges();
  const reread = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    const show = (read: Partial<DeviceFacts>): void => {
      if (turn.current === mine) setFacts((before) => ({ ...before, ...read, isReady: hasTileKeeper() }));
    };
    await Promise.all([
      storedParts().then((parts) => show({ parts })),
      takenPacks().then((packs) => show({ packs })),
      sendToTileKeeper({ ask: 'overview' }).then(
        (tiles) => show({ tiles }),
        () => show({ tiles: null }),
      ),
      browserStorage().then((browser) => show({ browser })),
    ]);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` is an occasion
  useEffect(() => {
    const look = (): void => void (document.visibilityState === 'visible' && reread());
    const worker = globalThis.navigator?.serviceWorker;
    look();
    document.addEventListener('visibilitychange', look);
    worker?.addEventListener('controllerchange', look);
    return () => {
      turn.current += 1;
      document.removeEventListener('visibilitychange', look);
      worker?.removeEventListener('controllerchange', look);
    };
  }, [reread, changes]);
  return { facts, reread };
}

const reading = 'still being read';

/** Totals, the browser's storage estimate and 'Remove everything'. The estimate is not an exact count. */
function SumBlock({
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
  const { usedBytes = null, roomBytes = null, isPersisted = null } = browser ?? {};
  const isRead = parts !== undefined && tiles !== undefined;
  const all = isRead ? sizeText((own ?? 0) + (map?.bytes ?? 0)) : null;
  const isEmpty = parts?.length === 0 && (map?.tiles ?? 0) === 0 && (tiles?.areas.length ?? 0) === 0;
  return (
    <section className={styles.panel} aria-labelledby="device-all">
      <h2 id="device-all">Total: {all ?? reading}</h2>
      <dl className={`${panel.facts} ${styles.sums}`}>
        <div>
          <dt>Your lists and records</dt>
          <dd>
            {parts === undefined
              ? reading
              : own === null
                ? 'cannot be read'
                : `${sizeText(own)} of up to ${sizeText(policy.maxBytes)}`}
          </dd>
        </div>
        <div>
          <dt>The map</dt>
          <dd>
            {tiles === undefined
              ? reading
              : map
                ? `${tilesText(map)} of up to ${sizeText(tileBudgetBytes)}`
                : 'not supported by this browser'}
          </dd>
        </div>
        <div>
          <dt>Including the app (browser estimate)</dt>
          <dd>
            {browser === undefined
              ? reading
              : usedBytes === null
                ? 'not reported'
                : `about ${sizeText(usedBytes)}${roomBytes === null ? '' : `, space for ${sizeText(roomBytes)}`}`}
          </dd>
        </div>
      </dl>
      <Persistence isPersisted={isPersisted} onChanged={onChanged} />
      <PlainButton
        className={styles.everything}
        disabled={isEmpty}
        aria-disabled={removal.isBusy}
        onClick={() =>
          removal.remove({
            what: `all rows, records, positions, map tiles and offline areas${all === null ? '' : ` (${all})`}`,
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
      <p role="status" className={shared.dim}>
        {response === 'refused' ? 'The browser declined. Install the app or use it more often, then try again.' : null}
      </p>
    </div>
  );
}

const mapOf: Readonly<Partial<Record<Audience, string>>> = {
  admin: '/openstreetMap',
  parser: '/openstreetMap',
  customer: '/openstreetMapCompany',
};

function MapBlock({
  tiles,
  removal,
}: {
  tiles: TileOverview | null | undefined;
  removal: RemovalHandle;
}): ReactElement {
  const map = mapOf[useAudience()];
  return (
    <section className={styles.panel} aria-labelledby="device-map">
      <h2 id="device-map">Map</h2>
      {tiles === undefined ? (
        <p role="status">{stillReading}</p>
      ) : tiles ? (
        <StoredTiles tiles={tiles} removal={removal} />
      ) : (
        <p>This page cannot store tiles. Storing needs HTTPS and a service worker. Reload the page to try again.</p>
      )}
      {map ? (
        <p className={shared.dim}>
          The built-in map and airports need no tiles. Download areas on the <Link to={map}>map</Link>: “Download area”.
        </p>
      ) : null}
    </section>
  );
}

function StoredTiles({ tiles, removal }: { tiles: TileOverview; removal: RemovalHandle }): ReactElement {
  const { areas, outside, canKeep } = tiles;
  const title = areas.length > 0 ? 'Tiles outside offline areas' : 'Viewed tiles';
  if (!canKeep) return <p>This browser cannot store tiles.</p>;
  if (outside.tiles === 0 && areas.length === 0) return <p className={shared.dim}>No tiles yet.</p>;
  return (
    <ul className={styles.rows}>
      {outside.tiles > 0 ? (
        <StoredRow
          title={title}
          facts={tilesText(outside)}
          isBusy={removal.isBusy}
          onRemove={() =>
            removal.remove({
              what: `${title}, ${sizeText(outside.bytes)}`,
              work: () => sendToTileKeeper({ ask: 'clear', areas: false }),
            })
          }
        />
      ) : null}
      {areas.map((area) => (
        <StoredRow
          key={area.id}
          title={area.name}
          facts={areaText(area)}
          {...(area.oldestAt === null
            ? {}
            : { age: ageWords({ newestAt: area.oldestAt, oldestAt: area.oldestAt }, serverNow()) })}
          isBusy={removal.isBusy}
          onRemove={() =>
            removal.remove({
              what: `${area.name}, ${sizeText(area.bytes)}`,
              work: () => sendToTileKeeper({ ask: 'remove', id: area.id }),
            })
          }
        />
      ))}
    </ul>
  );
}
