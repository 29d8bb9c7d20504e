/** Mode S frames with the row of each, by construction. The real ones are rows that a dump1090 printed for frames off the air. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { adsbMessage } from '../../contract/entities/messages.ts';
import { realLines, withReal } from '../support/real-data.ts';
import { read } from '../support/repository.ts';
import { type Flight, flights } from './mode-s-flights.ts';

type Row = Partial<AdsbMessage>;
type ModeSFrame = { readonly bytes: Uint8Array; readonly row: Row };
export type ModeSRecording = {
  readonly name: string;
  readonly frames: readonly ModeSFrame[];
  /** The clock between two frames. */
  readonly stepMs: number;
  /** Columns that only we have, not the other decoder. */
  readonly beyond: readonly (keyof AdsbMessage)[];
  /** Differences that the documents list, by frame. */
  readonly listed: ReadonlyMap<string, Row>;
};

const own: ModeSRecording = {
  name: 'our own recording',
  frames: flights.flatMap((flight: Flight) => flight.frames),
  stepMs: 300,
  beyond: [],
  listed: new Map(),
};

const isNumber = (field: string): boolean => adsbMessage[field as keyof AdsbMessage]?.name === 'number';
const columns = Object.keys(adsbMessage) as (keyof AdsbMessage)[];
/** Its keys are columns, `report` has another name, and numbers may be text. */
function realRow(line: Readonly<Record<string, unknown>>): Row {
  const fields: Readonly<Record<string, unknown>> = { ...line, report: line.report_or_esName };
  return Object.fromEntries(
    columns
      .filter((field) => field !== 'timestamp' && fields[field] !== undefined && fields[field] !== null)
      .map((field) => [field, isNumber(field) ? Number(fields[field]) : String(fields[field])]),
  );
}
const real = (): ModeSRecording => ({
  name: 'a real recording',
  frames: realLines('adsb/golden.jsonl').map((line) => {
    const decoded = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return { bytes: Uint8Array.from(Buffer.from(String(decoded.frame), 'hex')), row: realRow(decoded) };
  }),
  stepMs: 1,
  beyond: ['nacp', 'commBBds'],
  listed: listedRows(),
});

/** Rows of the table of differences in docs/mode-s.md: frame, column, the other decoder's value, ours, reason. */
function listedRows(): ReadonlyMap<string, Row> {
  const rows = read('docs/mode-s.md').lines.flatMap((line) => {
    const [, frame, column, , ours] =
      /^\| `([0-9A-F]{14,28})` \| (\w+) \| ([^|]+) \| ([^|]+) \| .+ \|$/.exec(line) ?? [];
    return frame && column ? [[frame, { [column]: isNumber(column) ? Number(ours) : ours }] as const] : [];
  });
  return new Map(rows);
}

export const modeSRecordings: readonly ModeSRecording[] = withReal(own, real);
