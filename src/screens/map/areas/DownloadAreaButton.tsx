import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useMapShare } from '../map-context.ts';
import type { Viewport } from '../viewport.ts';
import styles from './Areas.module.css';
import { AreasDialog } from './AreasDialog.tsx';
import { useAreaDownload } from './area-download.ts';

export function DownloadAreaButton({ layer }: { layer: BaseLayer }): ReactElement {
  const { viewport, change } = useMapShare();
  const run = useAreaDownload();
  // As it was when the dialog was opened: the stored area is the displayed one, also after a change of the window.
  const [view, setView] = useState<Viewport | null>(null);
  const share = run && run.phase !== 'ended' ? `${Math.floor((100 * run.done) / run.tiles)} %` : null;
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
