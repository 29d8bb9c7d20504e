/** Shared by both lists of ACARS per aircraft (EXT-01 to EXT-14). No export (C78). The server matches aircraft and airline (decision 12). */
import { acarsPerAircraftFilters } from '../../../contract/calls/messages.ts';
import { perAircraft, perAircraftGroups } from '../../../contract/entities/per-aircraft.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { last } from '../../list/define-list.ts';
import { aircraftTypeOptions, typeCodeOptions } from '../../list/filter/inputs/option-sources.ts';
import { columnsOf, labelsOf } from '../../list/list-fields.ts';
import { airportCell, flightCell } from '../../objects/object-cells.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { acarsReading, decodeAction, meaningLabels } from './acars-columns.ts';
import { airlineCell, linksOfCard, tailCell } from './per-aircraft-cells.tsx';

/** EXT-05, and fields of the detail. */
const without = [
  'airlineIata',
  'airlineIcao',
  'operatorName',
  'operatorIata',
  'operatorIcao',
  'modeS',
  'registration',
  'aircraftId',
  'airlineId',
  'isAirlineUncertain',
] as const;

const columns = columnsOf(perAircraft, without, {
  tail: { cell: tailCell },
  flight: { cell: flightCell },
  airlineName: { cell: airlineCell },
  dsta: { cell: airportCell('dsta') },
});
const filters = {
  ...labelsOf(perAircraft, perAircraftGroups, acarsPerAircraftFilters, {
    aircraftType: { typeAhead: aircraftTypeOptions },
    typeCode: { typeAhead: typeCodeOptions },
  }),
  ...meaningLabels,
};

export const perAircraftList = {
  noun: ['message', 'messages'],
  note: 'The same messages with type, airline and owner of the aircraft. ACARS raw has every field that a receiver sent.',
  band: 'text',
  canNotify: true,
  window: last({ hours: 15 * 24 }),
  columns,
  without,
  filters,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  card: {
    title: ['tail', 'flight'],
    time: 'acarsDateTime',
    text: 'text',
    facts: ['label', 'aircraftType', 'dsta', 'airlineName'],
    actions: linksOfCard,
  },
  detail: lazyPart(async () => ({ default: (await import('./PerAircraftDetail.tsx')).PerAircraftDetail })),
  textAction: decodeAction,
  ...acarsReading,
} as const;
export const perAircraftMessages = {
  empty: specTexts.list.empty,
  incompleteDate: specTexts.list.incompleteDate,
} as const;
