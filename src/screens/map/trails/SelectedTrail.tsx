/** Trail of the selected aircraft: stored positions and those received since. Without a response there is no trail and no error. */
import { type ReactElement, useMemo, useState } from 'react';
import type { Aircraft } from '../positions/aircraft.ts';
import { pointOf } from './recent-trails.ts';
import { TrailLayers } from './TrailLayers.tsx';
import { joinTrail, type TrailPoint, trailLines } from './trail.ts';
import { noTrail, useStoredTrail } from './use-stored-trail.ts';

type SelectedTrailProps = { readonly aircraft: Aircraft; readonly company: string | null };

export function SelectedTrail({ aircraft, company }: SelectedTrailProps): ReactElement {
  const stored = useStoredTrail(aircraft.icao, company);
  const seen = useSeen(aircraft);
  const lines = useMemo(() => trailLines([joinTrail(stored, seen)], () => 1), [stored, seen]);
  return <TrailLayers id="selected-trail" lines={lines} widthPx={3} edgePx={1} />;
}

/** Fixes since the aircraft was selected, which mounted this component. */
function useSeen(aircraft: Aircraft): readonly TrailPoint[] {
  const [seen, setSeen] = useState<readonly TrailPoint[]>(noTrail);
  if (seen.at(-1)?.at === aircraft.fixAt) return seen;
  const next = [...seen, pointOf(aircraft)];
  setSeen(next);
  return next;
}
