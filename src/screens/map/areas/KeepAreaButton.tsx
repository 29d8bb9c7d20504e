/** The button of 'Keep this area' among the map's controls; while tiles are fetched it says how far. Must not: keep anything by itself. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useMapShare } from '../map-context.ts';
import type { ViewInSight } from '../sight.ts';
import styles from './Areas.module.css';
import { AreasDialog } from './AreasDialog.tsx';
import { useKeepRun } from './keep-run.ts';

export function KeepAreaButton({ layer }: { layer: BaseLayer }): ReactElement {
  const { sight, change } = useMapShare();
  const run = useKeepRun();
  // As it was when the dialog was opened: what is kept is what was said, whatever becomes of the window meanwhile.
  const [view, setView] = useState<ViewInSight | null>(null);
  const share = run && run.phase !== 'ended' ? `${Math.floor((100 * run.done) / run.tiles)} %` : null;
  const label = share ? `Keep this area: fetching, ${share}` : 'Keep this area';
  return (
    <>
      <PlainButton
        look="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        disabled={!sight}
        onClick={() => setView(sight)}
      >
        {share ? <span className={styles.share}>{share}</span> : <IconDeviceFloppy size={20} aria-hidden />}
      </PlainButton>
      {/* Not among the map's controls, whose buttons have a look of their own. */}
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
