import { describe, expect, test } from 'vitest';
import type { FindIndex, FindStation } from '../../contract/entities/find.ts';
import { parseInstant } from '../../contract/params.ts';
import { labelMeanings } from '../../decoder/label-meanings.ts';
import { atOnce } from '../lib/in-pieces.ts';
import { aircraftOf, withChanges } from './aircraft.ts';
import { aircraftEntries, airportEntries, labelEntries, namedEntry, stationEntries } from './entries.ts';
import { flightForms, flightKey, otherCodes } from './fold.ts';
import { airportNamed, emptyIndex, indexWith, manyAircraft, manyAirports } from './index-for-file.ts';
import { type Known, nothingKnown, search } from './search.ts';

const now = parseInstant(emptyIndex.asOf) ?? 0;
const station = (stationId: string, city: string, receivers: readonly string[] = []): FindStation => ({
  stationId,
  city,
  receivers: [...receivers],
  state: 'feeding',
  lastMessageAt: null,
});
const index = indexWith(
  [
    { tail: 'YR-BGX', address: '4A08E8', flight: 'RO0731', airline: 'TAROM', type: 'Boeing 737-800', ago: 2 },
    { tail: 'YR-AGS', address: '4A0001', flight: 'RO0584', airline: 'TAROM', type: 'ATR 72-600', ago: 1 },
    { tail: 'YR-CWM', flight: 'V35783', airline: 'HiSky', ago: 3000 },
    { tail: 'YR-TMT', airline: 'TAROM', ago: 4000 },
    { tail: 'OK-YRA', ago: 1 },
    { tail: 'N731YR', ago: 5 },
    { address: '3C6444', ago: 9 },
  ],
  {
    codes: [['RO', 'ROT']],
    inAir: [
      { address: '4A0001', callsign: 'ROT584', altitudeFt: 19_000, seenS: now / 1000 - 3 },
      { address: '4B1234', callsign: 'SWR12', altitudeFt: 30_000, seenS: now / 1000 - 5 },
    ],
    stations: [
      station('1016', 'Copenhagen', ['CPH-VDL']),
      station('1001', 'Cluj-Napoca', ['cluj-acars']),
      station('10010', 'Iași'),
    ],
  },
);
const groupsOf = (from: FindIndex) => [
  stationEntries(from.stations),
  [
    namedEntry('screen', '/device', 'Stored on this device', 'storage offline tiles delete', null),
    namedEntry('screen', '/stationStatus', 'Station status', 'receivers health feeding silent', null),
    namedEntry('screen', '/airports', 'Airports', 'iata icao weather', null),
  ],
  [namedEntry('action', 'dark', 'Dark colours', 'mode theme night appearance', null)],
  labelEntries(labelMeanings),
  atOnce(aircraftEntries(aircraftOf(from, now), otherCodes(from.codes))),
  atOnce(
    airportEntries([
      airportNamed('LROP', 'Henri Coandă International Airport', { iata: 'OTP', city: 'Bucharest' }),
      airportNamed('EKCH', 'Copenhagen Kastrup Airport', { iata: 'CPH', city: 'Copenhagen' }),
      airportNamed('KDRK', 'Darkwood Field'),
    ]),
  ),
];
const groups = groupsOf(index);
const found = (typed: string, known: Known = nothingKnown): string[] =>
  search(groups, typed, known).entries.map(({ kind, id }) => `${kind} ${id}`);

