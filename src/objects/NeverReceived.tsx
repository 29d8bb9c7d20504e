/** Of an aircraft without any record: the likely cause, and the search. */
import type { ReactElement } from 'react';
import { oneLine } from '../lib/format.ts';
import { openGoTo } from '../ui/go-to-event.ts';
import { PlainButton } from '../ui/PlainButton.tsx';

/** null = not loaded yet: nothing is said of it. */
type Aircraft = { readonly registration: string | null; readonly address: string | null } | null;
export const isUnknownAircraft = (aircraft: Aircraft): boolean =>
  aircraft !== null && aircraft.registration === null && aircraft.address === null;

export function NeverReceived({
  name,
  aircraft,
}: {
  readonly name: string;
  readonly aircraft: Aircraft;
}): ReactElement | null {
  if (!isUnknownAircraft(aircraft)) return null;
  return (
    <>
      {oneLine(name)} was never received: check the registration.{' '}
      <PlainButton onClick={openGoTo}>Find another aircraft</PlainButton>
    </>
  );
}
