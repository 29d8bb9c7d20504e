/** Moves the map to the aircraft that a link is about, if it is out of view. Polls cover the view only, so the whole world is requested once. */
import { useEffect, useState } from 'react';
import { isWithin } from '../../../lib/bounds.ts';
import { useMapShare } from '../map-context.ts';
import { aircraftKey } from './aircraft.ts';
import { fetchAllPositions } from './all-positions.ts';
import { useFleet } from './fleet-store.ts';

/** As the search of the map: names are shown from here on. */
const leastZoom = 7;
/** An aircraft that appears later moves nothing: the user looks elsewhere by then. */
const soughtMs = 10_000;

export function SoughtAircraft({ sought }: { sought: { readonly icao: string | null } }): null {
  const { address, change, company, viewport } = useMapShare();
  const { list } = useFleet();
  const [ended, setEnded] = useState<object | null>(null);
  const { source, zoom } = address;
  // Other services count or charge requests of the world.
  const isSought = sought.icao !== null && ended !== sought && source === 'receivers';
  const key = isSought ? aircraftKey(sought.icao) : null;
  useEffect(() => {
    if (key === null) return;
    const left = new AbortController();
    // Without a response the stored positions are searched.
    fetchAllPositions({ source, company }, left.signal).catch(() => undefined);
    const timer = setTimeout(() => setEnded(sought), soughtMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [key, source, company, sought]);
  const found = key === null ? undefined : list.find((one) => one.key === key);
  const bounds = viewport?.bounds;
  useEffect(() => {
    if (!found || !bounds) return;
    setEnded(sought);
    const { lat, lon } = found;
    if (!isWithin(bounds, lat, lon)) change({ lat, lon, zoom: Math.max(zoom, leastZoom) });
  }, [found, sought, change, zoom, bounds]);
  return null;
}
