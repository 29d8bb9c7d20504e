/**
 * What the receiver decoded itself (the object of libacars), as the same facts and words. Own file: a source of facts of its own. Asked last, and to count where it disagrees.
 * Nothing in it is trusted. Pure.
 */

import { linkName, mediaReading } from './fans/media-advisory.ts';
import { miamAcknowledgement, miamFile, miamFileOffer, miamText } from './fans/miam.ts';
import { readAdsc } from './fans/read-adsc.ts';
import { readText } from './readers.ts';
import type { Reader, Reading, ReceivedText } from './reading.ts';
import { isFromGround, receiverAdsc } from './receiver-adsc.ts';
import { readReceiverCpdlc } from './receiver-cpdlc.ts';
import { type Json, numberIn, objectIn, objectOf, objectsIn, textIn } from './receiver-json.ts';
import { readReceiverLogon } from './receiver-logon.ts';

export const readReceiver: Reader = (message) => {
  const decoded = objectOf(message.decoded);
  if (!decoded) return null;
  const [arinc622, advisory, miam, ohma] = ['arinc622', 'media-adv', 'miam', 'ohma'].map((name) =>
    objectIn(decoded, name),
  );
  const contract = arinc622 && airTraffic(arinc622, message);
  if (contract) return contract;
  if (advisory) return mediaAdvisory(advisory);
  if (miam) return packed(miam, message);
  if (ohma) return healthReport(ohma);
  const packet = objectIn(decoded, 'x25');
  return (packet && readReceiverLogon(packet)) ?? readReceiverCpdlc(decoded, message.isDownlink);
};

function airTraffic(arinc622: Json, { isDownlink, atMs }: ReceivedText): Reading | null {
  const content = receiverAdsc(arinc622);
  if (!content) return null;
  const isDamaged = arinc622.crc_ok === false;
  if (content.parts.length === 0 && (isDamaged || content.rest > 0)) return null;
  return readAdsc({
    content,
    direction: isFromGround(content) ? 'up' : (isDownlink ?? content.parts.length > 0) ? 'down' : 'up',
    ground: textIn(arinc622, 'gs_addr', /^(?:[A-Z0-9]{4}|[A-Z0-9]{7})$/),
    tail: textIn(arinc622, 'air_addr', /^[.A-Z0-9-]{7}$/)?.replace(/^\.+/, '') ?? null,
    ...{ isDamaged, atMs, by: 'receiver' },
  });
}

const two = (value: number): string => String(value).padStart(2, '0');

function mediaAdvisory(advisory: Json): Reading | null {
  const current = objectIn(advisory, 'current_link');
  const clock = current && objectIn(current, 'time');
  if (advisory.err === true || !current || !clock || typeof current.established !== 'boolean') return null;
  const link = linkOf(current);
  const time = [numberIn(clock, 'hour', 0, 23), numberIn(clock, 'min', 0, 59), numberIn(clock, 'sec', 0, 59)];
  if (link === null || time.some((part) => part === null || !Number.isInteger(part))) return null;
  return mediaReading(
    {
      ...{ link, state: current.established ? 'established' : 'lost' },
      time: time.map((part) => two(part ?? 0)).join(':'),
      available: objectsIn(advisory, 'links_avail')
        .slice(0, 16)
        .flatMap((one) => linkOf(one) ?? []),
    },
    textIn(advisory, 'text', /^[\x20-\x7e]{1,500}$/) ?? '',
    'receiver',
  );
}
const linkOf = (link: Json): string | null => linkName(textIn(link, 'code', /^[A-Z0-9]$/) ?? '');

