/** Usual ranges of a list for a phone. */
import type { ReactElement } from 'react';
import { useArchive } from '../archive/use-archive.ts';
import type { ListDefinition } from '../define-list.ts';
import type { ListState } from '../list-state.ts';
import type { ChosenRange } from '../use-search.ts';
import { currentPreset, presetsOf } from './presets.ts';

const archiveValue = 'archive';

export function RangeSelect(props: {
  readonly list: ListDefinition;
  readonly state: ListState;
  readonly className: string | undefined;
  readonly onRange: (range: ChosenRange) => void;
}): ReactElement {
  const { list, state, onRange } = props;
  const current = currentPreset(list, state);
  const presets = presetsOf(list);
  const archive = useArchive(list);
  return (
    <label className={props.className}>
      Range
      <select
        value={state.isArchived ? archiveValue : (current?.hours ?? '')}
        onChange={(event) => {
          const { value } = event.target;
          const hours = Number(value);
          if (value === archiveValue && archive) onRange({ archive: archive.ends });
          else onRange(hours === list.window?.hours ? null : hours);
        }}
      >
        {current === null && !state.isArchived ? <option value="">Other</option> : null}
        {presets.map(({ hours, label, isOwn }) => (
          <option key={hours} value={hours}>{`${label}${isOwn ? ' (default)' : ''}`}</option>
        ))}
        {archive || state.isArchived ? <option value={archiveValue}>Archive</option> : null}
      </select>
    </label>
  );
}
