/**
 * The three calls that tell positions, by source (C111). Must not: decide when to ask.
 */
import { api } from '../../../../contract/api.ts';
import type { Tagged } from '../../../api/answer.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendAside, sendForTagged } from '../../../api/send.ts';
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
/** `question` = what was asked, as a text; `etag` = what the answer can be asked for again by. */
export type PositionsTold = {
  readonly question: string;
  readonly etag: string | null;
  readonly fixes: readonly Fix[];
};

/** `before` = what was told last. Throws ApiError; what is no answer of these calls counts as not reached. */
export async function askPositions(
  question: PositionQuestion,
  before: PositionsTold | null,
  manner: Manner,
): Promise<PositionsTold> {
  const asked = JSON.stringify(question);
  const known = before?.question === asked ? before : null;
  const answer = await answerOf(question, known?.etag ?? null, manner);
  if (answer === 'unchanged' && known) return known;
  const fixes = answer === 'unchanged' ? null : readPositions(answer.body);
  if (answer === 'unchanged' || fixes === null) throw new ApiError({ unreached: 'portal' });
  return { question: asked, etag: answer.etag, fixes };
}

async function answerOf(
  { source, company, bounds, altitudeBand }: PositionQuestion,
  knownTag: string | null,
  manner: Manner,
): Promise<Tagged | 'unchanged'> {
  const { lat1, lat2, lon1, lon2 } = boundsQuery(bounds);
  if (source === 'states')
    return untagged(
      await sendAside(api.map.states, { query: { lamin: lat1, lomin: lon1, lamax: lat2, lomax: lon2 }, ...manner }),
    );
  if (source === 'opensky') {
    const query = {
      latitude1: lat1,
      latitude2: lat2,
      longitude1: lon1,
      longitude2: lon2,
      baro_altitude1: String(altitudeBand.minM),
      baro_altitude2: String(altitudeBand.maxM),
    };
    return untagged(await sendAside(api.map.openSky, { query, ...manner }));
  }
  const query = { lat1, lat2, lon1, lon2, ...(company === null ? {} : { company }) };
  return sendForTagged(api.map.currentLocation, { query, ...manner }, knownTag);
}

const untagged = (body: unknown): Tagged => ({ etag: null, body });
