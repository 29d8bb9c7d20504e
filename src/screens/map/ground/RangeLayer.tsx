import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useMemo, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { maxOutlines } from '../../../../contract/entities/map.ts';
import { serverNow } from '../../../data/send.ts';
import { type StationRow, stationsQuery } from '../../../data/stations.ts';
import { oneLine } from '../../../lib/format.ts';
import { compareTexts } from '../../../lib/text-order.ts';
import { utcMoment } from '../../../lib/time.ts';
import { FindInput } from '../../../ui/FindInput.tsx';
import shared from '../../../ui/shared.module.css';
import { textFont } from '../../../ui/text-font.ts';
import { Choice, Choices } from '../controls/ControlPopover.tsx';
import styles from '../controls/MapControls.module.css';
import { slots, useMapImage } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { rangeFeatures, rangeTitle, useRanges } from './ranges.ts';

/** Ranges of the chosen stations on the map (24 hours filled, the farthest of 30 days dashed, a station as a square), their choice and legend. */

const image = 'station-with-range';
const markPx = 10;
const edgePx = 2;
const fillOpacity = 0.09;
const layout: SymbolLayerSpecification['layout'] = {
  'icon-image': image,
  'icon-allow-overlap': true,
  'text-field': ['get', 'label'],
  'text-font': [textFont],
  'text-size': 12,
  'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
  'text-radial-offset': 0.7,
  'text-optional': true,
};

export function RangeLayer(): ReactElement {
  const { colours } = useMapShare();
  const { accent, dim, surface, text, land } = colours;
  const ranges = useRanges()?.value;
  const features = useMemo(() => rangeFeatures(ranges ?? []), [ranges]);
  useMapImage(image, () => screenMark('square', markPx, edgePx, { edge: text, fill: surface }), [text, surface]);
  return (
    <Source id="ranges" type="geojson" data={features}>
      <Layer
        id="range-area"
        type="fill"
        filter={['==', ['get', 'is'], 'day']}
        paint={{ 'fill-color': accent, 'fill-opacity': fillOpacity }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-month"
        type="line"
        filter={['==', ['get', 'is'], 'month']}
        paint={{ 'line-color': dim, 'line-width': 1.25, 'line-dasharray': [4, 3] }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-day"
        type="line"
        filter={['==', ['get', 'is'], 'day']}
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': accent, 'line-width': 1.5 }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-stations"
        type="symbol"
        filter={['==', ['get', 'is'], 'station']}
        layout={layout}
        paint={{ 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 }}
        beforeId={slots.airports}
      />
    </Source>
  );
}

// ---- which stations

/** Longer lists have a find field. */
const findFrom = 13;

export function RangeChoices(): ReactElement {
  const { display, changeDisplay } = useMapShare();
  const ranges = useRanges();
  const { data, isError } = useQuery({ ...stationsQuery(), meta: { isQuiet: true } });
  const chosen = display.ranges ?? ranges?.value.map(({ stationId }) => stationId) ?? [];
  const stations = (data?.value ?? []).toSorted((a, b) => compareTexts(a.stationId, b.stationId));
  const [words, setWords] = useState('');
  const shown = stations.map(labelled).filter(({ label }) => hasWords(label, words));
  const toggle = (stationId: string, isChosen: boolean): void =>
    changeDisplay({
      ranges: isChosen ? [...chosen, stationId].slice(-maxOutlines) : chosen.filter((one) => one !== stationId),
    });
  return (
    <Choices legend="Station ranges">
      {stations.length === 0 ? (
        <p className={clsx(shared.smallDim, styles.rangeNote)}>
          {data ? 'No stations.' : isError ? 'Stations are not stored on this device.' : 'Loading …'}
        </p>
      ) : (
        <>
          {stations.length < findFrom ? null : (
            <FindInput className={styles.rangeFind} label="Find a station" words={words} onWords={setWords} />
          )}
          <div className={styles.rangeRows}>
            {shown.map(({ stationId, label }) => (
              <Choice
                key={stationId}
                type="checkbox"
                checked={chosen.includes(stationId)}
                onChange={(isChosen) => toggle(stationId, isChosen)}
                label={label}
              />
            ))}
          </div>
          {shown.length === 0 ? (
            <p className={clsx(shared.smallDim, styles.rangeNote)} role="status">
              No matching station.
            </p>
          ) : null}
        </>
      )}
      <p className={clsx(shared.smallDim, styles.rangeNote)}>
        Solid: 24 h. Dashed: farthest of 30 days. Up to {maxOutlines} stations.
        {ranges?.source === 'stored' ? ` As of ${utcMoment(ranges.dataAt, serverNow())}.` : ''}
      </p>
    </Choices>
  );
}

const labelled = ({ stationId, city }: StationRow): { readonly stationId: string; readonly label: string } => ({
  stationId,
  label: oneLine(city ? `${stationId} ${city}` : stationId),
});

/** Each word is in the label. */
function hasWords(label: string, words: string): boolean {
  const text = label.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Which line is which. Nothing without ranges. */
export function RangeLegend(): ReactElement | null {
  const ranges = useRanges();
  if (!ranges || ranges.value.length === 0) return null;
  return (
    <section className={styles.rangeLegend} aria-label="Station ranges" data-uncovered>
      <span>
        <i className={styles.day} aria-hidden="true" />
        {rangeTitle(ranges.value)}
      </span>
      <span>
        <i className={styles.month} aria-hidden="true" />
        Farthest of 30 days{ranges.source === 'stored' ? `, as of ${utcMoment(ranges.dataAt, serverNow())}` : ''}
      </span>
    </section>
  );
}
