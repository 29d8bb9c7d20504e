/** Progress of an export. Leaving the list cancels it. */
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import { counted, formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useValue } from '../../ui/value-store.ts';
import { useListModel } from '../list-model.ts';
import styles from './Export.module.css';
import type { ExportProgress } from './export-request.ts';
import { exportStore } from './export-store.ts';

/** Of this list: others may be on the screen. */
export function ExportPanel(): ReactElement | null {
  const { list } = useListModel();
  const progress = useValue(exportStore);
  useEffect(
    () => () => {
      const running = exportStore.get();
      if (running?.list === list) running.cancel();
    },
    [list],
  );
  return progress?.list === list ? <Progress progress={progress} /> : null;
}

/** Announced every quarter, not for every response. */
const spokenSteps = 4;

function Progress({ progress }: { progress: ExportProgress }): ReactElement {
  const { list, done, of, before, stopped } = progress;
  const panel = useRef<HTMLElement>(null);
  useFocusBack(panel);
  const share = of ? Math.min(1, done / of) : 0;
  const waiting =
    before > 0 ? `Waiting: ${counted(before, 'export is', 'exports are')} before this one.` : 'Requesting rows …';
  const rows = of === null ? '' : `${formatCount(done)} of ${formatCount(of)} ${list.noun[1]}`;
  const spoken = of === null ? '' : `${Math.floor(share * spokenSteps) * (100 / spokenSteps)} % of ${formatCount(of)}`;
  return (
    <section ref={panel} className={styles.panel} aria-label={specTexts.list.exportToExcel} data-stopped={!!stopped}>
      <div className={styles.line}>
        {stopped ? (
          <IconAlertTriangle size={20} aria-hidden="true" className={styles.icon} />
        ) : (
          <IconFileSpreadsheet size={20} aria-hidden="true" className={styles.icon} />
        )}
        <p className={styles.words}>
          <strong>{stopped ? 'Export stopped' : specTexts.list.exportToExcel}</strong>
          {stopped ? (
            <span role="alert">{`${stopped.why}${rows ? ` ${rows} are ready to save.` : ''}`}</span>
          ) : (
            <span>{rows || waiting}</span>
          )}
        </p>
      </div>
      {/* Always mounted: a live region that appears with its text is not read. */}
      <p role="status" className="dl-hidden">
        {stopped ? '' : before > 0 ? waiting : `Exporting. ${spoken}`}
      </p>
      {stopped ? null : (
        <ProgressBar label={specTexts.list.exportToExcel} share={of === null ? null : share} text={rows} />
      )}
      <div className={styles.buttons}>
        <span className={styles.hint}>{stopped ? '' : 'Leaving this list cancels the export.'}</span>
        {stopped?.retry ? (
          <PlainButton look="filled" onClick={stopped.retry}>
            Try again
          </PlainButton>
        ) : null}
        {stopped?.saveSoFar ? <PlainButton onClick={stopped.saveSoFar}>Save these rows</PlainButton> : null}
        <PlainButton onClick={progress.cancel}>{stopped && !stopped.retry ? 'Close' : 'Cancel'}</PlainButton>
      </div>
    </section>
  );
}

/** If the panel closes with the focus in it, focus returns to the export button, or on a phone to the menu that contains it. */
function useFocusBack(panel: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(
    () => () => {
      if (!panel.current?.contains(document.activeElement)) return;
      ['[data-export-opener]:enabled', 'main header button:last-of-type']
        .map((one) => document.querySelector<HTMLElement>(one))
        .find((one) => one !== null)
        ?.focus({ preventScroll: true });
    },
    [panel],
  );
}
