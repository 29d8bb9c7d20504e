import { expect, test } from 'vitest';
import { readAircraftFacts } from './aircraft-facts.ts';

const tarom = {
  aircraftId: 12,
  registration: 'YR-BGA',
  airline: { airlineId: 3, airlineName: 'Tarom', iata: 'RO', icao: 'ROT', fleet: 18 },
  typeCode: 'B738',
  aircraftType: 'Boeing 737-800',
  serialNumber: '29100',
  modeS: '4A0100',
  age: 22,
  operator: null,
  manufactureDate: '2004-03-07',
};

test('C112 API-23: the facts of an aircraft that this API reports, with labels', () => {
  expect(readAircraftFacts(tarom)).toEqual({
    registration: 'YR-BGA',
    aircraftId: 12,
    facts: [
      ['Registration', 'YR-BGA'],
      ['Type', 'Boeing 737-800 (B738)'],
      ['Airline', 'Tarom (RO, ROT)'],
      ['Serial number', '29100'],
      ['Manufactured', '7 Mar 2004'],
    ],
  });
});

test('C112: whatever another server sends instead', () => {
  expect(readAircraftFacts({ aircraft: [tarom] })?.registration).toBe('YR-BGA');
  expect(
    readAircraftFacts([{ tail: 'N1', owner: 'Somebody', seats: 4, isActive: true, photos: ['x'], note: null }]),
  ).toEqual({
    registration: 'N1',
    aircraftId: null,
    facts: [
      ['Registration', 'N1'],
      ['owner', 'Somebody'],
      ['seats', '4'],
      ['isActive', 'yes'],
    ],
  });
  expect(readAircraftFacts({ operator: 'Air One', aircraftId: '7' })).toMatchObject({
    aircraftId: null,
    facts: [['Operator', 'Air One']],
  });
  for (const body of [null, undefined, [], {}, 'N1', 7, { aircraft: null }, [null], { modeS: '4A0100' }])
    expect(readAircraftFacts(body), JSON.stringify(body)).toBeNull();
});

test('C112: a huge or hostile response stays small and visible', () => {
  const huge = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, 'x'.repeat(9000)]));
  const read = readAircraftFacts({ ...huge, registration: 'A\u202eB' });
  expect(read?.facts.length).toBeLessThan(20);
  expect(Math.max(...(read?.facts ?? []).flat().map((text) => text.length))).toBeLessThanOrEqual(200);
  expect(read?.registration).toBe('A⟨202E⟩B');
});
