/** Forms to add and update a station (STN-01, STN-06 to STN-08, STN-19). */
import { api } from '../../../contract/api.ts';
import type { Reads } from '../../../contract/endpoint.ts';
import type { OptionSource } from '../../data/options.ts';
import { serverNow } from '../../data/send.ts';
import { defineForm, type FormField } from '../../form/define-form.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { id, latitude, line, longitude, note, start, stationId, user } from './station-rules.ts';
import { savingFailed } from './use-station.ts';

const text = specTexts.stations;
/** Place of the map. */
export const placeSection = 'Location';

type Hit = Reads<typeof api.account.usersBySearchString>[number];
/** STN-02: one line with commas. */
export const lineOfUser = ({ id, userName, email, name, surname }: Hit): string =>
  [id, userName, email, name, surname].join(', ');
const feeders: readonly OptionSource[] = [
  {
    endpoint: api.account.usersBySearchString,
    fromLetters: 1,
    query: (typed) => ({ searchString: typed }),
    options: (hits: readonly Hit[]) => hits.map((hit) => ({ value: lineOfUser(hit), hint: '' })),
  } as OptionSource,
];

const noteField: FormField<'description'> = { name: 'description', label: 'Note', lines: 2, rules: [note] };
/** `stored` = stored start dates, as shown (STN-07). */
type StoredStarts = { readonly locationStartDate: string; readonly startDate: string };
const place = (stored?: StoredStarts) =>
  [
    { name: 'latitude', label: 'Latitude', type: 'number', unit: '°', rules: [latitude], isRequired: true },
    { name: 'longitude', label: 'Longitude', type: 'number', unit: '°', rules: [longitude], isRequired: true },
    {
      name: 'locationStartDate',
      label: 'Geolocation start date',
      type: 'instant',
      rules: [start(text.locationStartRequired, serverNow, stored?.locationStartDate)],
      isRequired: true,
    },
    { name: 'locationAddress', label: 'Location address', rules: [line] },
    { name: 'city', label: 'City', rules: [line] },
    { name: 'country', label: 'Country', rules: [line] },
  ] as const satisfies readonly FormField[];
/** `startRequired` differs by form (STN-20). */
const feeder = (startRequired: string, stored?: StoredStarts) =>
  [
    {
      name: 'userId',
      label: 'Feeder',
      sources: feeders,
      rules: [user],
      isRequired: true,
      placeholder: 'Type a name or email address',
    },
    {
      name: 'startDate',
      label: 'Feeder start date',
      type: 'instant',
      rules: [start(startRequired, serverNow, stored?.startDate)],
      isRequired: true,
    },
    {
      name: 'feederNotificationEmail',
      label: 'Feeder Notification Email',
      choices: ['DoNothing', 'Send'],
      choiceLabels: { DoNothing: text.doNothing, Send: 'Send' },
      hint: 'Send: the feeder gets an email about changes, silence and recovery',
    },
    { name: 'notificationEmail', label: 'Notification Email', isReadOnly: true },
    { name: 'lastActiveTime', label: 'Station last active time', isReadOnly: true },
    { name: 'userStationStatus', label: 'Feeder-Station status', isReadOnly: true },
  ] as const satisfies readonly FormField[];

export const addForm = defineForm({
  name: 'addStation',
  sections: [
    {
      title: 'Station',
      fields: [
        { name: 'stationId', label: 'Station Id', type: 'number', rules: [stationId], isRequired: true },
        noteField,
      ],
    },
    { title: placeSection, fields: place() },
    { title: 'Feeder', fields: feeder(text.feederStartRequired) },
  ],
  buttons: { save: text.create, cancel: 'Cancel' },
  failed: 'The station was not created',
  failure: savingFailed,
});

export const updateForm = (stored: StoredStarts) =>
  defineForm({
    name: 'updateStation',
    sections: [
      {
        title: 'Station',
        fields: [
          { name: 'id', label: 'Id', isReadOnly: true, rules: [id], isRequired: true },
          { name: 'stationId', label: 'Station Id', isReadOnly: true, rules: [stationId], isRequired: true },
          noteField,
        ],
      },
      { title: placeSection, fields: place(stored) },
      { title: 'Feeder', fields: feeder(text.startRequired, stored) },
    ],
    buttons: { save: text.update, cancel: 'Cancel' },
    failed: 'The station was not changed',
    failure: savingFailed,
  });
