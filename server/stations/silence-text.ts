/** Text of 'Feeder-Station status' (C82). */
import { writeInstant } from '../../contract/params.ts';

/** Null = no data yet. */
export function silenceText(state: string | null, since: Date | null): string | null {
  if (state === null || since === null) return null;
  const at = writeInstant(since.getTime()).slice(0, 16).replace('T', ' ');
  return state === 'silent' ? `Silent since ${at} UTC` : `Feeding since ${at} UTC`;
}
