import { IconRoute } from '@tabler/icons-react';
import { type ReactElement, useId, useState } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Choice, Choices } from '../controls/Choices.tsx';
import { ControlPopover } from '../controls/ControlPopover.tsx';
import { useMapShare } from '../map-context.ts';
import { RangeChoices } from '../ranges/RangeChoices.tsx';
import { dimChoices, wallViewChoices } from '../wall/wall-rules.ts';
import styles from './DisplayControl.module.css';
import { defaultDisplay, trailChoices } from './map-display.ts';

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
  const name = useId();
  return (
    <ControlPopover
      label="Map display"
      icon={<IconRoute size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <Choices legend="Trails">
        {trailChoices.map((one) => (
          <Choice
            key={one}
            type="radio"
            name={name}
            checked={display.trails === one}
            onChange={() => changeDisplay({ trails: one })}
            label={trailTexts[one]}
          />
        ))}
      </Choices>
      <RangeChoices />
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
      <Choices legend="Full-screen map moves">
        {wallViewChoices.map((one) => (
          <Choice
            key={one}
            type="radio"
            name={`${name} view`}
            checked={display.wallView === one}
            onChange={() => changeDisplay({ wallView: one })}
            label={wallViewTexts[one]}
          />
        ))}
      </Choices>
      <Choices legend="Full-screen map dims">
        {dimChoices.map((one) => (
          <Choice
            key={one}
            type="radio"
            name={`${name} dim`}
            checked={display.wallDim === one}
            onChange={() => changeDisplay({ wallDim: one })}
            label={dimTexts[one]}
          />
        ))}
      </Choices>
      <p className={styles.foot}>
        <PlainButton look="subtle" onClick={() => changeDisplay(defaultDisplay)}>
          Back to default
        </PlainButton>
      </p>
    </ControlPopover>
  );
}
