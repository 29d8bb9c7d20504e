/** What is taken along: the size of each part before it starts, its progress, and its end. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import {
  cancelPacks,
  forgetPackRun,
  type PackItem,
  type PackMap,
  type PackRun,
  type PackSize,
  packIdOf,
  packMap,
  packSize,
  takePacks,
  usePackRun,
} from '../../data/hangar-pack.ts';
import { policy } from '../../data/offline/policy.ts';
import { counted, formatCount, oneLine, sizeText } from '../../lib/format.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import shared from '../../ui/shared.module.css';
import styles from './TakeDialog.module.css';

type Props = {
  readonly items: readonly PackItem[];
  /** So many of the first are selected. */
  readonly selected: number;
  readonly onClose: () => void;
};

/** undefined = being asked. null = the server did not respond. */
type Sizes = ReadonlyMap<string, { readonly size: PackSize | null; readonly map: PackMap | null }>;

export default function TakeDialog({ items, selected, onClose }: Props): ReactElement {
  const run = usePackRun();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(items.slice(0, selected).map(packIdOf)));
  const [hasMaps, setHasMaps] = useState(true);
  const sizes = useSizes(items, chosen);
  const taken = items.filter((item) => chosen.has(packIdOf(item)));
  const isRunning = run?.outcome === null;
  const total = totalOf(taken, sizes, hasMaps);
  const isTooMuch = total.bytes > policy.maxBytes;
  useEffect(() => forgetPackRun, []);
  const start = (): void => {
    const maps = new Map(
      taken.flatMap((item) => {
        const map = sizes.get(packIdOf(item))?.map;
        return hasMaps && map && typeof map === 'object' ? [[packIdOf(item), map.area] as const] : [];
      }),
    );
    void takePacks(taken, { by: 'hand', maps });
  };
  return (
    <Dialog
      title="Take with me"
      icon={<IconDeviceFloppy size={24} aria-hidden />}
      width={560}
      onClose={onClose}
      staysOpenOnBackdrop
      footer={
        <>
          {isRunning ? (
            <PlainButton onClick={cancelPacks}>Cancel</PlainButton>
          ) : (
            <PlainButton look="filled" disabled={taken.length === 0 || isTooMuch || total.isComing} onClick={start}>
              Save on this device
            </PlainButton>
          )}
          <PlainButton data-autofocus onClick={onClose}>
            Close
          </PlainButton>
        </>
      }
    >
      <div className={shared.column}>
        <p>Stored on this device for offline use, until you remove it or log out.</p>
        <ul className={styles.items} aria-label="What to take">
          {items.map((item) => (
            <Item
              key={packIdOf(item)}
              item={item}
              isChosen={chosen.has(packIdOf(item))}
              isDisabled={isRunning}
              size={sizes.get(packIdOf(item))?.size}
              onChange={(isChosen) => setChosen(withOrWithout(chosen, packIdOf(item), isChosen))}
            />
          ))}
        </ul>
        <MapChoice taken={taken} sizes={sizes} hasMaps={hasMaps} isDisabled={isRunning} onChange={setHasMaps} />
        <p>
          <strong>{total.isComing ? 'The size is loading.' : totalText(total)}</strong>
          {isTooMuch ? ` That is more than the ${sizeText(policy.maxBytes)} of this device. Select less.` : ''}
        </p>
        <Progress run={run} />
      </div>
    </Dialog>
  );
}

