/** Link control that the station received in 24 hours: by kind, ground station and frequency. */
import type { ReactElement } from 'react';
import type { StationLink } from '../../../contract/entities/link-events.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { linkKindText, megahertzText } from '../../objects/link-event-text.ts';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import styles from './LinkPanel.module.css';

type Row = { readonly name: string; readonly frames: number };

export function LinkPanel({ link, isOld }: { readonly link: StationLink; readonly isOld: boolean }): ReactElement {
  const { frames, kinds, groundStations, frequencies } = link;
  return (
    <Panel title="Link control" note={`${counted(frames, 'frame')} in 24 h`} isOld={isOld}>
      {kinds.length === 0 ? (
        <p className={page.none}>No link control of VDL2 or HFDL received.</p>
      ) : (
        <div className={styles.columns}>
          <Counts title="Kind" rows={kinds.map(({ kind, ...one }) => ({ name: linkKindText(kind), ...one }))} />
          <Counts
            title="Ground station"
            rows={groundStations.map(({ link: of, groundStation, ...one }) => ({
              name: `${oneLine(groundStation)}, ${of}`,
              ...one,
            }))}
          />
          <Counts
            title="Frequency"
            rows={frequencies.map(({ link: of, freq, ...one }) => ({ name: `${megahertzText(freq)}, ${of}`, ...one }))}
          />
        </div>
      )}
    </Panel>
  );
}

function Counts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={page.rows} aria-label={`Link control by ${title.toLowerCase()}`}>
        {rows.map(({ name, frames }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{formatCount(frames)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
