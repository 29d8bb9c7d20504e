/** The decoder: cost of texts, hostile texts, and the size of the web worker that loads it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { companyFormats } from '../../decoder/company/read-company.ts';
import { meaningOf } from '../../decoder/read-message.ts';
import { type ReceivedText, receivedText } from '../../decoder/reading.ts';
import { root } from '../../tests/support/repository.ts';
import { quantile } from '../load/calls.ts';
import { type Figure, median, ownCpuMs, type Parts, rounds } from './figures.ts';
import { randomFrom } from './rows.ts';

export const parts: Parts = { cost, hostile, size };

/** Made up: of every company format, and of air traffic services. */
const corpus: readonly ReceivedText[] = [
  ...companyFormats.flatMap(({ labels, example }) => labels.map((label) => receivedText({ label, text: example }))),
  ...[
    ['B6', '/XXXCAYA.ADS.N900XX0742D3B0A02ABD79D0D088EE914060A0282770960C11F678A02802730'],
    ['BA', '/XXXCAYA.AT1.N900XX648AC8B8000000'],
    ['AA', '/XXXCAYA.AT1.N900XX20E4A5000014C80000'],
    ['B0', '/XXXCAYA.AFN/FMHXX0123,.N900XX,AAC33E,234616/FPON44349W028463,0/FCOATC,01/FCOADS,01435B'],
    ['SA', '0LV234636S'],
    ['B9', '/KSFO.TI2/030KSFOAFF5C'],
    ['MA', 'T-2!<<+B/HTIB9NY/Q!!,VF6Q4!J3|A350,000060,1,1,TB000000/REP081'],
    ['XX', 'HELLO WORLD'],
  ].map(([label = '', text = '']) => receivedText({ label, text, isDownlink: true, atMs: Date.UTC(2026, 0, 1) })),
];

const costLimitUs = 50;

/** CPU time, so that a busy machine measures about the same. */
async function cost(): Promise<Figure[]> {
  const passes = 40;
  const once = (): number =>
    ownCpuMs(() => {
      for (let pass = 0; pass < passes; pass++) for (const message of corpus) meaningOf(message);
    });
  once();
  const us = (median(Array.from({ length: rounds }, once)) * 1000) / passes / corpus.length;
  const detail = `${Math.round(1e6 / us).toLocaleString('en-US')} texts a second of one core, ${corpus.length} texts`;
  return [{ name: 'decoder, CPU of a text', value: us, unit: ' µs', limit: costLimitUs, detail }];
}

const hostileTexts = 100_000;
const longest = 20_000;
const slowestLimitMs = 5;

/** Changed, cut, repeated and lengthened texts. A throw ends the bench. */
async function hostile(): Promise<Figure[]> {
  const random = randomFrom(43);
  const below = (count: number): number => Math.floor(random() * count);
  const pieces = ['', ' ', '/', ',', '0', 'A', '.', '\n', '\u0000', '#', 'FFFF', '~1', '!z', '\ud800'];
  const piece = (): string => pieces[below(pieces.length)] ?? '';
  const mutated = ({ label, text }: ReceivedText): ReceivedText => {
    let now = text;
    for (let changes = below(5); changes >= 0; changes--) {
      const at = below(now.length + 1);
      now = now.slice(0, at) + piece() + now.slice(at + below(8));
    }
    if (below(20) === 0) now = now.repeat(1 + below(20));
    if (below(50) === 0) now = (now + piece().repeat(longest)).slice(0, longest);
    const { label: other } = corpus[below(corpus.length)] ?? { label };
    return receivedText({ label: below(10) === 0 ? other : label, text: now, isDownlink: below(2) === 0, atMs: 0 });
  };
  const times: number[] = [];
  for (let at = 0; at < hostileTexts; at++) {
    const message = mutated(corpus[below(corpus.length)] as ReceivedText);
    times.push(ownCpuMs(() => void meaningOf(message)));
  }
  times.sort((a, b) => a - b);
  const [p999, slowest = 0] = [quantile(times, 0.999), times.at(-1)];
  const detail = `${hostileTexts.toLocaleString('en-US')} texts without a throw, the slowest ${slowest.toFixed(1)} ms of CPU`;
  return [{ name: 'decoder, mutated texts, p99.9', value: p999, unit: ' ms', limit: slowestLimitMs, detail }];
}

/** kB, gz, of the worker before it read more than the package behind a gate did (commit f4a17a1b). */
const sizeBefore = 50.05;
const moreAllowed = 25;

async function size(): Promise<Figure[]> {
  const folder = join(root, 'dist/app/assets');
  const file = readdirSync(folder).find((name) => /^decode-worker-.*\.js$/.test(name));
  if (!file) throw new Error('The build has no decode-worker.');
  const kB = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
  const detail = `${kB.toFixed(1)} kB against ${sizeBefore}`;
  return [
    {
      name: 'decoder, growth of its worker',
      value: kB - sizeBefore,
      unit: ' kB',
      limit: moreAllowed,
      isExact: true,
      detail,
    },
  ];
}
