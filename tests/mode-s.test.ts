/** Rows of Mode S frames: our own recording, and a real one if present. */
import { describe, expect, test } from 'vitest';
import { type AdsbMessage, adsbMessage } from '../contract/entities/messages.ts';
import { rowSchema } from '../contract/kinds.ts';
import { writeInstant } from '../contract/params.ts';
import { ModeSDecoder } from '../server/input/mode-s/decode.ts';
import { rowOf } from '../server/input/mode-s/row.ts';
import { type ModeSRecording, modeSRecordings } from './recordings/mode-s.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const columns = Object.keys(adsbMessage) as (keyof AdsbMessage)[];
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

function rowsOf({ frames, stepMs }: ModeSRecording): AdsbMessage[] {
  const decoder = new ModeSDecoder({ station: null, repairs: false });
  return frames.map(({ bytes }, at) => {
    const decoded = decoder.decode(bytes, startMs + at * stepMs);
    if (typeof decoded === 'string') throw new Error(`${hexOf(bytes)} was refused: ${decoded}`);
    return rowOf(decoded, '1001');
  });
}

describe.each(modeSRecordings)('$name', (recording) => {
  const rows = rowsOf(recording);

  test('ADSB-03: each frame is accepted, and each of its columns has the value that was sent', () => {
    expect(rows.length).toBeGreaterThan(1000);
    const different = rows.flatMap((row, at) => {
      const { bytes, row: sent } = recording.frames[at] ?? { bytes: new Uint8Array(), row: {} };
      const timeMs = startMs + at * recording.stepMs;
      const expected: Partial<AdsbMessage> = {
        ...sent,
        ...recording.listed.get(hexOf(bytes)),
        ...{ adsbDateTime: writeInstant(timeMs), timestamp: timeMs / 1000, stationId: '1001' },
      };
      return columns
        .filter((column) => !recording.beyond.includes(column) && !Object.is(row[column], expected[column] ?? null))
        .map((column) => `${hexOf(bytes)} ${column}: ${row[column]}, sent ${expected[column] ?? null}`);
    });
    expect(different).toEqual([]);
  });

  test('ADSB-10: each row conforms to the contract', () => {
    const schema = rowSchema(adsbMessage);
    expect(rows.flatMap((row) => schema.safeParse(row).error ?? [])).toEqual([]);
  });

  test('every listed difference is a frame in the recording', () => {
    const known = new Set(recording.frames.map(({ bytes }) => hexOf(bytes)));
    expect([...recording.listed.keys()].filter((frame) => !known.has(frame))).toEqual([]);
  });
});
