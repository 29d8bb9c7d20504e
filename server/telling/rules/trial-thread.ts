/** Thread that matches stored rows with one rule, a separate program of the build: newest rows first. */
import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { eventKeyOf } from '../event-key.ts';
import { Asked, compileRule } from './compiled-rule.ts';
import { hitTexts } from './hit-texts.ts';
import { MessageEvent } from './rule-event.ts';
import { referenceOf, type TrialHit, type TrialReply, type TrialRow, type TrialStart } from './trial-rows.ts';

const { body, receivers } = workerData as TrialStart;
const others = { id: '', owner: 'user', userId: null, company: null, name: '' } as const;
const rule = compileRule({ ...others, body }, receivers);
/** Messages by name, each with its event and the time of its reception that was read last. */
const open = new Map<string, { readonly event: string; readonly atMs: number }>();
/** Receptions of one message of several blocks, and of one block. */
const windowMs = { many: 660_000, one: 60_000 } as const;

function hitOf(row: TrialRow): TrialHit | null {
  const [
    atMs,
    tail,
    icao,
    flight,
    label,
    sublabel,
    text,
    destination,
    station,
    lat,
    lon,
    altitudeFt,
    meaning,
    ...more
  ] = row;
  const [assemblyKey, isOneBlock, id, ...reference] = more;
  const event = new MessageEvent({
    ...{ atMs, tail, icao, flight, label, sublabel, text, destination, lat, lon, altitudeFt, meaning },
    stations: station ? [station] : [],
  });
  const faults = rule.match(new Asked(event, referenceOf(reference)));
  if (!faults) return null;
  const name = assemblyKey ?? hash('md5', JSON.stringify([tail, icao, flight, label, text]), 'hex');
  const later = open.get(name);
  const isSame = later !== undefined && later.atMs - atMs <= (isOneBlock ? windowMs.one : windowMs.many);
  const named = isSame ? later.event : `${name} ${atMs}`;
  open.set(name, { event: named, atMs });
  const key = eventKeyOf(body.scope, { tail, icao, flight, station }, atMs, named);
  const told = { tail, icao, flight, atMs, label, faults, isNewFault: rule.isNewFault, isFirst: false };
  const { words, isEmergency } = hitTexts({ ...told, meaning: event.meaning });
  return { id, atMs, key, isEmergency, tail, flight, label, words };
}

parentPort?.on('message', (rows: string) => {
  const read = JSON.parse(rows) as readonly TrialRow[];
  const hits = read.flatMap((row) => hitOf(row) ?? []);
  parentPort?.postMessage({ rows: read.length, oldestMs: read.at(-1)?.[0] ?? null, hits } satisfies TrialReply);
});
parentPort?.postMessage('loaded');
