/** Character texts of air traffic services (ARINC 623): ATIS, departure and oceanic clearances, their requests and answers. Own file: formats of their own. Pure. */
import type { Facts } from '../../contract/entities/meaning.ts';
import { damageOf, itemsOf, type Reading } from '../reading.ts';
import { list, pressureLevel, timeOf } from '../words.ts';
import type { Envelope } from './envelope.ts';

/** `items` in the order of the screen. */
type Said = Pick<Reading, 'kind' | 'description' | 'words'> & {
  readonly facts: Facts;
  readonly items: Readonly<Record<string, string | null | undefined | false>>;
};

export function readClearance(envelope: Envelope): Reading | null {
  const { imi, body, flight, isDamaged, checksum } = envelope;
  const read = imi === 'TI2' && /^\/\d{3}/.test(body) ? atisRequest : /^TI/.test(imi) ? atis : clearance;
  const said = read(envelope);
  if (!said) return null;
  const { kind, description, words, facts, items } = said;
  const sum = checksum === null ? null : `0x${checksum.toLowerCase()}${isDamaged ? ', wrong' : ''}`;
  return {
    ...{ kind, description, by: 'own', ...damageOf(isDamaged) },
    words: list([words, isDamaged && 'checksum wrong']),
    facts: { ...(flight !== null && { flight }), ...facts, ...(isDamaged && { isDamaged: true }) },
    items: itemsOf({ 'Flight Number': flight, ...items, 'Message Checksum': sum }),
  };
}

const requestTypes: Readonly<Record<string, string>> = {
  A: 'arrival',
  D: 'departure',
  C: 'arrival with updates',
  E: 'en route',
  T: 'end of updates',
};

/** Behind a wrong checksum, `body` still ends with it. */
function atisRequest({ body }: Envelope): Said | null {
  const [, airport = '', type = ''] = /^\/\d{3}([A-Z]{4})([A-Z])(?:[0-9A-F]{4})?$/.exec(body) ?? [];
  if (airport === '') return null;
  return {
    ...{ kind: 'weather', description: 'Request for ATIS', facts: { airports: [airport] } },
    words: `ATIS request for ${airport}, ${requestTypes[type] ?? `type ${type}`}`,
    items: { Airport: airport, ATIS: type },
  };
}

