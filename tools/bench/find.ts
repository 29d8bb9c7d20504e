/** Ctrl K on 100,000 stored messages, 20,000 aircraft and 10,000 airports: from the typed text to the rows of the dialog. */
import { meaningKinds } from '../../contract/entities/meaning.ts';
import { matchesFor, noSources, sectionsOf } from '../../src/app/go-to.ts';
import { answerOf, messageRows } from '../../src/app/go-to-messages.ts';
import { aircraftOf } from '../../src/find/aircraft.ts';
import { aircraftEntries, airportEntries } from '../../src/find/entries.ts';
import { otherCodes } from '../../src/find/fold.ts';
import { manyAircraft, manyAirports } from '../../src/find/index-for-file.ts';
import { indexOf } from '../../src/find/message-index.ts';
import { atOnce } from '../../src/lib/in-pieces.ts';
import { ensureTemporal } from '../../src/lib/time.ts';
import { type Figure, medians, ownCpuMs, type Parts } from './figures.ts';

export const parts: Parts = { messages };

const messageCount = 100_000;
/** The dialog shows its rows within this time. */
const limitMs = 50;

/** Kinds, airlines, days, texts that many messages, few and none contain, and names of things. */
const queries = [
  'fault',
  'cpdlc lufthansa yesterday',
  'cpdlc',
  'weather LROP',
  '7700',
  'climb',
  'position fl390 3 d',
  'nav fault light',
  'not in any message',
  'yr-a',
  'tarom today',
  'e',
];

async function messages(): Promise<Figure[]> {
  await ensureTemporal();
  const aircraft = manyAircraft(20_000);
  const now = Date.parse(aircraft.asOf);
  const groups = [
    atOnce(aircraftEntries(aircraftOf(aircraft, now), otherCodes(aircraft.codes))),
    atOnce(airportEntries(manyAirports(10_000))),
  ];
  const rows = manyMessages(aircraft.aircraft.tail, now);
  let index = atOnce(indexOf(rows));
  const builtMs = ownCpuMs(() => {
    index = atOnce(indexOf(rows));
  });
  const rowsFor = (typed: string) => (): unknown => {
    const answer = answerOf('admin', typed, groups, now);
    const found = messageRows('admin', typed, answer, { index, groups, now });
    const sources = { ...noSources, groups, messages: found, asOf: now, now };
    return sectionsOf('admin', typed, matchesFor('admin', typed, answer, sources), sources);
  };
  // Names of the device are read with the first question.
  for (const typed of queries) rowsFor(typed)();
  const found = await medians<string>(
    Object.fromEntries(queries.map((typed) => [typed, () => ownCpuMs(rowsFor(typed))] as const)),
  );
  const [slowest = '', ms = Number.NaN] = Object.entries(found).sort(([, a], [, b]) => b - a)[0] ?? [];
  const detail = `"${slowest}", ${queries.length} queries, CPU; the index of ${index.size} messages took ${builtMs.toFixed(0)} ms`;
  return [{ name: 'slowest answer of Ctrl K from stored messages', value: ms, unit: ' ms', limit: limitMs, detail }];
}

const texts = [
  'POSN47193E021123,KEKAV,211434,360,PEPIK,211442,BADOR,M54,28643,1432',
  'METAR LROP 291430Z 24012KT 9999 FEW024 09/03 Q1015 NOSIG',
  '- FAULT REPORT /NAV FAULT LIGHT ON PLS ADV 36-11-42 PACK 1 FLOW CTL VALVE',
  '/PIKCPYA.AT1.N54290 0D4C2F8A 1234567890 ABCDEF REQUEST FL390',
];
const words = [
  'Position 47.19 N 21.12 E 14:34Z, FL360',
  'Weather of LROP',
  'Fault: NAV LIGHT, ATA 33',
  'Climb to FL390',
];

/** Fifteen days of messages of these aircraft, one text each. */
const manyMessages = (tails: readonly string[], now: number) =>
  Array.from({ length: messageCount }, (_, n) => ({
    acarsDateTime: new Date(now - n * 12_960).toISOString(),
    tail: tails[(n * 7919) % tails.length] ?? '',
    flight: `RO${n % 997}`,
    label: 'H1',
    stationId: String(1000 + (n % 20)),
    text: `${texts[n % texts.length]} ${n}`,
    freq: 131.725,
    meaning: {
      level: n % 5 === 0 ? 'none' : 'full',
      kind: meaningKinds[n % meaningKinds.length],
      words: words[n % words.length],
      facts: {},
    },
  }));
