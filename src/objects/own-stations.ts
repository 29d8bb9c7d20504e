/** Names of the stations that the caller feeds. Pure. */
import { foldCase } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';

type Own = readonly { readonly stationId: string }[];
type Names = readonly StationNames[];
const none: Own & Names = [];
/** Cached per pair of responses: every row of a list needs it. */
const known = new WeakMap<Own, WeakMap<Names, ReadonlySet<string>>>();

/** Numbers of `own`, and the names of their receivers. Folded. */
export function ownNames(own: Own = none, names: Names = none): ReadonlySet<string> {
  const ofOwn = known.get(own) ?? new WeakMap<Names, ReadonlySet<string>>();
  const found = ofOwn.get(names) ?? namesOf(own, names);
  known.set(own, ofOwn.set(names, found));
  return found;
}

function namesOf(own: Own, names: Names): ReadonlySet<string> {
  const numbers = new Set(own.map(({ stationId }) => foldCase(stationId)));
  const receivers = names.filter(({ stationId }) => numbers.has(foldCase(stationId))).flatMap((one) => one.receivers);
  return new Set([...numbers, ...receivers.map(foldCase)]);
}
