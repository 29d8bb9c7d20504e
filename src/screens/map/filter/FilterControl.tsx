import { IconFilter } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { ControlPopover } from '../controls/ControlPopover.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { AltitudeRange } from './AltitudeRange.tsx';
import styles from './Filter.module.css';
import { useFilterShare } from './filter-context.tsx';
import { ageChoices, messageChoices, noFilter, placeChoices } from './map-filter.ts';

const keysOf = <T extends object>(choices: T): readonly (keyof T & string)[] =>
  Object.keys(choices) as (keyof T & string)[];

export function FilterControl(): ReactElement {
  const { filter, change, conditions, fleet } = useFilterShare();
  const [isOpen, setOpen] = useState(false);
  const text = (name: 'types' | 'operators' | 'text', label: string, example: string): ReactElement => (
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
        <Segmented
          legend="Message"
          value={filter.message}
          choices={keysOf(messageChoices)}
          onChange={(message) => change({ message })}
        />
        <Segmented legend="Age" value={filter.age} choices={keysOf(ageChoices)} onChange={(age) => change({ age })} />
        <Segmented legend="Place" value={filter.place} choices={placeChoices} onChange={(place) => change({ place })} />
        <p className={styles.foot}>
          {conditions === 0 ? null : `${formatCount(fleet.shown)} of ${formatCount(fleet.all)} aircraft here`}
          <PlainButton look="subtle" disabled={conditions === 0} onClick={() => change(noFilter)}>
            Clear
          </PlainButton>
        </p>
      </div>
    </ControlPopover>
  );
}
