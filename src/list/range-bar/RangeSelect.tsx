/** Usual ranges of a list for a phone. */
import type { ReactElement } from 'react';
import { useArchive } from '../archive/use-archive.ts';
import { useListModel } from '../list-model.ts';
import { currentPreset, presetsOf } from './presets.ts';

const archiveValue = 'archive';

export function RangeSelect({ className }: { className: string | undefined }): ReactElement {
  const { list, state, searchRange } = useListModel();
  const current = currentPreset(list, state);
  const presets = presetsOf(list);
  const archive = useArchive(list);
  return (
    <label className={className}>
      Range
      <select
        value={state.isArchived ? archiveValue : (current?.hours ?? '')}
        onChange={(event) => {
          const { value } = event.target;
          const hours = Number(value);
          if (value === archiveValue && archive) searchRange({ archive: archive.ends });
          else searchRange(hours === list.window?.hours ? null : hours);
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