const labelled = /^[\x21-\x7e]{2}$/;
function packed(miam: Json, message: ReceivedText): Reading | null {
  const offer = objectIn(miam, 'file_transfer_request');
  if (offer) return fileOffer(offer);
  const core = objectIn(objectIn(miam, 'single_transfer') ?? objectIn(miam, 'file_segment') ?? {}, 'miam_core');
  if (!core) return otherFile(miam);
  const [data, answer] = [objectIn(core, 'data'), objectIn(core, 'ack')];
  if (answer) {
    const number = numberIn(answer, 'msg_ack_num', 0, 127);
    const result = numberIn(answer, 'ack_xfer_result', 0, 15);
    return number === null || result === null ? null : miamAcknowledgement(number, result, tailOf(answer), 'receiver');
  }
  const content = data && objectIn(data, 'acars');
  const inner = content && objectIn(content, 'message');
  const label = content && textIn(content, 'label', labelled);
  if (!data || !content || !inner || !label) return null;
  const part = (name: string): string => textIn(content, name, labelled) ?? '';
  const reading = miamText(
    {
      ...{ tail: tailOf(data), number: numberIn(data, 'msg_num', 0, 127) ?? 0, isAcars: true },
      id: label + part('sublabel') + part('mfi'),
      damage: inner.err === undefined || inner.err === 0 ? null : 'checksum wrong',
      text: textIn(inner, 'text', /^[\x20-\x7e\t\r\n]{1,20000}$/),
    },
    message,
    readText,
  );
  return { ...reading, by: 'receiver' };
}
const tailOf = (values: Json): string | null =>
  textIn(values, 'aircraft_id', /^[.A-Z0-9-]{1,7}$/)?.replace(/^\.+/, '') ?? null;

function fileOffer(offer: Json): Reading | null {
  const [id, size] = [numberIn(offer, 'file_id', 0, 999), numberIn(offer, 'file_size', 0, 999_999)];
  const until = objectIn(offer, 'complete_until_datetime') ?? {};
  const [date, clock] = [objectIn(until, 'date'), objectIn(until, 'time')];
  if (id === null || size === null || !date || !clock) return null;
  const parts = [
    numberIn(date, 'year', 2000, 2099),
    numberIn(date, 'month', 1, 12),
    numberIn(date, 'day', 1, 31),
    numberIn(clock, 'hour', 0, 23),
    numberIn(clock, 'minute', 0, 59),
    numberIn(clock, 'second', 0, 59),
  ].map((part) => (part === null ? null : two(part)));
  if (parts.includes(null)) return null;
  return miamFileOffer(id, size, `${parts.slice(0, 3).join('-')} ${parts.slice(3).join(':')}Z`, 'receiver');
}

const fileNames = {
  file_transfer_accept: 'accepted',
  file_transfer_abort: 'ended',
  file_xoff_ind: 'paused',
  file_xon_ind: 'resumed',
} as const;
function otherFile(miam: Json): Reading | null {
  for (const [name, words] of Object.entries(fileNames)) {
    const values = objectIn(miam, name);
    const id = values && numberIn(values, 'file_id', 0, 999);
    if (id !== null) return miamFile(id, words, 'receiver');
  }
  return null;
}

function healthReport(ohma: Json): Reading | null {
  const content = textIn(ohma, 'text', /^[\x20-\x7e\t\r\n]{1,4000}/);
  if (ohma.err !== 0 || content === null) return null;
  return {
    ...{ kind: 'fault', level: 'full', words: 'Aircraft health report', by: 'receiver', facts: {} },
    ...{ description: 'OHMA Message', remaining: '', understoodPercent: null },
    items: [{ label: 'Content', value: content.slice(0, 4000), isUnverified: false }],
  };
}

const sameDegrees = 0.01;
const sameFt = 50;
/** The first fact in which two readings of a text differ. null = they agree in all that both have. */
export function disagreement(own: Pick<Reading, 'facts'>, receiver: Pick<Reading, 'facts'>): string | null {
  const [a, b] = [own.facts, receiver.facts];
  const differs = <Value>(one: Value | null | undefined, other: Value | null | undefined): boolean =>
    (one ?? null) !== null && (other ?? null) !== null && one !== other;
  const isFar = (name: 'lat' | 'lon'): boolean =>
    Math.abs((a.position?.[name] ?? Number.NaN) - (b.position?.[name] ?? Number.NaN)) > sameDegrees;
  if (isFar('lat') || isFar('lon')) return 'position';
  if (Math.abs((a.altitude?.ft ?? Number.NaN) - (b.altitude?.ft ?? Number.NaN)) > sameFt) return 'altitude';
  if (differs(codesOf(own), codesOf(receiver))) return 'elements';
  if (differs(a.adsc?.contract, b.adsc?.contract)) return 'contract';
  if (differs(a.link?.state, b.link?.state) || differs(a.link?.link, b.link?.link)) return 'link';
  return null;
}
const codesOf = ({ facts }: Pick<Reading, 'facts'>): string | null =>
  facts.cpdlc ? facts.cpdlc.elements.map(({ code }) => code).join() : null;
