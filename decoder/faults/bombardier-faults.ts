/**
 * Reports of the Bombardier maintenance diagnostic computer: faults and engine trend. Own file: one maker. Pure.
 * Source: its reports name their parts (`ATA/LRU/STATUS/FAULT MESSAGE`).
 */
import type { Facts, FaultFact } from '../../contract/entities/meaning.ts';
import {
  faultReport,
  headOf,
  itemsOf,
  momentOf,
  momentWords,
  monthOf,
  oneLine,
  type Report,
  unknownFault,
} from './report.ts';

const head = /^(?:PAGE \d{1,6}\s{1,4})?MDC REPORT: ([A-Z ]{3,40})$/m;

export function readBombardierFaults(body: string): Report | null {
  const name = head.exec(body.slice(0, 80))?.[1]?.trim();
  if (name === undefined) return body.includes('\nEquation ID: ') ? readFaults('Fault Report', body, {}, []) : null;
  const front = new Map(
    [...body.matchAll(/^([A-Z][A-Z ]{2,30}): *(\S.*)$/gm)].map(([, key = '', text = '']) => [key, text.trim()]),
  );
  const [, day = '', month = '', year = ''] = /^(\d\d)([A-Za-z]{3})(\d{4})$/.exec(front.get('DATE') ?? '') ?? [];
  const at = momentOf(Number(year), monthOf(month), Number(day), (front.get('TIME') ?? '').replace(':', ''));
  const { facts, items: about } = headOf({ report: name, at });
  const known = ['MDC REPORT', 'DATE', 'TIME'];
  const items = [...about, ...itemsOf([...front].filter(([key]) => !known.includes(key)))];
  const content = body.slice(Math.max(0, body.search(/\n-{10}/))).replace(/^\n-+/, '');
  return name === 'ENGINE TREND' ? readTrend(content, facts, items, at) : readFaults(name, content, facts, items);
}

/** `L N1                      80.0 %`: name, value, unit. */
const value = /^([A-Z][A-Z0-9 ]{1,30}?) {2,30}(\S.{0,30})$/;
function readTrend(content: string, facts: Facts, front: Report['items'], at: string | null): Report {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.flatMap((line) => {
    const [, label, amount] = value.exec(line.trimEnd()) ?? [];
    return label !== undefined && amount !== undefined ? [[label, oneLine(amount)] as const] : [];
  });
  const values = new Map(rows);
  const feet = Number(/^(\d{1,5}) FT$/.exec(values.get('ALTITUDE') ?? '')?.[1] ?? Number.NaN);
  const engine = ['N1', 'ITT'].flatMap((one) => {
    const [left, right] = [values.get(`L ${one}`), values.get(`R ${one}`)];
    return left && right ? [`${one} ${left} and ${right}`] : [];
  });
  const words = [
    at && momentWords(at),
    ...engine,
    Number.isNaN(feet) ? null : `altitude ${feet.toLocaleString('en-US')} ft`,
  ];
  return {
    kind: 'engine',
    description: 'Engine Trend Report',
    words: ['Engine trend', ...words.filter((word) => word)].join(', '),
    facts,
    items: [...front, ...itemsOf(rows)],
    rest: lines.filter((line) => !value.test(line.trimEnd())).join('\n'),
  };
}

/** A block per fault: chapter and system, part, status, message, and the equation. Of a second page the front may be missing. */
function readFaults(name: string, content: string, facts: Facts, front: Report['items']): Report {
  const rest: string[] = [];
  const faults = content.split(/^(?=ATA\d\d-)/m).flatMap((block): FaultFact[] => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const [, ata, system] = /^ATA(\d\d-\d\d) (.+)$/.exec(lines[0] ?? '') ?? [];
    const code = lines.map((line) => /^Equation ID: (\S+)/.exec(line)?.[1]).find((id) => id !== undefined);
    const parts = lines.filter((line) => line.startsWith(' ')).map(oneLine);
    const [part, status, message, ...others] = parts;
    rest.push(...others, ...lines.filter((line) => !/^(?: |ATA\d\d-\d\d |Equation ID: )/.test(line)));
    if (code === undefined || part === undefined) return [];
    return [
      {
        ...unknownFault,
        what: 'failure',
        chapter: ata?.slice(0, 2) ?? null,
        ata: ata?.replace('-', '') ?? null,
        name: message ?? oneLine(system ?? part),
        code,
        source: part,
        severity: status ?? null,
      },
    ];
  });
  const title =
    name === 'CURRENT FAULTS'
      ? 'Current Faults'
      : name === 'FAULT HISTORY'
        ? 'Fault History'
        : `Maintenance Report ${name}`;
  return faultReport(title, faults, { facts, items: front, rest: rest.join('\n'), words: title });
}
