/**
 * Reports of Boeing central maintenance computers (747-8, 777, 787): flight deck effects and maintenance messages. Own file: one maker. Pure.
 * Source: public tests of decoders, up to the route; samples for the lines. Not documented: letters behind a number, and that its first two digits are the ATA chapter.
 */
import type { FaultFact } from '../../contract/entities/meaning.ts';
import {
  faultReport,
  headOf,
  itemsOf,
  momentOfDate,
  momentWords,
  oneLine,
  type Report,
  unknownFault,
} from './report.ts';

/** `RTE 1 04OCT26 0930 TG HS-TWC THA482 YPPH/VTBS ...`, with or without number, airline and route. The front may be missing. */
const head =
  /^(?:(RTE|PLF|CFG|EF|[A-Z]{1,3})(\d{6})? )(?:\d{1,3} )?(\d\d[A-Z]{3}\d\d) (\d{4}) (?:([A-Z0-9]{2}) )?(\S{3,10})(?: ([A-Z0-9]{3,8}) ([A-Z]{4})\/([A-Z]{4}))?/;
/** What tells a part of a report from other texts. */
const part = /^(?:DB ?|FRC |MSG \d{7}|FDE \d{8}|NCMM)/m;
const end = /^EOR\s*$/m;
const event = /^(MSG|SG|G|FDE) (\d{7,8})\b ?(.*)$/;
/** `A 0915 04OCT26 ES H PL`, `04OCT26 0915 AP`, `A`: letters, and a moment in either order. */
const moment = /\b(?:(\d{4}) (\d\d[A-Z]{3}\d\d)|(\d\d[A-Z]{3}\d\d) (\d{4}))\b/;

export function readBoeingFaults(body: string): Report | null {
  const first = /^[^\n]{0,200}/.exec(body)?.[0] ?? '';
  const header = head.exec(first);
  if (!header && !(body.includes('\nEOR') && part.test(body) && end.test(body))) return null;
  if (header && !/^(?:RTE|PLF|CFG)$/.test(header[1] ?? '') && !part.test(body)) return null;
  const front = header ? frontOf(header) : null;
  const { faults, items, rest } = linesOf(body.split('\n').slice(header ? 1 : 0), header !== null);
  const name = front?.type ? `Maintenance Report ${front.type}` : 'Maintenance Report';
  const more = [front?.facts.tail, front?.route, front?.at && momentWords(front.at)].filter((word) => word);
  const codes = items.map(({ label, value }) => `${label} ${value}`);
  return faultReport(name, faults, {
    facts: front?.facts ?? {},
    items: [...(front?.items ?? []), ...items],
    rest: [header ? first.slice(header[0].length) : '', ...rest]
      .map(oneLine)
      .filter((text) => text !== '')
      .join('\n'),
    words: header
      ? [name, ...more].join(', ')
      : `End of a maintenance report${codes.length > 0 ? `: ${codes.join(', ')}` : ''}`,
  });
}

const registration = /^(?:[A-Z0-9]{1,2}-[A-Z0-9]{2,5}|N[1-9]\d{0,4}[A-Z]{0,2}|(?:JA|HL)\d{2,4}[A-Z]{0,2}|UK\d{5})$/;
function frontOf(header: RegExpExecArray): ReturnType<typeof headOf> & { type: string; at: string | null } {
  const [, type = '', number, date = '', time = '', airlineText, place = '', flight, from, to] = header;
  // An airline may stand before the registration without a blank.
  const isGlued = airlineText === undefined && !registration.test(place) && registration.test(place.slice(2));
  const bare = isGlued ? place.slice(2) : place;
  const tail = registration.test(bare) ? bare : undefined;
  const at = momentOfDate(date, time);
  const whole = [type, number].filter((word) => word).join(' ');
  const front = headOf({ report: whole, tail, flight, from, to, at });
  const airline = airlineText ?? (isGlued ? place.slice(0, 2) : null);
  return { ...front, at, type: whole, items: [...front.items, ...itemsOf([['Airline', airline]])] };
}

/** `DB` names what the message above is about, and may repeat. Without a message above, that is cut off. */
function linesOf(
  lines: readonly string[],
  isWhole: boolean,
): { faults: FaultFact[]; items: Report['items']; rest: string[] } {
  const faults: FaultFact[] = [];
  const codes: [string, string][] = [];
  const rest: string[] = [];
  let open: FaultFact | null = null;
  for (const [at, line] of lines.entries()) {
    const isCut = at === 0 && !isWhole;
    const found = event.exec(line);
    const text = /^DB ?(.+)$/.exec(line)?.[1];
    if (found && (found[1]?.startsWith('M') || found[1]?.startsWith('F') || isCut)) {
      open = eventOf(found);
      faults.push(open);
      if (found[1]?.endsWith('G') && found[1] !== 'MSG') rest.push(found[1]);
    } else if (text !== undefined) {
      const name = oneLine(text);
      if (open?.what === 'message') {
        const named: FaultFact = { ...open, name: open.name === open.code ? name : `${open.name} / ${name}` };
        faults[faults.length - 1] = named;
        open = named;
      } else {
        open = { ...unknownFault, what: 'message', name };
        faults.push(open);
      }
    } else if (/^(?:FRC|ATA) /.test(line)) codes.push([line.slice(0, 3), oneLine(line.slice(4))]);
    else if (!end.test(line) && line.trim() !== '') rest.push(line);
  }
  return { faults, items: itemsOf(codes), rest };
}

function eventOf([, type = '', code = '', text = '']: RegExpExecArray): FaultFact {
  const [when, time, date, otherDate, otherTime] = moment.exec(text) ?? [];
  return {
    ...unknownFault,
    what: type === 'FDE' ? 'effect' : 'message',
    chapter: code.slice(0, 2),
    name: code,
    code,
    class: oneLine(when === undefined ? text : text.replace(when, ' ')) || null,
    at: when === undefined ? null : momentOfDate(date ?? otherDate ?? '', time ?? otherTime ?? ''),
    inferred: ['chapter'],
  };
}
