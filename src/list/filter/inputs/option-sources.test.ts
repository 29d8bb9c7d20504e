import { describe, expect, test } from 'vitest';
import { hasEnoughLetters, type OptionSource } from '../../../data/options.ts';
import { aircraftTypeOptions, airlineOptions, typeCodeOptions } from './option-sources.ts';

/** Requests for a text, by source. */
const requested = (sources: readonly OptionSource[], text: string) =>
  sources
    .filter((source) => hasEnoughLetters(source, text))
    .map((source) => [source.endpoint.path, source.query(text)]);

describe('requests of a type-ahead', () => {
  test('EXT-09: an aircraft type after more than 3 characters', () => {
    expect(requested(aircraftTypeOptions, 'Boe')).toEqual([]);
    expect(requested(aircraftTypeOptions, 'Boei')).toEqual([
      ['/AircraftTypeFull/GetAircraftTypesFullAll', { aircraftType: 'Boei' }],
    ]);
  });

  test('EXT-10: a type code after more than 2', () => {
    expect(requested(typeCodeOptions, 'B7')).toEqual([]);
    expect(requested(typeCodeOptions, 'B73')).toEqual([
      ['/AircraftTypeCode/GetAircraftTypeCodesAll', { typeCode: 'B73' }],
    ]);
  });

  test('EXT-10 C37b: an airline by IATA from 0, by ICAO after more than 1, by name after more than 2', () => {
    const fields = (text: string) => requested(airlineOptions, text).map(([, query]) => query);
    const order = { fleetDesc: 'true' };
    expect(fields('')).toEqual([order]);
    expect(fields('L')).toEqual([{ iata: 'L', ...order }]);
    expect(fields('LH')).toEqual([
      { iata: 'LH', ...order },
      { icao: 'LH', ...order },
    ]);
    expect(fields('Luf')).toEqual([
      { iata: 'Luf', ...order },
      { icao: 'Luf', ...order },
      { airlineName: 'Luf', ...order },
    ]);
    expect(new Set(airlineOptions.map(({ endpoint }) => endpoint.path))).toEqual(new Set(['/airline']));
  });

  test('EXT-13: an option is a type, a type code, or an airline with its codes', () => {
    const options = (sources: readonly OptionSource[], response: object) => sources[0]?.options(response as never);
    expect(options(aircraftTypeOptions, { aircraftTypes: [{ aircraftType: 'Airbus A320' }] })).toEqual([
      { value: 'Airbus A320', hint: '' },
    ]);
    expect(options(typeCodeOptions, { typeCodes: [{ typeCode: 'A320' }] })).toEqual([{ value: 'A320', hint: '' }]);
    const airlines = [{ airlineId: 1, airlineName: 'Tarom', iata: 'RO', icao: null, fleet: 3 }];
    expect(options(airlineOptions, { airlines })).toEqual([{ value: 'Tarom', hint: 'RO' }]);
  });
});
