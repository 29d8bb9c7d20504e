/** Form of the import options of a recording. Pure. */
import type { ImportReport } from '../../../contract/calls/imports.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { defineForm, type FormField } from '../../form/define-form.ts';
import { digitsOnly, type Rule } from '../../form/rules.ts';

const asRecorded = 'As recorded';
const asIfNow = 'Shifted so that the last message is now';

export type OptionName = 'station' | 'time' | 'start';
export const noOptions: Readonly<Record<OptionName, string>> = { station: '', time: asRecorded, start: '' };

const instant: Rule = (text, label) =>
  text.trim() === '' || parseInstant(text.trim()) !== null
    ? null
    : `${label} must be a date and time, such as 2026-02-01 23:58.`;

const station: FormField<OptionName> = {
  name: 'station',
  label: 'Station number',
  type: 'number',
  rules: [digitsOnly],
  hint: "Assigns the file's receivers to this station. Blank: no assignment",
};
const time: FormField<OptionName> = { name: 'time', label: 'Time', choices: [asRecorded, asIfNow] };
const start: FormField<OptionName> = {
  name: 'start',
  label: 'Received from (UTC)',
  rules: [instant],
  hint: 'For lines without a time. Blank: skip them',
};

/** Only the inputs that the file needs. */
export const optionsForm = (of: ImportReport['of']) =>
  defineForm<OptionName>({
    name: 'import',
    sections:
      of.kind === 'messages'
        ? [{ title: 'Options', fields: of.withoutTime > 0 ? [station, time, start] : [station, time] }]
        : [],
    buttons: { save: 'Import' },
    failed: 'The file was not imported',
  });

export function optionsOf({ station, time, start }: Readonly<Record<OptionName, string>>) {
  const startMs = parseInstant(start.trim());
  return {
    ...(station.trim() ? { station: station.trim() } : {}),
    ...(startMs === null ? {} : { start: writeInstant(startMs) }),
    ...(time === asIfNow ? { isAsIfNow: true } : {}),
  };
}
