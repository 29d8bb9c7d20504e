/** A report as CSV: one table after the other, each with its own heads. Pure. Own file: tested without the screen. */
import type { Report } from '../../../contract/entities/report.ts';
import { csvLine, csvSafe } from '../../lib/csv.ts';
import { kindWords } from '../../objects/kind-words.ts';

type Cell = string | number | null;

export function reportCsv(report: Report): string {
  const { messages, faults, stations, aircraft } = report;
  const tables: readonly (readonly (readonly Cell[])[])[] = [
    [
      ['From', 'To', 'Messages', 'Before', 'Aircraft', 'Not decoded'],
      [report.from, report.to, messages.total, messages.before, messages.aircraft, messages.notDecoded],
    ],
    [['Day', 'Messages'], ...messages.days.map((row) => [row.day, row.messages])],
    [['Kind', 'Messages'], ...messages.kinds.map((row) => [kindWords[row.kind], row.messages])],
    ...(faults
      ? [
          [
            ['Tail', 'State', 'ATA', 'Fault', 'Legs', 'Last'],
            ...faults.rows.map((row) => [row.tail, row.state, row.ata, row.name, row.legs, row.last]),
          ],
        ]
      : []),
    [
      ['Station', 'Messages', 'Before', 'Feeding time, %'],
      ...stations.map((row) => [row.stationId, row.messages, row.before, row.fedPercent]),
    ],
    [
      ['Tail', 'Messages', 'Flights', 'Faults', 'Last message'],
      ...aircraft.map((row) => [row.tail, row.messages, row.flights, row.faults, row.last]),
    ],
  ];
  return tables.map((table) => table.map(lineOf).join('')).join('\r\n');
}

const lineOf = (cells: readonly Cell[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'string' ? csvSafe(cell) : String(cell ?? ''))));
