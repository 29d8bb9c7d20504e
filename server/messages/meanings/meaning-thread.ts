/** Thread that decodes messages for storing, a separate program of the build. A slow text never blocks the main thread. */
import { parentPort } from 'node:worker_threads';
import { parseInstant } from '../../../contract/params.ts';
import { meaningOf } from '../../../decoder/read-message.ts';
import { disagreement, readReceiver } from '../../../decoder/read-receiver.ts';
import { blockOf, receivedText } from '../../../decoder/reading.ts';
import { type MeaningsOf, type Sent, sentValues } from './meanings.ts';
import { type StorableMeaning, storableMeaning } from './storable-meaning.ts';

/** Receptions of one message say the same. Times in a text are completed from the reception, so that the minute counts. */
let known = new Map<string, ReturnType<typeof read>>();
const maxKnown = 5000;

type Values = [
  label: string | null,
  text: string | null,
  blockId: string | null,
  msgno: string | null,
  at: string,
  lat: number | null,
  lon: number | null,
  extra: string | null,
];

type Extra = { readonly decoded?: unknown; readonly link?: { readonly srcType?: unknown } };
/** By the block id. A packet of ATN has none: by the ends of its frame. */
function isDownlinkOf(blockId: string | null, { link }: Extra): boolean | null {
  if (blockId !== null) return blockId.length === 1 ? blockId >= '0' && blockId <= '9' : null;
  return typeof link?.srcType === 'string' ? link.srcType === 'Aircraft' : null;
}

function read([label, text, blockId, msgno, at, lat, lon]: Values, { decoded = null, ...extra }: Extra) {
  const message = receivedText({
    label: label ?? '',
    text: text ?? '',
    isDownlink: isDownlinkOf(blockId, extra),
    block: blockOf(msgno),
    atMs: parseInstant(at),
    known: lat === null || lon === null ? null : { lat, lon },
    decoded,
  });
  const meaning = meaningOf(message);
  const isOwn = meaning.by !== 'receiver' && meaning.level !== 'none';
  const received = isOwn && message.decoded !== null ? readReceiver(message) : null;
  return { meaning: storableMeaning(meaning), disagreement: received && disagreement(meaning, received) };
}

function readOnce(values: Values): ReturnType<typeof read> {
  const [label, text, blockId, msgno, at, lat, lon, extra] = values;
  const received: Extra = extra === null ? {} : JSON.parse(extra);
  const ofReceiver = received.decoded === undefined ? '' : JSON.stringify([received.decoded, received.link?.srcType]);
  const key = [
    label,
    blockId,
    blockOf(msgno),
    at.slice(0, 16),
    lat?.toFixed(1),
    lon?.toFixed(1),
    text,
    ofReceiver,
  ].join('\n');
  const found = known.get(key) ?? read(values, received);
  if (known.size >= maxKnown) known = new Map();
  known.set(key, found);
  return found;
}

function readAll(sent: Sent): MeaningsOf {
  const lines: string[] = [];
  const kinds: MeaningsOf['kinds'][number][] = [];
  const levels: MeaningsOf['levels'][number][] = [];
  const disagreements: string[] = [];
  for (let from = 0; from < sent.length; from += sentValues) {
    let meaning: StorableMeaning | null = null;
    try {
      const read = readOnce(sent.slice(from, from + sentValues) as Values);
      meaning = read.meaning;
      if (read.disagreement) disagreements.push(read.disagreement);
    } catch {
      // Stays null.
    }
    lines.push(meaning?.json ?? '');
    kinds.push(meaning?.kind ?? null);
    levels.push(meaning?.level ?? null);
  }
  return { lines: lines.join('\n'), kinds, levels, disagreements };
}

parentPort?.on('message', (sent: Sent) => parentPort?.postMessage(readAll(sent)));
