import { expect, test } from 'vitest';
import { airportTraffic, type TrafficMessage } from './airport-traffic.ts';

const day = Date.UTC(2026, 10, 22);
const at = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return day + (hours * 60 + minutes) * 60_000;
};
const now = at('17:18');
let last = 0;
const message = (time: string, fields: Partial<TrafficMessage>): TrafficMessage => ({
  id: String(++last),
  at: at(time),
  tail: 'YR-ATQ',
  flight: null,
  icao: null,
  label: null,
  text: null,
  ...fields,
});
const traffic = (...messages: TrafficMessage[]) => airportTraffic(messages, ['LROP', 'OTP'], now);
const clockOf = ({ at: text }: { at: string }): string => text.slice(11, 16);

test('arrivals and departures have the time in the text and its evidence, newest first', () => {
  const { arrived, departed } = traffic(
    message('14:30', { label: 'QQ', text: 'LRTRLROP1425', flight: 'RO0644' }),
    message('16:05', { label: 'QR', text: 'LRTRLROP1603', flight: 'RO0644' }),
    message('16:14', { label: 'QS', text: 'LRTRLROP1613' }),
    message('16:58', { label: 'QP', text: 'LROPLRCL1655' }),
    message('17:11', { label: 'QQ', text: 'LROPLRCL1710', flight: 'RO0641' }),
    message('12:00', { label: 'QR', text: 'EGLLLROP1158', tail: 'YR-BGX' }),
  );
  expect(arrived.map((one) => [clockOf(one), one.tail, one.flight, one.other, one.what])).toEqual([
    ['16:13', 'YR-ATQ', 'RO0644', 'LRTR', 'in'],
    ['11:58', 'YR-BGX', null, 'EGLL', 'on'],
  ]);
  expect(departed.map((one) => [clockOf(one), one.flight, one.other, one.what])).toEqual([
    ['17:10', 'RO0641', 'LRCL', 'off'],
  ]);
});

test('a repeated or late report is one movement, the flight of the next day another', () => {
  const { arrived } = traffic(
    message('01:20', { label: 'QR', text: 'EGLLLROP0118' }),
    message('01:40', { label: 'QR', text: 'EGLLLROP0118' }),
    message('01:41', { label: 'QS', text: 'EGLLLROP0126' }),
    message('01:50', { label: 'QR', text: 'EGLLLROP0118' }),
    message('16:20', { label: 'QR', text: 'EGLLLROP1618' }),
  );
  expect(arrived.map((one) => [clockOf(one), one.what])).toEqual([
    ['16:18', 'on'],
    ['01:26', 'in'],
  ]);
});

test('an aircraft is on the way from the message that names the airport until it lands', () => {
  const position = 'POSN 44.567E 26.072, 230,171000,31995,32372,  45,-52,094730,LROP';
  const coming = (...messages: TrafficMessage[]) =>
    traffic(...messages).approaching.map(({ tail, from, flight }) => [tail, from, flight]);
  expect(coming(message('16:30', { label: 'QQ', text: 'LRTRLROP1625', flight: 'RO0644' }))).toEqual([
    ['YR-ATQ', 'LRTR', 'RO0644'],
  ]);
  expect(coming(message('17:10', { label: '21', text: position }))).toEqual([['YR-ATQ', null, null]]);
  expect(
    coming(
      message('16:30', { label: 'QQ', text: 'LRTRLROP1625' }),
      message('17:10', { label: 'QR', text: 'LRTRLROP1708' }),
    ),
  ).toEqual([]);
  // Left for another airport: no longer on the way.
  expect(
    coming(
      message('15:30', { label: 'QQ', text: 'LRTRLROP1525' }),
      message('16:40', { label: 'QQ', text: 'LROPLRCL1638' }),
    ),
  ).toEqual([]);
  expect(coming(message('03:00', { label: 'QQ', text: 'LRTRLROP0258' }))).toEqual([]);
});

test('a report of a flight that has landed does not announce it again', () => {
  const post = '/17 POST RPT       / LRTR LROP 22 162000/TIME 1613\r\n/FOB 0074\r\n';
  const position = 'POS02,N44386E026057,050,LRTR,LROP,1122,1602,1610,005.1';
  const coming = (...messages: TrafficMessage[]) => traffic(...messages).approaching.map(({ from }) => from);
  const landing = message('16:05', { label: 'QR', text: 'LRTRLROP1603' });
  expect(coming(landing, message('16:20', { label: '17', text: post }))).toEqual([]);
  // Received by a receiver with a fast clock.
  expect(coming(landing, message('16:07', { label: '44', text: position }))).toEqual([]);
  // From elsewhere, and after it has left.
  expect(coming(landing, message('16:50', { label: '44', text: position.replace('LRTR', 'LRCL') }))).toEqual(['LRCL']);
  const left = message('16:30', { label: 'QQ', text: 'LROPLRTR1628' });
  expect(coming(landing, left, message('17:10', { label: '44', text: position }))).toEqual(['LRTR']);
});

test('codes of the text count as a whole: another airport has no movement here', () => {
  const { arrived, departed, approaching } = traffic(
    message('16:00', { label: 'QR', text: 'LRTRLRCL1558' }),
    message('16:10', { label: 'H1', text: 'FPN/RP:DA:EGLL:AA:LRCL:F:LROP' }),
  );
  expect([arrived, departed, approaching]).toEqual([[], [], []]);
});
