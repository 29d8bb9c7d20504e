/** Button and dialog of offline areas: size of the view, progress, stored areas. Layers whose terms forbid storage are not offered. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { type AreaFacts, maxAreas, type TileOverview } from '../../../../contract/tile-keeper.ts';
import {
  areaDownload,
  cancelAreaDownload,
  continueArea,
  forgetAreaDownload,
  keepArea,
  refreshArea,
  removeArea,
  useAreaDownload,
  useRunningDownload,
  useTileOverview,
} from '../../../data/area-download.ts';
import {
  type AreaView,
  areaOf,
  type ShowArea,
  total,
  usualChoice,
  viewOfArea,
  type ZoomChoice,
  zoomChoices,
} from '../../../data/area-plan.ts';
import { useIsReached } from '../../../data/connection.ts';
import { sizeText } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import shared from '../../../ui/shared.module.css';
import { useBaseLayers } from '../base-map/TileLayer.tsx';
import { useMapShare } from '../map-context.ts';
import type { Viewport } from '../viewport.ts';
import styles from './Areas.module.css';
import {
  areaState,
  areaText,
  choiceText,
  downloadableText,
  downloadRefusal,
  downloadText,
  spaceText,
  tooManyAreas,
} from './area-text.ts';

export function DownloadAreaButton({ layer }: { layer: BaseLayer }): ReactElement {
  const { viewport, change } = useMapShare();
  const running = useRunningDownload();
  // As it was when the dialog was opened: the stored area is the displayed one, also after a change of the window.
  const [view, setView] = useState<Viewport | null>(null);
  const share = running && `${Math.floor((100 * running.done) / running.tiles)} %`;
  const label = share ? `Download area, ${share}` : 'Download area';
  return (
    <>
      <PlainButton
        look="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        disabled={!viewport}
        onClick={() => setView(viewport)}
      >
        {share ? <span className={styles.share}>{share}</span> : <IconDeviceFloppy size={20} aria-hidden />}
      </PlainButton>
      {/* Outside the map's controls, whose buttons are styled differently. */}
      {view
        ? createPortal(
            <AreasDialog
              view={view}
              layer={layer}
              onShow={(area) => {
                setView(null);
                change(area);
              }}
              onClose={() => setView(null)}
            />,
            document.body,
          )
        : null}
    </>
  );
}

type AreasDialogProps = {
  readonly view: AreaView;
  readonly layer: BaseLayer;
  readonly onShow: ShowArea;
  readonly onClose: () => void;
};

function AreasDialog({ view, layer, onShow, onClose }: AreasDialogProps): ReactElement {
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
      <div className={shared.column}>
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
            <section aria-label="Offline areas" className={shared.column}>
              <h3 className={styles.heading}>Offline areas</h3>
              <p className={shared.dim}>{spaceText(usedBy(overview))}</p>
              {overview.areas.length === 0 ? (
                <p className={shared.dim}>No areas yet.</p>
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

type NewAreaProps = { readonly view: AreaView; readonly layer: BaseLayer; readonly overview: TileOverview };

function NewArea({ view, layer, overview }: NewAreaProps): ReactElement {
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

function ChooseZoom({ view, layer, overview }: NewAreaProps): ReactElement {
  const isReached = useIsReached();
  const isBusy = useRunningDownload() !== null;
  const choices = zoomChoices(view, layer, overview.sums, usedBy(overview));
  const [zoom, setZoom] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const chosen = choices.find((choice) => choice.zoom === zoom) ?? usualChoice(choices);
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
      <PlainButton type="submit" look="filled" disabled={!isReached || chosen?.limit !== null} aria-disabled={isBusy}>
        Download area
      </PlainButton>
      <p className={shared.dim}>{adviceFor({ chosen, isReached, isBusy })}</p>
      {hasFailed ? <p role="alert">The area could not be saved. Nothing was downloaded.</p> : null}
    </form>
  );
}

type Advised = { readonly chosen: ZoomChoice | null; readonly isReached: boolean; readonly isBusy: boolean };

function adviceFor({ chosen, isReached, isBusy }: Advised): string {
  if (!chosen) return 'This view needs more space than is left. Zoom in or remove an area.';
  if (!isReached) return 'You are offline. Downloaded areas still work.';
  if (isBusy) return 'Another area is downloading. Wait until it is done.';
  return chosen.isMeasured
    ? 'Size estimated from stored tiles of this layer.'
    : 'Rough estimate. No tiles of this layer are stored yet.';
}

type AreaRowProps = {
  readonly area: AreaFacts;
  readonly others: readonly AreaFacts[];
  readonly onShow: ShowArea;
  readonly onChanged: () => void;
};

function AreaRow({ area, others, onShow, onChanged }: AreaRowProps): ReactElement {
  const isReached = useIsReached();
  const running = useRunningDownload();
  const [isSure, setSure] = useState(false);
  const { kind, text } = areaState(area, Date.now());
  const remove = async (): Promise<void> => {
    await removeArea(area.id).catch(() => false);
    onChanged();
  };
  const fetchAgain = kind === 'whole' ? refreshArea : continueArea;
  return (
    <li className={styles.area}>
      <div className={styles.words}>
        <strong>{area.name}</strong>
        <span className={shared.dim}>{areaText(area)}</span>
        <span className={styles.state} data-kind={kind}>
          {running?.area.id === area.id ? 'Downloading' : text}
        </span>
      </div>
      <div className={shared.buttons}>
        <PlainButton
          aria-label={`Show ${area.name}`}
          onClick={() => onShow({ ...viewOfArea(area), layer: area.layer })}
        >
          Show
        </PlainButton>
        <PlainButton
          aria-label={`${kind === 'whole' ? 'Refresh' : 'Continue'} ${area.name}`}
          disabled={!isReached}
          aria-disabled={running !== null}
          onClick={() => void fetchAgain(area, others).catch(() => false)}
        >
          {kind === 'whole' ? 'Refresh' : 'Continue'}
        </PlainButton>
        {/* One button for both clicks keeps the focus. A double click counts once. */}
        <PlainButton
          look={isSure ? 'filled' : 'default'}
          aria-label={isSure ? undefined : `Remove ${area.name}`}
          onClick={(event) => {
            if (!isSure) setSure(true);
            else if (event.detail < 2) void remove();
          }}
        >
          {isSure ? `Remove ${sizeText(area.bytes)}` : 'Remove'}
        </PlainButton>
        {isSure ? <PlainButton onClick={() => setSure(false)}>Cancel</PlainButton> : null}
      </div>
    </li>
  );
}

function RunLine(): ReactElement | null {
  const run = useAreaDownload();
  if (!run) return null;
  const words = downloadText(run);
  const isOver = run.phase === 'ended';
  return (
    <section className={styles.run} aria-label="Downloading tiles">
      <h3 className={styles.heading}>
        {run.area.name}, {run.area.layer}
      </h3>
      {isOver ? null : <ProgressBar label={`Downloading ${run.area.name}`} share={run.done / run.tiles} text={words} />}
      {/* Read out when it is over; reading out each tile would interrupt everything else. */}
      <p role={isOver ? 'status' : undefined}>{words}</p>
      {isOver ? null : <PlainButton onClick={cancelAreaDownload}>Cancel</PlainButton>}
    </section>
  );
}
