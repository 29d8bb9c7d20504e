import { describe, expect, test } from 'vitest';
import { type DerivedFlight, deriveFlights, type Place, type Sighting } from './derive-flights.ts';
import { readMovementText } from './movement-texts.ts';

const day = Date.UTC(2026, 10, 20);
/** `hh:mm` of the 20th; more than 24 hours are the days after. */
const at = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return day + (hours * 60 + minutes) * 60_000;
};
const clockOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(8, 16));

const sighting = (time: string, fields: Partial<Sighting> = {}): Sighting => ({
  atMs: at(time),
  untilMs: at(time),
  flight: null,
  callSign: null,
  isOnGround: null,
  place: null,
  reported: null,
  ...fields,
});
const message = (time: string, flight: string | null, label: string, text: string): Sighting =>
  sighting(time, { flight, reported: readMovementText(label, text) });
const place = (lat: number, lon: number, altFt: number | null, isOnGround = false): Place => ({
  lat,
  lon,
  altFt,
  isOnGround,
});
const aloft = (time: string, fields: Partial<Sighting> = {}) => sighting(time, { isOnGround: false, ...fields });
const ground = (time: string, fields: Partial<Sighting> = {}) => sighting(time, { isOnGround: true, ...fields });
const only = (sightings: readonly Sighting[]): DerivedFlight => {
  const flights = deriveFlights(sightings);
  expect(flights).toHaveLength(1);
  return flights[0] as DerivedFlight;
};
const timesOf = ({ outMs, offMs, onMs, inMs }: DerivedFlight) => [outMs, offMs, onMs, inMs].map(clockOf);

describe('evidence from messages', () => {
  test('REF-11: out, off, on and in of one flight, over midnight', () => {
    const flight = only([
      message('23:41', 'RO0391', 'QP', 'LROPEGLL2338'),
      message('23:58', 'RO0391', 'QQ', 'LROPEGLL2352'),
      message('26:55', 'RO0391', 'QR', 'LROPEGLL0251'),
      message('27:05', 'RO0391', 'QS', 'LROPEGLL0301'),
    ]);
    expect(timesOf(flight)).toEqual(['20T23:38', '20T23:52', '21T02:51', '21T03:01']);
    expect(flight).toMatchObject({ flight: 'RO0391', from: 'LROP', to: 'EGLL', endedAt: null, hasLanded: true });
  });

  test('a repeated report changes nothing', () => {
    const flight = only([
      message('10:02', 'RO0391', 'QP', 'LROPEGLL1000'),
      message('10:15', 'RO0391', 'QQ', 'LROPEGLL1012'),
      message('10:40', 'RO0391', 'QQ', 'LROPEGLL1012'),
      message('13:05', 'RO0391', 'QR', 'LROPEGLL1301'),
      message('13:20', 'RO0391', 'QQ', 'LROPEGLL1012'),
    ]);
    expect(timesOf(flight)).toEqual(['20T10:00', '20T10:12', '20T13:01', null]);
  });

  test('the return flight is another flight, under another number or the same', () => {
    for (const back of ['RO0392', 'RO0391']) {
      const flights = deriveFlights([
        message('10:02', 'RO0391', 'QP', 'LROPEGLL1000'),
        message('13:05', 'RO0391', 'QS', 'LROPEGLL1301'),
        message('14:12', back, 'QP', 'EGLLLROP1410'),
        message('17:45', back, 'QS', 'EGLLLROP1742'),
      ]);
      expect(flights.map(({ from, to }) => `${from} ${to}`)).toEqual(['LROP EGLL', 'EGLL LROP']);
    }
  });

  test('the gate report may arrive after the next flight has its name', () => {
    const flights = deriveFlights([
      message('10:15', 'RO0391', 'QQ', 'LROPEGLL1012'),
      message('13:05', 'RO0391', 'QR', 'LROPEGLL1301'),
      sighting('13:30', { flight: 'RO0392' }),
      message('13:31', 'RO0391', 'QS', 'LROPEGLL1312'),
      message('14:31', 'RO0392', 'QQ', 'EGLLLROP1430'),
    ]);
    expect(flights.map(timesOf)).toEqual([
      [null, '20T10:12', '20T13:01', '20T13:12'],
      [null, '20T14:30', null, null],
    ]);
  });

  test('REF-11: a landing elsewhere than planned is a diversion to that airport', () => {
    const flight = only([
      message('10:15', 'RO0391', 'QQ', 'LROPEGLL1012'),
      message('13:05', 'RO0391', 'QR', 'LROPEGKK1301'),
    ]);
    expect(flight).toMatchObject({ from: 'LROP', to: 'EGLL', endedAt: 'EGKK' });
  });

  test('REF-11: the timetable, with the right day', () => {
    const flight = only([
      message('23:50', 'RO0391', 'RA', 'QUOTPOPSX~1RO0391 STD 2355Z STA 0240Z'),
      message('24:10', 'RO0391', 'QP', 'LROPEGLL0007'),
    ]);
    expect([flight.scheduledOutMs, flight.scheduledInMs, flight.outMs].map(clockOf)).toEqual([
      '20T23:55',
      '21T02:40',
      '21T00:07',
    ]);
  });

  test('REF-11: the timetable of a flight of more than 12 hours ends after it begins', () => {
    const flight = only([
      message('08:00', 'ZZ0022', 'RA', 'QUOTPOPSX~1ZZ0022 STD 1000Z STA 0030Z'),
      message('10:20', 'ZZ0022', 'QQ', 'WSSSKEWR1015'),
    ]);
    expect([flight.scheduledOutMs, flight.scheduledInMs].map(clockOf)).toEqual(['20T10:00', '21T00:30']);
  });

  test('REF-11: a scheduled arrival without a departure lies after its message', () => {
    const timetable = { flight: 'ZZ0022', from: null, to: null, movement: null, scheduledOut: null };
    const flight = only([
      sighting('14:05', { flight: 'ZZ0022', reported: { ...timetable, scheduledIn: 6 * 60 + 10 } }),
    ]);
    expect(clockOf(flight.scheduledInMs)).toBe('21T06:10');
    const late = only([
      message('05:00', 'ZZ0022', 'QQ', 'LROPEGLL0455'),
      sighting('14:05', { flight: 'ZZ0022', reported: { ...timetable, scheduledIn: 6 * 60 + 10 } }),
    ]);
    expect(clockOf(late.scheduledInMs)).toBe('20T06:10');
  });

  test('an airborne position that a receiver with a fast clock receives after the landing is no flight', () => {
    const flight = only([
      message('10:15', 'RO0391', 'QQ', 'LROPEGLL1012'),
      message('13:02', 'RO0391', 'QR', 'LROPEGLL1301'),
      aloft('13:06', { flight: 'RO0391', place: place(51.4, -0.4, 900) }),
    ]);
    expect(timesOf(flight)).toEqual([null, '20T10:12', '20T13:01', null]);
    expect(flight.hasLanded).toBe(true);
  });

  test('a time half a day back is ignored', () => {
    expect(timesOf(only([message('10:00', 'RO0391', 'QR', 'LROPEGLL1030')]))).toEqual([null, null, null, null]);
  });
});

