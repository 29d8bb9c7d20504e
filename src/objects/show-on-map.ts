/** Where the map shows the aircraft of a row: of a message, a frame or the aircraft list. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { addressOfCompanyTail, addressOfTail } from '../data/tail-address.ts';
import { useAudience, useSession } from '../session/use-session.ts';
import { notify } from '../ui/notices.ts';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const addressForm = /^[0-9A-F]{6}$/i;
/** 24-bit address that the row contains. null = none. */
const addressOf = (row: Row): string | null =>
  [row.modeS, row.icao].map(textOf).find((text) => addressForm.test(text)) ?? null;
const tailOf = (row: Row): string => textOf(row.tail).replace(/^\.+/, '');

/** The row names an aircraft, by address or registration. */
export const hasAircraft = (row: Row): boolean => addressOf(row) !== null || tailOf(row) !== '';

/** Opens the map with the aircraft selected. */
export function useShowOnMap(): (row: Row) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  const audience = useAudience();
  const session = useSession();
  const isOfCompany = audience !== 'admin' && audience !== 'parser';
  return async (row) => {
    const tail = tailOf(row);
    const company = session.kind === 'in' ? (session.session.company?.trim() ?? '') : '';
    let icao = addressOf(row);
    try {
      if (icao === null && tail !== '') {
        const rows = isOfCompany
          ? (await client.fetchQuery(addressOfCompanyTail(tail, company))).rows
          : (await client.fetchQuery(addressOfTail(tail))).rows;
        icao = textOf(rows[0]?.modeS) || null;
      }
    } catch {
      // Unreachable, and nothing stored: as if there were no address.
    }
    if (icao === null) {
      notify({
        title: 'No position',
        text: `The 24-bit address of ${tail || 'this aircraft'} is unknown.`,
        kind: 'info',
      });
      return;
    }
    await router.navigate({
      to: isOfCompany ? '/openstreetMapCompany' : '/openstreetMap',
      search: { icao: icao.toUpperCase() } as never,
    });
  };
}
