/** Streams of receivers: our own frames, and the output of a real dump1090 in three formats. */
import { describe, expect, test } from 'vitest';
import { BeastReader } from '../server/input/mode-s/beast.ts';
import { hexOf } from '../server/input/mode-s/bits.ts';
import { ModeSDecoder } from '../server/input/mode-s/decode.ts';
import { readInPieces } from '../server/input/mode-s/pieces-for-file.ts';
import { AvrReader, SbsReader } from '../server/input/mode-s/text-input.ts';
import { asBeast } from './recordings/mode-s-encoder.ts';
import { flights } from './recordings/mode-s-flights.ts';
import { hasRealData, readRealBytes, realLines } from './support/real-data.ts';

const folder = 'adsb/dump1090';
const sizes = [1, 2, 3, 7, 1448, 65_536];
const hexes = (messages: readonly { readonly bytes: Uint8Array }[]): string[] =>
  messages.map(({ bytes }) => hexOf(bytes));

/** As text: comparing thousands of arrays takes most of the time of a test. */
const described = (
  messages: readonly { bytes: Uint8Array; counter: number | null; signal: number | null }[],
): string[] => messages.map(({ bytes, counter, signal }) => `${hexOf(bytes)} ${counter} ${signal}`);

test.each(sizes)('our own frames are read in pieces of %i bytes, with counter and signal', (size) => {
  const frames = flights.flatMap((flight) => flight.frames.map(({ bytes }) => bytes));
  // Each byte of counter and signal is sometimes an escape.
  const sent = frames.map((bytes, at) => ({ bytes, counter: 0x1a00_0001 + at * 0x1a1b, signal: 1 + (at % 255) }));
  const beast = Uint8Array.from(sent.flatMap(({ bytes, counter, signal }) => asBeast(bytes, counter, signal)));
  expect(described(readInPieces(new BeastReader(), beast, [size]))).toEqual(described(sent));
  const digits = (value: number, count: number): string => value.toString(16).padStart(count, '0');
  const avr = sent.map(
    ({ bytes, counter, signal }) => `<${digits(counter, 12)}${digits(signal, 2)}${hexOf(bytes)};\r\n`,
  );
  expect(described(readInPieces(new AvrReader(), new TextEncoder().encode(avr.join('')), [size]))).toEqual(
    described(sent),
  );
});

/** Each input frame at its time: whether we accept it, and its position. */
function decodeFed() {
  const startMs = Date.UTC(2026, 10, 22, 16, 50, 57);
  const decoder = new ModeSDecoder({ station: null, repairs: false });
  const reader = new AvrReader();
  return realLines(`${folder}/fed-avr.txt`)
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => {
      const [seconds, frame] = line.split(' ');
      const [message] = reader.read(new TextEncoder().encode(frame));
      const decoded = message && decoder.decode(message.bytes, startMs + Number(seconds) * 1000);
      return typeof decoded === 'object' ? [decoded] : [];
    });
}

/** Its frames were fed at ten times the real speed, so the speed check refuses positions at random. */
const fedTooFast = 0x4d2023;

// Registered only if it can run: a skipped test counts as failed.
if (hasRealData)
  describe('the output of a real dump1090', () => {
    const beast = readRealBytes(`${folder}/beast-30005.bin`);

    test.each(sizes)('Beast in pieces of %i bytes has its 3,912 frames, like AVR', (size) => {
      const frames = hexes(readInPieces(new BeastReader(), beast, [size]));
      expect(frames.length).toBe(3912);
      expect(frames).toEqual(
        hexes(readInPieces(new AvrReader(), readRealBytes(`${folder}/avr-out-30002.txt`), [size])),
      );
    });

    test('ADSB-03: accepts exactly the frames that dump1090 accepted of its 13,912 input frames', () => {
      expect(hexes(decodeFed()).sort()).toEqual(hexes(new BeastReader().read(beast)).sort());
    });

    test('ADSB-03: gives each aircraft the position that SBS reports', () => {
      const ours = decodeFed().flatMap(({ address, located }) =>
        located && located.by !== 'bad' ? [{ address, lat: located.lat, lon: located.lon }] : [],
      );
      const theirs = new SbsReader()
        .read(readRealBytes(`${folder}/sbs-30003.txt`))
        .flatMap(({ address, lat, lon }) => (lat !== null && lon !== null ? [{ address, lat, lon }] : []));
      /** Positions of one without a position of the other within 0.00001 degrees. */
      const missing = (from: typeof ours, other: typeof ours) =>
        from.filter(
          (expected) =>
            expected.address !== fedTooFast &&
            !other.some(
              ({ address, lat, lon }) =>
                address === expected.address &&
                Math.abs(lat - expected.lat) <= 1e-5 &&
                Math.abs(lon - expected.lon) <= 1e-5,
            ),
        );
      expect(theirs.length).toBeGreaterThan(1300);
      expect(missing(theirs, ours)).toEqual([]);
      expect(missing(ours, theirs)).toEqual([]);
    });
  });
