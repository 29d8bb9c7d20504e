/** Suggestion sources and their minimum length (EXT-09, EXT-10). No request here, so unit tests can load list definitions. */
import { api } from '../../../../contract/api.ts';
import type { Endpoint, QueryText, Reads } from '../../../../contract/endpoint.ts';
import type { Option, OptionSource } from '../../../data/options.ts';

/** `afterMoreThan` = the specified number: 3 requests after the fourth character, -1 with none. */
function optionSource<E extends Endpoint>(
  endpoint: E,
  how: {
    readonly afterMoreThan: number;
    readonly query: (text: string) => QueryText<E>;
    readonly options: (response: Reads<E>) => readonly Option[];
  },
): OptionSource {
  return { endpoint, fromLetters: how.afterMoreThan + 1, query: how.query, options: how.options } as OptionSource;
}

export const aircraftTypeOptions: readonly OptionSource[] = [
  optionSource(api.aircraftType.full, {
    afterMoreThan: 3,
    query: (text) => ({ aircraftType: text }),
    options: ({ aircraftTypes }) => aircraftTypes.map(({ aircraftType }) => ({ value: aircraftType, hint: '' })),
  }),
];

export const typeCodeOptions: readonly OptionSource[] = [
  optionSource(api.aircraftType.code, {
    afterMoreThan: 2,
    query: (text) => ({ typeCode: text }),
    options: ({ typeCodes }) => typeCodes.map(({ typeCode }) => ({ value: typeCode, hint: '' })),
  }),
];

/** C37b: an airline is found by code or part of its name, those with most aircraft first. */
const airlinesBy = (afterMoreThan: number, query: (text: string) => QueryText<typeof api.airline.list>): OptionSource =>
  optionSource(api.airline.list, {
    afterMoreThan,
    query: (text) => ({ ...query(text), fleetDesc: 'true' }),
    options: ({ airlines }) =>
      airlines.map(({ airlineName, iata, icao }) => ({
        value: airlineName,
        hint: [iata, icao].filter((code) => code !== null).join(' '),
      })),
  });
export const airlineOptions: readonly OptionSource[] = [
  airlinesBy(-1, (text): QueryText<typeof api.airline.list> => (text === '' ? {} : { iata: text })),
  airlinesBy(1, (text) => ({ icao: text })),
  airlinesBy(2, (text) => ({ airlineName: text })),
];