describe('evidence from positions', () => {
  test('REF-11: ground and air close together give takeoff and landing time', () => {
    const flight = only([
      ground('09:58', { callSign: 'ROT391', place: place(44.57, 26.08, null, true) }),
      aloft('10:01', { place: place(44.6, 26.0, 1200) }),
      aloft('10:20', { place: place(45, 24, 30_000) }),
      aloft('13:03', { place: place(51.47, -0.4, 700) }),
      ground('13:05', { callSign: 'ROT391', place: place(51.471, -0.461, null, true) }),
    ]);
    expect(timesOf(flight)).toEqual([null, '20T10:01', '20T13:05', null]);
    expect(flight.departurePlace).toMatchObject({ lat: 44.57 });
    expect(flight.arrivalPlace).toMatchObject({ lat: 51.471 });
  });

  test('far apart they give a landing without a time', () => {
    const flight = only([aloft('10:01', { callSign: 'ROT391' }), ground('10:30', { callSign: 'ROT391' })]);
    expect(flight.hasLanded).toBe(true);
    expect(timesOf(flight)).toEqual([null, null, null, null]);
  });

  test('an overflight has neither departure nor destination', () => {
    const flight = only([
      aloft('10:01', { callSign: 'ROT391', place: place(44.6, 26.0, 36_000) }),
      aloft('10:20', { callSign: 'ROT391', place: place(45, 24, 36_000) }),
    ]);
    expect(flight).toMatchObject({ departurePlace: null, arrivalPlace: null, hasLanded: false });
  });

  test('a first reception low and descending is not a departure', () => {
    const flight = only([
      aloft('10:01', { callSign: 'ROT391', place: place(44.6, 26.0, 1500) }),
      ground('10:04', { callSign: 'ROT391', place: place(44.57, 26.08, null, true) }),
    ]);
    expect(flight.departurePlace).toBeNull();
    expect(flight.arrivalPlace).toMatchObject({ lat: 44.57 });
  });

  test('an ocean without receivers does not split a flight with a name, three silent hours split one without', () => {
    const names = [{ callSign: 'DLH430' }, {}];
    const counts = names.map(
      (name) => deriveFlights([aloft('08:00', name), aloft('08:30', name), aloft('16:00', name)]).length,
    );
    expect(counts).toEqual([1, 2]);
  });

  test('the same number on the next day is another flight', () => {
    expect(deriveFlights([aloft('08:00', { flight: 'LH0430' }), aloft('32:00', { flight: 'LH0430' })])).toHaveLength(2);
  });

  test('a touch and go, or one wrong frame, does not split a flight; a stop does', () => {
    const touched = (again: string) =>
      deriveFlights([
        aloft('10:00', { callSign: 'ROT391' }),
        ground('10:03', { callSign: 'ROT391' }),
        aloft(again, { callSign: 'ROT391' }),
        aloft('11:00', { callSign: 'ROT391' }),
      ]);
    expect(touched('10:06')).toHaveLength(1);
    expect(touched('10:06')[0]?.hasLanded).toBe(false);
    expect(touched('10:40')).toHaveLength(2);
    const nameless = [aloft('10:00', { callSign: 'ROT391' }), ground('10:01'), aloft('10:02'), aloft('10:30')];
    expect(only(nameless).hasLanded).toBe(false);
  });

  test('an ACARS flight number and a callsign name the same flight', () => {
    const flight = only([
      aloft('10:00', { callSign: 'ROT391' }),
      aloft('10:01', { flight: 'RO0391' }),
      aloft('10:02', { callSign: 'ROT391' }),
    ]);
    expect(flight).toMatchObject({ flight: 'RO0391', callSign: 'ROT391' });
  });

  test('an aircraft at its gate has not flown', () => {
    expect(deriveFlights([ground('10:00', { flight: 'RO0391' }), ground('11:00', { flight: 'RO0391' })])).toEqual([]);
    expect(deriveFlights([])).toEqual([]);
  });
});
