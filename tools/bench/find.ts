/** Search of the go-to dialog on 20,000 aircraft and 10,000 airports, against JSON.parse of the index. */
import { aircraftOf } from '../../src/find/aircraft.ts';
import { aircraftEntries, airportEntries } from '../../src/find/entries.ts';
import { otherCodes } from '../../src/find/fold.ts';
import { manyAircraft, manyAirports } from '../../src/find/index-for-file.ts';
import { search } from '../../src/find/search.ts';
import { atOnce } from '../../src/lib/in-pieces.ts';
import { medians } from './median.mjs';

const rounds = 15;
/** Each way to match: a code, one letter, words, a part, an error, nothing. */
const queries = [
  'yr-aab',
  'y',
  'a',
  '4a',
  'ro73',
  'ro',
  'boeing',
  'lufthansa a320',
  'aabborough',
  'ville',
  'lufthanza',
  'zzzzzzzz',
];
/** The dialog gives its first results within 50 ms. JSON.parse of this index takes 6 to 8 ms on one core. */
const limit = 4;

export async function measure(): Promise<object[]> {
  const index = manyAircraft(20_000);
  const text = JSON.stringify(index);
  const now = Date.parse(index.asOf);
  const groups = [
    atOnce(aircraftEntries(aircraftOf(index, now), otherCodes(index.codes))),
    atOnce(airportEntries(manyAirports(10_000))),
  ];
  /** Milliseconds of CPU. */
  const timed = (work: () => void) => (): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const candidates = Object.fromEntries(queries.map((typed) => [typed, timed(() => void search(groups, typed))]));
  const { parsed = Number.NaN, ...found } = await medians<string>(
    { ...candidates, parsed: timed(() => void JSON.parse(text)) },
    rounds,
  );
  const [slowest = '', ms = Number.NaN] = Object.entries(found).sort(([, a], [, b]) => b - a)[0] ?? [];
  return [
    {
      name: 'slowest search of the go-to dialog, against JSON.parse of its index',
      value: ms / parsed,
      limit,
      detail: `"${slowest}" ${ms.toFixed(1)} ms of CPU against ${parsed.toFixed(1)} ms, medians of ${rounds} rounds of ${queries.length} queries`,
    },
  ];
}
