/**
 * Results of the modules for recordings: our own (tests/recordings/), and real ones if present.
 * Imports of the same recordings into a database are in tests/server/.
 */
import { describe, expect, test } from 'vitest';
import { type AcarsMessage, type AdsbMessage, acarsMessage, adsbMessage } from '../contract/entities/messages.ts';
import { rowSchema } from '../contract/kinds.ts';
import { isObject, visibleText } from '../server/base/json-values.ts';
import { demoFrames } from '../server/demo/adsb-traffic.ts';
import { readAcarsLine, readAcarsObject } from '../server/input/receive/acars-json.ts';
import { Assembly } from '../server/messages/assembly/assemble.ts';
import { assemblyKeyText, type Reception } from '../server/messages/assembly/reception.ts';
import { frameRecordings, kindOf } from './recordings/frames.ts';
import { recordings, sumOf } from './recordings/recording.ts';
import { siteLines } from './recordings/site.ts';
import { hasRealData, isRealDataRequired, realLines } from './support/real-data.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const satcomMs = Date.UTC(2026, 10, 23, 12);
const demo = demoFrames(nowMs - 3_600_000, nowMs, 'live');

test('real recordings exist if REAL_DATA=required', () => {
  expect(hasRealData || !isRealDataRequired, 'shared/data is not beside the checkout, or not complete').toBe(true);
});

