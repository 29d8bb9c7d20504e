/**
 * The export that is under way: how far it is, Cancel, and how to go on when the server is gone. Leaving the list ends it.
 * Must not: start one, or hold its state (export-store.ts).
 */
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useValue } from '../../ui/value-store.ts';
import type { ListDefinition } from '../define-list.ts';
import styles from './Export.module.css';
import { type ExportProgress, exportStore } from './export-store.ts';

/** Of this list alone: there may be others on the screen. */
export function ExportPanel({ list }: { readonly list: ListDefinition }): ReactElement | null {
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

/** The live region speaks at every quarter, not at every answer. */
const spokenSteps = 4;

function Progress({ progress }: { progress: ExportProgress }): ReactElement {
  const { list, done, of, stopped, opener } = progress;
  const panel = useRef<HTMLElement>(null);
  useFocusBack(panel, opener);
  const share = of ? Math.min(1, done / of) : 0;
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
          <strong>{stopped ? 'The export stopped' : specTexts.list.exportToExcel}</strong>
          {stopped ? (
            <span role="alert">{`${stopped.why}${rows ? ` ${rows} are here.` : ''}`}</span>
          ) : (
            <span>{rows || 'Asking the server …'}</span>
          )}
        </p>
      </div>
      {/* Always there: a live region that comes with its first words is not read. */}
      <p role="status" className={styles.spoken}>
        {stopped ? '' : `Exporting. ${spoken}`}
      </p>
      {stopped ? null : (
        <ProgressBar label={specTexts.list.exportToExcel} share={of === null ? null : share} text={rows} />
      )}
      <div className={styles.buttons}>
        <span className={styles.hint}>{stopped ? '' : 'Ends when you leave this list.'}</span>
        {stopped?.retry ? (
          <PlainButton look="filled" onClick={stopped.retry}>
            Try again
          </PlainButton>
        ) : null}
        {stopped?.saveSoFar ? <PlainButton onClick={stopped.saveSoFar}>Save what is here</PlainButton> : null}
        <PlainButton onClick={progress.cancel}>{stopped && !stopped.retry ? 'Close' : 'Cancel'}</PlainButton>
      </div>
    </section>
  );
}

/** When the panel goes with the focus in it, the focus goes back to where the export was started. */
function useFocusBack(panel: { readonly current: HTMLElement | null }, opener: HTMLElement | null): void {
  useLayoutEffect(
    () => () => {
      if (!panel.current?.contains(document.activeElement)) return;
      const isThere = opener?.isConnected && opener.offsetParent !== null;
      const elsewhere = ['[data-export-opener]:enabled', 'main header button:last-of-type']
        .map((one) => document.querySelector<HTMLElement>(one))
        .find((one) => one !== null);
      (isThere ? opener : elsewhere)?.focus({ preventScroll: true });
    },
    [panel, opener],
  );
}
