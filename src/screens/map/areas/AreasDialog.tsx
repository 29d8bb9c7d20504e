/** Dialog for offline areas: size of the view, progress, stored areas. Layers whose terms forbid storage are not offered. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { maxAreas, type TileOverview } from '../../../../contract/tile-keeper.ts';
import { useConnection } from '../../../api/connection.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useBaseLayers } from '../base-layers/use-base-layers.ts';
import { AreaRow } from './AreaRow.tsx';
import styles from './Areas.module.css';
import { keepArea } from './area-actions.ts';
import { areaDownload, forgetAreaDownload, useAreaDownload } from './area-download.ts';
import { type AreaView, areaOf, type ShowArea, total, usualChoice, type ZoomChoice, zoomChoices } from './area-plan.ts';
import { choiceText, downloadableText, downloadRefusal, spaceText, tooManyAreas } from './area-text.ts';
import { RunLine } from './RunLine.tsx';
import { useTileOverview } from './use-tiles.ts';

type AreasDialogProps = {
  readonly view: AreaView;
  readonly layer: BaseLayer;
  readonly onShow: ShowArea;
  readonly onClose: () => void;
};

export function AreasDialog({ view, layer, onShow, onClose }: AreasDialogProps): ReactElement {
  const run = useAreaDownload();
  const [changes, setChanges] = useState(0);
  // Read again when a run starts or ends, and after each removal.
  const overview = useTileOverview(`${changes} ${run?.area.id} ${run?.area.since} ${run?.phase === 'ended'}`);
  const onChanged = (): void => setChanges((before) => before + 1);
  // The result of a run is announced once.
  useEffect(() => () => void (areaDownload.get()?.phase === 'ended' && forgetAreaDownload()), []);
  return (
    <Dialog
      title="Download area"
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
          Offline, the map shows its built-in map, airports, last positions and stored tiles. Offline areas belong to
          the device and stay after logout.
        </p>
        {overview === 'none' ? (
          <p className={styles.wrong}>This page cannot store tiles. Open it over HTTPS, then reload it.</p>
        ) : overview === 'loading' ? (
          <p role="status">Reading storage …</p>
        ) : (
          <>
            <NewArea view={view} layer={layer} overview={overview} />
            <RunLine />
            <section aria-label="Offline areas" className={styles.parts}>
              <h3 className={styles.heading}>Offline areas</h3>
              <p className={styles.dim}>{spaceText(usedBy(overview))}</p>
              {overview.areas.length === 0 ? (
                <p className={styles.dim}>No areas yet.</p>
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

/** A tile of two areas counts twice: an overestimate. */
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
  const ofLayer = downloadRefusal(layer);
  const why = ofLayer
    ? `${ofLayer} ${downloadableText(layers)}`
    : overview.areas.length >= maxAreas
      ? tooManyAreas
      : null;
  if (why) return <p className={styles.note}>{why}</p>;
  if (!overview.canKeep)
    return <p className={styles.wrong}>This browser blocks storage, so areas cannot be downloaded.</p>;
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
  const run = useAreaDownload();
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
              {choiceText(choice)}
            </option>
          ))}
        </select>
      </label>
      <PlainButton type="submit" look="filled" disabled={!isReached || isBusy || chosen?.limit !== null}>
        Download area
      </PlainButton>
      <p className={styles.dim}>{adviceFor({ chosen, isReached, isBusy })}</p>
      {hasFailed ? <p role="alert">The area could not be saved. Nothing was downloaded.</p> : null}
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
  if (!chosen) return 'This view needs more space than is left. Zoom in or remove an area.';
  if (!isReached) return 'You are offline. Downloaded areas still work.';
  if (isBusy) return 'Another area is downloading. Wait until it is done.';
  return chosen.isMeasured
    ? 'Size estimated from stored tiles of this layer.'
    : 'Rough estimate. No tiles of this layer are stored yet.';
}
