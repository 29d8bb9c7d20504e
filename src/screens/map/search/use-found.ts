/** Results of the map search: from known positions and airports at once, from the server after typing. */
import { useMemo } from 'react';
import { useUnits } from '../../../objects/units-choice.ts';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { useMapShare } from '../map-context.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { type FoundGroup, findOnMap } from './find-on-map.ts';
import { useMapSearch } from './use-map-search.ts';
import { useTailAddress } from './use-tail-address.ts';

export function useFound(words: string): { readonly groups: readonly FoundGroup[]; readonly isPending: boolean } {
  const { viewport, company } = useMapShare();
  const known = useAirportsShare().airports?.value;
  const { list } = useFleet();
  const units = useUnits();
  const tailIcao = useTailAddress(words, company);
  const { airports, isPending } = useMapSearch(words);
  const bounds = viewport?.bounds ?? null;
  const groups = useMemo(
    () => findOnMap({ words, fleet: list, airports: airports ?? known ?? [], bounds, tailIcao, units }),
    [words, list, airports, known, bounds, tailIcao, units],
  );
  return { groups, isPending };
}