function atis({ body }: Envelope): Said | null {
  const text = oneLine(body.replace(/^\//, ''));
  const [head = '', airport = '', type = '', letter = ''] =
    /^([A-Z]{3,4}) (?:(ARR|DEP) )?(?:D-)?ATIS (?:INFO )?([A-Z])\b/.exec(text) ?? [];
  if (airport === '') return null;
  const kind = type === 'ARR' ? ' arrival' : type === 'DEP' ? ' departure' : '';
  return {
    ...{ kind: 'weather', description: 'ATIS' },
    facts: { airports: [airport], freeText: text },
    words: `ATIS ${letter} of ${airport}${kind}: ${shortened(text.slice(head.length).trim())}`,
    items: { Airport: airport, ATIS: letter, Text: text },
  };
}

const clearance = (envelope: Envelope): Said | null => {
  const text = oneLine(envelope.body);
  const verb = /^\/?([A-Z]{3}) /.exec(text)?.[1];
  const content = text.replace(/^\/?[A-Z]{3} /, '');
  switch (verb) {
    case 'RCD':
      return departureRequest(content);
    case 'RCL':
      return oceanicRequest(envelope.ground, content);
    case 'CLD':
      return issued('Departure clearance', content);
    case 'CDA':
      return issued('Readback of a departure clearance', content);
    case 'CLX':
      return issued('Oceanic clearance', content);
    case 'CLA':
      return issued('Readback of an oceanic clearance', content);
    case 'FSM':
      return statusOf(content);
    default:
      return null;
  }
};

const oneLine = (text: string): string => text.replace(/[\s\0]+/g, ' ').trim();
const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** `024 XX650-EGPH-GATE G1-KIAD ATIS A -TYP/GLF6` */
function departureRequest(text: string): Said | null {
  const [, flight = '', from = '', gate, to = '', rest = ''] =
    /^\d{3} ([A-Z0-9]{2,8})-([A-Z]{4})-(?:GATE ?([A-Z0-9]{1,6})?-)?([A-Z]{4})\b(.{0,500})/.exec(text) ?? [];
  if (flight === '') return null;
  const information = /ATIS ([A-Z])\b/.exec(rest)?.[1];
  const type = /-TYP\/([A-Z0-9]{2,4})/.exec(rest)?.[1];
  return {
    ...{ kind: 'other', description: 'Request for a departure clearance' },
    facts: { flight, from, to, ...(gate !== undefined && { gate }) },
    words: list([
      `Departure clearance request at ${from}`,
      `${flight} to ${to}`,
      gate && `gate ${gate}`,
      information && `ATIS ${information}`,
      type,
    ]),
    items: { Flight: flight, Origin: from, Destination: to, Gate: gate, ATIS: information, 'Aircraft type': type },
  };
}

/** `000 XX246-ULTEM/0042 M085F370 -RMK/MAX FL380`: entry point, its time, Mach and level asked for. */
function oceanicRequest(ground: string, text: string): Said | null {
  const [, flight = '', entry = '', clock = '', mach = '', level = '', rest = ''] =
    /^\d{3} ([A-Z0-9]{2,8})-([A-Z0-9]{2,12})\/(\d{4}) ?M(\d{2,3})F(\d{3})(.{0,500})/.exec(text) ?? [];
  if (flight === '') return null;
  const time = timeOf(clock);
  const remark = /-RMK\/(.{1,200}?)(?: -[A-Z]{3}\/| ?[0-9A-F]{4}$|$)/.exec(rest)?.[1]?.trim();
  const machText = `Mach 0.${mach.replace(/^0/, '')}`;
  return {
    ...{ kind: 'other', description: 'Request for an oceanic clearance' },
    facts: { flight, next: [{ name: entry, ...(time !== null && { time }) }] },
    words: list([
      `Oceanic clearance request to ${ground}`,
      flight,
      `${entry}${time === null ? '' : ` ${time}Z`}`,
      pressureLevel(Number(level)).words,
      machText,
      remark,
    ]),
    items: {
      ...{ 'Ground unit': ground, Flight: flight, 'Entry point': entry, Time: time && `${time}Z` },
      ...{ 'Requested level': pressureLevel(Number(level)).words, Speed: machText, Remark: remark },
    },
  };
}

/** `0739 230201 EDDF PDC 847 XX99 CLRD TO CYYZ OFF 09R VIA ULT1J SQUAWK 5166 ...` */
function issued(title: string, text: string): Said | null {
  const [, clock = '', airport = '', rest = ''] = /^(\d{4}) \d{6} ([A-Z]{4}) (.{1,4000})$/.exec(text) ?? [];
  const time = timeOf(clock);
  if (time === null) return null;
  const [, flight, to] = /\b([A-Z0-9]{2,8}) CLRD TO ([A-Z]{4})\b/.exec(rest) ?? [];
  const runway = /\bOFF ?(?:RWY ?)?(\d\d[LRC]?)\b/.exec(rest)?.[1];
  const via = /\bVIA ([A-Z0-9]{2,10})\b/.exec(rest)?.[1];
  const squawk = /\bSQUAWK ([0-7]{4})\b/.exec(rest)?.[1];
  return {
    ...{ kind: 'other', description: title },
    facts: {
      ...{ time, freeText: rest },
      ...(title.includes('eparture') && { from: airport }),
      ...(flight !== undefined && { flight }),
      ...(to !== undefined && { to }),
      ...(runway !== undefined && { runway }),
    },
    words: list([
      `${title} of ${airport}`,
      flight && `${flight} to ${to}`,
      runway && `runway ${runway}`,
      via && `via ${via}`,
      squawk && `squawk ${squawk}`,
      flight === undefined && shortened(rest),
      `${time}Z`,
    ]),
    items: {
      ...{ 'Ground unit': airport, Time: `${time}Z`, Flight: flight, Destination: to, Runway: runway },
      ...{ Via: via, Squawk: squawk, Text: rest },
    },
  };
}

/** `0456 260423 LSZH XX2MC CDA RECEIVED CLEARANCE CONFIRMED` */
function statusOf(text: string): Said | null {
  const [, clock = '', airport = '', flight = '', rest = ''] =
    /^(\d{4}) \d{6} ([A-Z]{4}) ([A-Z0-9]{2,8}) (.{1,2000})$/.exec(text) ?? [];
  const time = timeOf(clock);
  if (time === null) return null;
  return {
    ...{ kind: 'other', description: 'Status of a clearance request' },
    facts: { time, flight, freeText: rest },
    words: `${airport} to ${flight}: ${shortened(rest)}, ${time}Z`,
    items: { 'Ground unit': airport, Flight: flight, Time: `${time}Z`, Text: rest },
  };
}
