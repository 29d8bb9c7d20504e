/**
 * 'Keep this area': what keeping the view would cost, how the fetching goes, and the areas that are kept.
 * Must not: fetch tiles (keep-run.ts), or offer what the layer's terms forbid.
 */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { mostAreas, type TileOverview } from '../../../../contract/tile-keeper.ts';
import { useConnection } from '../../../api/connection.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useBaseLayers } from '../base-layers/use-base-layers.ts';
import { AreaRow } from './AreaRow.tsx';
import styles from './Areas.module.css';
import { keepArea } from './area-actions.ts';
import { type AreaView, areaOf, total, usualChoice, type ZoomChoice, zoomChoices } from './area-plan.ts';
import { choiceWords, keepableWords, roomWords, tooManyAreas, whyNotKept } from './area-words.ts';
import { forgetKeepRun, keepRun, useKeepRun } from './keep-run.ts';
import { RunLine } from './RunLine.tsx';
import { useTileOverview } from './use-tiles.ts';

export type AreasDialogProps = {
  readonly view: AreaView;
  readonly layer: BaseLayer;
  /** Brings an area into sight, on its layer. */
  readonly onShow: (area: {
    readonly lat: number;
    readonly lon: number;
    readonly zoom: number;
    readonly layer: BaseLayer['name'];
  }) => void;
  readonly onClose: () => void;
};

export function AreasDialog({ view, layer, onShow, onClose }: AreasDialogProps): ReactElement {
  const run = useKeepRun();
  const [changes, setChanges] = useState(0);
  // Read anew when a run begins or ends, and after each removal.
  const overview = useTileOverview(`${changes} ${run?.area.id} ${run?.area.since} ${run?.phase === 'ended'}`);
  const onChanged = (): void => setChanges((before) => before + 1);
  // How a run ended is said once.
  useEffect(() => () => void (keepRun.get()?.phase === 'ended' && forgetKeepRun()), []);
  return (
    <Dialog
      title="Keep this area"
      icon={<IconDeviceFloppy size={24} aria-hidden />}
      width={640}
      onClose={onClose}
      footer={
        <PlainButton data-autofocus onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      <div className={styles.parts}>
        <p>
          Without a network the map shows its own base map, the airports and the last positions by themselves, and the
          tiles that lie on this device. Kept areas belong to the device: they stay after the log-out, for whoever uses
          it.
        </p>
        {overview === 'none' ? (
          <p className={styles.wrong}>
            This browser keeps no tiles for this page. It needs a secure address (https) and a service worker; reloading
            the page may help.
          </p>
        ) : overview === 'loading' ? (
          <p role="status">Reading what is stored …</p>
        ) : (
          <>
            <NewArea view={view} layer={layer} overview={overview} />
            <RunLine />
            <section aria-label="Kept areas" className={styles.parts}>
              <h3 className={styles.heading}>Kept areas</h3>
              <p className={styles.dim}>{roomWords(usedBy(overview))}</p>
              {overview.areas.length === 0 ? (
                <p className={styles.dim}>None yet.</p>
              ) : (
                <ul className={styles.areas}>
                  {overview.areas.map((area) => (
                    <AreaRow key={area.id} area={area} others={overview.areas} onShow={onShow} onChanged={onChanged} />
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** A tile of two areas counts for both: rather too much than too little. */
const usedBy = ({ areas }: TileOverview): number =>
  total(areas.map(({ held, bytes }) => ({ tiles: held, bytes }))).bytes;

function NewArea({
  view,
  layer,
  overview,
}: {
  view: AreaView;
  layer: BaseLayer;
  overview: TileOverview;
}): ReactElement {
  const layers = useBaseLayers();
  const ofLayer = whyNotKept(layer);
  const why = ofLayer
    ? `${ofLayer} ${keepableWords(layers)}`
    : overview.areas.length >= mostAreas
      ? tooManyAreas
      : null;
  if (why) return <p className={styles.note}>{why}</p>;
  if (!overview.canKeep) return <p className={styles.wrong}>This browser gives no storage: nothing can be kept.</p>;
  return <ChooseZoom view={view} layer={layer} overview={overview} />;
}

function ChooseZoom({
  view,
  layer,
  overview,
}: {
  view: AreaView;
  layer: BaseLayer;
  overview: TileOverview;
}): ReactElement {
  const { state } = useConnection();
  const run = useKeepRun();
  const choices = zoomChoices(view, layer, overview.sums, usedBy(overview));
  const [zoom, setZoom] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const chosen = choices.find((choice) => choice.zoom === zoom) ?? usualChoice(choices);
  const isReached = state === 'reached' || state === 'slow';
  const isBusy = run !== null && run.phase !== 'ended';
  const keep = async (choice: ZoomChoice): Promise<void> => {
    const isNoted = await keepArea(areaOf(view, layer, choice.zoom), view, overview.areas).catch(() => false);
    setFailed(!isNoted);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && chosen.limit === null) void keep(chosen);
      }}
    >
      <label className={styles.choose}>
        <span>This view of {layer.name}, down to zoom</span>
        <select value={chosen?.zoom ?? ''} onChange={(event) => setZoom(Number(event.target.value))}>
          {choices.map((choice) => (
            <option key={choice.zoom} value={choice.zoom} disabled={choice.limit !== null}>
              {choiceWords(choice)}
            </option>
          ))}
        </select>
      </label>
      <PlainButton type="submit" look="filled" disabled={!isReached || isBusy || chosen?.limit !== null}>
        Keep this area
      </PlainButton>
      <p className={styles.dim}>{adviceFor({ chosen, isReached, isBusy })}</p>
      {hasFailed ? <p role="alert">This device could not note the area. Nothing was kept.</p> : null}
    </form>
  );
}

function adviceFor({
  chosen,
  isReached,
  isBusy,
}: {
  chosen: ZoomChoice | null;
  isReached: boolean;
  isBusy: boolean;
}): string {
  if (!chosen) return 'This view has too many tiles for the room that is left. Zoom in, or remove an area.';
  if (!isReached) return 'The server is not reached: nothing new can be kept now. What is kept is there.';
  if (isBusy) return 'One area at a time: this one can be kept when the other is done.';
  return chosen.isMeasured
    ? 'The size is reckoned by the tiles of this layer that lie on this device.'
    : 'The size is a rule of thumb: nothing of this layer lies on this device yet.';
}
