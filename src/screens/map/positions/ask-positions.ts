/**
 * The three calls that tell positions, by source (C111). Must not: decide when to ask.
 */
import { api } from '../../../../contract/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendAside, sendForAny } from '../../../api/send.ts';
import { type Bounds, boundsQuery } from '../../../lib/bounds.ts';
import type { PositionSource } from '../map-address.ts';
import type { AltitudeBandM } from '../zoom-tables.ts';
import type { Fix } from './aircraft.ts';
import { readPositions } from './read-positions.ts';

export type PositionQuestion = {
  readonly source: PositionSource;
  /** Named on the company's map alone (MAP-08). */
  readonly company: string | null;
  readonly bounds: Bounds;
  /** OpenSky only (MAP-12, MAP-13). */
  readonly altitudeBand: AltitudeBandM;
};
type Manner = { readonly cause: 'user' | 'poll'; readonly signal: AbortSignal };

/** Throws ApiError; what is no answer of these calls counts as not reached. */
export async function askPositions(question: PositionQuestion, manner: Manner): Promise<Fix[]> {
  const fixes = readPositions(await answerOf(question, manner));
  if (fixes === null) throw new ApiError({ unreached: 'portal' });
  return fixes;
}

function answerOf({ source, company, bounds, altitudeBand }: PositionQuestion, manner: Manner): Promise<unknown> {
  const { lat1, lat2, lon1, lon2 } = boundsQuery(bounds);
  if (source === 'states')
    return sendAside(api.map.states, { query: { lamin: lat1, lomin: lon1, lamax: lat2, lomax: lon2 }, ...manner });
  if (source === 'opensky')
    return sendAside(api.map.openSky, {
      query: {
        latitude1: lat1,
        latitude2: lat2,
        longitude1: lon1,
        longitude2: lon2,
        baro_altitude1: String(altitudeBand.minM),
        baro_altitude2: String(altitudeBand.maxM),
      },
      ...manner,
    });
  return sendForAny(api.map.currentLocation, {
    query: { lat1, lat2, lon1, lon2, ...(company === null ? {} : { company }) },
    ...manner,
  });
}
