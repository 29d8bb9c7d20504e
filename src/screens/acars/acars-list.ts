import { acars } from '../../../contract/entities/acars.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { columnsOf } from '../../list/list-fields.ts';
import { addressCell, airportCell, flightCell, stationCell, tailCell } from '../../objects/object-cells.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { acarsCard, acarsDetail, acarsExport, acarsReading, decodeAction } from './acars-columns.ts';

export const acarsList = {
  noun: ['message', 'messages'],
  band: 'text',
  canNotify: true,
  columns: columnsOf(acars, [], {
    tail: { cell: tailCell },
    flight: { cell: flightCell },
    icao: { cell: addressCell('icao') },
    stationId: { cell: stationCell },
    dsta: { cell: airportCell('dsta') },
  }),
  export: acarsExport,
  card: acarsCard,
  detail: acarsDetail,
  textAction: decodeAction,
  ...acarsReading,
  above: {
    for: ['customer', 'companyUser'],
    Line: lazyPart(
      async () => ({ default: (await import('./OwnLine.tsx')).OwnLine }),
      () => null,
    ),
  },
  note: 'Messages as receivers sent them. ACARS per aircraft adds the type and the airline of the aircraft.',
} as const;

export const acarsMessages = {
  empty: specTexts.list.emptyPreviousDay,
  failed: specTexts.raw.failed,
  incompleteDate: specTexts.list.incompleteDate,
} as const;
