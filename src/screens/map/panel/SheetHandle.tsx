/** Top edge of a phone's sheet: a click opens or closes it, a drag or an arrow key changes its height. */
import { IconChevronDown, IconChevronsUp, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from 'react';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { oneLine } from '../../../lib/format.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { type SheetHeight, sheetHeights } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import { useShownFleet } from '../past/past-context.tsx';
import { aircraftKey, nameOf } from '../positions/aircraft.ts';
import styles from './MapPanel.module.css';

/** A shorter drag is a click. */
const dragPx = 24;

type SheetHandleProps = {
  readonly height: SheetHeight;
  readonly hasDetails: boolean;
  readonly onHeight: (height: SheetHeight) => void;
};

export function SheetHandle({ height, hasDetails, onHeight }: SheetHandleProps): ReactElement {
  const title = useTitle(hasDetails);
  const pressed = useRef<{ readonly y: number; isDrag: boolean } | null>(null);
  const step = (by: 1 | -1): void => {
    const next = sheetHeights[sheetHeights.indexOf(height) + by];
    if (next) onHeight(next);
  };
  const toggle = (): void => {
    const isDrag = pressed.current?.isDrag === true;
    pressed.current = null;
    if (!isDrag) onHeight(height === 'low' ? 'middle' : 'low');
  };
  const drag = ({ clientY }: PointerEvent): void => {
    const from = pressed.current;
    if (!from || from.isDrag || Math.abs(clientY - from.y) < dragPx) return;
    from.isDrag = true;
    step(clientY < from.y ? 1 : -1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <div className={styles.top}>
      <PlainButton
        className={styles.handle}
        aria-expanded={height !== 'low'}
        onClick={toggle}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          pressed.current = { y: event.clientY, isDrag: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
      >
        {height === 'low' ? (
          <IconChevronUp size={18} aria-hidden="true" />
        ) : (
          <IconChevronDown size={18} aria-hidden="true" />
        )}
        {/* An opened card has the same heading. */}
        <span className={hasDetails && height !== 'low' ? 'dl-hidden' : undefined}>{title}</span>
      </PlainButton>
      <PlainButton
        look="icon"
        aria-label={height === 'full' ? 'Half height' : 'Full height'}
        onClick={() => onHeight(height === 'full' ? 'middle' : 'full')}
      >
        {height === 'full' ? (
          <IconChevronDown size={18} aria-hidden="true" />
        ) : (
          <IconChevronsUp size={18} aria-hidden="true" />
        )}
      </PlainButton>
    </div>
  );
}

/** `ROT391 FL380`, the name of an airport, or `In view`. */
function useTitle(hasDetails: boolean): string {
  const { icao } = useMapShare().address;
  const { selected } = useAirportsShare();
  const { byKey } = useShownFleet();
  const units = useUnits();
  if (!hasDetails) return 'In view';
  if (icao === null) return oneLine(selected?.airportName ?? '');
  const aircraft = byKey.get(aircraftKey(icao));
  return oneLine(aircraft ? [nameOf(aircraft), altitudeText(aircraft, units)].filter(Boolean).join(' ') : icao);
}