function withOrWithout(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** Of what is chosen, one after the other. */
function useSizes(items: readonly PackItem[], chosen: ReadonlySet<string>): Sizes {
  const [sizes, setSizes] = useState<Sizes>(new Map());
  const known = useRef(new Set<string>());
  const abort = useRef<AbortController | null>(null);
  useEffect(() => {
    abort.current = new AbortController();
    const asked = known.current;
    return () => {
      abort.current?.abort();
      asked.clear();
    };
  }, []);
  useEffect(() => {
    const signal = abort.current?.signal;
    const missing = items.filter((item) => chosen.has(packIdOf(item)) && !known.current.has(packIdOf(item)));
    for (const item of missing) known.current.add(packIdOf(item));
    void (async () => {
      for (const item of missing) {
        if (!signal || signal.aborted) return;
        const size = await packSize(item, signal).catch(() => null);
        const map = item.kind === 'tail' && size ? await packMap(item.tail, signal).catch(() => null) : null;
        if (!signal.aborted) setSizes((before) => new Map([...before, [packIdOf(item), { size, map }]]));
      }
    })();
  }, [items, chosen]);
  return sizes;
}

/** Two digits: an estimate has no more. */
const aboutText = (bytes: number): string =>
  `about ${sizeText(Number(bytes.toPrecision(2))).replace('.0\u00a0', '\u00a0')}`;

type Total = {
  readonly bytes: number;
  readonly isMeasured: boolean;
  readonly isComing: boolean;
  readonly isUnknown: boolean;
};

function totalOf(taken: readonly PackItem[], sizes: Sizes, hasMaps: boolean): Total {
  const known = taken.map((item) => sizes.get(packIdOf(item)));
  const mapBytes = hasMaps ? mapsOf(taken, sizes).reduce((sum, { estimate }) => sum + estimate.bytes, 0) : 0;
  return {
    bytes: known.reduce((sum, one) => sum + (one?.size?.bytes ?? 0), 0) + mapBytes,
    isMeasured: known.every((one) => one?.size?.isMeasured === true),
    isComing: known.some((one) => one === undefined),
    isUnknown: known.some((one) => one?.size === null),
  };
}

const totalText = ({ bytes, isMeasured, isUnknown }: Total): string => {
  const basis = isMeasured ? 'from the messages on this device' : 'roughly';
  return `In total ${aboutText(bytes)}, estimated ${basis}${isUnknown ? ', without the parts of unknown size' : ''}.`;
};

/** Each airport once. */
function mapsOf(taken: readonly PackItem[], sizes: Sizes): Extract<PackMap, object>[] {
  const maps = taken.flatMap((item) => {
    const map = sizes.get(packIdOf(item))?.map;
    return map && typeof map === 'object' ? [[map.area.id, map] as const] : [];
  });
  return [...new Map(maps).values()];
}

type ItemProps = {
  readonly item: PackItem;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly size: PackSize | null | undefined;
  readonly onChange: (isChosen: boolean) => void;
};

function Item({ item, isChosen, isDisabled, size, onChange }: ItemProps): ReactElement {
  const note = useId();
  return (
    <li>
      <label className={styles.item}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isDisabled}
          aria-describedby={note}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={styles.name}>{item.kind === 'tail' ? oneLine(item.tail) : item.title}</span>
        <span id={note} className={shared.dim}>
          {sizeWords(item, size, isChosen)}
        </span>
      </label>
    </li>
  );
}

function sizeWords(item: PackItem, size: PackSize | null | undefined, isChosen: boolean): string {
  if (!isChosen) return '';
  if (size === undefined) return 'loading …';
  if (size === null) return 'size unknown: the server did not respond';
  const { rows, total, bytes } = size;
  const noun = item.kind === 'tail' ? 'message' : 'row';
  const count = rows < total ? `the newest ${formatCount(rows)} of ${counted(total, noun)}` : counted(rows, noun);
  const rest = item.kind === 'tail' ? ', briefing, faults, stations' : '';
  return `${count}${rest}, ${aboutText(bytes)}`;
}

type MapProps = {
  readonly taken: readonly PackItem[];
  readonly sizes: Sizes;
  readonly hasMaps: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (hasMaps: boolean) => void;
};

/** The map of the airport, or why there is none. */
function MapChoice({ taken, sizes, hasMaps, isDisabled, onChange }: MapProps): ReactElement | null {
  const maps = mapsOf(taken, sizes);
  if (maps.length === 0) {
    const reason = taken.map((item) => sizes.get(packIdOf(item))?.map).find((map) => typeof map === 'string');
    return reason ? <p className={shared.dim}>Without a map of the airport. {reason}</p> : null;
  }
  const bytes = maps.reduce((sum, { estimate }) => sum + estimate.bytes, 0);
  const names = maps.map(({ area }) => area.name).join(', ');
  return (
    <label className={styles.item}>
      <input
        type="checkbox"
        checked={hasMaps}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.name}>Map</span>
      <span className={shared.dim}>
        {names}, {aboutText(bytes)}
      </span>
    </label>
  );
}

const outcomes: Readonly<Record<NonNullable<PackRun['outcome']>, (run: PackRun) => string>> = {
  taken: ({ bytes }) => `Saved on this device: ${sizeText(bytes)}.`,
  cancelled: () => 'Cancelled. What was already saved stays until space is needed.',
  failed: () => 'Not saved: the server did not respond. Try again.',
  refused: () => 'Not saved: this browser stores no data.',
};

function Progress({ run }: { run: PackRun | null }): ReactElement {
  return (
    <div className={styles.progress}>
      {run?.outcome === null ? (
        <ProgressBar
          label="Saving on this device"
          share={run.done / Math.max(1, run.of)}
          text={`${run.done} of ${run.of} parts`}
        />
      ) : null}
      <p role="status">
        {run === null
          ? ''
          : run.outcome === null
            ? `${oneLine(run.current)}: ${run.done} of ${run.of} parts, ${sizeText(run.bytes)}. You can close this: the download continues.`
            : outcomes[run.outcome](run)}
      </p>
    </div>
  );
}
