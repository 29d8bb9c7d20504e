/**
 * Texts of a fault display in a layout without documentation: `VIA-1//20DEC//1653//1026//0//DU-6 LOW BRIGHTNESS..`. Own file: everything in it is inferred. Pure.
 * Source: two samples agree on system, day, time, two unknown numbers and text.
 */
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { faultReport, momentOf, monthOf, oneLine, type Report, unknownFault } from './report.ts';

const entry = /^([A-Z][A-Z0-9-]{1,9})\/\/(\d\d)([A-Z]{3})\/\/(\d{4})\/\/(\d+)\/\/(\d+)\/\/(\S.*)$/;

/** `atMs` = reception, which gives the year. */
export function readFaultDisplay(body: string, atMs: number | null): Report | null {
  const blocks = body.split(/\n\s*\n/);
  const faults: FaultFact[] = [];
  const rest: string[] = [];
  for (const block of blocks) {
    const [first = '', ...others] = block.trim().split('\n');
    const found = entry.exec(first);
    if (!found) {
      rest.push(block);
      continue;
    }
    const [, source = '', day = '', month = '', time = '', one = '', two = '', text = ''] = found;
    const at = lastYear(monthOf(month), Number(day), time, atMs);
    const name = oneLine([text, ...others].join(' ').replaceAll('//', ' '));
    faults.push({ ...unknownFault, what: 'message', name, source, at, inferred: ['source', 'at'] });
    rest.push(`${one} ${two}`);
  }
  return faults.length === 0
    ? null
    : faultReport('Fault Display', faults, { rest: rest.map(oneLine).join(' ').trim(), words: '' });
}

/** Clocks differ by up to a day: a report received on 31 December may be of 1 January. */
function lastYear(month: number, day: number, time: string, atMs: number | null): string | null {
  if (atMs === null) return null;
  const year = new Date(atMs).getUTCFullYear();
  return (
    [year + 1, year, year - 1]
      .map((one) => momentOf(one, month, day, time))
      .find((at) => at !== null && Date.parse(at) <= atMs + 86_400_000) ?? null
  );
}
