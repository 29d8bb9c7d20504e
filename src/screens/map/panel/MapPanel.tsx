/**
 * Panel next to the map, on a phone a sheet below it. It offers all map functions to users who cannot see or touch the map,
 * and works without WebGL.
 */

import { IconChevronDown, IconChevronsUp, IconChevronUp } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef } from 'react';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { oneLine } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import motion from '../../../ui/motion.module.css';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { nameOf } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import { useMapNow } from '../fleet/past-context.tsx';
import { useAirportsShare } from '../ground/airports-context.tsx';
import screen from '../MapScreen.module.css';
import { type SheetHeight, sheetHeights, sheetOf } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import { AircraftPanel } from './AircraftPanel.tsx';
import { AirportCard } from './AirportCard.tsx';
import { InView } from './InView.tsx';
import styles from './MapPanel.module.css';
import { OpenPanel, SidePanel, usePanel } from './SidePanel.tsx';

const tickMs = 1000;

export function MapPanel(): ReactElement {
  const isPhone = useMedia(upTo('xs'));
  const { isDrawn, address, change } = useMapShare();
  const { selected } = useAirportsShare();
  // Card of an airport that has no place on the map.
  const hasAirports = isPhone || !isDrawn;
  const hasDetails = address.icao !== null || (hasAirports && selected !== null);
  const sheet = sheetOf(address);
  // A selection on the map opens the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is selected
  useEffect(() => {
    if (isPhone && hasDetails && sheet === 'low') change({ sheet: null });
  }, [hasDetails, address.icao, selected]);
  const panel = usePanel();
  const isSmall = useMedia(upTo('sm'));
  // Over the map there is room next to it.
  const isOverMap = isDrawn && (!isSmall || panel === 'table');
  if (!isPhone) {
    const details = hasDetails ? <Details hasAirports={hasAirports} onClosed={() => undefined} /> : null;
    return (
      <>
        <SidePanel panel={panel} isSmall={isSmall}>
          {panel === 'closed' ? <OpenPanel /> : <InView panel={panel} />}
          {isOverMap ? null : details}
        </SidePanel>
        {isOverMap && details ? (
          <aside className={clsx(screen.raised, styles.overMap)} aria-label="Selected" data-over-map>
            {details}
          </aside>
        ) : null}
      </>
    );
  }
  return (
    <aside className={clsx(styles.panel, sheet === 'full' && motion.rises)} aria-label="In view" data-sheet={sheet}>
      <SheetHandle height={sheet} hasDetails={hasDetails} onHeight={(next) => change({ sheet: next })} />
      {sheet === 'low' ? null : hasDetails ? (
        // The list has the place of what was closed.
        <Details hasAirports onClosed={() => change({ sheet })} />
      ) : (
        <InView panel="list" />
      )}
    </aside>
  );
}

type DetailsProps = {
  readonly hasAirports: boolean;
  readonly onClosed: () => void;
};

function Details({ hasAirports, onClosed }: DetailsProps): ReactElement {
  const now = useMapNow(tickMs);
  const { address, change } = useMapShare();
  const { selected, select } = useAirportsShare();
  const { selected: aircraft } = useFilterShare();
  const close = (what: () => void): void => {
    what();
    onClosed();
  };
  return (
    <div className={styles.details}>
      {hasAirports && selected ? (
        <AirportCard airport={selected} now={now} onClose={() => close(() => select(null))} />
      ) : null}
      {address.icao === null ? null : (
        <AircraftPanel
          icao={address.icao}
          aircraft={aircraft}
          now={now}
          onClose={() => close(() => change({ icao: null }))}
        />
      )}
    </div>
  );
}

// ---- Top edge of a phone's sheet: a click opens or closes it, a drag or an arrow key changes its height

/** A shorter drag is a click. */
const dragPx = 24;

type SheetHandleProps = {
  readonly height: SheetHeight;
  readonly hasDetails: boolean;
  readonly onHeight: (height: SheetHeight) => void;
};

function SheetHandle({ height, hasDetails, onHeight }: SheetHandleProps): ReactElement {
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
  const { selected: aircraft } = useFilterShare();
  const units = useUnits();
  if (!hasDetails) return 'In view';
  if (icao === null) return oneLine(selected?.airportName ?? '');
  return oneLine(aircraft ? [nameOf(aircraft), altitudeText(aircraft, units)].filter(Boolean).join(' ') : icao);
}
