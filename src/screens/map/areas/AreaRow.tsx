import { type ReactElement, useState } from 'react';
import type { AreaFacts } from '../../../../contract/tile-keeper.ts';
import { useConnection } from '../../../api/connection.ts';
import { sizeText } from '../../../lib/format.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import styles from './Areas.module.css';
import { continueArea, refreshArea, removeArea } from './area-actions.ts';
import { useAreaDownload } from './area-download.ts';
import { type ShowArea, viewOfArea } from './area-plan.ts';
import { areaState, areaText } from './area-text.ts';

export function AreaRow({
  area,
  others,
  onShow,
  onChanged,
}: {
  area: AreaFacts;
  others: readonly AreaFacts[];
  onShow: ShowArea;
  onChanged: () => void;
}): ReactElement {
  const { state } = useConnection();
  const run = useAreaDownload();
  const [isSure, setSure] = useState(false);
  const isBusy = run !== null && run.phase !== 'ended';
  const canFetch = (state === 'reached' || state === 'slow') && !isBusy;
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
        <span className={styles.dim}>{areaText(area)}</span>
        <span className={styles.state} data-kind={kind}>
          {isBusy && run.area.id === area.id ? 'Downloading' : text}
        </span>
      </div>
      <div className={styles.actions}>
        <PlainButton
          aria-label={`Show ${area.name}`}
          onClick={() => onShow({ ...viewOfArea(area), layer: area.layer })}
        >
          Show
        </PlainButton>
        <PlainButton
          aria-label={`${kind === 'whole' ? 'Refresh' : 'Continue'} ${area.name}`}
          disabled={!canFetch}
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
