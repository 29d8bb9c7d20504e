/**
 * Airbus fault texts (CFB): failures, warnings and lists (MPF, MPC, PFR). Own file: one maker. Pure.
 * Sources: ARINC 620 text element identifiers; public samples of FLR, WRN and MPF texts. In warnings only the first two of nine digits are documented: chapter.
 */
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { phaseOf } from './flight-phases.ts';
import {
  faultReport,
  headOf,
  itemsOf,
  momentOf,
  momentOfDigits,
  monthOf,
  oneLine,
  type Report,
  unknownFault,
} from './report.ts';

const head = /^(?:\.\d)?\/?(FLR|WRN|MPF|MPC|PFR)\//;
const descriptions: Readonly<Record<string, string>> = {
  FLR: 'Failure Report',
  WRN: 'Warning Report',
  MPF: 'Maintenance Report (MPF)',
  MPC: 'Maintenance Report (MPC)',
  PFR: 'Post-Flight Report',
};

type ReadFault = { readonly fault: FaultFact; readonly rest: string };
/** Of a list: the flight in which its faults occurred, `HHMM`. */
type Flight = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly from: string;
  readonly to: string;
};

export function readAirbusFaults(body: string): Report | null {
  const type = head.exec(body)?.[1];
  if (type === undefined) return null;
  const [about = '', ...records] = body.slice(body.indexOf(`${type}/`) + 3).split(/\/(?=(?:FR|WN)\d{6})/);
  const front = frontOf(about);
  const read = records.map((record) => readRecord(record, front.flight));
  const lines = records.flatMap(readLines);
  const faults = lines.length > 0 ? lines : read.flatMap((record) => (record ? [record.fault] : []));
  const unread = lines.length > 0 ? [] : records.filter((_record, at) => !read[at]);
  const rests =
    lines.length > 0
      ? records.map((record) => record.split('\n', 1)[0] ?? '')
      : read.map((record) => record?.rest ?? '');
  const description = descriptions[type] ?? type;
  const { tail } = front.facts;
  return faultReport(description, faults, {
    facts: front.facts,
    items: front.items,
    rest: [front.rest, ...rests, ...unread].filter((rest) => rest !== '').join(' '),
    words: `${description}${tail ? ` of ${tail}` : ''}${front.route && `, ${front.route}`}`,
  });
}

function frontOf(about: string): ReturnType<typeof headOf> & { rest: string; flight: Flight | null } {
  const named = about.split('/').filter((part) => part.trim() !== '');
  const parts = new Map(named.map((part) => [part.slice(0, 2), oneLine(part.slice(2))]));
  const value = (name: string): string | undefined => parts.get(name) || undefined;
  const tail = value('AN')?.replace(/^\.+/, '');
  const at = momentOfDigits(value('DM') ?? '');
  const [from, to] = ['DA', 'DS'].map((name) => /^[A-Z]{4}$/.exec(value(name) ?? '')?.[0]);
  const head = headOf({ tail, flight: value('FI'), from, to, at });
  const known = ['AN', 'FI', 'DA', 'DS', 'PN'];
  const rest = [...parts].filter(([name]) => !known.includes(name)).map(([name, text]) => `/${name}${text}`);
  return {
    ...head,
    items: [...head.items, ...itemsOf([['Software part number', value('PN')]])],
    rest: rest.join(''),
    flight: flightOf(value('DM') ?? '', at),
  };
}

/** `260501231500MAY0122132313PFR1`: after the time of the list, the date and two times of its flight. */
function flightOf(text: string, at: string | null): Flight | null {
  const found = /^\d{12}([A-Z]{3})(\d\d)(\d{4})(\d{4})/.exec(text);
  const [, name = '', day = '', from = '', to = ''] = found ?? [];
  const month = monthOf(name);
  if (at === null || month === 0) return null;
  const year = Number(at.slice(0, 4)) - (month > Number(at.slice(5, 7)) ? 1 : 0);
  return { year, month, day: Number(day), from, to };
}

const timed = /^(FR|WN)(\d{10})(.*)$/s;
const listed = /^FR(\d{6})(?!\d)(.*)$/s;
function readRecord(record: string, flight: Flight | null): ReadFault | null {
  const [, type = '', digits = '', text = ''] = timed.exec(record) ?? [];
  const at = momentOfDigits(digits);
  if (at !== null) {
    const parts = type === 'FR' ? /^ *(\d{6})(\d\d)([^,]*,.*)$/s.exec(text) : null;
    const read = parts
      ? columns({ at, ata: parts[1] ?? '', phase: phaseOf(parts[2] ?? '') }, parts[3] ?? '', null)
      : null;
    return read ?? plain(type, at, text);
  }
  const [, ata, after = ''] = listed.exec(record) ?? [];
  return ata === undefined ? null : columns({ at: null, ata, phase: null }, after, flight);
}

