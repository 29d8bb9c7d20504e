/** Ways from a frame: keys o aircraft, m map, c copy, and the address of the map. */
import { useRouter } from '@tanstack/react-router';
import type { AnyRow } from '../../../list/define-list.ts';
import { useObjectPath } from '../../../objects/ObjectLink.tsx';
import { useAudience } from '../../../session/use-session.ts';
import { copyText } from '../../../ui/CopyButton.tsx';
import { textOf } from './frame-words.ts';

const addressForm = /^[0-9A-F]{6}$/i;

/** Opens the map with the aircraft of the frame selected. null = no map, or no address. */
export function useShowOnMap(): (row: AnyRow) => (() => void) | null {
  const router = useRouter();
  const audience = useAudience();
  if (audience === 'companyUser') return () => null;
  const to = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  return (row) => {
    const icao = textOf(row.icao).toUpperCase();
    return addressForm.test(icao) ? () => void router.navigate({ to, search: { icao } as never }) : null;
  };
}

export function useFrameKeys(): (row: AnyRow | null) => Readonly<Record<string, (() => void) | null>> {
  const router = useRouter();
  const pathOf = useObjectPath('tail');
  const showOnMap = useShowOnMap();
  return (row) => {
    const icao = row ? textOf(row.icao) : '';
    const path = pathOf(icao);
    return {
      o: path ? () => void router.navigate({ to: path }) : null,
      m: row && showOnMap(row),
      c: icao === '' ? null : () => void copyText(icao),
    };
  };
}
