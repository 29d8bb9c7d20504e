/** Data link of air traffic services: FANS-1/A and what travels beside it. Asked first. Pure. */
import type { Reader, Reading } from '../reading.ts';
import { adscContent } from './adsc.ts';
import { readAfn } from './afn.ts';
import { readClearance } from './arinc-623.ts';
import { type CpdlcPayload, readCpdlc } from './cpdlc.ts';
import { type Envelope, openEnvelope } from './envelope.ts';
import { readMediaAdvisory } from './media-advisory.ts';
import { readAdsc } from './read-adsc.ts';

export const readFans: Reader = (message) => {
  if (message.label === 'SA') return readMediaAdvisory(message.text);
  const envelope = openEnvelope(message);
  return envelope && readContent(envelope, message.atMs);
};

function readContent(envelope: Envelope, atMs: number | null): Reading | null {
  const { imi, direction } = envelope;
  switch (imi) {
    case 'ADS':
    case 'DIS':
      return direction && readContract({ ...envelope, direction }, atMs);
    case 'AT1':
    case 'CR1':
    case 'CC1':
    case 'DR1':
      return direction && readDialogue({ ...envelope, direction, imi }, atMs);
    case 'AFN':
      return readAfn(envelope);
    default:
      return readClearance(envelope);
  }
}

/** Of a damaged message that nothing can be read of, nothing is said. */
function readContract(envelope: Envelope & { readonly direction: 'up' | 'down' }, atMs: number | null): Reading | null {
  const { imi, direction, ground, tail, bytes, isDamaged } = envelope;
  const content = adscContent(bytes, direction, imi === 'DIS');
  if (isDamaged && content.parts.length === 0) return null;
  return readAdsc({ content, direction, ground, tail, isDamaged, atMs, by: 'own' });
}

function readDialogue(
  { tail, flight, ...payload }: Envelope & Pick<CpdlcPayload, 'direction' | 'imi'>,
  atMs: number | null,
): Reading | null {
  const reading = readCpdlc({ ...payload, atMs });
  if (reading.level === 'none') return null;
  if (tail !== null && tail !== '') reading.facts.tail ??= tail;
  if (flight !== null) reading.facts.flight ??= flight;
  return reading;
}