describe.each(recordings)('$name', (recording) => {
  const read = recording.lines.map((line) => readAcarsLine(line, nowMs));
  const rows = read.flatMap((one) => ('row' in one ? [one.row] : []));

  test('API-14: accounts for each of its 1,000 lines: messages by type, link events by kind, unused and broken lines by reason', () => {
    expect(recording.lines.length).toBe(1000);
    const { stored, messages, events, duplicates, leftOut, broken } = recording;
    expect(stored + duplicates + sumOf(leftOut) + sumOf(broken)).toBe(1000);
    expect(rows.length).toBe(messages + duplicates);
    const kinds = read.flatMap((one) => ('event' in one ? [one.event.kind] : []));
    for (const [kind, count] of Object.entries(events))
      expect(kinds.filter((one) => one === kind).length, kind).toBe(count);
    expect(kinds.length).toBe(stored - messages);
    const reasons = read.flatMap((one) => ('leftOut' in one ? [one.leftOut] : 'broken' in one ? [one.broken] : []));
    for (const { reason, count } of [...leftOut, ...broken])
      expect(reasons.filter((one) => one === reason).length, reason).toBe(count);
    const once = new Map(rows.map((row) => [JSON.stringify(row), row.type]));
    for (const [type, count] of Object.entries(recording.byType))
      expect([...once.values()].filter((one) => one === type).length, type).toBe(count);
    const schema = rowSchema(acarsMessage);
    expect(rows.flatMap((row) => schema.safeParse(row).error ?? [])).toEqual([]);
  });

  test('every text reassembled by a receiver equals its joined blocks', () => {
    const groups = new Map<string, Reception[]>();
    for (const row of rows) {
      const key = assemblyKeyText(row);
      if (key) groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    let compared = 0;
    for (const receptions of groups.values()) {
      const assembly = new Assembly(receptions);
      for (const whole of receptions.filter(({ aggregationStatus }) => aggregationStatus === 'complete')) {
        const blocks = assembly.blocksOf(whole);
        expect(blocks.length).toBeGreaterThan(1);
        expect(blocks.map(({ text }) => text).join('')).toBe(whole.text);
        expect(assembly.fieldsOf(whole)).toMatchObject({ aggregatedText: whole.text, aggregationStatus: 'complete' });
        compared++;
      }
    }
    // 20 messages from aircraft and 6 from the ground in ours; as many in the real one.
    expect(compared).toBe(26);
  });
});

test('RAW-04: each line of our own recording is read as sent, for every decoder', () => {
  const meant = siteLines.map(({ fate }) => {
    if ('row' in fate) return { row: fate.row };
    if ('event' in fate) return { event: fate.event };
    return fate.kind === 'left out' ? { leftOut: fate.reason } : { broken: fate.reason };
  });
  expect(siteLines.map(({ line }) => readAcarsLine(line, nowMs))).toMatchObject(meant);
});

describe.each(frameRecordings)('$name of decoded frames', ({ rows: recorded }) => {
  test('ADSB-03: a frame of the demo has the fields that a decoder gives a frame of its kind', () => {
    const [ours, theirs] = [fieldsByKind(demo), fieldsByKind(recorded)];
    const both = [...ours.keys()].filter((kind) => theirs.has(kind));
    expect(both.length).toBeGreaterThan(12);
    for (const kind of both) {
      const [has, known] = [ours.get(kind) ?? new Set<string>(), theirs.get(kind) ?? new Set<string>()];
      expect(
        [...has].filter((field) => !known.has(field) && !added.has(field)),
        kind,
      ).toEqual([]);
      const missing = [...known].filter((field) => !has.has(field));
      expect(missing, kind).toEqual([]);
    }
  });
});

/** Fields added by the receiver, fields missing in those recordings, and the position, which frames fed too fast never got. */
const added = new Set(
  `adsbDateTime timestamp stationId level error report nacp posDecoding lat lon
   airspeed airspeedStatus heading headingStatus commBBds bds2Identification verticalRate`.split(/\s+/),
);

/** Wire fields with a value in any frame, by kind of frame. */
function fieldsByKind(rows: readonly object[]): Map<string, Set<string>> {
  const byKind = new Map<string, Set<string>>();
  const fields = Object.keys(adsbMessage) as (keyof AdsbMessage)[];
  for (const row of rows as readonly Partial<AdsbMessage>[]) {
    const known = byKind.get(kindOf(row)) ?? new Set<string>();
    for (const field of fields) if (row[field] !== undefined && row[field] !== null) known.add(field);
    byKind.set(kindOf(row), known);
  }
  return byKind;
}

// Registered only if they can run: a skipped test counts as failed.
if (hasRealData)
  describe('real recordings only', () => {
    test('RAW-04: the values read for every decoder agree with the record next to the raw line', () => {
      let compared = 0;
      for (const line of realLines('acars/messages.jsonl')) {
        const known = JSON.parse(line) as Record<string, unknown>;
        if (!isObject(known.raw)) continue;
        const read = readAcarsObject(known.raw, nowMs);
        if (!('row' in read)) throw new Error(JSON.stringify(read));
        for (const field of ['tail', 'flight', 'label', 'mode', 'text', 'msgno', 'freq', 'level', 'icao'] as const) {
          if (known[field] === undefined) continue;
          expect(read.row[field], `${field} of ${line.slice(0, 120)}`).toBe(known[field] === '' ? null : known[field]);
          compared++;
        }
        expect(read.row.type).toBe(known.label === '37' && known.station_id === 'CS-KABQ-VDLM2' ? 'VDLM2' : known.kind);
      }
      expect(compared).toBeGreaterThan(1500);
    });

    test('each kind of frame in our own recording has the fields of the real one', () => {
      const [own, real] = frameRecordings.map(({ rows }) => fieldsByKind(rows));
      const kinds = [...(own?.keys() ?? [])];
      expect(kinds.sort()).toEqual([...(real?.keys() ?? [])].sort());
      for (const kind of kinds)
        expect([...(own?.get(kind) ?? [])].filter((field) => field !== 'timestamp').sort(), kind).toEqual(
          [...(real?.get(kind) ?? [])].filter((field) => field !== 'timestamp').sort(),
        );
    });
  });

// Registered only if it can run: a skipped test counts as failed. Our own lines are in server/input/receive/satcom-json.test.ts.
if (hasRealData)
  describe('791 lines of JAERO, SatDump, iridium-toolkit and acars_router', () => {
    const lines = realLines('satcom/lines.jsonl').map((line) => JSON.parse(line) as SatcomLine);

    test('each line is a message with its text, or without ACARS a link event', () => {
      expect(lines.length).toBe(791);
      const without = lines.filter(({ line }) => !/"(acars|label|message)":/.test(JSON.stringify(line)));
      const wrong: string[] = [];
      const events: unknown[] = [];
      for (const { kind, line } of lines) {
        const result = readAcarsObject(line, satcomMs);
        if ('event' in result) events.push(line);
        else if (!('row' in result)) wrong.push(`${kind}: ${JSON.stringify(result)}`);
        else if (whole(kind, result.row) !== (visibleText(textIn(line) ?? '') || null))
          wrong.push(`${kind}: ${result.row.text}`);
      }
      expect(wrong).toEqual([]);
      expect(events).toEqual(without.map(({ line }) => line));
      expect(without.length).toBe(24);
    });

    test('each downlink of JAERO has the address of its aircraft', () => {
      const downlinks = lines.filter(({ kind }) => kind.startsWith('jaero'));
      expect(downlinks.length).toBe(517);
      for (const { line } of downlinks) {
        const result = readAcarsObject(line, satcomMs);
        const { isu } = line as { isu: { src: { addr: string } } };
        expect('row' in result && result.row.icao).toBe(isu.src.addr);
      }
    });
  });

/** JAERO begins the text of a downlink with the number of its message and its flight. */
const whole = (kind: string, { msgno, flight, text }: AcarsMessage): string | null =>
  kind.startsWith('jaero') && msgno !== null ? `${msgno}${flight}${text}` : text;

type SatcomLine = { readonly kind: string; readonly line: Record<string, unknown> };
/** The text of the message, in whichever field the program writes it. */
function textIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (['msg_text', 'message', 'text'].includes(key) && typeof inner === 'string') return inner;
    const found = key === 'arinc622' || key === 'libacars' ? null : textIn(inner);
    if (found !== null) return found;
  }
  return null;
}
