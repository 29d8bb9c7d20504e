/** Popovers of the map buttons: base layer, display, filter. Own file: what a user sets, apart from the buttons. */
import { IconFilter, IconRoute, IconStack2 } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { positionKinds } from '../../../../contract/entities/map.ts';
import { altitudeBands } from '../../../charts/altitude-bands.ts';
import { useStoredSums } from '../../../data/area-download.ts';
import { useIsReached } from '../../../data/connection.ts';
import { formatCount } from '../../../lib/format.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { storedText } from '../areas/area-text.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import {
  ageChoices,
  blockChoices,
  highestBand,
  type KindChoice,
  lowestBand,
  type MapFilter,
  messageChoices,
  noFilter,
  placeChoices,
  rangeText,
  stateChoices,
} from '../fleet/map-filter.ts';
import { RangeChoices } from '../ground/RangeLayer.tsx';
import { defaultDisplay, useMapShare } from '../map-context.ts';
import { outOfRange } from '../viewport.ts';
import { Choice, Choices, ControlPopover, RadioChoices } from './ControlPopover.tsx';
import styles from './MapControls.module.css';

type LayerSwitcherProps = {
  readonly layers: readonly BaseLayer[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Missing tiles of the selected layer: mark on the button, text in the panel. null = none. */
  readonly notice: string | null;
};

export function LayerSwitcher({ layers, isOpen, onOpen, notice }: LayerSwitcherProps): ReactElement {
  const { address, change } = useMapShare();
  const isReached = useIsReached();
  const sums = useStoredSums(isOpen);
  /** While the server is reachable every layer loads, stored or not. */
  const storedOf = (layer: BaseLayer): string => (sums && !isReached ? storedText(sums, layer.name) : '');
  return (
    <ControlPopover
      label="Base layer"
      icon={<IconStack2 size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={onOpen}
      mark={notice}
    >
      {notice === null ? null : <p className={styles.notice}>{notice}</p>}
      <Choices legend="Base layer">
        {layers.map((layer) => (
          <Choice
            key={layer.name}
            type="radio"
            name="base-layer"
            value={layer.name}
            checked={layer.name === address.layer}
            onChange={() => change({ layer: layer.name })}
            label={layer.name}
            note={noteOf(layer, address.zoom) || storedOf(layer)}
          />
        ))}
      </Choices>
    </ControlPopover>
  );
}

function noteOf(layer: BaseLayer, zoom: number): string {
  if (layer.unavailable !== undefined) return 'not configured';
  return outOfRange(layer, zoom) ? `zoom ${layer.minZoom} to ${layer.maxZoom}` : '';
}

const wallViewTexts = {
  fixed: 'Never',
  message: 'To the newest message',
  cycle: 'From view to view, every 30 s',
} as const;
const dimTexts = { never: 'Never', sun: 'At night', idle: 'After 10 min without input' } as const;
const trailTexts = { all: 'All aircraft', selected: 'Selected aircraft', none: 'None' } as const;

export function DisplayControl(): ReactElement {
  const { display, changeDisplay } = useMapShare();
  const [isOpen, setOpen] = useState(false);
  return (
    <ControlPopover
      label="Map display"
      icon={<IconRoute size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <RadioChoices
        legend="Trails"
        value={display.trails}
        texts={trailTexts}
        onChange={(trails) => changeDisplay({ trails })}
      />
      <RangeChoices />
      <Choices legend="Coverage">
        <Choice
          type="checkbox"
          checked={display.hasCoverage}
          onChange={(hasCoverage) => changeDisplay({ hasCoverage })}
          label="Stored positions of 24 h"
        />
      </Choices>
      <Choices legend="Airports">
        <Choice
          type="checkbox"
          checked={display.hasAllAirports}
          onChange={(hasAllAirports) => changeDisplay({ hasAllAirports })}
          label="All airports of this zoom"
        />
      </Choices>
      <Choices legend="Base map">
        <Choice
          type="checkbox"
          checked={display.isAlwaysDark}
          onChange={(isAlwaysDark) => changeDisplay({ isAlwaysDark })}
          label="Always dark"
        />
        <Choice
          type="checkbox"
          checked={display.hasNight}
          onChange={(hasNight) => changeDisplay({ hasNight })}
          label="Night side"
        />
      </Choices>
      <RadioChoices
        legend="Full-screen map moves"
        value={display.wallView}
        texts={wallViewTexts}
        onChange={(wallView) => changeDisplay({ wallView })}
      />
      <RadioChoices
        legend="Full-screen map dims"
        value={display.wallDim}
        texts={dimTexts}
        onChange={(wallDim) => changeDisplay({ wallDim })}
      />
      <p className={styles.popoverFoot}>
        <PlainButton look="subtle" onClick={() => changeDisplay(defaultDisplay)}>
          Back to default
        </PlainButton>
      </p>
    </ControlPopover>
  );
}

const keysOf = <T extends object>(choices: T): readonly (keyof T & string)[] =>
  Object.keys(choices) as (keyof T & string)[];

export function FilterControl(): ReactElement {
  const { filter, change, conditions, fleet } = useFilterShare();
  const [isOpen, setOpen] = useState(false);
  const text = (name: 'types' | 'operators' | 'text' | 'squawk', label: string, example: string): ReactElement => (
    <label className={styles.text}>
      <span>{label}</span>
      <input
        value={filter[name]}
        placeholder={example}
        maxLength={60}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <ControlPopover
      label="Filter aircraft"
      icon={<IconFilter size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={setOpen}
      mark={conditions === 0 ? null : `${conditions} set`}
    >
      <div className={styles.filter}>
        <AltitudeRange from={filter.fromBand} to={filter.toBand} onChange={change} />
        {text('text', 'Text', 'Flight or ICAO')}
        {text('types', 'Type', 'AT76, B73*')}
        {text('operators', 'Operator', 'ROT, DLH')}
        {text('squawk', 'Squawk', '7000, 77*')}
        <Segmented
          size="small"
          legend="Message"
          value={filter.message}
          choices={keysOf(messageChoices)}
          onChange={(message) => change({ message })}
        />
        <Segmented
          size="small"
          legend="Age"
          value={filter.age}
          choices={keysOf(ageChoices)}
          onChange={(age) => change({ age })}
        />
        <Segmented
          size="small"
          legend="Place"
          value={filter.place}
          choices={placeChoices}
          onChange={(place) => change({ place })}
        />
        <Segmented
          size="small"
          legend="State"
          value={filter.state}
          choices={stateChoices}
          onChange={(state) => change({ state })}
        />
        <Segmented
          size="small"
          legend="Addresses"
          value={filter.block}
          choices={blockChoices}
          onChange={(block) => change({ block })}
        />
        <label className={styles.text}>
          <span>Source</span>
          <select value={filter.kind} onChange={(event) => change({ kind: event.target.value as KindChoice })}>
            {(['any', ...positionKinds] as const).map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </label>
        <p className={styles.filterFoot}>
          {conditions === 0 ? null : `${formatCount(fleet.shown)} of ${formatCount(fleet.all)} aircraft here`}
          <PlainButton look="subtle" disabled={conditions === 0} onClick={() => change(noFilter)}>
            Clear
          </PlainButton>
        </p>
      </div>
    </ControlPopover>
  );
}

type AltitudeRangeProps = {
  readonly from: number;
  readonly to: number;
  readonly onChange: (part: Pick<MapFilter, 'fromBand' | 'toBand'>) => void;
};

/** Two sliders on the altitude bands. */
function AltitudeRange({ from, to, onChange }: AltitudeRangeProps): ReactElement {
  const units = useUnits();
  return (
    <fieldset className={styles.altitude}>
      <legend>Altitude</legend>
      <output>{rangeText(from, to, units)}</output>
      <span className={styles.strip} aria-hidden="true">
        {altitudeBands.slice(lowestBand).map(({ token }, index) => (
          <i
            key={token}
            data-off={index + lowestBand < from || index + lowestBand > to || undefined}
            style={{ background: `var(--dl-${token})` }}
          />
        ))}
      </span>
      <Slider
        label="Lowest"
        value={from}
        onChange={(band) => onChange({ fromBand: band, toBand: Math.max(band, to) })}
      />
      <Slider
        label="Highest"
        value={to}
        onChange={(band) => onChange({ fromBand: Math.min(band, from), toBand: band })}
      />
    </fieldset>
  );
}

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (band: number) => void;
};
function Slider({ label, value, onChange }: SliderProps): ReactElement {
  const units = useUnits();
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={lowestBand}
        max={highestBand}
        value={value}
        aria-valuetext={rangeText(value, value, units)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}