type Start = { readonly at: string | null; readonly ata: string; readonly phase: string | null };
/** `BMC1   X2,,,,,,,R WING LOOP B,HARD`: source, class, six impacted systems, part, severity. */
function columns({ at, ata, phase }: Start, text: string, flight: Flight | null): ReadFault | null {
  const [first = '', ...others] = text.split(',');
  const sourceText = first.slice(0, 40);
  if (others.length < 7) return null;
  const found = /^(.*\S)\s+(\S+)\s*$/.exec(sourceText) ?? /^(.{7})([A-Z]?\d)$/.exec(sourceText);
  const [source, letters] = found ? [found[1] ?? '', found[2] ?? ''] : [sourceText, ''];
  const last = others.findLastIndex((part, index) => index > 6 && /^\s*(?:HARD|INT)/.test(part));
  const name = oneLine(others.slice(6, last < 0 ? undefined : last).join(','));
  if (name === '') return null;
  const severity = last < 0 ? null : oneLine(others[last] ?? '');
  const after = last < 0 ? [] : others.slice(last + 1);
  const during = duringFlight(flight, after[0] ?? '');
  const fault: FaultFact = {
    ...unknownFault,
    ...{ chapter: ata.slice(0, 2), ata, name, at, phase, severity },
    what: 'failure',
    ...{ source: oneLine(source) || null, class: letters || null },
    impacted: others
      .slice(0, 6)
      .map(oneLine)
      .filter((part) => part !== ''),
    persistence: severity === null ? null : severity === 'HARD' ? 'hard' : 'intermittent',
    ...during,
  };
  // Without its end the name may be cut.
  const open = last < 0 ? [name] : after.map(oneLine).filter((part) => part !== '' && part !== 'EOR');
  return { fault, rest: open.join(' ') };
}

/** Six digits at the end of a listed fault fit time and phase, as in one sample. Believed only within the flight of the list. */
function duringFlight(flight: Flight | null, text: string): Partial<FaultFact> {
  const [, time = '', phase = ''] = /^(\d{4})(0[2-9])$/.exec(text.trim()) ?? [];
  if (!flight || time === '' || flight.from > flight.to || time < flight.from || time > flight.to) return {};
  const at = momentOf(flight.year, flight.month, flight.day, time);
  return at === null ? {} : { at, phase: phaseOf(phase), inferred: ['at', 'phase'] };
}

/**
 * `  360030007MAINTENANCE STATUS`: reference, a digit, phase. Older: `0034000006NAV TCAS FAULT`, two digits or blanks in front, no digit between. Behind the name `/ID` and the
 * reporting systems.
 */
const newer = /^ {0,4}(\d{6})(\d)(\d\d)(.+)$/s;
const older = /^(\d\d| {0,4})(\d{6})(\d\d)(\D.*)$/s;
function plain(type: string, at: string, text: string): ReadFault | null {
  const isOld = older.test(text);
  const [, front = '', ata = '', digits = '', named = ''] =
    (isOld ? older.exec(text) : type === 'WN' ? reordered(newer.exec(text)) : null) ?? [];
  const [name = '', ...ids] = named.split('/ID');
  if (oneLine(name) === '') return null;
  const sources = ids.join(',').split(/[,\n]/).map(oneLine);
  const fault: FaultFact = {
    ...unknownFault,
    ...{ chapter: ata.slice(0, 2), ata, name: oneLine(name), at },
    what: type === 'WN' ? 'warning' : 'failure',
    source: sources.filter((source) => source !== '').join(', ') || null,
    phase: isOld ? `phase ${digits}` : phaseOf(digits),
    inferred: ['ata', 'phase'],
  };
  return { fault, rest: front.trim() };
}
/** The digit between reference and phase goes to the front. */
const reordered = (found: RegExpExecArray | null): string[] | null =>
  found && [found[0], found[2] ?? '', found[1] ?? '', found[3] ?? '', found[4] ?? ''];

/** One line per fault: `21460006 GALLEY COOLING/IDENT 5EB8 PHASE 2 HARD`. */
const line = /\n(\d{6})\d\d ([A-Z][A-Z0-9 ]{1,60})\/(?:[^\n]{0,80}?PHASE (\d{1,2}) ([A-Z]+))?/g;
const readLines = (record: string): FaultFact[] =>
  [...record.matchAll(line)].map(([, ata = '', name = '', phase, severity = '']) => ({
    ...unknownFault,
    ...{ chapter: ata.slice(0, 2), ata, name: oneLine(name), severity: severity || null },
    what: 'failure',
    phase: phase === undefined ? null : `phase ${phase.padStart(2, '0')}`,
    persistence: severity.startsWith('HARD') ? 'hard' : severity.startsWith('INT') ? 'intermittent' : null,
  }));
