import { describe, expect, test } from 'vitest';
import akrxAll from '../screens/acars/akrx-all.list.ts';
import adsb from '../screens/adsb/adsb.list.ts';
import { cardFacts, cellText, factsOf, shortInstant } from './cells.ts';

const only = (row: Record<string, unknown>, key: string) => {
  const [fact] = factsOf(adsb, row, [key]);
  return [fact?.value, fact?.unit];
};

describe('texts of cells', () => {
  test('RESP-01: a card shows the time of the day, with the date if it is not today', () => {
    const now = Date.UTC(2026, 1, 2, 0, 30);
    expect(shortInstant('2026-02-02 00:10:05', now)).toBe('00:10:05Z');
    expect(shortInstant('2026-02-01 23:59:59', now)).toBe('1 Feb 2026, 23:59:59Z');
    expect(shortInstant('', now)).toBe('');
    expect(shortInstant('soon', now)).toBe('soon');
  });
  test('ADSB-04: a number that means a word is shown as that word, without a unit', () => {
    expect(only({ haeBaroOffset: -9999 }, 'haeBaroOffset')).toEqual(['not valid', null]);
    expect(only({ haeBaroOffset: -9998 }, 'haeBaroOffset')).toEqual(['−9998', 'ft']);
    expect(cellText('number', -9999)).toBe('−9999');
  });
  test('a value has the unit of its column, or the one that the row names', () => {
    expect(only({ airspeed: 250 }, 'airspeed')).toEqual(['250', 'kt']);
    expect(only({ airspeed: null }, 'airspeed')).toEqual(['–', null]);
    expect(only({ altitude: 36000, altUnit: 'feet' }, 'altitude')).toEqual(['36000', 'feet']);
    expect(only({ altitude: 11000, altUnit: 'meters' }, 'altitude')).toEqual(['11000', 'meters']);
    expect(only({ altitude: 11000, altUnit: null }, 'altitude')).toEqual(['11000', null]);
  });
});

describe('the facts of a card', () => {
  test('are those of the list, with or without a value', () => {
    expect(cardFacts(akrxAll, { label: null })).toEqual(['label', 'freq', 'level', 'stationId']);
  });
  test('ADSB-15: columns named by the list replace those without a value, in their order', () => {
    expect(cardFacts(adsb, { altitude: 0, lat: 1, lon: 2, level: -3, stationId: '' })).toEqual([
      'altitude',
      'lat',
      'lon',
      'level',
    ]);
  });
});