describe('search on the device', () => {
  test('an exact code is first, whatever its case and hyphens', () => {
    expect(found('yrbgx')[0]).toBe('aircraft YR-BGX');
    expect(found('YR-BGX')[0]).toBe('aircraft YR-BGX');
    expect(found('4a08e8')[0]).toBe('aircraft YR-BGX');
    expect(found('otp')[0]).toBe('airport LROP');
    expect(found('1016')[0]).toBe('station 1016');
    expect(found('rx cluj-acars')).toEqual([]);
    expect(found('CLUJ ACARS')[0]).toBe('station 1001');
    expect(found('h1')[0]).toBe('label H1');
    expect(found('3c6444')).toEqual(['aircraft 3C6444']);
    expect(found('4b1234')).toEqual(['aircraft 4B1234']);
  });

  test('codes that start with the text come before those that contain it, live ones first', () => {
    expect(found('yr-')).toEqual([
      'aircraft YR-AGS', // in the air
      'aircraft YR-BGX', // a message today
      'aircraft YR-CWM',
      'aircraft YR-TMT',
      'aircraft N731YR', // contains, a message today
      'aircraft OK-YRA',
    ]);
  });

  test('the start of a tail is above an airport of the same letters, and a word that is understood is no misspelt name', () => {
    const some = [
      atOnce(aircraftEntries(aircraftOf(indexWith([{ tail: 'OE-LZQ', ago: 3000 }]), now), otherCodes([]))),
      atOnce(airportEntries([airportNamed('UUOR', 'Oryol', { iata: 'OEL' }), airportNamed('CYAM', 'Sault Ste Marie')])),
    ];
    const ids = (typed: string, isUnderstood = false): string[] =>
      search(some, typed, nothingKnown, isUnderstood).entries.map(({ id }) => id);
    expect(ids('OE-L')).toEqual(['OE-LZQ', 'UUOR']);
    expect(ids('oel')[0]).toBe('UUOR');
    expect(ids('fault')).toEqual(['CYAM']);
    expect(ids('fault', true)).toEqual([]);
    expect(ids('where is oryol')).toEqual(['UUOR']);
  });

  test('watched ones come before recent ones, both after those with a message today', () => {
    const known = { watched: new Set(['aircraft YR-TMT']), recent: new Set(['aircraft YR-CWM']) };
    expect(found('yr-', known).slice(0, 4)).toEqual([
      'aircraft YR-AGS',
      'aircraft YR-BGX',
      'aircraft YR-TMT',
      'aircraft YR-CWM',
    ]);
  });

  test.each(['RO731', 'ro0731', 'ROT731', 'rot 0731', 'flight RO731'])('%s is the flight RO0731', (typed) => {
    expect(found(typed)[0]).toBe('flight RO0731');
  });

  test('names and cities are found without accents, by the start of any word', () => {
    expect(found('henri coanda')).toEqual(['airport LROP']);
    expect(found('coandă')).toEqual(['airport LROP']);
    expect(found('iasi')).toEqual(['station 10010']);
    expect(found('copenhagen')).toEqual(['station 1016', 'airport EKCH']);
    expect(found('airport copen')[0]).toBe('airport EKCH');
  });

  test('a first word chooses a kind, and is a word of a name too', () => {
    expect(found('station 1001')).toEqual(['station 1001', 'station 10010']);
    expect(found('receiver cph')).toEqual(['station 1016']);
    expect(found('station status')[0]).toBe('screen /stationStatus');
    expect(found('tail yr-b')).toEqual(['aircraft YR-BGX']);
    expect(found('label h1')[0]).toBe('label H1');
  });

  test('labels are found by words of their meaning, screens and actions by every word on them', () => {
    expect(found('take-off')[0]).toBe('label QB');
    expect(found('tiles')).toEqual(['screen /device']);
    expect(found('delete offline')).toEqual(['screen /device']);
    expect(found('dark')[0]).toBe('action dark');
    expect(found('night mode')).toEqual(['action dark']);
  });

  test('one error is accepted from five letters on, and only if nothing else is found', () => {
    for (const typed of ['copenhgen', 'copebhagen', 'coppenhagen', 'ocpenhagen', 'cpoenhagen', 'copenhagne'])
      expect(found(typed), typed).toEqual(['station 1016', 'airport EKCH']);
    expect(found('yrbgy')).toEqual(['aircraft YR-BGX']);
    expect(found('cpox')).toEqual([]);
    expect(found('coebhagen')).toEqual([]);
    expect(found('tiles copebhagen')).toEqual([]);
  });

  test('a kind without a match has the count 0', () => {
    expect(search(groups, 'tarom').counts).toMatchObject({ aircraft: 3, flight: 2, airport: 0 });
    expect(found('')).toEqual([]);
    expect(found(' - ')).toEqual([]);
  });

  test('20,000 aircraft and 10,000 airports give each aircraft by its tail, and at most 60 results', () => {
    const many = manyAircraft(20_000);
    const all = [
      atOnce(aircraftEntries(aircraftOf(many, now), otherCodes(many.codes))),
      atOnce(airportEntries(manyAirports(10_000))),
    ];
    for (const at of [0, 1, 777, 19_999]) {
      const tail = many.aircraft.tail[at] ?? '';
      expect(search(all, tail.toLowerCase().replace('-', '')).entries[0]?.id).toBe(tail);
    }
    expect(search(all, 'a').entries).toHaveLength(60);
  });
});

describe('aircraft of the index', () => {
  test('case variants of a tail and rows with the address alone are one aircraft', () => {
    const aircraft = aircraftOf(
      indexWith([
        { tail: 'YRBGX', flight: 'RO1', ago: 60 },
        { tail: 'YR-BGX', address: '4A08E8', ago: 30 },
        { address: '4A08E8', ago: 5 },
      ]),
      now,
    );
    expect(aircraft).toHaveLength(1);
    expect(aircraft[0]).toMatchObject({ tail: 'YR-BGX', address: '4A08E8', flight: 'RO1', lastMs: now - 300_000 });
  });

  test('a position older than ten minutes is not in the air', () => {
    const [first] = aircraftOf(index, now + 11 * 60_000).filter(({ tail }) => tail === 'YR-AGS');
    expect(first?.air).toBeNull();
  });

  test('changes replace rows of the same tail, a complete response replaces everything', () => {
    const later = indexWith(
      [
        { tail: 'YR-TMT', flight: 'RO9', airline: 'TAROM' },
        { tail: 'LN-NEW', type: 'Saab 340' },
      ],
      {
        isComplete: false,
      },
    );
    const merged = withChanges(index, later);
    expect(merged.isComplete).toBe(true);
    expect(merged.aircraft.tail.length).toBe(index.aircraft.tail.length + 1);
    const byTail = new Map(aircraftOf(merged, now).map((one) => [one.tail, one]));
    expect(byTail.get('YR-TMT')).toMatchObject({ flight: 'RO9', airline: 'TAROM', lastMs: now });
    expect(byTail.get('LN-NEW')).toMatchObject({ type: 'Saab 340' });
    expect(byTail.get('YR-BGX')).toMatchObject({ type: 'Boeing 737-800', flight: 'RO0731' });
    expect(merged.codes).toEqual([['RO', 'ROT']]);
    expect(withChanges(index, { ...later, isComplete: true }).aircraft.tail).toEqual(['YR-TMT', 'LN-NEW']);
  });
});

test('flights of airlines that share two letters are found by each code, and are not one flight', () => {
  const others = otherCodes([
    ['LH', 'DLH'],
    ['LH', 'GEC'],
    ['RO', 'ROT'],
  ]);
  expect(flightForms('LH0400', others)).toEqual(['lh0400', 'lh400', 'dlh400', 'gec400']);
  expect(new Set(['LH0400', 'DLH400', 'GEC400'].map((flight) => flightKey(flight, others))).size).toBe(3);
  expect(flightKey('RO0731', others)).toBe(flightKey('ROT731', others));
});
