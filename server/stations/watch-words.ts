/**
 * 'Feeder-Station status' as plain text (C82). Must not: decide it (watch.ts does).
 */
import { writeInstant } from '../../contract/params.ts';

/** Null = it was never heard. */
export function watchWords(state: string | null, since: Date | null): string | null {
  if (state === null || since === null) return null;
  const at = writeInstant(since.getTime()).slice(0, 16).replace('T', ' ');
  return state === 'silent' ? `Silent since ${at} UTC` : `Feeding since ${at} UTC`;
}
