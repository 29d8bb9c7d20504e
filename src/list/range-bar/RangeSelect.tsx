/** Usual ranges of a list for a phone. */
import type { ReactElement } from 'react';
import type { ListDefinition } from '../define-list.ts';
import type { ListState } from '../list-state.ts';
import type { ChosenRange } from '../use-search.ts';
import { currentPreset, presetsOf } from './presets.ts';

export function RangeSelect(props: {
  readonly list: ListDefinition;
  readonly state: ListState;
  readonly className: string | undefined;
  readonly onRange: (range: ChosenRange) => void;
}): ReactElement {
  const { list, state, onRange } = props;
  const current = currentPreset(list, state);
  const presets = presetsOf(list);
  return (
    <label className={props.className}>
      Range
      <select
        value={current?.hours ?? ''}
        onChange={(event) => {
          const hours = Number(event.target.value);
          onRange(hours === list.window?.hours ? null : hours);
        }}
      >
        {current === null ? <option value="">Other</option> : null}
        {presets.map(({ hours, label, isOwn }) => (
          <option key={hours} value={hours}>{`${label}${isOwn ? ' (default)' : ''}`}</option>
        ))}
      </select>
    </label>
  );
}
