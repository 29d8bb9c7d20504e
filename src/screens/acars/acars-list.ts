import { acars } from '../../../contract/entities/acars.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { columnsOf } from '../../list/list-fields.ts';
import { addressCell, airportCell, flightCell, stationCell, tailCell } from '../../objects/object-cells.tsx';
import { acarsCard, acarsDetail, acarsExport, acarsReading, decodeAction } from './acars-columns.ts';

export const acarsList = {
  noun: ['message', 'messages'],
  band: 'text',
  canNotify: true,
  columns: columnsOf(acars, [], {
    tail: { cell: tailCell },
    flight: { cell: flightCell },
    icao: { cell: addressCell },
    stationId: { cell: stationCell },
    dsta: { cell: airportCell('dsta') },
  }),
  export: acarsExport,
  card: acarsCard,
  detail: acarsDetail,
  textAction: decodeAction,
  ...acarsReading,
} as const;

export const acarsMessages = {
  empty: specTexts.list.emptyPreviousDay,
  failed: specTexts.raw.failed,
  incompleteDate: specTexts.list.incompleteDate,
} as const;
