import { IconPlaneInflight } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useFilterShare } from '../filter/filter-context.tsx';
import type { ShownFleet } from '../filter/map-filter.ts';
import { useMapShare } from '../map-context.ts';
import { fetchAllPositions } from '../positions/all-positions.ts';
import type { Fleet } from '../positions/fleet.ts';
import { sizeOf, viewAround } from '../viewport.ts';
import styles from './InView.module.css';

export function NoAircraft(props: { fleet: ShownFleet; hasFailed: boolean }): ReactElement {
  const { fleet, hasFailed } = props;
  const isFiltered = useFilterShare().conditions > 0 && fleet.all > 0;
  return (
    <div className={styles.none}>
      <p>{isFiltered ? 'No aircraft matches the filter.' : reason(fleet, hasFailed)}</p>
      {isFiltered || fleet.receivedAt === null ? null : <ShowAll fleet={fleet} />}
    </div>
  );
}

function reason(fleet: Fleet, hasFailed: boolean): string {
  if (fleet.receivedAt === null) return hasFailed ? 'No positions received yet.' : 'Positions are loading';
  return 'No aircraft in view.';
}

function ShowAll({ fleet }: { fleet: Fleet }): ReactElement {
  const { viewport, address, change, company } = useMapShare();
  const [result, setResult] = useState('');
  const [isBusy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    setBusy(true);
    // Without a response the known aircraft are shown, such as stored ones.
    const places = await fetchAllPositions({ source: address.source, company }).catch(() => fleet.list);
    setBusy(false);
    const view = viewport && viewAround(places, sizeOf(viewport));
    setResult(view ? '' : 'No aircraft anywhere now. Positions appear when a station receives them.');
    if (view) change(view);
  };
  return (
    <>
      <PlainButton aria-busy={isBusy} disabled={isBusy} onClick={() => void show()}>
        <IconPlaneInflight size={16} aria-hidden="true" />
        Show all aircraft
      </PlainButton>
      <p role="status">{result}</p>
    </>
  );
}
