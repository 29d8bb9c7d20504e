import { describe, expect, test } from 'vitest';
import type { ForwardDestination, Receiver } from '../../../contract/entities/receivers.ts';
import { connectedText, stateOf } from '../../stations/source-state.ts';
import { decoderLines, decoderPlace, destinationState, unsentText } from './ReceiversScreen.tsx';
import { countsText, rateText, testText } from './receiver-text.ts';

const at = { now: 0, dataAt: 0, isNow: true };

const receiver = (more: Partial<Receiver>): Receiver => ({
  id: 1,
  setting: null,
  kind: 'beast',
  station: '1001',
  address: 'beast://192.168.1.20:30005',
  isEnabled: true,
  addedBy: 'admin',
  addedOn: null,
  state: 'connected',
  since: null,
  connections: 1,
  error: null,
  lastReceived: null,
  received: 0,
  lastMinute: 0,
  counts: [],
  ...more,
});

test('each state has a word and, where there is something to do, a note', () => {
  expect(stateOf(receiver({}), at)).toMatchObject({ badge: 'live', word: 'Connected', note: '' });
  expect(stateOf(receiver({ state: 'failed', error: 'no answer' }), at)).toMatchObject({
    word: 'Failed',
    note: 'No answer.',
  });
  expect(stateOf(receiver({ state: 'waiting' }), at)).toMatchObject({ word: 'Connecting' });
  expect(stateOf(receiver({ state: 'waiting', kind: 'beast-listen' }), at)).toMatchObject({ word: 'Listening' });
  expect(stateOf(receiver({ kind: 'acars-listen', connections: 2 }), at)).toMatchObject({ note: '2 TCP connections' });
  expect(stateOf(receiver({ state: 'paused', isEnabled: false }), at)).toMatchObject({ word: 'Paused' });
  const skipped = { kind: 'refused', reason: 'bytes outside of frames', count: 900 } as const;
  const foreign = receiver({ lastReceived: '2026-11-23T12:00:00Z', counts: [skipped] });
  expect(stateOf(foreign, at)).toMatchObject({ badge: 'warn', word: 'Unreadable' });
  expect(stateOf({ ...foreign, received: 3 }, at)).toMatchObject({ badge: 'live' });
});

test('rates and counts', () => {
  expect(rateText(receiver({ lastMinute: 744 }))).toBe('12.4 frames/s');
  expect(rateText(receiver({ lastMinute: 90_000 }))).toBe('1,500 frames/s');
  expect(rateText(receiver({ kind: 'acars-listen', lastMinute: 18 }))).toBe('18 messages/min');
  expect(
    countsText([
      { kind: 'thinned', reason: 'a', count: 1730 },
      { kind: 'doubtful', reason: 'b', count: 2 },
      { kind: 'refused', reason: 'c', count: 1 },
      { kind: 'refused', reason: 'd', count: 4 },
    ]),
  ).toBe('2 doubtful, 5 refused, 1,730 thinned');
  expect(countsText([])).toBe('');
});

describe('a test', () => {
  const result = { isReachable: true, reason: null, format: 'beast', bytes: 500, count: 20 } as const;
  test.each([
    [result, 'beast', true, 'Connected. Received 20 frames in Beast format.'],
    [{ ...result, format: 'json', count: 1 }, 'acars', true, 'Connected. Received 1 message in JSON lines format.'],
    [{ ...result, format: 'avr' }, 'beast', false, 'Connected, but the format is AVR, not Beast. Select the kind AVR.'],
    [{ ...result, isReachable: false, reason: 'no answer' }, 'beast', false, 'Not reachable: no answer.'],
    [
      { ...result, format: null, bytes: 0, count: 0 },
      'beast-listen',
      true,
      'The port is free. The server can listen on it.',
    ],
  ] as const)('%j', (one, kind, isGood, text) => {
    expect(testText(one, kind)).toEqual({ isGood, text });
  });
});

test('lines of decoders name a port that they reach', () => {
  const local = { host: '127.0.0.1', port: 5555 };
  expect(decoderPlace([], 'hangar.lan')).toBe(null);
  expect(decoderPlace([local], 'hangar.lan')).toEqual({ ...local, isLocal: true });
  const place = decoderPlace([local, { host: '0.0.0.0', port: 5550 }], 'hangar.lan');
  expect(place).toEqual({ host: 'hangar.lan', port: 5550, isLocal: false });
  const lines = decoderLines(place ?? { host: '', port: 0, isLocal: true });
  expect(lines.find(({ name }) => name === 'acarsdec 4')?.line).toBe('--output json:udp:host=hangar.lan,port=5550');
  expect(lines.every(({ line }) => line.includes('hangar.lan') && line.includes('5550'))).toBe(true);
});

test('the number of connected receivers, and a sentence where there is none', () => {
  expect(connectedText([], at)).toBe('Downlink reads no receivers yet.');
  expect(connectedText([receiver({ state: 'paused', isEnabled: false })], at)).toBe('All receivers are paused.');
  expect(connectedText([receiver({}), receiver({ state: 'failed' })], at)).toBe('1 of 2 connected');
});

describe('a destination', () => {
  const destination: ForwardDestination = {
    address: 'acars-tcp://feed.example:5550',
    connections: 1,
    since: '2026-11-23T12:00:00Z',
    lastSent: null,
    error: null,
    taken: 0,
    sent: 0,
    repeated: 0,
    tooLong: 0,
    dropped: 0,
    waiting: 0,
  };
  test.each([
    [{}, { badge: 'live', word: 'Connected', note: '' }],
    [{ connections: 0 }, { badge: 'idle', word: 'Connecting', note: '' }],
    [
      { connections: 0, error: 'no answer' },
      { badge: 'failed', word: 'Failed', note: 'No answer.' },
    ],
    [{ address: 'acars-udp://a:1' }, { badge: 'live', word: 'Sending', note: '' }],
    [
      { address: 'beast-serve://a:1', connections: 0 },
      { badge: 'idle', word: 'Listening', note: 'Nothing is connected.' },
    ],
    [
      { address: 'beast-serve://a:1', connections: 3 },
      { badge: 'live', word: 'Serving', note: '3 TCP connections' },
    ],
  ] as const)('%j', (more, shown) => {
    expect(destinationState({ ...destination, ...more }, at)).toEqual(shown);
  });
  test('states what was not sent', () => {
    expect(unsentText({ ...destination, sent: 9 })).toBe('');
    expect(unsentText({ ...destination, dropped: 1200, tooLong: 2, repeated: 1 })).toBe(
      '1,200 dropped, 2 too long for UDP, 1 repeated',
    );
  });
});
